// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expression_program.hpp"
#include "engine/core/piecewise_cubic.hpp"

namespace trunnion {

/// What a formula may name beside the functions that all have.
struct ExpressionNames {
  std::vector<std::string> variables{};  ///< in the order of the values that evaluation takes
  std::map<std::string, double, std::less<>> constants{};
  std::map<std::string, PiecewiseCubic, std::less<>> tables{};  ///< functions of one argument
  /// Calls that stand for variables, such as "dx(tip, wall)": the index of the variable, counted
  /// from 0; none: there is no such function. Arguments are texts, without quotes. It may throw
  /// ModelError, which gets the column of the call.
  using Measure = std::function<std::optional<int>(const std::string& function,
                                                   const std::vector<std::string>& arguments)>;
  Measure measure{};
};

/// A formula of numbers, named constants and variables, read once and evaluated with any scalar,
/// Dual for exact derivatives.
///
///     + - * / ^ (also **), parentheses, comparisons < <= > >= == != (1 or 0)
///     sin cos tan asin acos atan atan2(y, x) sinh cosh tanh exp log log10 sqrt abs sign
///     floor ceil round trunc min(x, y) max(x, y) mod(x, y) if(condition, then, else)
///     step(x, x0, h0, x1, h1): the cubic from h0 at x0 to h1 at x1, constant outside
///     and the functions of engine/core/expression_functions.hpp
///     pi, deg (π/180)
///
/// Angles are in rad. ^ groups from the right and binds tighter than a sign: -x^2 = -(x^2). Of
/// floor, ceil, round, sign and comparisons the derivative is zero; of if, min, max, abs and mod it
/// is that of the branch taken. Of `if` only the branch taken is evaluated.
///
/// A formula is smooth in pieces. Each place where it is not, a switch, has a number that says
/// which piece holds: a branch, the interval of a table. EvaluateIn goes on smoothly in given
/// pieces, beyond their ends too; CalcSwitches says how far the ends are.
///
/// Verified  tests/core/expression_test.cpp: random formulas against an independent evaluation,
/// with their derivatives; every malformed one has its column.
/// tests/core/expression_switches_test.cpp: pieces.
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
  /// The same with more names.
  static Expression Parse(std::string_view text, const ExpressionNames& names);

  double operator()(std::span<const double> variables = {}) const;
  template <class S>
  S Evaluate(std::span<const S> variables) const;

  /// The value depends on variable i.
  bool uses(int variable) const;
  /// Contains a function that has kinks or jumps: abs, min, max, mod, if, step, comparisons, ...
  bool has_kinks() const;

  int num_switches() const { return num_switches_; }
  /// The value in the pieces that hold; where these have no finite value, that of Evaluate.
  /// @param pieces  of all switches, as UpdatePieces wrote them.
  template <class S>
  S EvaluateIn(std::span<const S> variables, std::span<const double> pieces) const;
  /// How far the end of a piece is: positive within, zero where another one begins.
  template <class S>
  struct Ends {
    S lower = S(1.0), upper = S(1.0);  ///< 1 where the piece has no such end, or is not looked at
  };
  /// Overwrites the ends of all switches, ends[i] of switch i.
  template <class S>
  void CalcSwitches(std::span<const S> variables,
                    std::span<const double> pieces,
                    std::span<Ends<S>> ends) const;
  /// Overwrites the pieces by those that hold. At an end, to `margin`, it is the piece that
  /// rate(distance) < 0 moves to.
  template <class S, class Rate>
  void UpdatePieces(std::span<const S> variables,
                    double margin,
                    const Rate& rate,
                    std::span<double> pieces) const;

  /// Names of functions and constants, which variables cannot have.
  static const std::vector<std::string>& reserved();

 private:
  using Code = internal::FormulaCode;
  using Operation = internal::FormulaOperation;
  static constexpr int kMostDepth = 96;

  class Parser;
  template <class S>
  static S Map(Code code, const S& x);
  template <class S>
  static S Combine(Code code, const S& a, const S& b);
  template <class S>
  double FindPiece(const Operation& operation, const S* arguments) const;
  template <class S>
  S ApplyIn(const Operation& operation, const S* arguments, double piece) const;
  template <class S>
  static Ends<S> EndsOfTable(const PiecewiseCubic& table, const S& x, int piece);
  template <class S>
  static Ends<S> EndsOfStep(const S* arguments, double piece);
  template <class S>
  Ends<S> EndsOf(const Operation& operation, const S* arguments, double piece) const;
  template <class S, class Choose>
  S Run(std::span<const S> variables, const Choose& choose) const;

  std::vector<Operation> program_;  // for a stack; empty: zero
  std::vector<PiecewiseCubic> tables_;
  int num_switches_ = 0;
};

/// Letters, digits and _, not beginning with a digit.
bool IsIdentifier(std::string_view text);

}  // namespace trunnion

#include "engine/core/expression_evaluation.hpp"  // IWYU pragma: export
#include "engine/core/expression_pieces.hpp"      // IWYU pragma: export
#include "engine/core/expression_switches.hpp"    // IWYU pragma: export
