// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/text.hpp"
#include "engine/import/adams/translation.hpp"

namespace trunnion::adams {
namespace {

/// GE: it rises to the value, LE: it falls to it, EQ or nothing: either.
std::string DirectionOf(const Statement& s) {
  if (s.Has("GE") == s.Has("LE")) return "either";
  return s.Has("GE") ? "rising" : "falling";
}

Json WriteWhen(Translation& t, const Statement& s, const std::string& name) {
  const std::string function = GetText(s, "FUNCTION");
  const double value = GetNumber(s, "VALUE");
  if (ToUpper(Trim(function)) == "TIME") {
    if (s.Has("LE")) throw Refusal(s.line, "the time never falls to VALUE");
    return {{"time", t.data.units().time * value}};
  }
  Json output = WriteFormulaOutput(t, s, function);
  output["name"] = name;
  t.outputs.push_back(output);
  return {{"output", name}, {"crosses", value}, {"direction", DirectionOf(s)}};
}

}  // namespace

/// Sensors that end the run are events; others steer the solver.
void TranslateSensor(Translation& t, const Statement& s) {
  if (!s.Has("HALT") && !s.Has("RETURN"))
    return t.Ignore(s, "it steers the solver; events of the state are found without it");
  const std::string name = t.data.NameOf(s);
  const Json when = WriteWhen(t, s, name);
  t.events.push_back(
      {{"name", name}, {"when", when}, {"actions", Json::array({{{"type", "stop"}}})}});
}

}  // namespace trunnion::adams
