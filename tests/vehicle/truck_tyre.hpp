// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "vehicle/tyre.hpp"

namespace trunnion::vehicle::test {

inline const std::string kVehicleData = TRUNNION_SOURCE_DIR "/tests/data/vehicle/";

inline Tyre TruckTyre(const std::string& file = "truck.tir") {
  return {.name = "tyre", .data = ReadTyre(kVehicleData + file)};
}

}  // namespace trunnion::vehicle::test
