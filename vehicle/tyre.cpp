// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre.hpp"

#include <cmath>
#include <map>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/crg_road.hpp"
#include "vehicle/tyre_law.hpp"

namespace trunnion::vehicle {
namespace {

/// Roads of files, each read once.
using Roads = std::map<std::string, std::shared_ptr<const Road>>;

std::shared_ptr<const Road> ReadRoad(const FileEntry& entry, Roads& known) {
  if (entry.Has("road")) {
    const std::string path = entry.File("road").string();
    auto& road = known[path];
    if (!road) road = std::make_shared<const CrgRoad>(ReadCrgRoad(path));
    return road;
  }
  const Vec3 point = entry.Has("road_point") ? entry.Vector("road_point") : Vec3::Zero();
  const Vec3 normal = entry.Has("road_normal") ? entry.Vector("road_normal") : Vec3::UnitZ();
  return std::make_shared<const PlaneRoad>(point, normal);
}

TyreSide ReadSide(const FileEntry& entry) {
  const std::string side = entry.Has("side") ? entry.Text("side") : "";
  Require(side.empty() || side == "left" || side == "right", "\"side\" is \"left\" or \"right\"");
  return side == "left" ? TyreSide::left : side == "right" ? TyreSide::right : TyreSide::unknown;
}

ForceId ReadTyreEntry(FileEntry& entry, Roads& known) {
  Tyre tyre;
  tyre.name = entry.name();
  tyre.wheel = entry.Marker("wheel");
  tyre.data = ReadTyre(entry.File("file"));
  tyre.road = ReadRoad(entry, known);
  tyre.side = ReadSide(entry);
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
  return AddTyre(entry.model(), std::move(tyre));
}

}  // namespace

void AddTyreType(OwnTypes& types) {
  types.AddForce("tyre",
                 {"wheel",
                  "file",
                  "road",
                  "road_point",
                  "road_normal",
                  "side",
                  "points_along",
                  "points_across",
                  "footprint_length",
                  "footprint_width",
                  "relaxation_x",
                  "relaxation_y",
                  "low_speed_damping"},
                 [roads = std::make_shared<Roads>()](FileEntry& entry) {
                   return ReadTyreEntry(entry, *roads);
                 });
}

ForceId AddTyre(Model& model, Tyre tyre) {
  const std::string label = "tyre '" + tyre.name + "'";
  const Marker& marker = model.marker(tyre.wheel);
  Require(
      marker.body != Model::ground(), label, "its wheel is the ground; name a marker of a wheel");
  Require(!model.is_point(marker.body), label, "its wheel is a point, which cannot turn");
  const auto setup = MakeTyreSetup(tyre, marker, model.body(marker.body).com);
  return model.AddUserStateForce(tyre.name,
                                 std::array{marker.body},
                                 {{.name = "x", .unit = "m"}, {.name = "y", .unit = "m"}},
                                 TyreLaw(setup));
}

}  // namespace trunnion::vehicle
