// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include <trunnion/results.hpp>
#include <trunnion/simulation.hpp>

#include "vehicle/manoeuvre.hpp"

namespace trunnion::vehicle {

/// One number of a manoeuvre.
struct DriveFigure {
  std::string name{};
  std::string unit{};
  double value = 0;
  std::string definition{};
};

/// What a vehicle did.
struct DriveReport {
  std::string name{}, manoeuvre{};
  /// Over the time t [s]; angles in degrees. Axes of ISO 8855: x forward, y to the left, z up;
  /// accelerations of the centre of mass are those in the horizontal axes of the heading.
  ResultTable table{};
  std::vector<DriveFigure> figures{};
  std::vector<double> path_x{}, path_y{};  ///< of the wanted path [m]; empty: none
  std::vector<DoubleLaneChange::Lane> lanes{};
  std::vector<std::string> warnings{};
};

struct DriveOptions {
  ManoeuvreOptions manoeuvre{};
  /// Of the run; tolerance and energy balance are set by the manoeuvre. One vehicle is fastest on
  /// one thread.
  SimulationOptions simulation{.threads = 1, .serial = true};
};

/// Lets a vehicle come to its equilibrium at rest where it is drawn, sets it in motion at the speed
/// of the manoeuvre, straight along its heading with rolling wheels, and drives. It must be drawn
/// on a flat road with its reference at the origin of the world, heading along x, for the paths.
/// @param model  with the vehicle, as it will be compiled.
/// @throws ModelError for options out of range; SolverError if there is no equilibrium or the run
/// fails.
DriveReport RunManoeuvre(const Model& model,
                         const VehicleHandles& vehicle,
                         const DriveOptions& options);

/// Sets every body of a vehicle at rest in motion at `speed` [m/s] along its heading, wheels
/// rolling at the radius that their tyres have, the engine turning with them.
void SetInMotion(Simulation& simulation,
                 const Model& model,
                 const VehicleHandles& vehicle,
                 double speed);

}  // namespace trunnion::vehicle
