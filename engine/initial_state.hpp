// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/system_evaluator.hpp"

namespace trunnion {

/// A state on the constraint manifold.
struct InitialState {
  VectorXd q;  ///< configuration
  VectorXd v;  ///< velocities ∈ ℝⁿ
};

/// Assembles the state that the model gives: positions move as little as possible (metric W) onto
/// the constraints, bodies that are fixed in the assembly stay, then velocities likewise.
/// @param project_velocities  false: velocities that contradict the constraints are an error.
/// @throws ModelError if positions or velocities cannot be made consistent, naming the joints whose
/// equations stay violated.
InitialState AssembleInitialState(SystemEvaluator& evaluator, double t, bool project_velocities);

}  // namespace trunnion
