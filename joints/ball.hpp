// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Ball joint: the origins of F (on A) and M (on B) coincide.
///
/// Equations  g₀₋₂ = p_WM − p_WF                                          [m], world axes
/// Free       3 rotations, reported as the rotation vector Log(R_FM) [rad] (norm ≤ π; jumps there).
/// Reaction   λ is minus the force on B at Mo, in the world; no torque about Mo.
/// Range      Any orientation; G has full rank everywhere.
/// Verified   tests/joints/joint_test.cpp, reaction of a hanging body in physics_test.cpp.
inline JointDefinition BallDefinition() {
  return JointDefinition{}.AddCoincidence().ReportRotationVector(3);
}

}  // namespace trunnion
