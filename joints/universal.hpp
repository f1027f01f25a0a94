// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Universal (Cardan, Hooke) joint: a cross with one arm along z_F (in A), the other along z_M (in
/// B).
///
/// Equations  g₀₋₂ = p_WM − p_WF                                          [m], world axes
///            g₃ = z_F · z_M                                              [–]
/// Free       R_FM = Rz(angle_F) P Rz(angle_M) with P z = y, P x = x:
///            angle_F [rad] of the cross about z_F, angle_M [rad] of B about z_M relative to the
///            cross; both zero when x_M = x_F and z_M = y_F. In ]−π, π], for reports only.
/// Range      Any angles; G has full rank at every solution. A shaft of A lies in the plane normal
///            to z_F, one of B in the plane normal to z_M; at a bend their speed ratio varies over
///            the turn (it does not in a constant_velocity joint), and at a bend of 90° the shafts
///            lock.
/// Verified   tests/joints/joint_test.cpp, speed ratio of a Cardan shaft.
inline JointDefinition UniversalDefinition() {
  // z_M in F is Rz(angle_F) y, z_F in M is Rz(−angle_M) (−y).
  return JointDefinition{}
      .AddCoincidence()
      .AddPerpendicular(2, 2)
      .ReportAngle("angle_F", -JointDefinition::Unit(0, 2), JointDefinition::Unit(1, 2))
      .ReportAngle("angle_M", -JointDefinition::Unit(2, 0), -JointDefinition::Unit(2, 1));
}

}  // namespace trunnion
