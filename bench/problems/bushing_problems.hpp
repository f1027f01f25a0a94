// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/formulation/coordinate_splitting.hpp"
#include "solvers/integrator/point_history.hpp"
#include "solvers/problem/small_system.hpp"

/// The planar bushing problems of Yen & Petzold (section 5, Tables 1 to 4) and the stress problems
/// S1 to S4, as analytic systems on (x, y, θ) per body. SI units; gravity g acts in −y.
namespace trunnion::problems {

template <class S, int size>
using Vec = Eigen::Matrix<S, size, 1>;

/// "Bushing1": mass = inertia = 1, constraints (x² + y² − l)/2 = 0 and θ = 0, force −(k d + c d')
/// between the ground point (p, 0) and the body point (−p, 0), torque −(k θ + c ω) plus the moment
/// of the force. Tables 1 and 2: p = 1/2; Tables 3 and 4: p = 0, so that the bushing is preloaded.
struct Bushing1 {
  static constexpr int n = 3, m = 2;
  double k = 1e5, c = 10, g = 1;
  double p = 0;  ///< distance of the attachment points from the origins [m]
  double l = 1;  ///< constant of the circle constraint [m²]

  Vec<double, 3> mass() const { return Vec<double, 3>::Ones(); }
  template <class S>
  void Force(const S&, const Vec<S, 3>& q, const Vec<S, 3>& v, Vec<S, 3>& f) const {
    using std::cos, std::sin;
    const S lx = -p * cos(q[2]), ly = -p * sin(q[2]);  // lever from the body origin
    const S fx = -(k * (q[0] + lx - p) + c * (v[0] - ly * v[2]));
    const S fy = -(k * (q[1] + ly) + c * (v[1] + lx * v[2]));
    f[0] = fx;
    f[1] = fy - g;
    f[2] = -(k * q[2] + c * v[2]) + lx * fy - ly * fx;
  }
  template <class S>
  void Constraint(const S&, const Vec<S, 3>& q, Vec<S, 2>& out) const {
    out[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - l);
    out[1] = q[2];
  }
};

/// S1: preloaded pendulum on a moving centre X(t) = 0.1 sin 5t (time-dependent constraint).
struct S1 {
  static constexpr int n = 3, m = 2;
  double k = 1e5, c = 10, g = 13.75;

  template <class S>
  static S Centre(const S& t) {
    using std::sin;
    return 0.1 * sin(5.0 * t);
  }
  Vec<double, 3> mass() const { return Vec<double, 3>::Ones(); }
  template <class S>
  void Force(const S& t, const Vec<S, 3>& q, const Vec<S, 3>& v, Vec<S, 3>& f) const {
    f[0] = -k * (q[0] - Centre(t)) - c * v[0];
    f[1] = -k * q[1] - c * v[1] - g;
    f[2] = -k * q[2] - c * v[2];
  }
  template <class S>
  void Constraint(const S& t, const Vec<S, 3>& q, Vec<S, 2>& out) const {
    const S x = q[0] - Centre(t);
    out[0] = 0.5 * (x * x + q[1] * q[1] - 1.0);
    out[1] = q[2];
  }
  static VectorXd q0() { return Eigen::Vector3d(std::cos(0.1), -std::sin(0.1), 0); }
  static VectorXd v0() { return Eigen::Vector3d(0.5, 0, 0); }
};

/// S2: stiff spring pendulum in redundant coordinates (x, y, r), massless r.
struct S2 {
  static constexpr int n = 3, m = 1;
  double eps = 1e-3;

  Vec<double, 3> mass() const { return {1, 1, 0}; }
  template <class S>
  void Force(const S&, const Vec<S, 3>& q, const Vec<S, 3>& v, Vec<S, 3>& f) const {
    f[0] = S(0.0);
    f[1] = S(-9.81);
    f[2] = -(q[2] - 1.0) / eps - v[2];
  }
  template <class S>
  void Constraint(const S&, const Vec<S, 3>& q, Vec<S, 1>& out) const {
    out[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - q[2] * q[2]);
  }
  static VectorXd q0() { return Eigen::Vector3d(1, 0, 1); }
  static VectorXd v0() { return VectorXd::Zero(3); }
};

/// S3: rod pinned at the origin, second rod attached by a bushing in the axes of the first.
struct S3 {
  static constexpr int n = 6, m = 2;
  double eps = 1e-3, c = 10;

  Vec<double, 6> mass() const { return {1, 1, 1.0 / 12, 1, 1, 1.0 / 12}; }
  template <class S>
  void Force(const S&, const Vec<S, 6>& q, const Vec<S, 6>& v, Vec<S, 6>& f) const {
    using std::cos, std::sin;
    const double k = 1 / eps;
    const S c1 = cos(q[2]), s1 = sin(q[2]), c2 = cos(q[5]), s2 = sin(q[5]);
    const S ax = 0.5 * c1, ay = 0.5 * s1, bx = -0.5 * c2, by = -0.5 * s2;  // levers
    const S dx = q[3] + bx - q[0] - ax, dy = q[4] + by - q[1] - ay;
    const S vx = v[3] - by * v[5] - v[0] + ay * v[2], vy = v[4] + bx * v[5] - v[1] - ax * v[2];
    // d and d' in rod-1 axes
    const S d1 = c1 * dx + s1 * dy, d2 = -s1 * dx + c1 * dy;
    const S e1 = c1 * vx + s1 * vy + v[2] * d2, e2 = -s1 * vx + c1 * vy - v[2] * d1;
    const S p1 = k * d1 + c * e1, p2 = k * d2 + c * e2;
    const S fx = c1 * p1 - s1 * p2, fy = s1 * p1 + c1 * p2;  // force on rod 1 at the rod-2 point
    const S torque = k * (q[5] - q[2]) + c * (v[5] - v[2]);
    const S lx = q[3] + bx - q[0], ly = q[4] + by - q[1];
    f << fx, fy - 9.81, lx * fy - ly * fx + torque, -fx, -fy - 9.81, -(bx * fy - by * fx) - torque;
  }
  template <class S>
  void Constraint(const S&, const Vec<S, 6>& q, Vec<S, 2>& out) const {
    using std::cos, std::sin;
    out[0] = q[0] - 0.5 * cos(q[2]);
    out[1] = q[1] - 0.5 * sin(q[2]);
  }
  static VectorXd q0() {
    VectorXd q = VectorXd::Zero(6);
    q[0] = 0.5, q[3] = 1.5;
    return q;
  }
  static VectorXd v0() { return VectorXd::Zero(6); }
};

/// S4: four rods: ground-1, 1-2 and 3-4 revolutes, 2-3 a bushing without rotational stiffness.
struct S4 {
  static constexpr int n = 12, m = 6;
  double eps = 1e-3, c = 10;
  static constexpr double half = 0.25;  ///< half length [m]

  Vec<double, 12> mass() const {
    Vec<double, 12> M;
    for (int i = 0; i < 4; ++i) M.segment<3>(3 * i) << 0.5, 0.5, 0.5 * 0.25 / 12;
    return M;
  }
  template <class S>
  void Force(const S&, const Vec<S, 12>& q, const Vec<S, 12>& v, Vec<S, 12>& f) const {
    using std::cos, std::sin;
    for (int i = 0; i < 4; ++i) {
      f[3 * i] = S(0.0);
      f[3 * i + 1] = S(-9.81 * 0.5);
      f[3 * i + 2] = S(0.0);
    }
    const S ax = half * cos(q[5]), ay = half * sin(q[5]);
    const S bx = -half * cos(q[8]), by = -half * sin(q[8]);
    const S fx = (q[6] + bx - q[3] - ax) / eps + c * (v[6] - by * v[8] - v[3] + ay * v[5]);
    const S fy = (q[7] + by - q[4] - ay) / eps + c * (v[7] + bx * v[8] - v[4] - ax * v[5]);
    const S lx = q[6] + bx - q[3], ly = q[7] + by - q[4];  // force acts at the rod-3 point
    f[3] += fx;
    f[4] += fy;
    f[5] += lx * fy - ly * fx;
    f[6] -= fx;
    f[7] -= fy;
    f[8] -= bx * fy - by * fx;
  }
  template <class S>
  void Constraint(const S&, const Vec<S, 12>& q, Vec<S, 6>& out) const {
    using std::cos, std::sin;
    const auto end = [&q](int rod, double side, S& x, S& y) {
      x = q[3 * rod] + side * half * cos(q[3 * rod + 2]);
      y = q[3 * rod + 1] + side * half * sin(q[3 * rod + 2]);
    };
    S ax, ay, bx, by;
    end(0, -1, ax, ay);
    out[0] = ax, out[1] = ay;
    end(0, 1, ax, ay), end(1, -1, bx, by);
    out[2] = bx - ax, out[3] = by - ay;
    end(2, 1, ax, ay), end(3, -1, bx, by);
    out[4] = bx - ax, out[5] = by - ay;
  }
  static VectorXd q0() {
    VectorXd q = VectorXd::Zero(12);
    for (int i = 0; i < 4; ++i) q[3 * i] = half + 2 * half * i;
    return q;
  }
  static VectorXd v0() { return VectorXd::Zero(12); }
};

/// One implicit Euler step of length h from t = 0: evaluations and the mean contraction of the
/// Newton corrections.
struct EulerStep {
  long evaluations;
  double rate;
};
inline EulerStep TakeEulerStep(const Bushing1& problem,
                               const StatePoint& start,
                               const VectorXd& v_dot,
                               double h,
                               const IntegratorOptions& options) {
  SmallSystem<Bushing1> system(problem);
  Statistics statistics;
  CoordinateSplitting formulation(system, options, statistics);
  IntegratorOptions one_step = options;
  one_step.step_fraction = 1;
  WeightedNorm norm(system, one_step);
  if (options.relative_tolerance > 0)
    norm.ScaleBySize(start.q, start.v, options.relative_tolerance);
  const StepFormula formula{
      .t = h, .h = h, .a = 1 / h, .q_ref = &start.q, .c_x = VectorXd::Zero(3), .c_v = -start.v / h};
  StepState state{start.q + h * start.v, start.v + h * v_dot, start.lambda};
  formulation.Correct(formula, start.lambda, norm, state);
  return {statistics.residual_evaluations, formulation.mean_rate()};
}

/// Contraction of the CM iteration in one Euler step of length h on the preloaded Bushing1 (g
/// = 9.81, start (1, 0, 0) at rest), Newton to 1e-12.
inline EulerStep MeasureCmRate(double k, double h) {
  const Bushing1 problem{.k = k, .g = 9.81};
  SmallSystem<Bushing1> system(problem);
  IntegratorOptions options;
  options.tolerance = 1e-12;
  options.bdf.newton_tolerance = 1;
  options.bdf.max_newton_iterations = 5000;
  options.bdf.iteration_matrix = IterationMatrix::cm;
  options.error_test = ErrorTest::positions;
  StatePoint start{0, Eigen::Vector3d(1, 0, 0), VectorXd::Zero(3), {}};
  VectorXd v_dot;
  SolveAccelerations(system, 0, start.q, start.v, ActiveRows(2), v_dot, start.lambda);
  return TakeEulerStep(problem, start, v_dot, h, options);
}

}  // namespace trunnion::problems
