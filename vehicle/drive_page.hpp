// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "vehicle/drive_rig.hpp"

namespace trunnion::vehicle {

/// A page with the figures of a manoeuvre and its curves, which needs nothing else.
std::string MakeDrivePage(const DriveReport& report);

/// Writes drive.html, drive.csv and figures.csv into a folder, which is made if it is not there.
/// @throws FileError, and nothing is written.
void WriteDriveReport(const DriveReport& report, const std::filesystem::path& folder);

}  // namespace trunnion::vehicle
