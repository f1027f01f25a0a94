// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <string_view>
#include <utility>

#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

/// A joint whose rows are those of a type of ours between J (a) and I (b).
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kPlainJoints{
    {{"REVOLUTE", "revolute"},
     {"TRANSLATIONAL", "prismatic"},
     {"CYLINDRICAL", "cylindrical"},
     {"SPHERICAL", "ball"},
     {"UNIVERSAL", "universal"},
     {"FIXED", "fixed"},
     {"PLANAR", "planar"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPlainPrimitives{
    {{"ATPOINT", "ball"},
     {"INLINE", "point_on_line"},
     {"INPLANE", "point_on_plane"},
     {"PARALLEL_AXES", "parallel_axes"},
     {"PERPENDICULAR", "perpendicular_axes"}}};

/// A rotation whose z axis is the x axis, or the y axis, of what it turns.
Mat3 ZAlongX() {
  Mat3 R;
  R << 0, 0, 1, 1, 0, 0, 0, 1, 0;
  return R;
}
Mat3 ZAlongY() {
  Mat3 R;
  R << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  return R;
}

Json MakeJoint(const Translation& t, const Statement& s, std::string_view type) {
  const auto name = [&](const char* argument) {
    return t.data.NameOf(*t.data.marker(s, argument).statement);
  };
  return {{"name", t.data.NameOf(s)}, {"type", type}, {"a", name("J")}, {"b", name("I")}};
}

/// Displacement and velocity of one coordinate, where they are given.
void ReadStart(const Statement& s,
               const char* argument,
               double length,
               double time,
               Json& coordinate,
               Json& rate) {
  if (!s.Has(argument)) return;
  const auto values = GetNumbers(s, argument);
  if (values.empty() || values.size() > 2)
    throw Refusal(Get(s, argument).line,
                  std::string(argument) + " needs a displacement, or that and a velocity");
  coordinate = length * values[0];
  if (values.size() == 2) rate = length * values[1] / time;
}

void AddStart(const Translation& t, const Statement& s, Json& joint) {
  const bool cylindrical = s.Has("CYLINDRICAL");
  const double time = t.data.units().time;
  Json coordinates(2, nullptr), rates(2, nullptr);
  if (cylindrical) {  // offset, then angle
    ReadStart(s, "ICTRAN", t.length(), time, coordinates[0], rates[0]);
    ReadStart(s, "ICROT", 1, time, coordinates[1], rates[1]);
  } else if (s.Has("IC")) {
    const bool angle = s.Has("REVOLUTE");
    if (!angle && !s.Has("TRANSLATIONAL"))
      throw Refusal(s.line, "IC has a meaning for REVOLUTE and TRANSLATIONAL joints only");
    ReadStart(s, "IC", angle ? 1 : t.length(), time, coordinates[0], rates[0]);
  }
  for (const auto& [key, list] :
       {std::pair("initial_coordinate", &coordinates), {"initial_rate", &rates}}) {
    if ((*list)[0].is_null() && (*list)[1].is_null()) continue;
    joint[key] = cylindrical ? *list : (*list)[0];
  }
}

/// x_I is normal to y_J.
void TranslateHooke(Translation& t, const Statement& s) {
  Json joint = MakeJoint(t, s, "universal");
  joint["a"] = AddTurnedMarker(t, s, "j", t.data.marker(s, "J"), ZAlongY());
  joint["b"] = AddTurnedMarker(t, s, "i", t.data.marker(s, "I"), ZAlongX());
  t.joints.push_back(joint);
}

/// Both shafts point away from the joint in Adams; with us they point the same way, so that I is
/// turned by half a turn about its x axis.
void TranslateConstantVelocity(Translation& t, const Statement& s) {
  const PartMarker &i = t.data.marker(s, "I"), &j = t.data.marker(s, "J");
  Mat3 turn = Mat3::Identity();
  if ((t.data.CalcPose(j).R.transpose() * t.data.CalcPose(i).R)(2, 2) < 0)
    turn.diagonal() = Vec3(1, -1, -1);
  const Mat3 Q = t.data.CalcPose(j).R.transpose() * t.data.CalcPose(i).R * turn;
  if (std::abs(Q(0, 1) - Q(1, 0)) > 1e-6)
    throw Refusal(
        s.line,
        "the x axes of I and J are not in the phase in which the joint is drawn; turn one "
        "of them about its z axis");
  Json joint = MakeJoint(t, s, "constant_velocity");
  joint["b"] = AddTurnedMarker(t, s, "i", i, turn);
  t.joints.push_back(joint);
}

void TranslateOrientation(Translation& t, const Statement& s) {
  Json joint = MakeJoint(t, s, "parallel_axes");
  t.joints.push_back(joint);
  joint["name"] = t.data.NameOf(s) + ".twist";
  joint["type"] = "perpendicular_axes";
  joint["a"] = AddTurnedMarker(t, s, "j", t.data.marker(s, "J"), ZAlongY());
  joint["b"] = AddTurnedMarker(t, s, "i", t.data.marker(s, "I"), ZAlongX());
  t.joints.push_back(joint);
}

}  // namespace

const Statement& GetTranslatedJoint(const Translation& t, long id, int line) {
  const Statement* joint = t.data.Find("JOINT", id);
  if (joint)
    for (const Json& json : t.joints)
      if (json["name"] == t.data.NameOf(*joint)) return *joint;
  throw Refusal(line, "there is no JOINT/" + std::to_string(id) + " that has a coordinate");
}

void TranslateJoint(Translation& t, const Statement& s) {
  if (s.Has("RACKPIN")) return TranslateRackAndPinion(t, s);
  if (s.Has("SCREW")) return TranslateScrew(t, s);
  if (s.Has("HOOKE")) return TranslateHooke(t, s);
  if (s.Has("CONVEL")) return TranslateConstantVelocity(t, s);
  for (const auto& [type, ours] : kPlainJoints) {
    if (!s.Has(type)) continue;
    Json joint = MakeJoint(t, s, ours);
    AddStart(t, s, joint);
    return void(t.joints.push_back(joint));
  }
  throw Refusal(s.line, "the type of the joint is not understood");
}

void TranslatePrimitive(Translation& t, const Statement& s) {
  if (s.Has("ORIENTATION")) return TranslateOrientation(t, s);
  for (const auto& [type, ours] : kPlainPrimitives)
    if (s.Has(type)) return void(t.joints.push_back(MakeJoint(t, s, ours)));
  throw Refusal(s.line, "the type of the primitive is not understood");
}

}  // namespace trunnion::adams
