// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of rows, norms and counters.
#include "engine/core/archive.hpp"
#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/statistics.hpp"
#include "solvers/problem/weighted_norm.hpp"

namespace trunnion {

void ActiveRows::Serialize(Archive& archive) { archive(m_, rows_); }

void WeightedNorm::Serialize(Archive& archive) { archive(weights_, worst_); }

void Statistics::Serialize(Archive& archive) {
  archive(steps, residual_evaluations, newton_iterations, jacobian_evaluations, factorizations);
  archive(error_test_failures,
          convergence_failures,
          singular_failures,
          unconverged_steps,
          round_off_steps);
  archive(order_caps, basis_changes, redundancy_checks, reinstated_rows);
  archive(integrator, linear_solver, steps_of_order, smallest_step, largest_step);
  archive(seconds_residual, seconds_jacobian, seconds_factor, seconds_solve, seconds_total);
  archive(saddle_point, projection);
  archive(error_failures_by_element, convergence_failures_by_element, unconverged_steps_by_element);
}

}  // namespace trunnion
