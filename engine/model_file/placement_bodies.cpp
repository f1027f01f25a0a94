// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "engine/core/rotation.hpp"
#include "engine/model_file/placement.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

/// In a mirrored frame, of whatever form.
void PlaceInertia(PlacedElement& body) {
  if (!body.mirrors() || !body.Has("inertia")) return;
  const Mat3 S = body.placement().S();
  Json& inertia = body.json()["inertia"];
  if (inertia.is_object()) return body.At("inertia").Orient("orientation", S, S);
  if (!inertia.is_array() || inertia.empty()) return;
  if (inertia.front().is_array()) return body.TurnSquare("inertia", S);
  if (inertia.size() != 6) return;
  constexpr std::array<std::array<int, 2>, 3> kPairs{{{0, 1}, {0, 2}, {1, 2}}};
  for (std::size_t i = 0; i < 3; ++i)
    if (S(kPairs[i][0], kPairs[i][0]) * S(kPairs[i][1], kPairs[i][1]) < 0)
      inertia[3 + i] = Negated(inertia[3 + i]);
}

void PlaceFlexibleBody(PlacedElement& body) {
  const Placement& placement = body.placement();
  if (body.mirrors())
    body.Fail("a " + body.type() +
              " body cannot be mirrored; give the mirrored body a mesh of its own, outside of the "
              "part");
  body.Point("position");
  body.Orient("orientation", placement.M(), Mat3::Identity());
  body.Turn("velocity", placement.M());
  body.TurnAngles("angular_velocity", placement.M());
  if (!body.Has("loads")) return;
  PlacedElement loads = body.At("loads");
  for (std::size_t i = 0; i < loads.entry().Items().size(); ++i)
    loads.Item(i).TurnLaws("traction", placement.M());
}

void PlaceMirroredShape(PlacedElement& shape) {
  Json& json = shape.json();
  const std::string axis(1, "xyz"[*shape.placement().mirror]);
  if (shape.type() != "mesh") return;
  if (!json.contains("mirror"))
    json["mirror"] = axis;
  else if (json["mirror"] == axis)
    json.erase("mirror");
  else
    shape.Fail("this mesh is mirrored already, about another axis; mirror about the same one");
}

/// "initial_coordinate" or "initial_rate": a number, or a list of them.
void PlaceInitial(PlacedElement& joint, const char* key, JointType type, const Mat3& D) {
  if (!joint.Has(key)) return;
  Json& value = joint.json()[key];
  const auto place = [&](Json& item, int i) {
    if (item.is_null() || i >= DefinitionOf(type).num_coordinates) return;
    if (SignOfCoordinate(type, i, D) < 0) item = Negated(item);
  };
  if (!value.is_array()) return place(value, 0);
  for (std::size_t i = 0; i < value.size(); ++i) place(value[i], static_cast<int>(i));
}

void PlaceMirroredCoordinates(PlacedElement& joint, JointType type, const Mat3& D) {
  if (!joint.mirrors()) return;
  joint.Negate("pitch");
  PlaceInitial(joint, "initial_coordinate", type, D);
  PlaceInitial(joint, "initial_rate", type, D);
}

void PlaceJointOverPoints(PlacedElement& joint, JointType type) {
  const Placement& placement = joint.placement();
  const Mat3 D = joint.mirrors() ? MirrorAxesOf(type) : Mat3::Identity();
  joint.Point("point");
  if (joint.Has("point_b")) joint.Point("point_b");
  PlaceMirroredCoordinates(joint, type, D);
  if (!placement.turns()) return;
  Vec3 axis = Vec3::UnitZ();
  if (const auto e = joint.entry().Find("axis")) axis = ReadVector(*e);
  const bool follows = type == JointType::universal && joint.Has("axis_b");  // x follows from these
  if (!joint.Has("x_axis") && !follows && axis.norm() > 0) {
    const Vec3 x = D(0, 0) * placement.M() * FrameWithZ(axis).col(0);
    joint.json()["x_axis"] = {x[0] + 0.0, x[1] + 0.0, x[2] + 0.0};
  } else {
    joint.Turn("x_axis", D(0, 0) * placement.M());
  }
  axis = D(2, 2) * placement.M() * axis;
  joint.json()["axis"] = {axis[0] + 0.0, axis[1] + 0.0, axis[2] + 0.0};
  joint.Turn("axis_b", D(2, 2) * placement.M());
}

}  // namespace

void PlaceShape(PlacedElement shape, bool on_ground) {
  const Placement& placement = shape.placement();
  const Mat3 S = placement.S();
  if (on_ground) {
    shape.Point("position");
    shape.Orient("orientation", placement.M(), S);
  } else {
    shape.Turn("position", S);
    shape.Orient("orientation", S, S);
  }
  if (shape.mirrors()) PlaceMirroredShape(shape);
}

void PlaceBody(PlacedElement body) {
  const Placement& placement = body.placement();
  if (body.type() == "mesh" || body.type() == "reduced") return PlaceFlexibleBody(body);
  const Mat3 S = placement.S(), M = placement.M();
  body.Point("position");
  body.Turn("velocity", M);
  const double sign = body.mirrors() ? -1 : 1;
  if (body.type() != "point") {
    body.Orient("orientation", M, S);
    body.TurnAngles("angular_velocity", sign * M);
    if (body.mirrors()) body.TurnAngles("angular_velocity_body", -S);
    body.Turn("com", S);
    PlaceInertia(body);
    if (body.mirrors() && body.Has("inertia_frame")) {
      PlacedElement frame = body.At("inertia_frame");
      frame.Turn("position", S);
      frame.Orient("orientation", S, S);
    }
  }
  if (!body.mirrors() || !body.Has("geometry")) return;
  PlacedElement shapes = body.At("geometry");
  for (std::size_t i = 0; i < shapes.entry().Items().size(); ++i) PlaceShape(shapes.Item(i), false);
}

void PlaceMarker(PlacedElement marker) {
  const Placement& placement = marker.placement();
  const Mat3 E = marker.mirrors() ? MirrorAxesOfMarkers() : Mat3::Identity();
  const auto home = marker.HomeOf("body");
  if (marker.Has("point") || home == PlacedElement::Home::ground) {
    marker.Point(marker.Has("point") ? "point" : "position");
    marker.Orient("orientation", placement.M(), E);
  } else if (home == PlacedElement::Home::outside) {
    marker.Fail(
        "its body is not of the part: give 'point', in the frame of the part, in place of "
        "'position'");
  } else if (home == PlacedElement::Home::part && marker.mirrors()) {
    marker.Turn("position", placement.S());
    marker.Orient("orientation", placement.S(), E);
  }
}

void PlaceJoint(PlacedElement joint) {
  const auto type = JointTypeFromString(joint.type());
  if (!type) return;  // refused where it is read
  if (!joint.Has("a") && !joint.Has("b")) return PlaceJointOverPoints(joint, *type);
  joint.RequireAxes("a");
  joint.RequireAxes("b");
  PlaceMirroredCoordinates(joint, *type, MirrorAxesOfMarkers());
}

}  // namespace trunnion::model_file
