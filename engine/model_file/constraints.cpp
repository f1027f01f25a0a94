// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model_file/reading.hpp"

namespace trunnion::model_file {
namespace {

void Note(Reading& reading, const std::string& name) {
  reading.constraint_names.push_back(name);
  reading.constraint_angles.push_back(false);
}

void ReadKnifeEdge(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name", "type", "plane", "blade"});
  const KnifeEdge edge{.name = name,
                       .plane = FindMarker(reading, entry.At("plane")),
                       .blade = FindMarker(reading, entry.At("blade"))};
  entry.Guard([&] { return reading.model().AddKnifeEdge(edge); });
  Note(reading, name);
}

void ReadRollingDisc(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name", "type", "plane", "disc", "radius"});
  const RollingDisc disc{.name = name,
                         .plane = FindMarker(reading, entry.At("plane")),
                         .disc = FindMarker(reading, entry.At("disc")),
                         .radius = entry.At("radius").Number()};
  entry.Guard([&] { return reading.model().AddRollingDisc(disc); });
  Note(reading, name);
  Note(reading, name + ".contact");
}

using ReadConstraint = void (*)(Reading&, const Entry&, const std::string&);

}  // namespace

void ReadConstraints(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    const std::string name = ReadName(reading, entry, "constraint");
    const auto read = ReadChoice<ReadConstraint>(
        entry.At("type"), {{"rolling_disc", ReadRollingDisc}, {"knife_edge", ReadKnifeEdge}});
    read(reading, entry, name);
  }
}

}  // namespace trunnion::model_file
