// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <sstream>
#include <string>
#include <utility>

#include "engine/model_file/reading.hpp"
#include "engine/model_file/values.hpp"

namespace trunnion::model_file {
namespace {

/// A formula; a number is one, too.
std::string ReadFormulaText(const Entry& entry) {
  if (!entry.json().is_number()) {
    const std::string text = entry.Text();
    if (text.empty()) entry.Fail("the formula is empty; give one, or 0");
    return text;
  }
  std::ostringstream text;
  text.precision(17);
  text << entry.Number();
  return text.str();
}

std::array<std::string, 3> ReadFormulas(const Entry& entry) {
  const auto items = entry.Items();
  if (items.size() != 3) entry.Fail("expected three formulas or numbers");
  return {ReadFormulaText(items[0]), ReadFormulaText(items[1]), ReadFormulaText(items[2])};
}

/// The inputs that a formula names.
void AddInputs(const Reading& reading, ForceByFormulas& force) {
  std::string all = force.along + " " + force.about;
  for (std::size_t i = 0; i < 3; ++i) all += " " + force.force[i] + " " + force.torque[i];
  for (const auto& [name, law] : reading.scope.inputs)
    if (IsIdentifier(name) && all.find(name) != std::string::npos) force.inputs[name] = law;
}

}  // namespace

bool ReadForceByFormulas(Reading& reading, const Entry& entry, const std::string& name) {
  entry.RequireKeys({"name",
                     "type",
                     "a",
                     "b",
                     "axes",
                     "reaction",
                     "along",
                     "about",
                     "force",
                     "torque",
                     "tables"});
  ForceByFormulas force;
  force.name = name;
  const auto marker = [&](const Entry& e) { return FindMarker(reading, e); };
  Into(entry, "a", force.a, marker);
  force.b = marker(entry.At("b"));
  Into(entry, "axes", force.axes, marker);
  Into(entry, "reaction", force.reaction);
  Into(entry, "along", force.along, ReadFormulaText);
  Into(entry, "about", force.about, ReadFormulaText);
  Into(entry, "force", force.force, ReadFormulas);
  Into(entry, "torque", force.torque, ReadFormulas);
  Into(entry, "tables", force.tables, ReadTables);
  force.parameters = reading.scope.parameters;
  AddInputs(reading, force);
  entry.Guard([&] { return reading.model().AddForceByFormulas(force); });
  if (force.along.empty() && force.about.empty()) reading.force_wrenches.insert(name);
  return !force.about.empty();
}

}  // namespace trunnion::model_file
