// SPDX-License-Identifier: BSD-3-Clause
#include "engine/import/adams/values.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "engine/import/adams/text.hpp"

namespace trunnion::adams {
namespace {

double ToNumber(const Argument& argument, const std::string& text) {
  const auto value = ParseNumber(text);
  if (!value) throw Refusal(argument.line, argument.name + ": '" + text + "' is no number");
  return *value;
}

const std::string& GetSingle(const Statement& statement, std::string_view name) {
  const Argument& argument = Get(statement, name);
  if (argument.values.size() != 1) throw Refusal(argument.line, argument.name + " needs one value");
  return argument.values[0];
}

long ToId(const Argument& argument, const std::string& text) {
  const auto id = ParseId(text);
  if (!id)
    throw Refusal(argument.line, argument.name + ": '" + text + "' is no number of a statement");
  return *id;
}

struct CosineSine {
  double c, s;
};

CosineSine CalcCosineSine(const Argument& argument, const std::string& text) {
  constexpr std::array<CosineSine, 4> kQuarters{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  const auto degrees = ParseDegrees(text);
  if (degrees && std::fmod(*degrees, 90) == 0)
    return kQuarters[static_cast<std::size_t>(std::fmod(std::fmod(*degrees, 360) + 360, 360) / 90)];
  const double angle = ToNumber(argument, text);
  return {std::cos(angle), std::sin(angle)};
}

Mat3 AboutX(const CosineSine& a) {
  Mat3 R;
  R << 1, 0, 0, 0, a.c, -a.s, 0, a.s, a.c;
  return R;
}
Mat3 AboutZ(const CosineSine& a) {
  Mat3 R;
  R << a.c, -a.s, 0, a.s, a.c, 0, 0, 0, 1;
  return R;
}

}  // namespace

const Argument& Get(const Statement& statement, std::string_view argument) {
  const Argument* found = statement.Find(argument);
  if (!found) throw Refusal(statement.line, std::string(argument) + " is missing");
  return *found;
}

std::vector<double> GetNumbers(const Statement& statement, std::string_view name) {
  const Argument& argument = Get(statement, name);
  std::vector<double> values;
  for (const std::string& text : argument.values) values.push_back(ToNumber(argument, text));
  return values;
}

double GetNumber(const Statement& statement, std::string_view argument) {
  return ToNumber(Get(statement, argument), GetSingle(statement, argument));
}

double GetNumber(const Statement& statement, std::string_view argument, double otherwise) {
  return statement.Has(argument) ? GetNumber(statement, argument) : otherwise;
}

Vec3 GetVector(const Statement& statement, std::string_view argument) {
  const auto values = GetNumbers(statement, argument);
  if (values.size() != 3)
    throw Refusal(Get(statement, argument).line, std::string(argument) + " needs three numbers");
  return {values[0], values[1], values[2]};
}

Vec3 GetVector(const Statement& statement, std::string_view argument, const Vec3& otherwise) {
  return statement.Has(argument) ? GetVector(statement, argument) : otherwise;
}

long GetId(const Statement& statement, std::string_view argument) {
  return ToId(Get(statement, argument), GetSingle(statement, argument));
}

std::vector<long> GetIds(const Statement& statement, std::string_view name) {
  const Argument& argument = Get(statement, name);
  std::vector<long> ids;
  for (const std::string& text : argument.values) ids.push_back(ToId(argument, text));
  return ids;
}

std::string GetText(const Statement& statement, std::string_view argument) {
  return GetSingle(statement, argument);
}

Mat3 GetEulerRotation(const Statement& statement) {
  const Argument& euler = Get(statement, "REULER");
  if (euler.values.size() != 3) throw Refusal(euler.line, "REULER needs three angles");
  return AboutZ(CalcCosineSine(euler, euler.values[0])) *
         AboutX(CalcCosineSine(euler, euler.values[1])) *
         AboutZ(CalcCosineSine(euler, euler.values[2]));
}

bool IsUserFunction(std::string_view text) {
  const std::string upper = ToUpper(text);
  return upper.starts_with("USER") && upper.find_first_not_of(" \t", 4) == upper.find('(');
}

}  // namespace trunnion::adams
