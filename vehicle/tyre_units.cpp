// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre_units.hpp"

#include <cmath>
#include <map>

#include "vehicle/text_file.hpp"

namespace trunnion::vehicle {
namespace {

using UnitTable = std::map<std::string, double>;

const UnitTable kLengths = {{"METER", 1},
                            {"METERS", 1},
                            {"M", 1},
                            {"MM", 1e-3},
                            {"MILLIMETER", 1e-3},
                            {"MILLIMETERS", 1e-3},
                            {"CM", 1e-2},
                            {"KM", 1e3},
                            {"INCH", 0.0254},
                            {"IN", 0.0254},
                            {"CENTIMETER", 1e-2},
                            {"CENTIMETERS", 1e-2},
                            {"FT", 0.3048},
                            {"FOOT", 0.3048},
                            {"FEET", 0.3048}};
constexpr double kPound = 4.4482216152605;  // pound-force [N]
const UnitTable kForces = {{"NEWTON", 1},
                           {"NEWTONS", 1},
                           {"N", 1},
                           {"KN", 1e3},
                           {"KILONEWTON", 1e3},
                           {"LBF", kPound},
                           {"POUND_FORCE", kPound},
                           {"KGF", 9.80665},
                           {"KG_FORCE", 9.80665},
                           {"KILOGRAM_FORCE", 9.80665}};
const UnitTable kAngles = {{"RADIAN", 1},
                           {"RADIANS", 1},
                           {"RAD", 1},
                           {"DEGREE", M_PI / 180},
                           {"DEGREES", M_PI / 180},
                           {"DEG", M_PI / 180}};
const UnitTable kTimes = {{"SECOND", 1},
                          {"SECONDS", 1},
                          {"SEC", 1},
                          {"S", 1},
                          {"MILLISECOND", 1e-3},
                          {"MS", 1e-3},
                          {"MINUTE", 60},
                          {"HOUR", 3600}};
const UnitTable kPressures = {{"PASCAL", 1},
                              {"PA", 1},
                              {"KPA", 1e3},
                              {"KILOPASCAL", 1e3},
                              {"MPA", 1e6},
                              {"BAR", 1e5},
                              {"PSI", 6894.757293168}};

double Factor(const TyreFile& file, const std::string& quantity, const UnitTable& table) {
  const TyreEntry* entry = file.Find("UNITS", quantity);
  if (!entry) return 1;
  const auto found = table.find(UpperCase(entry->text));
  if (found != table.end()) return found->second;
  std::string known;
  for (const auto& [unit, factor] : table) known += (known.empty() ? "" : ", ") + unit;
  FailAt(file.name,
         entry->line,
         "the unit '" + entry->text + "' of " + quantity + " is not known; write one of " + known);
}

}  // namespace

TyreUnits ReadTyreUnits(const TyreFile& file) {
  return {.length = Factor(file, "LENGTH", kLengths),
          .force = Factor(file, "FORCE", kForces),
          .angle = Factor(file, "ANGLE", kAngles),
          .time = Factor(file, "TIME", kTimes),
          .pressure = Factor(file, "PRESSURE", kPressures)};
}

}  // namespace trunnion::vehicle
