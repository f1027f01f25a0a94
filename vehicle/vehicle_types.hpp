// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include <trunnion/model_file.hpp>

#include "vehicle/vehicle.hpp"

/// What model files know with this component.
namespace trunnion::vehicle {

/// A suspension of a model file.
struct FileSuspension {
  Suspension suspension{};
  BodyId chassis{};
  Pose X_BS{};  ///< frame S in the frame of the chassis
  Sides sides = Sides::both;
};
/// What a file has had, in its order.
struct VehicleParts {
  std::vector<FileSuspension> suspensions{};
  std::vector<VehicleHandles> vehicles{};
};

/// The type "tyre" (docs/vehicle.md) and the sections "suspensions" (docs/suspensions.md) and
/// "vehicles" (docs/driving.md).
/// @param found  filled as files are read; may be null.
void AddVehicleTypes(OwnTypes& types, std::shared_ptr<VehicleParts> found = {});
/// They alone.
OwnTypes VehicleTypes(std::shared_ptr<VehicleParts> found = {});

}  // namespace trunnion::vehicle
