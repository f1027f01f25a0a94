// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/system/handles.hpp"

/// Flexible bodies in a floating frame of reference; docs/flexible_bodies.md, "Reduced bodies".
namespace trunnion {

/// One body of a ReducedPart. Its reference frame B is the frame of the mesh.
struct ReducedBody {
  std::string name{};  ///< unique among bodies, not empty
  std::shared_ptr<const ReducedPart> part{};

  Vec3 position = Vec3::Zero();         ///< p_WB, the origin of the mesh [m]
  Mat3 orientation = Mat3::Identity();  ///< R_WB
  Vec3 velocity = Vec3::Zero();         ///< of the origin of B [m/s], world
  /// The angular velocity is the sum of both [rad/s].
  Vec3 angular_velocity = Vec3::Zero();       ///< world axes
  Vec3 angular_velocity_body = Vec3::Zero();  ///< B axes

  /// Fraction of critical damping, ≥ 0: one number for each shape, one for all, or none (0).
  std::vector<double> damping_ratios{};
};

}  // namespace trunnion
