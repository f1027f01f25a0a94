// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <string>

#include "engine/model/model.hpp"
#include "joints/rolling.hpp"

namespace trunnion {
namespace {

void RequireRigid(const ModelData& data, MarkerId id, const std::string& label) {
  Require(!IsPoint(data.body(data.marker(id).body).kind),
          label,
          "a point mass has no axes; use rigid bodies");
}

/// A constraint between two markers of rigid bodies; make_rows(X_AF, X_BM) gives its equations.
template <class MakeRows>
ConstraintId AddBetween(
    ModelData& data, const std::string& name, MarkerId a, MarkerId b, MakeRows make_rows) {
  const auto make = [=](const ModelData& d, const std::string& label) {
    RequireMarkers(d, a, b, label);
    RequireRigid(d, a, label);
    RequireRigid(d, b, label);
    const MarkerPair pair = MakePair(d, a, b);
    auto rows = make_rows(pair, label);
    return UserVelocityConstraint<std::decay_t<decltype(rows)>>({pair.A, pair.B}, rows);
  };
  return ConstraintId(AddElement(data,
                                 data.constraints,
                                 data.constraint_names,
                                 "constraint",
                                 name,
                                 AttachmentsOf(data, a, b),
                                 make));
}

}  // namespace

ConstraintId Model::AddKnifeEdge(KnifeEdge edge) {
  return AddBetween(
      data_, edge.name, edge.plane, edge.blade, [](const MarkerPair& pair, const std::string&) {
        return KnifeEdgeRow{pair.X_AF, pair.X_BM};
      });
}

ConstraintId Model::AddRollingDisc(RollingDisc disc) {
  const auto rows = [disc](const MarkerPair& pair, const std::string& label) {
    Require(
        std::isfinite(disc.radius) && disc.radius > 0, label, "the radius must be a length > 0");
    return RollingRows{pair.X_AF, pair.X_BM, disc.radius};
  };
  const ConstraintId id = AddBetween(data_, disc.name, disc.plane, disc.disc, rows);
  const std::string name = data_.constraints.back().name;
  try {
    AddMotion({.name = name + ".contact",
               .along = DiscHeight(disc.plane, disc.disc, disc.radius),
               .law = {[](double) { return MotionValue{}; }, NoBreaks()}});
  } catch (const ModelError&) {
    data_.constraint_names.erase(name);
    data_.constraints.pop_back();
    throw;
  }
  return id;
}

}  // namespace trunnion
