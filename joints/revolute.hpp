// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Revolute joint (hinge): M (on B) may only rotate about z relative to F (on A).
///
/// Equations  g₀₋₂ = p_WM − p_WF                                          [m], world axes
///            g₃ = x_F · z_M ,  g₄ = y_F · z_M                            [–]
/// Free       `angle` of M about z_F [rad], multi-turn; a plain coordinate.
/// Range      Any angle. z_M = −z_F solves the equations too: start with z_F · z_M > 0. G has full
///            rank at every solution, not where z_M is normal to z_F.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition RevoluteDefinition() {
  return JointDefinition{}
      .AddCoincidence()
      .AddParallelAxes()
      .Report("angle", CoordinateKind::angle)
      .On(JointBranch::axes_aligned);
}

}  // namespace trunnion
