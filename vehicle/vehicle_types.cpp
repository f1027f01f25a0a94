// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/vehicle_types.hpp"

#include <map>
#include <utility>

#include "vehicle/suspension_file.hpp"
#include "vehicle/tyre.hpp"
#include "vehicle/vehicle_file.hpp"

namespace trunnion::vehicle {

void AddVehicleTypes(OwnTypes& types, std::shared_ptr<VehicleParts> found) {
  AddTyreType(types);
  const auto known = std::make_shared<std::map<std::string, SuspensionHandles>>();
  types.AddSection("suspensions", "suspension", [found, known](FileEntry& entry) {
    const FileSuspension read = ReadSuspension(entry);
    if (found) found->suspensions.push_back(read);
    SuspensionHandles& handles = (*known)[entry.name()];
    handles = AddSuspension(entry.model(), read.suspension, read.chassis, read.X_BS, read.sides);
    return handles.added;
  });
  // It is read after the suspensions, by the order of the alphabet.
  types.AddSection("vehicles", "vehicle", [found, known](FileEntry& entry) {
    TyreEntryReader tyres;
    const VehicleHandles handles = AddVehicle(entry.model(), ReadVehicle(entry, *known, tyres));
    if (found) found->vehicles.push_back(handles);
    return handles.added;
  });
}

OwnTypes VehicleTypes(std::shared_ptr<VehicleParts> found) {
  OwnTypes types;
  AddVehicleTypes(types, std::move(found));
  return types;
}

}  // namespace trunnion::vehicle
