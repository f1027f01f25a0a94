// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

constexpr std::array<std::pair<const char*, CoordinateKind>, 6> kKinds{
    {{"distance", CoordinateKind::distance},
     {"angle", CoordinateKind::angle},
     {"offset_x", CoordinateKind::offset_x},
     {"offset_y", CoordinateKind::offset_y},
     {"offset_z", CoordinateKind::offset_z},
     {"disc_height", CoordinateKind::disc_height}}};

JointType ReadJointType(const Entry& entry) {
  const std::string text = entry.Text();
  if (const auto type = JointTypeFromString(text)) return *type;
  std::vector<std::string> names;
  for (const JointType type : kJointTypes) names.emplace_back(to_string(type));
  entry.Fail("unknown joint type '" + text + "'; give " + List(names) + Suggest(text, names));
}

int ReadCoordinateIndex(const Entry& entry, const std::string& joint, JointType type) {
  const JointDefinition& definition = DefinitionOf(type);
  const int count = definition.num_coordinates;
  if (entry.json().is_number()) {
    const long index = entry.Integer();
    if (index >= 0 && index < count) return static_cast<int>(index);
    entry.Fail("joint '" + joint + "' has " + std::to_string(count) +
               " coordinates; count them from 0");
  }
  const std::string text = entry.Text();
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) {
    names.emplace_back(definition.coordinates[static_cast<std::size_t>(i)].name);
    if (names.back() == text) return i;
  }
  entry.Fail("joint '" + joint + "' has no coordinate '" + text + "'; it has " +
             (names.empty() ? "none" : List(names)) + Suggest(text, names));
}

Coordinate OfJoint(Reading& reading, const Entry& name, const Entry* which) {
  const JointId joint = FindJoint(reading, name);
  const auto j = static_cast<std::size_t>(joint.index());
  const JointType type = reading.joint_types[j];
  const int index = which ? ReadCoordinateIndex(*which, reading.joint_names[j], type) : 0;
  const JointDefinition& definition = DefinitionOf(type);
  if (definition.num_coordinates == 0)
    name.Fail("joint '" + reading.joint_names[j] + "' has no coordinate; use two markers");
  const bool angle = definition.coordinates[static_cast<std::size_t>(index)].unit() == "rad";
  return {CoordinateOf(joint, index), angle};
}

JointFriction ReadFriction(const Entry& entry) {
  entry.RequireKeys({"coefficient",
                     "stiction_velocity",
                     "radius",
                     "axial_radius",
                     "bending_arm",
                     "torsion_arm",
                     "preload"});
  JointFriction friction;
  friction.coefficient = entry.At("coefficient").Number();
  Into(entry, "stiction_velocity", friction.stiction_velocity);
  Into(entry, "radius", friction.radius);
  Into(entry, "axial_radius", friction.axial_radius);
  Into(entry, "bending_arm", friction.bending_arm);
  Into(entry, "torsion_arm", friction.torsion_arm);
  Into(entry, "preload", friction.preload);
  return friction;
}

/// A number or null of a list of wanted values, or a single number for the first coordinate.
void ReadInitialList(const Entry& entry,
                     JointType type,
                     std::array<std::optional<double>, 6>& values) {
  const JointDefinition& definition = DefinitionOf(type);
  const auto items = entry.json().is_array() ? entry.Items() : std::vector<Entry>{entry};
  if (static_cast<int>(items.size()) > definition.num_coordinates) {
    entry.Fail("a " + std::string(to_string(type)) + " joint has " +
               std::to_string(definition.num_coordinates) +
               (definition.num_coordinates == 1 ? " coordinate" : " coordinates") +
               "; give no more values");
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].json().is_null()) continue;
    values[i] = items[i].NumberOrAngle(definition.coordinates[i].unit() == "rad");
  }
}

void ReadInitial(Reading& reading, const Entry& entry, JointId joint, JointType type) {
  std::array<std::optional<double>, 6> values, rates;
  if (const auto e = entry.Find("initial_coordinate")) ReadInitialList(*e, type, values);
  if (const auto e = entry.Find("initial_rate")) ReadInitialList(*e, type, rates);
  for (std::size_t i = 0; i < 6; ++i) {
    if (!values[i] && !rates[i]) continue;
    entry.Guard([&] {
      reading.model().SetInitialCoordinate(joint, static_cast<int>(i), values[i], rates[i]);
    });
  }
}

JointId ReadJointBetween(Reading& reading,
                         const Entry& entry,
                         const std::string& name,
                         JointType type) {
  entry.RequireKeys({"name",
                     "type",
                     "a",
                     "b",
                     "length",
                     "pitch",
                     "friction",
                     "initial_coordinate",
                     "initial_rate"});
  JointBetween joint;
  joint.name = name;
  joint.type = type;
  joint.a = FindMarker(reading, entry.At("a"));
  joint.b = FindMarker(reading, entry.At("b"));
  if (const auto e = entry.Find("length")) joint.length = e->Number();
  Into(entry, "pitch", joint.pitch);
  if (const auto e = entry.Find("friction")) joint.friction = ReadFriction(*e);
  return entry.Guard([&] { return reading.model().AddJoint(joint); });
}

JointId ReadJointAt(Reading& reading, const Entry& entry, const std::string& name, JointType type) {
  entry.RequireKeys({"name",
                     "type",
                     "body_a",
                     "body_b",
                     "point",
                     "axis",
                     "x_axis",
                     "point_b",
                     "axis_b",
                     "length",
                     "pitch",
                     "friction",
                     "initial_coordinate",
                     "initial_rate"});
  JointAt joint;
  joint.name = name;
  joint.type = type;
  joint.body_a = FindBody(reading, entry.At("body_a"));
  joint.body_b = FindBody(reading, entry.At("body_b"));
  joint.point = ReadVector(entry.At("point"));
  Into(entry, "axis", joint.axis, ReadVector);
  Into(entry, "x_axis", joint.x_axis, ReadVector);
  Into(entry, "point_b", joint.point_b, ReadVector);
  Into(entry, "axis_b", joint.axis_b, ReadVector);
  if (const auto e = entry.Find("length")) joint.length = e->Number();
  Into(entry, "pitch", joint.pitch);
  if (const auto e = entry.Find("friction")) joint.friction = ReadFriction(*e);
  const JointId id = entry.Guard([&] { return reading.model().AddJointAt(joint); });
  for (const char* end : {".a", ".b"}) reading.marker_names.push_back(name + end);
  return id;
}

}  // namespace

Coordinate ReadCoordinate(Reading& reading, const Entry& entry) {
  if (!entry.json().is_object()) {
    if (!entry.json().is_string()) entry.FailType("the name of a joint, or an object");
    return OfJoint(reading, entry, nullptr);
  }
  if (const auto joint = entry.Find("joint")) {
    entry.RequireKeys({"joint", "coordinate"});
    const auto which = entry.Find("coordinate");
    return OfJoint(reading, *joint, which ? &*which : nullptr);
  }
  entry.RequireKeys({"a", "b", "kind", "radius"});
  const MarkerId a = FindMarker(reading, entry.At("a"));
  const MarkerId b = FindMarker(reading, entry.At("b"));
  CoordinateKind kind = CoordinateKind::distance;
  if (const auto e = entry.Find("kind")) {
    kind = ReadChoice<CoordinateKind>(
        *e, {kKinds[0], kKinds[1], kKinds[2], kKinds[3], kKinds[4], kKinds[5]});
  }
  if (kind == CoordinateKind::disc_height)
    return {DiscHeight(a, b, entry.At("radius").Number()), false};
  if (const auto e = entry.Find("radius")) e->Fail("only disc_height has a radius; remove it");
  return {Between(a, b, kind), is_angle(kind)};
}

void ReadJoints(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    const std::string name = ReadName(reading, entry, "joint");
    const JointType type = ReadJointType(entry.At("type"));
    const bool by_markers = entry.Has("a") || entry.Has("b");
    const JointId id = by_markers ? ReadJointBetween(reading, entry, name, type)
                                  : ReadJointAt(reading, entry, name, type);
    reading.joint_names.push_back(name);
    reading.joint_types.push_back(type);
    ReadInitial(reading, entry, id, type);
  }
}

void ReadMotions(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    Motion motion;
    motion.name = ReadName(reading, entry, "motion");
    entry.RequireKeys({"name", "along", "law"});
    const Coordinate along = ReadCoordinate(reading, entry.At("along"));
    motion.along = along.ref;
    motion.law = ReadTimeLaw(entry.At("law"), reading.scope, along.angle, true);
    entry.Guard([&] { return reading.model().AddMotion(motion); });
    reading.constraint_names.push_back(motion.name);
    reading.constraint_angles.push_back(along.angle);
  }
}

void ReadCouplings(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    Coupling coupling;
    coupling.name = ReadName(reading, entry, "coupling");
    entry.RequireKeys({"name", "first", "second", "ratio", "phase"});
    const Coordinate first = ReadCoordinate(reading, entry.At("first"));
    coupling.first = first.ref;
    coupling.second = ReadCoordinate(reading, entry.At("second")).ref;
    coupling.ratio = entry.At("ratio").Number();
    if (const auto e = entry.Find("phase")) coupling.phase = e->NumberOrAngle(first.angle);
    entry.Guard([&] { return reading.model().AddCoupling(coupling); });
    reading.constraint_names.push_back(coupling.name);
    reading.constraint_angles.push_back(first.angle);
  }
}

}  // namespace trunnion::model_file
