// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Screw joint: M (on B) rotates about z_F (on A) and advances `pitch` [m/rad] along it.
///
/// Equations  g₀ = d_x ,  g₁ = d_y ,  d = p_FM in F                       [m]
///            g₂ = x_F · z_M ,  g₃ = y_F · z_M                            [–]
///            g₄ = d_z − pitch · angle                                    [m]
/// Free       `angle` of M about z_F [rad], multi-turn, and with it `offset` d_z [m]; plain
///            coordinates. A lead of s [m] per turn is the pitch s/2π; negative for a left-hand
///            thread; zero makes a revolute joint.
/// Range      Any number of turns: the angle is the one nearest to the last accepted one (element
///            memory), so a step must stay below half a turn. Start with z_F · z_M > 0.
/// Verified   tests/joints/joint_test.cpp, advance over several turns.
inline JointDefinition ScrewDefinition() {
  JointDefinition definition;
  return definition.AddOffset(0)
      .AddOffset(1)
      .AddParallelAxes()
      .Add({.kind = JointRow::Kind::screw})
      .Report("angle", CoordinateKind::angle)
      .Report("offset", CoordinateKind::offset_z)
      .On(JointBranch::axes_aligned);
}

}  // namespace trunnion
