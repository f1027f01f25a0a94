// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <string>

#include "solvers/linear/linear_solver.hpp"

namespace trunnion {

class Archive;

/// What an integration did and where the time went. Counters only grow.
struct Statistics {
  long steps = 0;                 ///< accepted steps
  long residual_evaluations = 0;  ///< evaluations of the equations of motion ("f-s" in the papers)
  long newton_iterations = 0;     ///< corrections solved for
  long jacobian_evaluations = 0;  ///< evaluations of M, D, K
  long factorizations = 0;        ///< of the saddle point (or the one-shot system)
  long error_test_failures = 0;   ///< steps rejected by the error test
  long convergence_failures = 0;  ///< steps rejected because Newton did not converge
  long singular_failures = 0;     ///< steps rejected because a matrix was singular or not finite
  long unconverged_steps = 0;  ///< of newton_iterations: with a last correction above the tolerance
  long round_off_steps = 0;    ///< times Newton stopped at round-off, near a singular position
  long order_caps = 0;         ///< times the order was capped at 2, see StabilityWatch
  long basis_changes = 0;      ///< renewals of the local coordinates of state_space
  long redundancy_checks = 0;  ///< rank analyses of G
  long reinstated_rows = 0;    ///< constraint rows dropped as redundant and taken back
  std::string integrator;      ///< of automatic: what stepped, and why
  std::string linear_solver;   ///< of coordinate_splitting, and why it was chosen
  std::array<long, 6> steps_of_order{};  ///< accepted steps by order 1..5
  double smallest_step = 0;              ///< [s]
  double largest_step = 0;               ///< [s]

  double seconds_residual = 0;  ///< wall time [s] in residuals
  double seconds_jacobian = 0;  ///< in matrices
  double seconds_factor = 0;    ///< in factorizations, those of projections too
  double seconds_solve = 0;     ///< in triangular solves
  double seconds_total = 0;     ///< in Step()
  /// Of coordinate_splitting: work and wall time of the iteration matrix and of G W⁻¹Gᵀ. Their
  /// seconds are contained in those above.
  LinearSolverStatistics saddle_point, projection;

  /// Rejected steps by what limited them: the component with the largest error, the row or the
  /// component where Newton stalled.
  std::map<std::string, long> error_failures_by_element;
  std::map<std::string, long> convergence_failures_by_element;
  std::map<std::string, long> unconverged_steps_by_element;

  void Serialize(Archive& archive);
};

}  // namespace trunnion
