// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Point on line: Mo (on B) stays on the z axis of F (on A).
///
/// Equations  g₀ = d_x ,  g₁ = d_y ,  d = p_FM in F                       [m]
/// Free       4 freedoms: `offset` d_z [m], a plain coordinate, and the rotation vector Log(R_FM)
///            [rad].
/// Range      Any; G has full rank everywhere.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition PointOnLineDefinition() {
  return JointDefinition{}
      .AddOffset(0)
      .AddOffset(1)
      .Report("offset", CoordinateKind::offset_z)
      .ReportRotationVector(3);
}

}  // namespace trunnion
