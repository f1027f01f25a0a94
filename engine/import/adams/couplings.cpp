// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

Json MarkerCoordinate(const std::string& a, const std::string& b, const char* kind) {
  return {{"a", a}, {"b", b}, {"kind", kind}};
}

std::string NameOfEnd(const Translation& t, const Statement& s, const char* argument) {
  return t.data.NameOf(*t.data.marker(s, argument).statement);
}

struct JointCoordinate {
  Json along;
  bool angle = false;
};

/// A coordinate of a joint; `kind` is 'T', 'R' or, as the joint has it, ' '.
JointCoordinate FindCoordinate(const Translation& t, long id, char kind, int line) {
  const Statement* joint = &GetTranslatedJoint(t, id, line);
  const bool turns = joint->Has("REVOLUTE"), slides = joint->Has("TRANSLATIONAL");
  const bool both = joint->Has("CYLINDRICAL");
  if (kind == ' ' && both)
    throw Refusal(line, "say which coordinate of " + joint->label() + " is meant");
  const bool angle = kind == 'R' || (kind == ' ' && turns);
  if (!(angle ? turns || both : slides || both))
    throw Refusal(line, joint->label() + " has no such coordinate");
  return {{{"joint", t.data.NameOf(*joint)}, {"coordinate", angle ? "angle" : "offset"}}, angle};
}

struct GearedJoint {
  JointCoordinate coordinate;
  double velocity = 0;  ///< of the gear in CV along its z axis, by the rate of the joint
};

GearedJoint FindGearedJoint(const Translation& t, long id, const PartMarker& cv, int line) {
  const Statement& joint = GetTranslatedJoint(t, id, line);
  const PartMarker &i = t.data.marker(joint, "I"), &j = t.data.marker(joint, "J");
  if ((i.part == cv.part) == (j.part == cv.part))
    throw Refusal(line, "CV must be on the part that carries the gear of " + joint.label());
  GearedJoint geared{.coordinate = FindCoordinate(t, id, ' ', line)};
  const Pose at = t.data.CalcPose(cv), axis = t.data.CalcPose(j);
  const Vec3 z = axis.R.col(2);
  const Vec3 velocity = geared.coordinate.angle ? Vec3(z.cross(at.p - axis.p)) : z;
  geared.velocity = (j.part == cv.part ? 1 : -1) * velocity.dot(at.R.col(2));
  const double size = geared.coordinate.angle ? (at.p - axis.p).norm() : 1;
  if (!(std::abs(geared.velocity) > 1e-9 * size))
    throw Refusal(line, "the gear of " + joint.label() + " does not move along z of CV there");
  return geared;
}

}  // namespace

/// The pitch point has equal velocities on both parts. Seen from the rack, with I in the axis of
/// the pinion: offset along z_J + PD/2 times the angle about z_I stays what it is, for the velocity
/// of the pitch point O_I + PD/2 (z_J × z_I) along z_J is that of O_I plus PD/2 times the angular
/// velocity about z_I.
void TranslateRackAndPinion(Translation& t, const Statement& s) {
  const PartMarker &pinion = t.data.marker(s, "I"), &rack = t.data.marker(s, "J");
  const Mat3 R = t.data.CalcPose(rack).R.transpose() * t.data.CalcPose(pinion).R;
  if (std::abs(R(2, 2)) > 1e-6)
    throw Refusal(s.line, "z of I, the axis of the pinion, must be normal to z of J, the rack");
  const std::string axis = AddTurnedMarker(t, s, "j", rack, R);
  t.couplings.push_back(
      {{"name", t.data.NameOf(s)},
       {"first", MarkerCoordinate(NameOfEnd(t, s, "J"), NameOfEnd(t, s, "I"), "offset_z")},
       {"second", MarkerCoordinate(axis, NameOfEnd(t, s, "I"), "angle")},
       {"ratio", -0.5 * t.length() * GetNumber(s, "PD")}});
}

void TranslateScrew(Translation& t, const Statement& s) {
  const std::string i = NameOfEnd(t, s, "I"), j = NameOfEnd(t, s, "J");
  const double pitch = t.length() * GetNumber(s, "PITCH") / (2 * std::numbers::pi);
  t.couplings.push_back({{"name", t.data.NameOf(s)},
                         {"first", MarkerCoordinate(j, i, "offset_z")},
                         {"second", MarkerCoordinate(j, i, "angle")},
                         {"ratio", pitch}});
}

/// r₁ q₁ + r₂ q₂ = 0; one number alone is r₂.
void TranslateCoupler(Translation& t, const Statement& s) {
  const auto ids = GetIds(s, "JOINTS");
  if (ids.size() != 2) throw Refusal(s.line, "a coupler of three joints is not understood");
  std::string types = s.Has("TYPE") ? ToUpper(GetText(s, "TYPE")) : " : ";
  if (types.size() != 3 || types[1] != ':')
    throw Refusal(Get(s, "TYPE").line, "TYPE needs T or R for each joint, as in T:R");
  const JointCoordinate first = FindCoordinate(t, ids[0], types[0], s.line);
  const JointCoordinate second = FindCoordinate(t, ids[1], types[2], s.line);
  auto scales = GetNumbers(s, "SCALES");
  if (scales.size() == 1) scales.insert(scales.begin(), 1);
  if (scales.size() != 2 || scales[0] == 0)
    throw Refusal(Get(s, "SCALES").line, "SCALES needs one or two numbers, the first not zero");
  const double r1 = first.angle ? scales[0] : scales[0] / t.length();
  const double r2 = second.angle ? scales[1] : scales[1] / t.length();
  t.couplings.push_back({{"name", t.data.NameOf(s)},
                         {"first", first.along},
                         {"second", second.along},
                         {"ratio", -r2 / r1},
                         {"phase", 0}});
}

/// The gears touch in CV with equal velocities along its z axis, seen from the part of CV, which
/// carries both: r₁ q₁' = r₂ q₂'.
void TranslateGear(Translation& t, const Statement& s) {
  const auto ids = GetIds(s, "JOINTS");
  if (ids.size() != 2) throw Refusal(s.line, "a gear has two joints");
  const PartMarker& cv = t.data.marker(s, "CV");
  const GearedJoint first = FindGearedJoint(t, ids[0], cv, s.line);
  const GearedJoint second = FindGearedJoint(t, ids[1], cv, s.line);
  t.couplings.push_back({{"name", t.data.NameOf(s)},
                         {"first", first.coordinate.along},
                         {"second", second.coordinate.along},
                         {"ratio", second.velocity / first.velocity}});
}

}  // namespace trunnion::adams
