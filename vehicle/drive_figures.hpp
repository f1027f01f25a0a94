// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/drive_rig.hpp"

namespace trunnion::vehicle {

/// Figures of a manoeuvre from its table: largest values, and
///   step_steer          steady yaw rate over steering wheel angle, response times, overshoot
///   constant_radius     understeer gradient at small lateral acceleration, beside the bicycle's
///   braking             distance and mean deceleration
///   double_lane_change  distance from the path, clearance to the edges of lanes
void AddDriveFigures(DriveReport& report,
                     const VehicleHandles& vehicle,
                     const ManoeuvreOptions& options,
                     const ManoeuvrePlan& plan);

/// Steps, times, and where the energy went.
void AddRunFigures(DriveReport& report,
                   const Simulation& simulation,
                   double duration,
                   double elapsed);

/// The column of a table. @throws ModelError if it is not there
VectorXd ColumnOf(const ResultTable& table, const std::string& name);

/// Smallest distance [m] of the corners of a vehicle of a width, its bumpers 0.8 m beyond the
/// axles, from the edges of lanes while they are inside; < 0: outside.
double CalcClearance(const DriveReport& report,
                     const VehicleHandles& vehicle,
                     const ManoeuvreOptions& options);

}  // namespace trunnion::vehicle
