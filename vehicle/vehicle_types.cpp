// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/vehicle_types.hpp"

#include <utility>

#include "vehicle/suspension_file.hpp"
#include "vehicle/tyre.hpp"

namespace trunnion::vehicle {

void AddVehicleTypes(OwnTypes& types, std::shared_ptr<VehicleParts> found) {
  AddTyreType(types);
  types.AddSection("suspensions", "suspension", [found](FileEntry& entry) {
    const FileSuspension read = ReadSuspension(entry);
    if (found) found->suspensions.push_back(read);
    return AddSuspension(entry.model(), read.suspension, read.chassis, read.X_BS, read.sides).added;
  });
}

OwnTypes VehicleTypes(std::shared_ptr<VehicleParts> found) {
  OwnTypes types;
  AddVehicleTypes(types, std::move(found));
  return types;
}

}  // namespace trunnion::vehicle
