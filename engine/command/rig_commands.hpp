// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "vehicle/drive_rig.hpp"
#include "vehicle/kinematics_compliance.hpp"

/// The rigs of the program `trunnion`.
namespace trunnion::command {

struct RigKcArguments {
  std::filesystem::path model;
  std::vector<std::string> set{};
  std::string suspension{};        ///< its name; empty: the only one
  std::filesystem::path output{};  ///< folder; empty: MODEL_kc
  vehicle::KcOptions options{};    ///< but for the sides, which the model says
  bool rear = false;               ///< the axle, for anti-dive and the like
};

/// Runs a suspension of a model on the rig for kinematics and compliance, writes a page and CSV.
/// @throws Error for bad input.
int RigKc(const RigKcArguments& arguments);

struct RigDriveArguments {
  std::filesystem::path model;
  std::vector<std::string> set{};
  std::string vehicle{};           ///< its name; empty: the only one
  std::string manoeuvre{};         ///< by its name, one of ManoeuvreNames()
  std::filesystem::path output{};  ///< folder; empty: MODEL_MANOEUVRE
  vehicle::DriveOptions options{};
};

/// Drives a vehicle of a model through a manoeuvre, writes a page and CSV.
/// @throws Error for bad input.
int RigDrive(const RigDriveArguments& arguments);

}  // namespace trunnion::command
