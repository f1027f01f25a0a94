// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/reduced_body.hpp"
#include "engine/mesh/following_frame.hpp"
#include "engine/mesh/geometric_stiffening.hpp"
#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

std::shared_ptr<const ReducedPart> ReadPart(const Reading& reading, const Entry& entry) {
  const Mesh mesh = ReadMeshOf(reading, entry);
  std::vector<PartInterface> interfaces;
  for (const Entry& item : entry.At("interfaces").Items())
    interfaces.push_back(ReadInterface(item));
  const auto modes = static_cast<int>(entry.At("modes").Integer());
  try {
    return entry.Guard([&] {
      const LinearMesh linear(mesh);
      auto part = std::make_shared<ReducedPart>(MakeReducedPart(mesh, linear, interfaces, modes));
      if (const auto list = entry.Find("following"))
        for (const Entry& item : list->Items())
          AddFollowingFrame(*part, mesh, linear, ReadInterface(item));
      bool stiffening = false;
      Into(entry, "geometric_stiffening", stiffening);
      if (stiffening) AddGeometricStiffening(*part, linear);
      return part;
    });
  } catch (const SolverError& error) {
    entry.Fail(error.what());
  }
}

/// Parts are shared by the bodies that describe them in the same words.
std::shared_ptr<const ReducedPart> FindPart(Reading& reading, const Entry& entry) {
  Json key;
  for (const char* word :
       {"mesh", "unit", "material", "interfaces", "following", "modes", "geometric_stiffening"})
    if (const auto e = entry.Find(word)) key[word] = e->json();
  auto& part = reading.reduced_parts[key.dump()];
  if (!part) part = ReadPart(reading, entry);
  return part;
}

void ReadDamping(const Entry& entry, ReducedBody& body) {
  if (entry.json().is_number()) {
    body.damping_ratios = {entry.Number()};
    return;
  }
  for (const Entry& item : entry.Items()) body.damping_ratios.push_back(item.Number());
}

}  // namespace

PartInterface ReadInterface(const Entry& entry) {
  entry.RequireKeys({"name", "node_set", "origin"});
  PartInterface interface { entry.At("name").Text(), Upper(entry.At("node_set").Text()) };
  if (const auto e = entry.Find("origin")) interface.origin = ReadVector(*e);
  return interface;
}

void ReadReducedBody(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",
                     "type",
                     "mesh",
                     "unit",
                     "material",
                     "interfaces",
                     "following",
                     "modes",
                     "geometric_stiffening",
                     "damping",
                     "position",
                     "orientation",
                     "velocity",
                     "angular_velocity",
                     "angular_velocity_body"});
  entry.RequireOneOf({"angular_velocity", "angular_velocity_body"});
  ReducedBody body;
  body.name = name;
  body.part = FindPart(reading, entry);
  if (const auto e = entry.Find("damping")) ReadDamping(*e, body);
  Into(entry, "position", body.position, ReadVector);
  Into(entry, "orientation", body.orientation, ReadOrientation);
  Into(entry, "velocity", body.velocity, ReadVector);
  Into(entry, "angular_velocity", body.angular_velocity, ReadAngles);
  Into(entry, "angular_velocity_body", body.angular_velocity_body, ReadAngles);
  const ReducedBodyParts parts = entry.Guard([&] { return reading.model().AddReducedBody(body); });
  reading.force_names.push_back(name);
  reading.force_angles.push_back(false);
  reading.file.force_types.push_back("reduced");
  for (int i = 0; i < parts.num_constraints; ++i) {
    reading.constraint_names.push_back(name);
    reading.constraint_angles.push_back(false);
  }
  for (const ReducedPart::Interface& interface : body.part->interfaces)
    reading.body_names.push_back(name + "." + interface.name);
}

}  // namespace trunnion::model_file
