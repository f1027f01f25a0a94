// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "solvers/integrator/bdf.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion {

/// Unit mass on the unit circle driven so that its angle is φ(t) = sin t + t/2 exactly, whatever
/// the reactions; x² + y² = 1 gives λ = φ'² exactly.
struct DrivenOnCircle {
  static constexpr int n = 2, m = 1;
  static double Angle(double t) { return std::sin(t) + 0.5 * t; }
  static double Rate(double t) { return std::cos(t) + 0.5; }
  Eigen::Vector2d mass() const { return {1, 1}; }
  template <class S>
  void Force(const S& t,
             const Eigen::Matrix<S, 2, 1>& q,
             const Eigen::Matrix<S, 2, 1>&,
             Eigen::Matrix<S, 2, 1>& f) const {
    using std::sin;
    const S acceleration = -sin(t);
    f << -q[1] * acceleration, q[0] * acceleration;
  }
  template <class S>
  void Constraint(const S&, const Eigen::Matrix<S, 2, 1>& q, Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
  }
  static StatePoint Exact(double t) {
    const double c = std::cos(Angle(t)), s = std::sin(Angle(t)), w = Rate(t);
    return {t,
            Eigen::Vector2d(c, s),
            Eigen::Vector2d(-s * w, c * w),
            Eigen::Matrix<double, 1, 1>(w * w)};
  }
};

struct Errors {
  double position, velocity, multiplier, drift;
};

/// Largest errors over one second; of the multipliers after the first steps, whose corrections
/// still carry the start-up of the differences. The drift is the distance from the circle.
inline Errors FixedStepErrors(int order, double h, IntegratorOptions options) {
  SmallSystem<DrivenOnCircle> system;
  options.fixed_step = h;
  options.bdf.max_order = order;
  options.tolerance = 1e-13;
  options.error_test = ErrorTest::positions;
  options.bdf.max_newton_iterations = 30;
  Bdf bdf(system, options);
  std::vector<StatePoint> history;
  for (int j = 0; j <= order; ++j) history.push_back(DrivenOnCircle::Exact(-j * h));
  bdf.Start(history);
  Errors errors{};
  while (bdf.t() < 1 - 0.5 * h) {
    bdf.Step();
    const auto exact = DrivenOnCircle::Exact(bdf.t());
    errors.drift = std::max(errors.drift, std::abs(bdf.q().norm() - 1));
    errors.position = std::max(errors.position, (bdf.q() - exact.q).norm());
    errors.velocity = std::max(errors.velocity, (bdf.v() - exact.v).norm());
    if (bdf.t() > 0.5)
      errors.multiplier = std::max(errors.multiplier, (bdf.lambda() - exact.lambda).norm());
  }
  return errors;
}

}  // namespace trunnion
