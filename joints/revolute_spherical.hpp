// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Revolute-spherical composite (massless crank): a link of the given length turns in A about z_F
/// through Fo and carries a ball joint at Mo of B at its end.
///
/// Equations  g₀ = |p_WM − p_WF| − length                                 [m]
///            g₁ = d_z ,  d = p_FM in F                                   [m]
/// Free       4 freedoms: `crank_angle` atan2(d_y, d_x) of the link about z_F [rad], ]−π, π], and
///            the rotation vector Log(R_FM) [rad]; for reports only.
/// Reaction   −λ₀ along the link, −λ₁ along z_F on B at Mo; the torque about Mo is zero.
/// Range      length > 0; start with distinct points. G has full rank where d is not along z_F.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition RevoluteSphericalDefinition() {
  return JointDefinition{}
      .Add({.kind = JointRow::Kind::distance})
      .AddOffset(2)
      .Report({.form = JointCoordinate::Form::direction_angle, .name = "crank_angle"})
      .ReportRotationVector(3)
      .On(JointBranch::points_distinct);
}

}  // namespace trunnion
