// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Perpendicular axes: z_M (on B) stays normal to z_F (on A); the origins are free.
///
/// Equations  g₀ = z_F · z_M                                              [–]
/// Free       5 freedoms: `x`, `y`, `z` of p_FM in F [m], plain coordinates, and the angles
///            angle_F, angle_M [rad] of the universal joint, for reports only.
/// Range      Any; G has full rank at every solution.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition PerpendicularAxesDefinition() {
  return JointDefinition{}
      .AddPerpendicular(2, 2)
      .Report("x", CoordinateKind::offset_x)
      .Report("y", CoordinateKind::offset_y)
      .Report("z", CoordinateKind::offset_z)
      .ReportAngle("angle_F", -JointDefinition::Unit(0, 2), JointDefinition::Unit(1, 2))
      .ReportAngle("angle_M", -JointDefinition::Unit(2, 0), -JointDefinition::Unit(2, 1));
}

}  // namespace trunnion
