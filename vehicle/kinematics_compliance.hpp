// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <trunnion/results.hpp>

#include "vehicle/kc_rig.hpp"

/// Kinematics and compliance of a suspension, as a K&C rig measures them: tables over travel, roll,
/// steer and loads, and the figures at the reference position that engineers compare. Signs and
/// definitions: docs/suspensions.md, ISO 8855, SAE J670.
namespace trunnion::vehicle {

/// What turns support angles into percentages of anti-dive and the like (Milliken & Milliken, Race
/// Car Vehicle Dynamics (1995), 17.3).
struct VehicleFacts {
  double wheelbase = 0;    ///< [m], > 0
  double cg_height = 0;    ///< over the ground [m], > 0
  double brake_share = 0;  ///< of this axle in the braking force, 0 .. 1
  double drive_share = 0;  ///< of this axle in the driving force, 0 .. 1
  bool front = true;       ///< this axle
};

struct KcOptions {
  KcRigOptions rig{};
  double bump = 0.08, rebound = 0.08;  ///< ends of the travel [m], ≥ 0
  double steer = 0;                    ///< largest input of the steering, both ways [m or rad]
  double lateral = 3000;               ///< largest force of a wheel, both ways [N]
  double longitudinal = 3000;          ///< of brakes and of drive [N]
  double aligning = 100;               ///< largest torque of a wheel, both ways [N·m]
  int steps = 8;                       ///< of each table, to each side of zero, ≥ 1
  std::optional<VehicleFacts> vehicle{};
};

/// A number at the reference position.
struct KcFigure {
  std::string name{};
  std::string unit{};
  std::string definition{};
  std::vector<double> values{};  ///< left and right, those that the rig has; one: of the axle
};

/// Derivatives over the travel are central differences over ±0.1 mm, those over loads over ±50 N
/// and ±5 N·m: exact but for third derivatives over these.
struct KcReport {
  std::string name{};  ///< of the suspension
  std::vector<Side> sides{};
  /// travel, roll (both sides), steer (with steering), lateral, braking, driving, aligning.
  /// Columns "left.toe", ..., units mm, deg, N; the first column is what was varied.
  std::vector<ResultTable> tables{};
  std::vector<KcFigure> figures{};
};

/// @throws ModelError for options out of range, SolverError where the rig finds no equilibrium,
/// naming the test and the place.
KcReport RunKinematicsAndCompliance(const Suspension& suspension, const KcOptions& options = {});

/// Rates over the travel of a wheel, all wheels moving alike (heave) or, for the roll centre, left
/// and right in opposite directions.
struct TravelRates {
  double toe = 0, camber = 0;    ///< [rad/m]
  double rate = 0;               ///< of the vertical force [N/m]
  double centre_x = 0;           ///< dx of the wheel centre / dz [-]
  double brake_x = 0;            ///< dx/dz of the point of the carrier at the contact [-]
  std::vector<double> struts{};  ///< d(length)/dz, in the order of WheelState::struts [-]
  /// Where lateral forces roll nothing, over the ground: h = s y_c dy_c/dz of the contact point,
  /// the crossing of the normal of its path with the middle plane; with two sides the mean of
  /// both, in roll [m].
  double roll_centre = 0;
};
/// At a command with given travels; one for each wheel.
std::vector<TravelRates> CalcTravelRates(KcRig& rig, const KcCommand& at);

}  // namespace trunnion::vehicle
