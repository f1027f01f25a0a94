// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

constexpr double kSameAxes = 1e-15;

/// The marker of an argument, which must be on the part.
const PartMarker& MarkerOnPart(const Translation& t, const Statement& part, const char* argument) {
  const PartMarker& marker = t.data.marker(part, argument);
  const long key = part.name == "POINT_MASS" ? PointMassKey(*part.id) : *part.id;
  if (marker.part != key)
    throw Refusal(Get(part, argument).line,
                  std::string(argument) + ": " + marker.statement->label() + " is on another part");
  return marker;
}

/// In axes of the inertia marker [kg·m²]. Adams gives the products ∫xy dm, a model file the entries
/// of the tensor, which are minus these.
Json ReadInertia(const Translation& t, const Statement& s) {
  std::vector<double> ip = GetNumbers(s, "IP");
  if (ip.size() != 3 && ip.size() != 6)
    throw Refusal(Get(s, "IP").line, "IP needs 3 or 6 numbers: xx, yy, zz, xy, xz, yz");
  for (std::size_t i = 0; i < ip.size(); ++i)
    ip[i] = ip[i] == 0 ? 0 : (i < 3 ? 1 : -1) * t.data.units().inertia() * ip[i];
  return ip;
}

void AddMassProperties(const Translation& t, const Statement& s, Json& body) {
  body["mass"] = t.data.units().mass * GetNumber(s, "MASS", 0);
  if (s.Has("MASS") && !s.Has("CM")) throw Refusal(s.line, "a part with a mass needs CM");
  if (!s.Has("CM")) {
    if (s.Has("IP")) throw Refusal(s.line, "a part with moments of inertia needs CM");
    return;
  }
  const PartMarker& cm = MarkerOnPart(t, s, "CM");
  if (cm.X.p != Vec3::Zero()) body["com"] = ToJson(cm.X.p);
  if (!s.Has("IP")) return;
  body["inertia"] = ReadInertia(t, s);
  const PartMarker& im = s.Has("IM") ? MarkerOnPart(t, s, "IM") : cm;
  Json frame = Json::object();
  AddPose(frame, im.X);
  body["inertia_frame"] = frame;
}

bool HasAny(const Statement& s, const char* x, const char* y, const char* z) {
  return s.Has(x) || s.Has(y) || s.Has(z);
}

Vec3 GetComponents(const Statement& s, const char* x, const char* y, const char* z) {
  return {GetNumber(s, x, 0), GetNumber(s, y, 0), GetNumber(s, z, 0)};
}

/// Velocities are those of the centre of mass in the ground, or in axes of VM; angular velocities
/// in axes of CM, or of WM.
void AddVelocities(const Translation& t, const Statement& s, const Part& part, Json& body) {
  const bool moves = HasAny(s, "VX", "VY", "VZ"), turns = HasAny(s, "WX", "WY", "WZ");
  if (!moves && !turns) return;
  Vec3 v = t.data.units().velocity() * GetComponents(s, "VX", "VY", "VZ"), w = Vec3::Zero();
  if (s.Has("VM")) v = t.data.CalcPose(t.data.marker(s, "VM")).R * v;
  if (turns) {
    const PartMarker& axes = s.Has("WM") ? t.data.marker(s, "WM") : t.data.marker(s, "CM");
    w = t.data.CalcPose(axes).R * GetComponents(s, "WX", "WY", "WZ") / t.data.units().time;
  }
  if (moves) {
    const Vec3 com = s.Has("CM") ? t.data.marker(s, "CM").X.p : Vec3::Zero();
    body["velocity"] = ToJson(v - w.cross(part.X.R * com));
  }
  if (!part.point) body["angular_velocity"] = ToJson(w);
}

/// Coordinates that the assembly changes last: all of them, or it is left to the assembly.
void AddExact(Translation& t, const Statement& s, Json& body) {
  const Argument* exact = s.Find("EXACT");
  if (!exact) return;
  const std::string& list = exact->values.empty() ? "" : exact->values[0];
  const auto count = 1 + std::count(list.begin(), list.end(), ':');
  if (count == (body.contains("type") ? 3 : 6))
    body["fixed_in_assembly"] = true;
  else
    t.Ignore(s, "EXACT of some coordinates; the assembly moves parts as little as possible");
}

}  // namespace

Json ToJson(const Vec3& v) {
  Json list = Json::array();
  for (const double x : v) list.push_back(x == 0 ? 0.0 : x);  // no -0
  return list;
}

void AddPose(Json& object, const Pose& pose) {
  if (pose.p != Vec3::Zero()) object["position"] = ToJson(pose.p);
  if ((pose.R - Mat3::Identity()).cwiseAbs().maxCoeff() <= kSameAxes) return;
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i) rows.push_back(ToJson(pose.R.row(i)));
  object["orientation"] = {{"matrix", rows}};
}

std::string BodyNameOf(const Translation& t, const PartMarker& marker) {
  return t.data.NameOf(*t.data.part(marker.part, marker.statement->line).statement);
}

std::string AddTurnedMarker(Translation& t,
                            const Statement& element,
                            const std::string& end,
                            const PartMarker& marker,
                            const Mat3& R) {
  const std::string name = t.data.NameOf(element) + "." + end;
  Json json{{"name", name}, {"body", BodyNameOf(t, marker)}};
  AddPose(json, {marker.X.R * R, marker.X.p});
  t.markers.push_back(json);
  return name;
}

void TranslateGravity(Translation& t, const Statement& s) {
  t.gravity = ToJson(t.data.units().acceleration() * GetComponents(s, "IGRAV", "JGRAV", "KGRAV"));
}

void TranslatePart(Translation& t, const Statement& s) {
  const Part part = t.data.ReadPart(s);
  if (part.ground) {
    if (t.data.ground() != *s.id)
      throw Refusal(s.line, "PART/" + std::to_string(t.data.ground()) + " is the ground already");
    return;
  }
  Json body{{"name", t.data.NameOf(s)}};
  if (part.point) {
    body["type"] = "point";
    body["mass"] = t.data.units().mass * GetNumber(s, "MASS");
    if (s.Has("CM") && MarkerOnPart(t, s, "CM").X.p != Vec3::Zero())
      throw Refusal(s.line, "CM is not in the origin of the point mass; give the place by QG");
  } else {
    AddMassProperties(t, s, body);
  }
  AddPose(body, part.X);
  AddVelocities(t, s, part, body);
  AddExact(t, s, body);
  t.bodies.push_back(body);
}

void TranslateMarker(Translation& t, const Statement& s) {
  if (s.Has("FLOATING")) return t.Ignore(s, "a floating marker, which only a force could place");
  const PartMarker marker = t.data.ReadMarker(s);
  Json json{{"name", t.data.NameOf(s)}, {"body", BodyNameOf(t, marker)}};
  AddPose(json, marker.X);
  t.markers.push_back(json);
}

}  // namespace trunnion::adams
