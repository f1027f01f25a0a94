// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <trunnion/simulation.hpp>

#include "vehicle/suspension.hpp"

namespace trunnion::vehicle {

/// Where a wheel stands, in frame S, by the definitions of ISO 8855 and SAE J670. With e the axis
/// of spin outboard, s = +1 left, −1 right, k the steer axis from its lower to its upper point, and
/// the ground plane horizontal through the contact point:
struct WheelPosture {
  Vec3 centre = Vec3::Zero();   ///< of the wheel [m]
  Vec3 contact = Vec3::Zero();  ///< lowest point of the disc of the loaded radius [m]
  double toe = 0;               ///< atan2(e_x, s e_y), + front inboard (toe-in) [rad]
  double camber = 0;            ///< −asin(e_z), + top outboard [rad]
  /// Without a steer axis these are NaN.
  double caster = 0;       ///< atan2(−k_x, k_z), + top rearward [rad]
  double inclination = 0;  ///< of the king-pin, atan2(−s k_y, k_z), + top inboard [rad]
  /// From where the steer axis meets the ground to the contact point, across the heading of the
  /// wheel, + contact outboard [m].
  double scrub_radius = 0;
  double caster_trail = 0;  ///< along the heading, + contact behind [m]
  Pose carrier{};           ///< of its frame "hub"
};

WheelPosture CalcWheelPosture(const Simulation& simulation,
                              const SuspensionHandles& suspension,
                              const SuspensionSide& side);

}  // namespace trunnion::vehicle
