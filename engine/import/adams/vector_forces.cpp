// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <tuple>

#include "engine/import/adams/formula_writer.hpp"

namespace trunnion::adams {
namespace {

/// The key of the part of JFLOAT, which has no place of its own.
long PartOfFloating(const Translation& t, const Statement& s) {
  const long id = GetId(s, "JFLOAT");
  const int line = Get(s, "JFLOAT").line;
  const Statement* marker = t.data.Find("MARKER", id);
  if (!marker) throw Refusal(line, "there is no MARKER/" + std::to_string(id));
  if (!marker->Has("FLOATING")) return t.data.marker(id, line).part;
  return marker->Has("POINT_MASS") ? PointMassKey(GetId(*marker, "POINT_MASS"))
                                   : GetId(*marker, "PART");
}

/// A marker "NAME.j" on that part. Where it is does not matter: the reaction acts at I.
void AddReactionMarker(Translation& t, const Statement& s, long part) {
  t.markers.push_back({{"name", t.data.NameOf(s) + ".j"},
                       {"body", t.data.NameOf(*t.data.part(part, s.line).statement)}});
}

}  // namespace

/// Components in the axes of RM on I, with the reaction on the part of JFLOAT at the place of I.
void TranslateVectorForce(Translation& t, const Statement& s) {
  if (s.Has("FUNCTION")) throw Refusal(Get(s, "FUNCTION").line, "a user subroutine");
  const PartMarker &i = t.data.marker(s, "I"), &axes = t.data.marker(s, "RM");
  const long part = PartOfFloating(t, s);
  if (i.part == part)
    throw Refusal(s.line, "I and JFLOAT are on one part, which the force cannot move");
  FormulaWriter formulas(t, s, i, t.data.NameOf(s) + ".j");
  formulas.force()["axes"] = t.data.NameOf(*axes.statement);
  const Units& units = t.data.units();
  bool given = false;
  for (const auto& [key, names, unit] :
       {std::tuple{"force", std::array{"FX", "FY", "FZ"}, units.force},
        {"torque", std::array{"TX", "TY", "TZ"}, units.torque()}}) {
    Json components = Json::array({0, 0, 0});
    bool any = false;
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (s.Has(names[axis])) {
        components[axis] = formulas.Write(names[axis], unit);
        any = true;
      }
    if (any) formulas.force()[key] = components;
    given |= any;
  }
  if (!given) throw Refusal(s.line, "it has no component");
  AddReactionMarker(t, s, part);
  formulas.Add();
}

}  // namespace trunnion::adams
