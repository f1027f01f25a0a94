// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Cylindrical joint: M (on B) may slide along and rotate about z_F (on A).
///
/// Equations  g₀ = d_x ,  g₁ = d_y ,  d = p_FM in F                       [m]
///            g₂ = x_F · z_M ,  g₃ = y_F · z_M                            [–]
/// Free       `offset` d_z [m] and `angle` about z_F [rad], multi-turn; plain coordinates.
/// Range      As the revolute joint: start with z_F · z_M > 0.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition CylindricalDefinition() {
  return JointDefinition{}
      .AddOffset(0)
      .AddOffset(1)
      .AddParallelAxes()
      .Report("offset", CoordinateKind::offset_z)
      .Report("angle", CoordinateKind::angle)
      .On(JointBranch::axes_aligned);
}

}  // namespace trunnion
