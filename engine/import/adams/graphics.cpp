// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

/// A size of a shape [m], which must be above zero.
double RequireSize(const Statement& s, double size) {
  if (!(size > 0)) throw Refusal(s.line, "not drawn; a size of it is not above zero");
  return size;
}

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
    const double radius = RequireSize(s, t.length() * GetNumber(s, "RADIUS"));
    RequireSize(s, std::abs(length));
    AddShape(t,
             s,
             "CM",
             {0, 0, length / 2},
             {{"type", "cylinder"}, {"radius", radius}, {"length", std::abs(length)}});
  } else if (s.Has("BOX")) {
    const Vec3 edges = t.length() * Vec3(GetNumber(s, "X"), GetNumber(s, "Y"), GetNumber(s, "Z"));
    RequireSize(s, edges.cwiseAbs().minCoeff());
    AddShape(t, s, "CORNER", edges / 2, {{"type", "box"}, {"lengths", ToJson(edges.cwiseAbs())}});
  } else if (s.Has("ELLIPSOID")) {
    const double x = GetNumber(s, "XSCALE");
    if (GetNumber(s, "YSCALE") != x || GetNumber(s, "ZSCALE") != x)
      throw Refusal(s.line, "an ellipsoid that is no sphere is not drawn");
    AddShape(t,
             s,
             "CM",
             Vec3::Zero(),
             {{"type", "sphere"}, {"radius", RequireSize(s, t.length() * x / 2)}});
  } else {
    throw Refusal(s.line, "not drawn; cylinders, boxes and spheres are");
  }
}

}  // namespace trunnion::adams
