// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vehicle/aerodynamics.hpp"
#include "vehicle/brakes.hpp"
#include "vehicle/driveline.hpp"
#include "vehicle/obstacle_road.hpp"
#include "vehicle/steering.hpp"
#include "vehicle/suspension.hpp"
#include "vehicle/tyre.hpp"

namespace trunnion::vehicle {

/// An axle of a vehicle: a suspension with both sides, which is in the model already.
struct VehicleAxle {
  std::string name{};  ///< of the suspension
  SuspensionHandles suspension{};
  /// Of all but name, wheel, road and side.
  Tyre tyre{};
};

/// Brakes of a vehicle.
struct VehicleBrakes {
  double torque = 0;         ///< of all wheels with the pedal at 1 [N·m], > 0
  double front_share = 0.6;  ///< 0 .. 1; halves go to the sides
  Stiction friction{};
};

/// Motors at its wheels.
struct VehicleMotors {
  double torque = 0;       ///< of all wheels [N·m], > 0
  double front_share = 0;  ///< 0 .. 1
};

/// A vehicle of two axles: what is added to a chassis with suspensions. The chassis has x forward
/// and z up.
struct Vehicle {
  std::string name{};
  BodyId chassis{};
  std::array<VehicleAxle, 2> axles{};    ///< front, rear
  std::shared_ptr<const Road> road{};    ///< null: the plane z = 0
  std::optional<Driveline> driveline{};  ///< names, axles' wheels and radii are not read
  double front_drive = 1;                ///< of the driveline: share of the front axle, 0 .. 1
  std::array<Differential, 2> differentials{};
  std::optional<VehicleMotors> motors{};
  std::optional<VehicleBrakes> brakes{};
  std::optional<Aerodynamics> air{};   ///< name, body and places of axles are not read
  std::optional<Steering> steering{};  ///< of the front suspension; name and markers are not read
  double rolling_resistance = 0.012;   ///< that the driver counts on, over the weight [-]
  DriverPlan plan{};
};

/// Handles of a vehicle in a model. Wheels: front left, front right, rear left, rear right.
struct VehicleHandles {
  std::string name{};
  BodyId chassis{};
  std::array<MarkerId, 4> wheels{};
  std::array<ForceId, 4> tyres{};
  std::array<double, 4> radii{};  ///< loaded, as drawn [m]
  std::optional<Driveline> driveline{};
  ForceId driveline_force{}, steering{};
  std::array<ForceId, 4> brakes{};  ///< not set: none
  CoordinateRef steering_joint{};
  Bicycle bicycle{};
  Vec3 centre = Vec3::Zero();  ///< of mass, of the whole, in the frame of the chassis [m]
  MarkerId centre_marker{};    ///< "<name>.centre": there, on the chassis
  /// May be changed until the model is compiled.
  std::shared_ptr<DriverPlan> plan{};
  std::shared_ptr<ObstacleRoad> road{};
  SectionParts added{};  ///< to the model, by name
};

/// Adds tyres "<suspension>.<side>.tyre", brakes "<suspension>.<side>.brake", motors, the
/// driveline, steering and aerodynamics "<name>.driveline", ... . Wheels turn with the velocity
/// that the chassis has. @throws ModelError naming what is missing.
VehicleHandles AddVehicle(Model& model, const Vehicle& vehicle);

}  // namespace trunnion::vehicle
