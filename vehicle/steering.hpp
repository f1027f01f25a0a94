// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "vehicle/driver_plan.hpp"
#include "vehicle/preview_steering.hpp"

namespace trunnion::vehicle {

/// The driver at the steering wheel, whose angle δ_w drives a rack, pinion or Pitman arm through
/// the column, a spring and damper along the coordinate c of its joint:
///
///     f = −k (c − ratio δ_w) − d (c' − ratio δ_w'),   δ_w = z + steering_wheel(t)
///     z' = (road_wheel_ratio δ − z)/lag,              δ of vehicle/preview_steering.hpp
///
/// State     z, the part of δ_w that follows the path [rad]; without a path it stays at zero. From
///           the time hold_from of the plan on both parts stay.
/// Reaction  of f on the body that the joint is on.
/// Verified  tests/vehicle/driver_test.cpp
struct Steering {
  std::string name{};
  /// Of a prismatic joint or a revolute one; z is its axis.
  MarkerId a{}, b{};
  bool turns = false;            ///< the joint is revolute
  double ratio = 0;              ///< c over δ_w, + to the left [m/rad or -], not 0
  double road_wheel_ratio = 16;  ///< δ_w over the steer angle of the wheels, > 0
  double stiffness = 0;          ///< k > 0 [N/m or N·m/rad]
  double damping = 0;            ///< d ≥ 0
  double largest = 10;           ///< of the part of δ_w that follows the path [rad], > 0
  double preview = 1;            ///< [s], > 0
  double lag = 0.05;             ///< [s], > 0
};

/// The force element, with columns steering_wheel [rad] and column [N or N·m], the force f.
/// @param reference  the centre of mass of the vehicle in the chassis, from its own [m], body
/// frame.
/// @throws ModelError
ForceId AddSteering(Model& model,
                    const Steering& steering,
                    BodyId chassis,
                    std::shared_ptr<const DriverPlan> plan,
                    const Bicycle& bicycle,
                    const Vec3& reference);

}  // namespace trunnion::vehicle
