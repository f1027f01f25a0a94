// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/units.hpp"

#include <span>
#include <string>
#include <string_view>

#include "engine/import/adams/text.hpp"
#include "engine/import/adams/values.hpp"

namespace trunnion::adams {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

// Exact by their definitions: inch, foot, pound, slug = lbf s^2/ft, slinch = lbf s^2/in.
constexpr double kInch = 0.0254, kFoot = 0.3048, kPound = 0.45359237, kStandardGravity = 9.80665;
constexpr double kPoundForce = kPound * kStandardGravity;

constexpr Unit kForces[]{{"NEWTON", 1},
                         {"KNEWTON", 1e3},
                         {"KILONEWTON", 1e3},
                         {"MEGANEWTON", 1e6},
                         {"CENTINEWTON", 1e-2},
                         {"MILLINEWTON", 1e-3},
                         {"MICRONEWTON", 1e-6},
                         {"NANONEWTON", 1e-9},
                         {"DYNE", 1e-5},
                         {"KILOGRAM_FORCE", kStandardGravity},
                         {"POUND_FORCE", kPoundForce},
                         {"KPOUND_FORCE", 1e3 * kPoundForce},
                         {"OUNCE_FORCE", kPoundForce / 16},
                         {"POUNDAL", kPound* kFoot}};
constexpr Unit kMasses[]{{"KILOGRAM", 1},
                         {"GRAM", 1e-3},
                         {"MILLIGRAM", 1e-6},
                         {"MICROGRAM", 1e-9},
                         {"NANOGRAM", 1e-12},
                         {"TONNE", 1e3},
                         {"POUND_MASS", kPound},
                         {"KPOUND_MASS", 1e3 * kPound},
                         {"OUNCE_MASS", kPound / 16},
                         {"SLUG", kPoundForce / kFoot},
                         {"SLINCH", kPoundForce / kInch},
                         {"US_TON", 2000 * kPound}};
constexpr Unit kLengths[]{{"METER", 1},
                          {"MILLIMETER", 1e-3},
                          {"CENTIMETER", 1e-2},
                          {"KILOMETER", 1e3},
                          {"MICROMETER", 1e-6},
                          {"NANOMETER", 1e-9},
                          {"ANGSTROM", 1e-10},
                          {"INCH", kInch},
                          {"FOOT", kFoot},
                          {"YARD", 3 * kFoot},
                          {"MILE", 5280 * kFoot},
                          {"MILS", 1e-3 * kInch},
                          {"MICROINCH", 1e-6 * kInch}};
constexpr Unit kTimes[]{{"SECOND", 1},
                        {"SECONDS", 1},
                        {"MILLISECOND", 1e-3},
                        {"MILLISECONDS", 1e-3},
                        {"MICROSECOND", 1e-6},
                        {"NANOSECOND", 1e-9},
                        {"MINUTE", 60},
                        {"HOUR", 3600},
                        {"DAY", 86400}};

double FactorOf(const Statement& statement,
                std::string_view quantity,
                std::span<const Unit> units) {
  const Argument& argument = Get(statement, quantity);
  const std::string name = ToUpper(GetText(statement, quantity));
  for (const Unit& unit : units)
    if (unit.name == name) return unit.factor;
  throw Refusal(argument.line, std::string(quantity) + ": the unit '" + name + "' is unknown");
}

Units ReadSystem(const Statement& statement) {
  const std::string name = ToUpper(GetText(statement, "SYSTEM"));
  if (name == "MKS") return {};
  if (name == "CGS") return {.length = 1e-2, .mass = 1e-3, .force = 1e-5};
  if (name == "FPS") return {.length = kFoot, .mass = kPoundForce / kFoot, .force = kPoundForce};
  if (name == "IPS") return {.length = kInch, .mass = kPoundForce / kInch, .force = kPoundForce};
  if (name != "NONE")
    throw Refusal(Get(statement, "SYSTEM").line, "SYSTEM: '" + name + "' is unknown");
  return {.force = GetNumber(statement, "UCF", 1)};
}

}  // namespace

Units ReadUnits(const Statement& statement) {
  if (statement.Has("SYSTEM")) return ReadSystem(statement);
  const bool named = statement.Has("FORCE") || statement.Has("MASS") || statement.Has("LENGTH") ||
                     statement.Has("TIME");
  if (!named) return {.force = GetNumber(statement, "UCF", 1)};
  if (statement.Has("UCF"))
    throw Refusal(Get(statement, "UCF").line, "UCF follows from the named units; remove it");
  return {.length = FactorOf(statement, "LENGTH", kLengths),
          .mass = FactorOf(statement, "MASS", kMasses),
          .time = FactorOf(statement, "TIME", kTimes),
          .force = FactorOf(statement, "FORCE", kForces)};
}

}  // namespace trunnion::adams
