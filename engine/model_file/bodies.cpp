// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/mass_properties.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

Mat3 ReadPrincipalInertia(const Entry& entry) {
  entry.RequireKeys({"principal", "orientation"});
  Mat3 R = Mat3::Identity();
  Into(entry, "orientation", R, ReadOrientation);
  const Vec3 moments = ReadVector(entry.At("principal"));
  const Mat3 inertia = R * moments.asDiagonal() * R.transpose();
  return 0.5 * (inertia + inertia.transpose());
}

Mat3 ReadInertia(const Entry& entry) {
  if (entry.json().is_object()) return ReadPrincipalInertia(entry);
  if (!entry.json().is_array() || entry.json().empty())
    entry.FailType("3 or 6 numbers, a 3x3 matrix, or an object with 'principal'");
  if (entry.json().front().is_array()) return ReadMatrix(entry, 3);
  if (entry.json().size() == 3) return ReadVector(entry).asDiagonal();
  if (entry.json().size() != 6)
    entry.Fail("expected 3 or 6 numbers or a 3x3 matrix; 6 are Ixx, Iyy, Izz, Ixy, Ixz, Iyz");
  const VectorXd I = ReadNumbers(entry, 6);
  Mat3 inertia;
  inertia << I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2];
  return inertia;
}

double ReadLength(const Entry& entry) {
  const double length = entry.Number();
  if (length < 0) entry.Fail("a length must not be negative");
  return length;
}

/// Its moments of inertia; it also is what the body looks like.
Mat3 ReadShape(const Entry& entry, double mass) {
  enum class Shape { box, sphere, cylinder, rod };
  const auto shape = ReadChoice<Shape>(entry.At("type"),
                                       {{"box", Shape::box},
                                        {"sphere", Shape::sphere},
                                        {"cylinder", Shape::cylinder},
                                        {"rod", Shape::rod}});
  switch (shape) {
    case Shape::box:
      entry.RequireKeys({"type", "lengths"});
      return SolidBox(mass, ReadVector(entry.At("lengths"))).inertia;
    case Shape::sphere:
      entry.RequireKeys({"type", "radius"});
      return SolidSphere(mass, ReadLength(entry.At("radius"))).inertia;
    case Shape::cylinder:
      entry.RequireKeys({"type", "radius", "length"});
      return SolidCylinder(mass, ReadLength(entry.At("radius")), ReadLength(entry.At("length")))
          .inertia;
    case Shape::rod:
      break;
  }
  entry.RequireKeys({"type", "length"});
  return SlenderRod(mass, ReadLength(entry.At("length"))).inertia;
}

/// A solid of "shape" as it is drawn; a rod has a thickness then.
Geometry DrawShape(const Entry& entry, const Vec3& com) {
  Geometry g;
  g.X_BG.p = com;
  const std::string type = entry.At("type").Text();
  if (type == "box") {
    g.size = ReadVector(entry.At("lengths"));
  } else if (type == "sphere") {
    g.type = Geometry::Type::sphere;
    g.size[0] = entry.At("radius").Number();
  } else {
    const double length = entry.At("length").Number();
    g.type = Geometry::Type::cylinder;
    g.size = Vec3(type == "rod" ? 0.02 * length : entry.At("radius").Number(), length, 0);
    if (type == "rod") g.X_BG.R = FrameWithZ(Vec3::UnitX());
  }
  return g;
}

void ReadGeometry(Reading& reading, const Entry& entry, BodyId body, const Vec3& com) {
  const auto given = entry.Find("geometry");
  if (given) return ReadShapes(reading, *given, body);
  const auto shape = entry.Find("shape");
  if (!shape) return;
  const Geometry drawn = DrawShape(*shape, com);
  if (drawn.size.head(NumSizes(drawn.type)).minCoeff() >
      0)  // a solid without thickness is derived from
    reading.model().SetGeometry(body, {drawn});
}

void ReadMass(const Entry& entry, RigidBody& body) {
  entry.RequireOneOf({"inertia", "shape"});
  entry.RequireOneOf({"inertia_frame", "shape"});
  body.mass = entry.At("mass").Number();
  Into(entry, "allow_unphysical_inertia", body.allow_unphysical_inertia);
  Into(entry, "com", body.com, ReadVector);
  Into(entry, "inertia", body.inertia, ReadInertia);
  if (const auto e = entry.Find("inertia_frame")) body.inertia_frame = ReadPose(*e);
  if (const auto e = entry.Find("shape")) body.inertia = ReadShape(*e, body.mass);
}

void ReadRigidBody(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",
                     "type",
                     "mass",
                     "com",
                     "inertia",
                     "inertia_frame",
                     "allow_unphysical_inertia",
                     "shape",
                     "position",
                     "orientation",
                     "velocity",
                     "angular_velocity",
                     "angular_velocity_body",
                     "fixed_in_assembly",
                     "rotation_length",
                     "geometry"});
  entry.RequireOneOf({"angular_velocity", "angular_velocity_body"});
  RigidBody body;
  body.name = name;
  ReadMass(entry, body);
  Into(entry, "position", body.position, ReadVector);
  Into(entry, "orientation", body.orientation, ReadOrientation);
  Into(entry, "velocity", body.velocity, ReadVector);
  Into(entry, "angular_velocity", body.angular_velocity, ReadAngles);
  Into(entry, "angular_velocity_body", body.angular_velocity_body, ReadAngles);
  body.keep_velocity = entry.Has("velocity");
  body.keep_angular_velocity = entry.Has("angular_velocity") || entry.Has("angular_velocity_body");
  Into(entry, "fixed_in_assembly", body.fixed_in_assembly);
  Into(entry, "rotation_length", body.rotation_length);
  const BodyId id = entry.Guard([&] { return reading.model().AddRigidBody(body); });
  ReadGeometry(reading, entry, id, body.com);
}

void ReadPointMass(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys(
      {"name", "type", "mass", "position", "velocity", "fixed_in_assembly", "geometry"});
  PointMass body;
  body.name = name;
  body.mass = entry.At("mass").Number();
  Into(entry, "position", body.position, ReadVector);
  Into(entry, "velocity", body.velocity, ReadVector);
  body.keep_velocity = entry.Has("velocity");
  Into(entry, "fixed_in_assembly", body.fixed_in_assembly);
  const BodyId id = entry.Guard([&] { return reading.model().AddPointMass(body); });
  ReadGeometry(reading, entry, id, Vec3::Zero());
}

void ReadMarkerInBody(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name", "body", "position", "orientation"});
  Marker marker;
  marker.name = name;
  marker.body = FindBody(reading, entry.At("body"));
  Into(entry, "position", marker.position, ReadVector);
  Into(entry, "orientation", marker.orientation, ReadOrientation);
  entry.Guard([&] { return reading.model().AddMarker(marker); });
}

/// A marker placed in the world, with the body where it is drawn.
void ReadMarkerInWorld(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name", "body", "point", "orientation"});
  MarkerAt marker;
  marker.name = name;
  marker.body = FindBody(reading, entry.At("body"));
  marker.point = ReadVector(entry.At("point"));
  Mat3 R = Mat3::Identity();
  Into(entry, "orientation", R, ReadOrientation);
  marker.z_axis = R.col(2);
  marker.x_axis = R.col(0);
  entry.Guard([&] { return reading.model().AddMarkerAt(marker); });
}

}  // namespace

void ReadBodies(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    const std::string name = ReadName(reading, entry, "body");
    auto* read = &ReadRigidBody;
    Into(entry, "type", read, [](const Entry& e) {
      return ReadChoice<decltype(read)>(e,
                                        {{"rigid", &ReadRigidBody},
                                         {"point", &ReadPointMass},
                                         {"reduced", &ReadReducedBody},
                                         {"mesh", &ReadMeshBody}});
    });
    read(reading, entry, name);
    reading.body_names.push_back(name);
  }
}

void ReadMarkers(Reading& reading, const Entry& list) {
  for (Entry& entry : list.Items()) {
    const std::string name = ReadName(reading, entry, "marker");
    entry.Has("point") ? ReadMarkerInWorld(reading, entry, name)
                       : ReadMarkerInBody(reading, entry, name);
    reading.marker_names.push_back(name);
  }
}

}  // namespace trunnion::model_file
