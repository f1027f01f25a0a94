// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// Arguments of a kind of measure beside i, j: whether there are axes k and a frame l, and whether
/// it looks at the axes of i and j.
struct Signature {
  bool k, l, turns;
};
Signature SignatureOf(MeasureKind kind) {
  if (kind >= MeasureKind::ax) return {false, false, true};
  if (kind == MeasureKind::vm) return {false, true, false};
  if (kind == MeasureKind::dm || kind == MeasureKind::vr) return {false, false, false};
  if (kind == MeasureKind::wm) return {false, false, true};
  const bool spin = kind >= MeasureKind::wx;
  return {true, kind >= MeasureKind::vx && !spin, spin};
}

/// A word of coordinates, of b seen from a, and the measure that it stands for.
struct CoordinateWord {
  std::string_view word;
  MeasureKind kind;
};
constexpr CoordinateWord kWords[]{{"distance", MeasureKind::dm},
                                  {"distance_rate", MeasureKind::vr},
                                  {"offset_x", MeasureKind::dx},
                                  {"offset_y", MeasureKind::dy},
                                  {"offset_z", MeasureKind::dz},
                                  {"offset_x_rate", MeasureKind::vx},
                                  {"offset_y_rate", MeasureKind::vy},
                                  {"offset_z_rate", MeasureKind::vz},
                                  {"angle", MeasureKind::twist}};

/// Turns calls in formulas into measures between markers.
class MeasureReader {
 public:
  MeasureReader(const ModelData& data, const ForceByFormulas& force, FormulaVariables& variables)
      : data_(data), force_(force), variables_(variables) {}

  std::optional<int> operator()(const std::string& function,
                                const std::vector<std::string>& arguments) {
    std::optional<MarkerMeasure> measure = ReadWord(function, arguments);
    if (!measure) measure = ReadMeasure(function, arguments);
    if (!measure) return {};
    variables_.measures.push_back(*measure);
    return variables_.size() - 1;
  }

 private:
  std::optional<MarkerMeasure> ReadMeasure(const std::string& function,
                                           const std::vector<std::string>& arguments) const {
    const auto kind = FindMeasureKind(function);
    if (!kind) return {};
    const Signature has = SignatureOf(*kind);
    MarkerMeasure m{.kind = *kind};
    std::vector<std::pair<ElementPlace*, bool>> targets{{&m.i, has.turns}, {&m.j, has.turns}};
    if (has.k) targets.emplace_back(&m.k, true);
    if (has.l) targets.emplace_back(&m.l, true);
    Require(!arguments.empty() && arguments.size() <= targets.size(),
            function + " takes one to " + std::to_string(targets.size()) + " markers");
    for (std::size_t n = 0; n < arguments.size(); ++n)
      *targets[n].first = Find(arguments[n], targets[n].second);
    return m;
  }

  std::optional<MarkerMeasure> ReadWord(const std::string& function,
                                        const std::vector<std::string>& arguments) const {
    const auto word = std::find_if(
        std::begin(kWords), std::end(kWords), [&](const auto& w) { return w.word == function; });
    if (word == std::end(kWords)) return {};
    Require(arguments.size() == 2, function + " takes two markers");
    const bool turns = word->kind == MeasureKind::twist;
    const bool axes = word->kind != MeasureKind::dm && word->kind != MeasureKind::vr;
    const ElementPlace a = Find(arguments[0], axes), b = Find(arguments[1], turns);
    return MarkerMeasure{.kind = word->kind, .i = b, .j = a, .k = a, .l = a};
  }

  ElementPlace Find(const std::string& name, bool axes) const {
    const auto found = data_.marker_names.find(name);
    const bool known = found != data_.marker_names.end();
    if (name == "ground" && !known) return {};
    MarkerId id = name == "a" ? force_.a : name == "b" ? force_.b : MarkerId();
    Require(!known || !id.is_set() || id.index() == found->second,
            "'" + name + "' is the marker of this force, and the name of another one; rename that");
    if (known) id = MarkerId(found->second);
    Require(id.is_set(), "there is no marker '" + name + "'");
    Require(!axes || !IsPoint(data_.body(data_.marker(id).body).kind),
            "marker '" + name + "' is on a point mass, which has no axes");
    return PlaceOf(data_, id);
  }

  const ModelData& data_;
  const ForceByFormulas& force_;
  FormulaVariables& variables_;
};

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
  const auto is_point = [&](MarkerId id) {
    return id.is_set() && IsPoint(data.body(data.marker(id).body).kind);
  };
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
  MeasureReader read(data, force, parts.variables);
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
