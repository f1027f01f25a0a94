// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/integrator/integrator.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion {

/// State of a small system, with the accelerations and multipliers that belong to it.
struct SmallRun {
  VectorXd q, v, v_dot, lambda;
  Statistics statistics;
};

/// Starts at (q, v), solves for the rest and integrates to t_end; the state there is interpolated.
template <class P>
SmallRun RunSmallSystem(
    const P& problem, VectorXd q, VectorXd v, const IntegratorOptions& options, double t_end) {
  SmallSystem<P> system(problem);
  const ActiveRows rows(system.num_constraints());
  SmallRun run{q, v, {}, {}, {}};
  EXPECT_TRUE(SolveAccelerations(system, 0, q, v, rows, run.v_dot, run.lambda, &run.v));
  const auto integrator = MakeIntegrator(system, options);
  integrator->Start(0, run.q, run.v, run.v_dot, run.lambda);
  while (integrator->t() < t_end) integrator->Step();
  integrator->Interpolate(t_end, run.q, run.v);
  run.statistics = integrator->statistics();
  EXPECT_TRUE(
      SolveAccelerations(system, t_end, run.q, run.v, rows, run.v_dot, run.lambda, nullptr));
  return run;
}

}  // namespace trunnion
