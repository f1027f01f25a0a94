// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Constant-velocity (homokinetic) joint: shafts along z_F (on A) and z_M (on B) meet in one point
/// and turn with equal spin at any bend.
///
/// Equations  g₀₋₂ = p_WM − p_WF                                          [m], world axes
///            g₃ = Q₁₂ − Q₂₁ of Q = R_FM                                  [–]
///            so that Q is a rotation about an axis normal to z_F and z_M (zero twist), which makes
///            the joint mirror-symmetric: z_F · (angular velocity of A) = z_M · (that of B)
///            whenever the shafts' directions rest.
/// Free       the bend: components `rotation_x`, `rotation_y` of Log(R_FM) [rad] (the third is
/// zero);
///            for reports only.
/// Range      Bend below 180°. The shafts half a turn out of phase solve the equations too: start
///            with Q₁₁ + Q₂₂ > 0. G loses rank at a bend of 180°.
/// Verified   tests/joints/joint_test.cpp, equal spin at a bend.
inline JointDefinition ConstantVelocityDefinition() {
  return JointDefinition{}
      .AddCoincidence()
      .Add({.kind = JointRow::Kind::orientation,
            .C = JointDefinition::Unit(0, 1) - JointDefinition::Unit(1, 0)})
      .ReportRotationVector(2)
      .On(JointBranch::twist_aligned);
}

}  // namespace trunnion
