// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/formula_reading.hpp"
#include "engine/model/model.hpp"
#include "engine/model/model_elements.hpp"
#include "forces/formula_force.hpp"

namespace trunnion {
namespace {

ElementPlace PlaceOf(const ModelData& data, MarkerId id) {
  if (!id.is_set()) return {};
  const Marker& marker = data.marker(id);
  return {marker.body.index(), {marker.orientation, marker.position - ComOf(data, marker.body)}};
}

bool IsPointAt(const ModelData& data, MarkerId id) {
  return id.is_set() && IsPoint(data.body(data.marker(id).body).kind);
}

FormulaAction ActionOf(const ForceByFormulas& force) {
  const auto given = [](const std::string& text) { return !text.empty(); };
  const bool wrench = std::any_of(force.force.begin(), force.force.end(), given) ||
                      std::any_of(force.torque.begin(), force.torque.end(), given);
  Require(int{given(force.along)} + int{given(force.about)} + int{wrench} == 1,
          "give 'along', 'about', or components of 'force' and 'torque'");
  return wrench               ? FormulaAction::wrench
         : given(force.along) ? FormulaAction::along
                              : FormulaAction::about;
}

void RequirePlaces(const ModelData& data, const ForceByFormulas& force, FormulaAction action) {
  const auto is_point = [&](MarkerId id) { return IsPointAt(data, id); };
  for (const MarkerId id : {force.a, force.b, force.axes})
    Require(!id.is_set() || id.index() < static_cast<int>(data.markers.size()),
            "unknown marker handle; use one that this model returned");
  Require(force.b.is_set(), "marker b is missing: the force acts on it");
  Require(action != FormulaAction::along || force.a.is_set(),
          "marker a is missing: the force acts along the line from a to b");
  if (action == FormulaAction::along) return;
  Require(!is_point(force.axes.is_set() ? force.axes : force.a),
          "the axes of the force are those of a point mass, which has none");
  Require(!force.reaction || !is_point(force.a),
          "marker a is on a point mass, which takes no moment; exchange the markers");
  const bool torque = action == FormulaAction::about ||
                      std::any_of(force.torque.begin(), force.torque.end(), [](const auto& text) {
                        return !text.empty();
                      });
  Require(!torque || !is_point(force.b), "a point mass takes no torque");
}

Expression ReadFormula(const std::string& text, const ExpressionNames& names) {
  if (text.empty()) return {};
  try {
    return Expression::Parse(text, names);
  } catch (const ModelError& error) {
    throw ModelError("formula '" + text + "': " + error.what());
  }
}

FormulaForce MakeForce(const ModelData& data,
                       const ForceByFormulas& force,
                       const std::string& label) {
  const FormulaAction action = ActionOf(force);
  RequirePlaces(data, force, action);
  FormulaForce::Parts parts{.action = action,
                            .a = PlaceOf(data, force.a),
                            .b = PlaceOf(data, force.b),
                            .axes = PlaceOf(data, force.axes.is_set() ? force.axes : force.a),
                            .reaction = force.reaction && force.a.is_set()};
  ExpressionNames names{.variables = {"t"}, .constants = force.parameters, .tables = force.tables};
  for (const auto& [name, law] : force.inputs) {
    names.variables.push_back(name);
    parts.variables.laws.push_back(law);
  }
  const MarkerLookup markers{.find = [&data](std::string_view name) -> std::optional<MarkerId> {
                               const auto found = data.marker_names.find(name);
                               if (found == data.marker_names.end()) return {};
                               return MarkerId(found->second);
                             },
                             .place = [&data](MarkerId id) { return PlaceOf(data, id); },
                             .is_point = [&data](MarkerId id) { return IsPointAt(data, id); },
                             .a = force.a,
                             .b = force.b};
  MeasureReader read(markers, parts.variables);
  names.measure = std::ref(read);
  std::vector<std::string> texts{force.along};
  if (action == FormulaAction::about) texts = {force.about};
  if (action == FormulaAction::wrench) {
    texts.assign(force.force.begin(), force.force.end());
    texts.insert(texts.end(), force.torque.begin(), force.torque.end());
  }
  for (const std::string& text : texts) parts.formulas.push_back(ReadFormula(text, names));
  return FormulaForce(std::move(parts), label);
}

}  // namespace

ForceId Model::AddForceByFormulas(ForceByFormulas force) {
  const auto make = [force](const ModelData& data, const std::string& label) {
    return MakeForce(data, force, label);
  };
  return ForceId(AddElement(data_,
                            data_.forces,
                            data_.force_names,
                            "force",
                            force.name,
                            AttachmentsOf(data_, force.a, force.b),
                            make));
}

}  // namespace trunnion
