// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "vehicle/kinematics_compliance.hpp"

namespace trunnion::vehicle {

/// A page with the figures and the curves, in one HTML file without scripts.
std::string MakeKcPage(const KcReport& report);

/// "kc.html", "figures.csv" and one CSV file for each table, into a folder that is made if need be.
/// @throws FileError
void WriteKcReport(const KcReport& report, const std::filesystem::path& folder);

}  // namespace trunnion::vehicle
