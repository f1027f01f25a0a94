// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Point on plane: Mo (on B) stays in the xy plane of F (on A).
///
/// Equations  g₀ = d_z ,  d = p_FM in F                                   [m]
/// Free       5 freedoms: `x` d_x and `y` d_y [m], plain coordinates, and the rotation vector
///            Log(R_FM) [rad].
/// Range      Any; G has full rank everywhere.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition PointOnPlaneDefinition() {
  return JointDefinition{}
      .AddOffset(2)
      .Report("x", CoordinateKind::offset_x)
      .Report("y", CoordinateKind::offset_y)
      .ReportRotationVector(3);
}

}  // namespace trunnion
