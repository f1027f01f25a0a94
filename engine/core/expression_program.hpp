// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// What an Expression is read into: a program for a stack. Internal to expression.hpp.
namespace trunnion::internal {

/// Operations of no argument, of one, of two, of five; then those that lead through the program.
enum class FormulaCode {
  constant,
  variable,
  local,  // what lies on the stack at `index`
  negate,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  sqrt,
  abs,
  sign,
  floor,
  ceil,
  round,
  table,
  add,
  subtract,
  multiply,
  divide,
  power,
  atan2,
  min,
  max,
  mod,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  unequal,
  step,
  jump,         // to operation `index`
  jump_unless,  // takes a condition from the stack
  keep_last     // drops `index` values below the last one
};

struct FormulaOperation {
  FormulaCode code;
  double number = 0;  // of a constant
  int index = 0;      // of a variable, a local value, a table; where a jump leads
  int number_of_switch = -1;
};

constexpr int CountArguments(FormulaCode code) {
  if (code <= FormulaCode::local) return 0;
  return code <= FormulaCode::table ? 1 : code <= FormulaCode::unequal ? 2 : 5;
}
constexpr bool HasSwitch(FormulaCode code) {
  return (code >= FormulaCode::abs && code <= FormulaCode::table) ||
         (code >= FormulaCode::min && code <= FormulaCode::greater_equal) ||
         code == FormulaCode::step;
}

}  // namespace trunnion::internal
