// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

/// Adds a shape whose centre is at `centre` in the axes of the marker of an argument.
void AddShape(
    Translation& t, const Statement& s, const char* marker, const Vec3& centre, Json shape) {
  const PartMarker& at = t.data.marker(s, marker);
  AddPose(shape, {at.X.R, at.X * centre});
  Json& shapes = t.geometry[at.part];
  if (shapes.is_null()) shapes = Json::array();
  shapes.push_back(std::move(shape));
}

}  // namespace

void TranslateGraphics(Translation& t, const Statement& s) {
  if (s.Has("CYLINDER")) {
    const double length = t.length() * GetNumber(s, "LENGTH");
    const double radius = t.length() * GetNumber(s, "RADIUS");
    AddShape(t,
             s,
             "CM",
             {0, 0, length / 2},
             {{"type", "cylinder"}, {"radius", radius}, {"length", std::abs(length)}});
  } else if (s.Has("BOX")) {
    const Vec3 edges = t.length() * Vec3(GetNumber(s, "X"), GetNumber(s, "Y"), GetNumber(s, "Z"));
    AddShape(t, s, "CORNER", edges / 2, {{"type", "box"}, {"lengths", ToJson(edges.cwiseAbs())}});
  } else if (s.Has("ELLIPSOID")) {
    const double x = GetNumber(s, "XSCALE");
    if (GetNumber(s, "YSCALE") != x || GetNumber(s, "ZSCALE") != x)
      throw Refusal(s.line, "an ellipsoid that is no sphere is not drawn");
    AddShape(t, s, "CM", Vec3::Zero(), {{"type", "sphere"}, {"radius", t.length() * x / 2}});
  } else {
    throw Refusal(s.line, "not drawn; cylinders, boxes and spheres are");
  }
}

}  // namespace trunnion::adams
