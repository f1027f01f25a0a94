// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <utility>

#include "engine/model/formula_reading.hpp"
#include "engine/model_file/measurement.hpp"
#include "engine/model_file/parameters.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

MarkerLookup MarkersOf(const Model& model) {
  return {
      .find = [&model](std::string_view name) { return model.FindMarker(name); },
      .place =
          [&model](MarkerId id) {
            const Marker& marker = model.marker(id);
            const Vec3 com =
                model.is_point(marker.body) ? Vec3::Zero() : model.body(marker.body).com;
            return ElementPlace{marker.body.index(), {marker.orientation, marker.position - com}};
          },
      .is_point = [&model](MarkerId id) { return model.is_point(model.marker(id).body); }};
}

struct Formula {
  Expression expression;
  FormulaVariables variables;
};

}  // namespace

/// Angles are in ]−π, π].
Measurement ReadFormulaOutput(Reading& reading, const Entry& entry) {
  entry.RequireKeys({"name", "type", "scale", "from_initial", "expression", "tables"});
  const auto formula = std::make_shared<Formula>();
  const MarkerLookup markers = MarkersOf(reading.model());
  MeasureReader measures(markers, formula->variables);
  ExpressionNames names{
      .variables = {"t"}, .constants = reading.scope.parameters, .measure = std::ref(measures)};
  Into(entry, "tables", names.tables, ReadTables);
  for (const auto& [name, law] : reading.scope.inputs) {
    if (!IsIdentifier(name)) continue;
    names.variables.push_back(name);
    formula->variables.laws.push_back(law);
  }
  const Entry at = entry.At("expression");
  formula->expression = ParseFormula(at, at.Text(), names);
  return {"–", [formula](const Simulation& s) {
            return formula->expression(CalcFormulaVariables(formula->variables, s.context()));
          }};
}

}  // namespace trunnion::model_file
