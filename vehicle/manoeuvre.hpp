// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "vehicle/vehicle.hpp"

namespace trunnion::vehicle {

enum class Manoeuvre {
  straight_braking,    ///< brake pedal at 1 s, to rest
  step_steer,          ///< the steering wheel turns at 1 s and stays; the speed is held (ISO 7401)
  sine_with_dwell,     ///< 0.7 Hz, half a second of dwell at the second peak, throttle released
  constant_radius,     ///< along a circle, slowly faster (ISO 4138)
  brake_in_turn,       ///< along a circle, then braked with the steering wheel held (ISO 7975)
  double_lane_change,  ///< along the path of ISO 3888-1, the speed is held
  bump,                ///< straight over a bump at 1 s
};
/// Names as the command has them.
const std::vector<std::pair<std::string, Manoeuvre>>& ManoeuvreNames();

struct ManoeuvreOptions {
  Manoeuvre manoeuvre = Manoeuvre::double_lane_change;
  double speed = 0;     ///< at the start, of constant_radius at the end [m/s]; 0: by the manoeuvre
  double duration = 0;  ///< [s]; 0: by the manoeuvre
  bool left = true;     ///< false: the mirror image
  double steer = 0.7;   ///< amplitude at the steering wheel [rad], > 0
  double radius = 100;  ///< of circles [m], > 0
  double brake = 0.5;   ///< pedal, 0 .. 1
  double width = 1.8;   ///< of the vehicle, for lanes [m], > 0
  double bump_height = 0.05, bump_length = 1;  ///< [m]
  bool one_sided = false;                      ///< the bump is below the wheels of one side alone
  double tolerance = 1e-4;                     ///< [m]
  double interval = 0.01;                      ///< of the samples [s]
  int gear = 0;                                ///< 0: the highest with twice the idle speed
  bool energy = false;                         ///< keeps the energy balance, which takes time
};

/// What a manoeuvre is made of.
struct ManoeuvrePlan {
  DriverPlan driver{};
  Bump bump{};
  double speed = 0;     ///< at the start [m/s]
  double duration = 0;  ///< [s]
  double begin = 1;     ///< when it begins [s]
};

/// Path of ISO 3888-1 as it is driven: its first gate lies a second ahead of the start.
DoubleLaneChange LaneChangeOf(const ManoeuvreOptions& options, double speed);
/// @throws ModelError for options out of range.
ManoeuvrePlan MakeManoeuvre(const ManoeuvreOptions& options, const VehicleHandles& vehicle);

}  // namespace trunnion::vehicle
