// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>

#include <trunnion/model_file.hpp>

#include "vehicle/tyre_entry.hpp"
#include "vehicle/vehicle.hpp"

namespace trunnion::vehicle {

/// One entry of the section "vehicles" (docs/driving.md).
/// @param suspensions  of the file, by name.
/// @throws FileError, ModelError
Vehicle ReadVehicle(FileEntry& entry,
                    const std::map<std::string, SuspensionHandles>& suspensions,
                    TyreEntryReader& tyres);

}  // namespace trunnion::vehicle
