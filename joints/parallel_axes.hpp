// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Parallel axes: z_M (on B) keeps the direction of z_F (on A); the origins are free.
///
/// Equations  g₀ = x_F · z_M ,  g₁ = y_F · z_M                            [–]
/// Free       4 freedoms: `x`, `y`, `z` of p_FM in F [m] and `angle` about z_F [rad], multi-turn;
///            plain coordinates.
/// Range      As the revolute joint: z_M = −z_F solves the equations too, start with z_F · z_M > 0.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition ParallelAxesDefinition() {
  return JointDefinition{}
      .AddParallelAxes()
      .Report("x", CoordinateKind::offset_x)
      .Report("y", CoordinateKind::offset_y)
      .Report("z", CoordinateKind::offset_z)
      .Report("angle", CoordinateKind::angle)
      .On(JointBranch::axes_aligned);
}

}  // namespace trunnion
