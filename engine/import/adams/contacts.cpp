// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <utility>

#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

/// What touches: a sphere about a marker, or the plane x-y of a marker with its body below.
struct Shape {
  const PartMarker* marker = nullptr;
  double radius = 0;  ///< [m]; 0: a plane
};

Shape FindShape(const Translation& t, const Statement& s, const char* argument) {
  const int line = Get(s, argument).line;
  const auto ids = GetIds(s, argument);
  if (ids.size() != 1) throw Refusal(line, "a contact of several shapes is not understood");
  const Statement* shape = t.data.Find("GRAPHICS", ids[0]);
  if (!shape) throw Refusal(line, "there is no GRAPHICS/" + std::to_string(ids[0]));
  if (shape->Has("PLANE")) return {.marker = &t.data.marker(*shape, "RM")};
  if (!shape->Has("ELLIPSOID"))
    throw Refusal(line, shape->label() + ": only contacts of spheres and planes are understood");
  const double x = GetNumber(*shape, "XSCALE");
  if (!(x > 0) || GetNumber(*shape, "YSCALE") != x || GetNumber(*shape, "ZSCALE") != x)
    throw Refusal(line, shape->label() + " is no sphere");
  return {.marker = &t.data.marker(*shape, "CM"), .radius = t.length() * x / 2};
}

void RefuseFriction(const Statement& s) {
  const bool off = !s.Has("COULOMB_FRICTION") || ToUpper(GetText(s, "COULOMB_FRICTION")) == "OFF";
  if (!off)
    throw Refusal(Get(s, "COULOMB_FRICTION").line, "friction of contacts is not understood");
}

/// Stiffness times penetration^e, with a damping that sets in over DMAX.
std::string WriteImpact(const Translation& t,
                        const Statement& s,
                        const std::string& distance,
                        const std::string& rate,
                        double touch) {
  const Units& units = t.data.units();
  const double e = GetNumber(s, "EXPONENT");
  const double k = GetNumber(s, "STIFFNESS") * units.force / std::pow(units.length, e);
  const double c = GetNumber(s, "DAMPING", 0) * units.force / units.velocity();
  const double depth = GetNumber(s, "DMAX", 0) * units.length;
  if (c != 0 && !(depth > 0)) throw Refusal(s.line, "a contact with DAMPING needs DMAX above zero");
  return "impact(" + distance + "," + rate + "," + Write(touch) + "," + Write(k) + "," + Write(e) +
         "," + Write(c) + "," + Write(depth) + ")";
}

}  // namespace

/// Between spheres along the line of their centres; of a sphere on a plane along z of its marker,
/// from the side that z points to. Without friction it acts in the centre as it does where they
/// touch.
void TranslateContact(Translation& t, const Statement& s) {
  RefuseFriction(s);
  Shape i = FindShape(t, s, "IGEOM"), j = FindShape(t, s, "JGEOM");
  if (i.radius == 0) std::swap(i, j);
  if (i.radius == 0) throw Refusal(s.line, "a contact of two planes is not understood");
  Json force{{"name", t.data.NameOf(s)},
             {"type", "expression"},
             {"a", t.data.NameOf(*j.marker->statement)},
             {"b", t.data.NameOf(*i.marker->statement)}};
  if (j.radius > 0)
    force["along"] = WriteImpact(t, s, "dm(b,a)", "vr(b,a)", i.radius + j.radius);
  else
    force["force"] = Json::array({0, 0, WriteImpact(t, s, "dz(b,a,a)", "vz(b,a,a,a)", i.radius)});
  t.forces.push_back(force);
}

}  // namespace trunnion::adams
