// SPDX-License-Identifier: BSD-3-Clause
#include "engine/cosimulation/unit_conversion.hpp"

#include "engine/core/error.hpp"

namespace trunnion {

UnitConversion ToFmu(const std::string& unit, const FmuVariable& variable) {
  const fmu::Unit& theirs = variable.unit;
  if (theirs.name.empty()) return {};
  const fmu::Unit ours = fmu::MakeUnit(unit.empty() || unit == "–" ? "1" : unit);
  if (ours.name == theirs.name && (!ours.known || !theirs.known)) return {};
  Require(ours.known && theirs.known && ours.exponent == theirs.exponent,
          "'" + variable.name + "'",
          "the units differ: the FMU has " + theirs.name + ", the model " + ours.name +
              "; give the model's side a unit of that kind");
  return {.scale = ours.factor / theirs.factor, .shift = -variable.offset / theirs.factor};
}

UnitConversion FromFmu(const FmuVariable& variable, const std::string& unit) {
  const UnitConversion there = ToFmu(unit, variable);
  return {.scale = 1 / there.scale, .shift = -there.shift / there.scale};
}

}  // namespace trunnion
