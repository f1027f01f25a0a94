// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "joints/joint_definition.hpp"

namespace trunnion {

/// Fixed joint (weld): M (on B) coincides with F (on A).
///
/// Equations  g₀₋₂ = p_WM − p_WF                                          [m], world axes
///            g₃₋₅ = ½ (Q₃₂ − Q₂₃, Q₁₃ − Q₃₁, Q₂₁ − Q₁₂) = n sin θ        [–]
///            of Q = R_FM, the rotation by θ about n
/// Free       nothing; no coordinates.
/// Range      Q = I is the meant root; a half turn about any axis solves the equations too: start
///            less than 90° from it (tr Q > 1), where G has full rank.
/// Verified   tests/joints/joint_test.cpp.
inline JointDefinition FixedDefinition() {
  return JointDefinition{}.AddCoincidence().AddSameOrientation().On(JointBranch::frames_aligned);
}

}  // namespace trunnion
