// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "vehicle/driver_plan.hpp"
#include "vehicle/stiction.hpp"

namespace trunnion::vehicle {

/// The brake of a wheel, between it and its carrier, about the axis of spin.
///
/// What acts: T = −C s of vehicle/stiction.hpp. The capacity C is the larger of brake · torque and
/// of share · r · SoftPositive(−F − coasting), which is ≤ torque. T turns the wheel, −T the
/// carrier. State      s, the part of the capacity that acts [-]. It holds at rest without creep.
/// Energy     counts as none: the discs give back the little that they store while they stick.
/// Verified   tests/vehicle/driveline_test.cpp.
struct Brake {
  std::string name{};
  MarkerId wheel{};   ///< centre of the wheel, y its axis of spin, to the left
  BodyId carrier{};   ///< what the caliper is on
  double torque = 0;  ///< with the pedal at 1 [N·m], ≥ 0
  double share = 0;   ///< of the demanded force F at this wheel [-]
  double radius = 0;  ///< of the wheel, for F [m]
  Stiction friction{};
};

/// The force element, with columns "torque" and "capacity" [N·m], "speed" [rad/s]; its state is
/// "stiction". @param rolling  the wheel turns forward at the start.
/// @throws ModelError for values out of range, the wheel on the ground.
ForceId AddBrake(Model& model,
                 const Brake& brake,
                 BodyId chassis,
                 std::shared_ptr<const DriverPlan> plan,
                 const SpeedFacts& facts,
                 bool rolling);

}  // namespace trunnion::vehicle
