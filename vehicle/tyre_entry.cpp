// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre_entry.hpp"

#include <cmath>

#include <trunnion/error.hpp>

#include "vehicle/crg_road.hpp"

namespace trunnion::vehicle {

const std::vector<std::string>& TyreEntryReader::Keys() {
  static const std::vector<std::string> keys{"file",
                                             "road",
                                             "road_point",
                                             "road_normal",
                                             "points_along",
                                             "points_across",
                                             "footprint_length",
                                             "footprint_width",
                                             "relaxation_x",
                                             "relaxation_y",
                                             "low_speed_damping"};
  return keys;
}

std::shared_ptr<const Road> TyreEntryReader::ReadRoad(const FileEntry& entry) {
  if (entry.Has("road")) {
    const std::string path = entry.File("road").string();
    auto& road = roads_[path];
    if (!road) road = std::make_shared<const CrgRoad>(ReadCrgRoad(path));
    return road;
  }
  const Vec3 point = entry.Has("road_point") ? entry.Vector("road_point") : Vec3::Zero();
  const Vec3 normal = entry.Has("road_normal") ? entry.Vector("road_normal") : Vec3::UnitZ();
  return std::make_shared<const PlaneRoad>(point, normal);
}

Tyre TyreEntryReader::Read(const FileEntry& entry) {
  Tyre tyre;
  tyre.data = ReadTyre(entry.File("file"));
  tyre.road = ReadRoad(entry);
  const auto whole = [&](const char* key, int otherwise) {
    const double number = entry.Number(key, otherwise);
    Require(number == std::floor(number) && number < 1000,
            "\"" + std::string(key) + "\" must be a whole number");
    return static_cast<int>(number);
  };
  tyre.points_along = whole("points_along", tyre.points_along);
  tyre.points_across = whole("points_across", tyre.points_across);
  tyre.footprint_length = entry.Number("footprint_length", 0);
  tyre.footprint_width = entry.Number("footprint_width", 0);
  tyre.relaxation_x = entry.Number("relaxation_x", 0);
  tyre.relaxation_y = entry.Number("relaxation_y", 0);
  tyre.low_speed_damping = entry.Number("low_speed_damping", tyre.low_speed_damping);
  return tyre;
}

}  // namespace trunnion::vehicle
