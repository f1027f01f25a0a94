// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// Pose X_AB of a frame B in a frame A: the origin p_AB [m, in A] and the axes R_AB (columns: axes
/// of B in A). A point q_B of B is p + R q_B in A.
struct Pose {
  Mat3 R = Mat3::Identity();
  Vec3 p = Vec3::Zero();

  /// X_AC = X_AB X_BC.
  Pose operator*(const Pose& X_BC) const { return {R * X_BC.R, p + R * X_BC.p}; }
  Vec3 operator*(const Vec3& q_B) const { return p + R * q_B; }
  Pose Inverse() const { return {R.transpose(), -(R.transpose() * p)}; }
};

}  // namespace trunnion
