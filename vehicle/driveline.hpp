// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "vehicle/driver_plan.hpp"
#include "vehicle/engine_map.hpp"
#include "vehicle/stiction.hpp"

namespace trunnion::vehicle {

enum class DifferentialKind { open, locked, limited_slip };

/// Shares the torque T of an axle out to its wheels: T_left,right = (T ∓ L)/2, where L brakes the
/// faster side.
///
///     open          L = 0
///     locked        L = k φ + d (ω_left − ω_right), φ their angle, φ' = ω_left − ω_right
///     limited slip  L as of vehicle/stiction.hpp with the capacity preload + bias |T|
struct Differential {
  DifferentialKind kind = DifferentialKind::open;
  double stiffness = 2e4;  ///< k [N·m/rad], of locked
  double damping = 50;     ///< d [N·m·s/rad], of locked
  double preload = 0;      ///< [N·m], ≥ 0, of limited_slip
  double bias = 0;         ///< ≥ 0 [-]; the same
  Stiction friction{.give = 0.02, .settle = 5e-3};
};

/// A driven axle.
struct DrivenAxle {
  std::array<MarkerId, 2> wheels{};  ///< left, right: centre, y the axis of spin, to the left
  double share = 1;                  ///< of the torque behind the gearbox; all of them sum to 1
  double radius = 0;                 ///< of the wheels, for the demanded force [m]
  Differential differential{};
};

/// Engine, clutch and gearbox.
///
/// State       ω_e, the speed of the engine: J ω_e' = T_e + T_i − T_c
/// Engine      T_e: that of the map at the throttle; with a demanded force F that which gives F at
///             the wheels, as far as throttles 0 and 1 allow. T_i ≥ 0 holds it above `idle`.
/// Clutch      T_c = C e(ω_e) tanh((ω_e − i ω)/ω_s), e rising from 0 at `idle` to 1 at 1.3 `idle`;
///             ω the mean speed of the wheels by shares, i the ratio of the gear.
/// Axles       share · i · T_c each, by its differential. Torques turn wheels against the chassis,
///             as shafts with joints of constant velocity do.
/// States of   differentials: φ [rad] or the part of the capacity [-].
struct Driveline {
  std::string name{};
  EngineMap engine{};
  double inertia = 0.2;          ///< J [kg·m²], > 0
  double idle = 85;              ///< [rad/s], > 0
  double clutch_torque = 0;      ///< C [N·m]; 0: 1.5 of the largest of the engine
  double clutch_slip = 2;        ///< ω_s [rad/s], > 0
  std::vector<double> gears{1};  ///< ratios, without the final one; negative: reverse
  double final_ratio = 1;
  int gear = 1;                     ///< from 1; where the plan names none
  std::vector<DrivenAxle> axles{};  ///< one or two
};

/// The force element, with columns engine_speed, engine_torque, clutch_torque, and torques of the
/// wheels. @param speed  of the vehicle at the start [m/s], which the engine turns with.
/// Verified  tests/vehicle/driveline_test.cpp. @throws ModelError for what is missing or
/// impossible.
ForceId AddDriveline(Model& model,
                     const Driveline& driveline,
                     BodyId chassis,
                     std::shared_ptr<const DriverPlan> plan,
                     const SpeedFacts& facts,
                     double speed);

/// Speed of the engine that goes with a speed of the vehicle [m/s] in a gear, at least idle.
double CalcEngineSpeed(const Driveline& driveline, int gear, double speed);

/// Motors at single wheels that turn them against the chassis: with a demanded force F the torque
/// share · r · F, with a throttle that part of `torque`, within ±`torque`.
struct WheelMotor {
  std::string name{};
  MarkerId wheel{};
  double torque = 0;  ///< [N·m], > 0
  double share = 0;   ///< of F
  double radius = 0;  ///< [m]
};

/// The force element, with the column "torque".
ForceId AddWheelMotor(Model& model,
                      const WheelMotor& motor,
                      BodyId chassis,
                      std::shared_ptr<const DriverPlan> plan,
                      const SpeedFacts& facts);

}  // namespace trunnion::vehicle
