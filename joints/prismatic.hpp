// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Prismatic joint (slider): M (on B) may only slide along z_F (on A); the frames stay parallel.
///
/// Equations  g₀ = d_x ,  g₁ = d_y ,  d = p_FM in F                       [m]
///            g₂₋₄ = ½ (Q₃₂ − Q₂₃, Q₁₃ − Q₃₁, Q₂₁ − Q₁₂) = n sin θ        [–]
///            of Q = R_FM, the rotation by θ about n
/// Free       `offset` d_z [m]; a plain coordinate.
/// Range      Q = I is the meant root; a half turn about any axis solves the equations too: start
///            less than 90° from it (tr Q > 1), where G has full rank.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition PrismaticDefinition() {
  return JointDefinition{}
      .AddOffset(0)
      .AddOffset(1)
      .AddSameOrientation()
      .Report("offset", CoordinateKind::offset_z)
      .On(JointBranch::frames_aligned);
}

}  // namespace trunnion
