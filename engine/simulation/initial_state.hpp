// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/system/system_evaluator.hpp"

namespace trunnion {

/// A state on the constraint manifold.
struct InitialState {
  VectorXd q;                          ///< configuration
  VectorXd v;                          ///< velocities ∈ ℝⁿ
  std::vector<std::string> remarks{};  ///< joints that were drawn with their axes far apart
};

/// Assembles the state that the model gives: positions move as little as possible (metric W) onto
/// the constraints, bodies that are fixed in the assembly stay, then velocities likewise. Every
/// joint ends on its right branch (Joint::IsOnRightBranch), from any drawn pose. Then joints get
/// their wanted values and rates, by motion of what no spring holds
/// (solvers/consistency/free_motion.hpp); angles count the turns on the way. The memory of the
/// evaluator belongs to the result.
/// @param project_velocities  false: velocities that contradict the constraints are an error.
/// @throws ModelError if positions or velocities cannot be made consistent, naming the joints whose
/// equations stay violated.
InitialState AssembleInitialState(SystemEvaluator& evaluator, double t, bool project_velocities);

}  // namespace trunnion
