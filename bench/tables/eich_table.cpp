// SPDX-License-Identifier: BSD-3-Clause
//
// Eich (1993), Table 3.1: a pendulum over 50 periods by BDF on the index-1 form, with and without
// projection onto the constraints.
#include <cmath>
#include <deque>

#include "bench/problems/nonstiff_problems.hpp"
#include "bench/tables/paper_table.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/integrator/bdf.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion::tables {
namespace {

using System = SmallSystem<problems::EichPendulum>;

constexpr double kEnd = 100;

/// One step of the same order from the newest states, newest first, to the very end: interpolated
/// states would not satisfy the constraints.
StatePoint TakeLastStep(System& system,
                        IntegratorOptions options,
                        const std::deque<StatePoint>& states,
                        int order) {
  options.fixed_step = kEnd - states.front().t;
  options.bdf = {.max_order = order, .formulation = options.bdf.formulation};
  Bdf bdf(system, options);
  bdf.Start({states.begin(), states.end()});
  bdf.Step();
  return {bdf.t(), bdf.q(), bdf.v(), bdf.lambda()};
}

StatePoint Integrate(System& system, const IntegratorOptions& options) {
  StatePoint start{0, problems::EichPendulum::q0(), problems::EichPendulum::v0(), {}};
  VectorXd v_dot;
  SolveAccelerations(system, 0, start.q, start.v, ActiveRows(1), v_dot, start.lambda);
  Bdf bdf(system, options);
  bdf.Start(0, start.q, start.v, v_dot, start.lambda);
  std::deque<StatePoint> states{start};
  int order = 1;
  while (true) {
    bdf.Step();
    if (bdf.t() >= kEnd) return TakeLastStep(system, options, states, order);
    order = bdf.last_order();
    states.push_front({bdf.t(), bdf.q(), bdf.v(), bdf.lambda()});
    if (std::ssize(states) > kMaxPoints) states.pop_back();
  }
}

/// Errors against (1, 0, 0, 0, 0), as in the paper; its multiplier is −λ of ours.
RowValues PendulumRow(const Json& row) {
  System system;
  const bool project = row.at("projection") == "yes";
  const auto end =
      Integrate(system, problems::EichPendulum::Options(row.at("TOL").get<double>(), project));
  return {{"dx", std::abs(end.q[0] - 1)},
          {"dy", std::abs(end.q[1])},
          {"dvx", std::abs(end.v[0])},
          {"dvy", std::abs(end.v[1])},
          {"dlam", std::abs(end.lambda[0])},
          {"RES", std::abs(end.q.squaredNorm() - 1)}};
}

}  // namespace

std::vector<Definition> ProjectionTables() {
  return {{"EICH93-3.1", "Pendulum over 50 periods: errors at t = 100 s", PendulumRow}};
}

}  // namespace trunnion::tables
