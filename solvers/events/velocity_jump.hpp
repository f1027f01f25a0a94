// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/events/trigger_source.hpp"
#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

/// A state at which velocities jump.
struct JumpState {
  ConstrainedSystem& system;
  double t;  ///< [s]
  const VectorXd& q;
  const ActiveRows& rows;  ///< constraints after the jump
  const EquationChange& change;
  double tolerance;  ///< by which positions may miss the constraints [m or rad]
};

/// The velocities after an impulse p, and after constraints have come, which close without bounce:
///
///     [M  Gᵀ] [v⁺ − v]   [ p          ]
///     [G  0 ] [  Λ   ] = [−(G v + g_t)],
///
/// Λ the impulses of the constraints. All forces, friction too, are finite and have no part in it.
/// @throws SolverError naming the events if positions violate the constraints, or the velocities
/// are not determined, since a mass is missing.
void CalcJump(const JumpState& state, VectorXd& v);

}  // namespace trunnion
