// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre.hpp"

#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/tyre_entry.hpp"
#include "vehicle/tyre_law.hpp"

namespace trunnion::vehicle {
namespace {

TyreSide ReadSide(const FileEntry& entry) {
  const std::string side = entry.Has("side") ? entry.Text("side") : "";
  Require(side.empty() || side == "left" || side == "right", "\"side\" is \"left\" or \"right\"");
  return side == "left" ? TyreSide::left : side == "right" ? TyreSide::right : TyreSide::unknown;
}

}  // namespace

void AddTyreType(OwnTypes& types) {
  std::vector<std::string> keys = TyreEntryReader::Keys();
  keys.insert(keys.end(), {"wheel", "side"});
  types.AddForce("tyre", keys, [reader = std::make_shared<TyreEntryReader>()](FileEntry& entry) {
    Tyre tyre = reader->Read(entry);
    tyre.name = entry.name();
    tyre.wheel = entry.Marker("wheel");
    tyre.side = ReadSide(entry);
    return AddTyre(entry.model(), std::move(tyre));
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
