// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trunnion {

/// A formula of numbers, named constants and variables, read once and evaluated with any scalar,
/// Dual for exact derivatives.
///
///     + - * / ^ (also **), parentheses, comparisons < <= > >= == != (1 or 0)
///     sin cos tan asin acos atan atan2(y, x) sinh cosh tanh exp log log10 sqrt abs sign
///     floor ceil round min(x, y) max(x, y) mod(x, y) if(condition, then, else)
///     step(x, x0, h0, x1, h1): the cubic from h0 at x0 to h1 at x1, constant outside
///     pi, deg (π/180)
///
/// Angles are in rad. ^ groups from the right and binds tighter than a sign: -x^2 = -(x^2). Of
/// floor, ceil, round, sign and comparisons the derivative is zero; of if, min, max, abs and mod it
/// is that of the branch taken.
///
/// Verified  tests/core/expression_test.cpp: random formulas against an independent evaluation,
/// with their derivatives; every malformed one has its column.
class Expression {
 public:
  using Constants = std::map<std::string, double, std::less<>>;

  /// Zero.
  Expression() = default;
  /// @param variables  names, in the order of the values that evaluation takes.
  /// @throws ModelError "column N: what is wrong", also for names that are not known.
  explicit Expression(std::string_view text,
                      const std::vector<std::string>& variables = {},
                      const Constants& constants = {});

  double operator()(std::span<const double> variables = {}) const;
  template <class S>
  S Evaluate(std::span<const S> variables) const;

  /// The value depends on variable i.
  bool uses(int variable) const;
  /// Contains a function that has kinks or jumps: abs, min, max, mod, if, step, comparisons, ...
  bool has_kinks() const;

  /// Names of functions and constants, which variables cannot have.
  static const std::vector<std::string>& reserved();

 private:
  // Of no argument, of one, of two, of more.
  enum class Code {
    constant,
    variable,
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
    choose,
    step
  };
  struct Operation {
    Code code;
    double number = 0;  // constant, or the index of a variable
  };
  static constexpr int kMostDepth = 64;

  class Parser;
  struct Function;
  static const std::vector<Function>& Functions();
  static constexpr int CountArguments(Code code) {
    if (code <= Code::variable) return 0;
    return code <= Code::round ? 1 : code <= Code::unequal ? 2 : code == Code::choose ? 3 : 5;
  }
  template <class S>
  static S Map(Code code, const S& x);
  template <class S>
  static S Combine(Code code, const S& a, const S& b);
  template <class S>
  static S Compare(Code code, const S& a, const S& b);
  template <class S>
  static void Apply(const Operation& operation, S* stack, int& size);

  std::vector<Operation> program_;  // for a stack; empty: zero
};

/// Letters, digits and _, not beginning with a digit.
bool IsIdentifier(std::string_view text);

}  // namespace trunnion

#include "engine/core/expression_evaluation.hpp"  // IWYU pragma: export
