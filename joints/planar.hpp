// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Planar joint: M (on B) moves in the xy plane of F (on A) and may rotate about its normal z_F.
///
/// Equations  g₀ = d_z ,  d = p_FM in F                                   [m]
///            g₁ = x_F · z_M ,  g₂ = y_F · z_M                            [–]
/// Free       `x` d_x, `y` d_y [m] and `angle` about z_F [rad], multi-turn; plain coordinates.
/// Range      As the revolute joint: start with z_F · z_M > 0.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition PlanarDefinition() {
  return JointDefinition{}
      .AddOffset(2)
      .AddParallelAxes()
      .Report("x", CoordinateKind::offset_x)
      .Report("y", CoordinateKind::offset_y)
      .Report("angle", CoordinateKind::angle)
      .On(JointBranch::axes_aligned);
}

}  // namespace trunnion
