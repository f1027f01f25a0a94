// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "bench/problems/bushing_problems.hpp"
#include "engine/core/error.hpp"
#include "solvers/integrator/integrator.hpp"

/// S3 and S4 with light damping, which decide for 0 ≤ t ≤ 1 s whether an integrator notices that a
/// fast wave of no importance holds its steps, and what energy it puts into that wave.
namespace trunnion::problems {

/// Damping c of the bushing at which the fastest wave of S3, ω = 4 √k, has the damping ratio
/// `ratio`; near it on S4.
inline double LightDamping(double k, double ratio) { return ratio * std::sqrt(k) / 2; }

/// Kinetic energy, gravity and the spring of the bushing [J]; 0 at the start.
inline double Energy(const S3& p, const VectorXd& q, const VectorXd& v) {
  const Eigen::Vector2d u(std::cos(q[2]), std::sin(q[2])), w(std::cos(q[5]), std::sin(q[5]));
  const double stretch =
      (q.segment<2>(3) - 0.5 * w - q.head<2>() - 0.5 * u).squaredNorm() + std::pow(q[5] - q[2], 2);
  return 0.5 * p.mass().dot(v.cwiseAbs2()) + 9.81 * (q[1] + q[4]) + 0.5 / p.eps * stretch;
}

inline double Energy(const S4& p, const VectorXd& q, const VectorXd& v) {
  const Eigen::Vector2d u(std::cos(q[5]), std::sin(q[5])), w(std::cos(q[8]), std::sin(q[8]));
  const double stretch =
      (q.segment<2>(6) - S4::half * w - q.segment<2>(3) - S4::half * u).squaredNorm();
  return 0.5 * p.mass().dot(v.cwiseAbs2()) + 9.81 * 0.5 * (q[1] + q[4] + q[7] + q[10]) +
         0.5 / p.eps * stretch;
}

struct BushingRun {
  long steps = 0, rejected = 0;
  double t = 0;         ///< reached [s]
  VectorXd q;           ///< at 1 s, where that was reached
  double gained = 0;    ///< largest energy at the end of a step above that of the start [J]
  std::string by;       ///< Statistics::integrator
  std::string failure;  ///< of the run, or that it was stopped
};

/// Runs to 1 s, or to options.max_steps.
template <class P>
BushingRun RunBushing(const P& problem, const IntegratorOptions& options) {
  SmallSystem<P> system(problem);
  VectorXd q = P::q0(), v = P::v0(), v_dot, lambda;
  SolveAccelerations(system, 0, q, v, ActiveRows(P::m), v_dot, lambda);
  const auto integrator = MakeIntegrator(system, options);
  integrator->Start(0, q, v, v_dot, lambda);
  BushingRun run;
  const double start = Energy(problem, q, v);
  try {
    while (integrator->t() < 1) {
      integrator->Step();
      run.gained = std::max(run.gained, Energy(problem, integrator->q(), integrator->v()) - start);
    }
    integrator->Interpolate(1, run.q, v);
  } catch (const Error& error) {
    run.failure = error.what();
  }
  const Statistics& s = integrator->statistics();
  run.t = integrator->t();
  run.steps = s.steps;
  run.rejected = s.error_test_failures + s.convergence_failures + s.singular_failures;
  run.by = s.integrator;
  return run;
}

}  // namespace trunnion::problems
