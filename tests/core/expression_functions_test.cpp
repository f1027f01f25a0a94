// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of formulas that are formulas themselves, against their definitions in C++.
#include "engine/core/expression_functions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/core/expression.hpp"

namespace trunnion {
namespace expression_functions_test {

using Function = std::function<double(double x)>;

/// Value and derivative over x, away from kinks at multiples of 1/4.
void Compare(const std::string& text, const Function& expected) {
  const Expression formula(text, {"x", "v"});
  using Scalar = Dual<double, 1>;
  for (double x = -3.11; x < 4; x += 0.23) {
    const double size = 1 + std::abs(expected(x));
    EXPECT_NEAR(formula(std::array{x, 0.7}), expected(x), 1e-13 * size) << text << " at " << x;
    const Scalar at =
        formula.Evaluate<Scalar>(std::array<Scalar, 2>{Scalar::Variable(x, 0), Scalar(0.7)});
    const double h = 1e-5, slope = (expected(x + h) - expected(x - h)) / (2 * h);
    EXPECT_NEAR(at.d[0], slope, 1e-6 * (size + std::abs(slope))) << text << " at " << x;
  }
}

TEST(ExpressionFunctions, SmoothSteps) {
  const auto part = [](double x) { return std::clamp((x - 0.5) / 1.5, 0.0, 1.0); };
  Compare("step5(x, 0.5, 1, 2, -3)", [&](double x) {
    const double d = part(x);
    return 1 - 4 * d * d * d * (10 - 15 * d + 6 * d * d);
  });
  Compare("havsin(x, 0.5, 1, 2, -3)",
          [&](double x) { return 1 - 4 * 0.5 * (1 - std::cos(std::numbers::pi * part(x))); });
}

double Impact(double x, double v, double x1) {
  constexpr double k = 40, e = 1.5, c = 3, d = 0.25;
  if (x >= x1) return 0;
  const double s = std::clamp((x - (x1 - d)) / d, 0.0, 1.0);
  return std::max(0.0, k * std::pow(x1 - x, e) - c * v * (1 - s * s * (3 - 2 * s)));
}

TEST(ExpressionFunctions, Stops) {
  Compare("impact(x, v, 0.5, 40, 1.5, 3, 0.25)", [](double x) { return Impact(x, 0.7, 0.5); });
  Compare("bistop(x, v, 0.5, 1.25, 40, 1.5, 3, 0.25)",
          [](double x) { return Impact(x, 0.7, 0.5) - Impact(-x, -0.7, -1.25); });
  // It pushes only, however fast it is left.
  EXPECT_EQ(Expression("impact(-0.01, 100, 0, 1, 1, 5, 0.1)")(), 0);
  EXPECT_NEAR(Expression("bistop(2.5, 1, 0, 2, 10, 2, 4, 0.1)")(), -(10 * 0.25 + 4), 1e-14);
  // Without a depth d the damping sets in at once.
  EXPECT_NEAR(Expression("impact(-0.01, -1, 0, 100, 1, 5, 0)")(), 6, 1e-14);
}

TEST(ExpressionFunctions, RemaindersKeepTheSignOfTheFirst) {
  Compare("trunc(3.3*x)", [](double x) { return std::trunc(3.3 * x); });
  Compare("rem(x, 1.25)", [](double x) { return std::fmod(x, 1.25); });
  Compare("copysign(x + 9, x)", [](double x) { return std::copysign(x + 9, x); });
  EXPECT_EQ(Expression("copysign(-2, 0)")(), 2);
  Compare("shf(x, 1, 2, 3, 0.5, 4)", [](double x) { return 2 * std::sin(3 * (x - 1) - 0.5) + 4; });
}

TEST(ExpressionFunctions, Series) {
  Compare("poly(x, 1, 4, -3, 2, 0.5)", [](double x) {
    const double d = x - 1;
    return 4 - 3 * d + 2 * d * d + 0.5 * d * d * d;
  });
  Compare("poly(x, 1, 4)", [](double) { return 4; });
  Compare("forcos(x, 1, 2, 5, 4, 3)",
          [](double x) { return 5 + 4 * std::cos(2 * (x - 1)) + 3 * std::cos(4 * (x - 1)); });
  Compare("1 + forsin(x, -0.25, pi, 0, 1, 2, 3)*2", [](double x) {
    double sum = 0;
    for (int j = 1; j < 4; ++j) sum += j * std::sin(j * std::numbers::pi * (x + 0.25));
    return 1 + 2 * sum;
  });
  Compare("cheby(x, 1, 5, 4, 3, 2, 1)", [](double x) {
    const double s = x - 1, t2 = 2 * s * s - 1, t3 = 4 * s * s * s - 3 * s;
    return 5 + 4 * s + 3 * t2 + 2 * t3 + (8 * s * s * s * s - 8 * s * s + 1);
  });
}

TEST(ExpressionFunctions, ThirtyTermsFit) {
  std::string text = "cheby(x, 0";
  for (int j = 0; j <= 30; ++j) text += ", " + std::to_string(j == 30);
  Compare(text + ")", [](double x) {
    return std::abs(x) <= 1 ? std::cos(30 * std::acos(x)) : std::cosh(30 * std::acosh(std::abs(x)));
  });
}

TEST(ExpressionFunctions, TablesAndMeasuresAreFunctions) {
  const ExpressionNames names{
      .variables = {"t"},
      .constants = {},
      .tables = {{"soft",
                  PiecewiseCubic({{0, 1}, {1, 3}, {3, 4}},
                                 PiecewiseCubic::Shape::linear,
                                 PiecewiseCubic::Ends::straight)}},
      .measure = [](const std::string& function,
                    const std::vector<std::string>& arguments) -> std::optional<int> {
        if (function != "dx") return {};
        if (arguments != std::vector<std::string>{"arm (left)", "post.1"})
          throw ModelError("unknown marker");
        return 1;
      }};
  const Expression formula = Expression::Parse("soft(2)*t + soft(dx('arm (left)', post.1))", names);
  EXPECT_EQ(formula(std::array{2.0, 0.5}), 3.5 * 2 + 2);
  for (const auto& [text, message] : {std::pair{"1 + dx(post.1)", "column 5: unknown marker"},
                                      {"dy(a, b)", "column 1: unknown function 'dy'"},
                                      {"dx('a", "column 5: the quote is not closed"},
                                      {"dx(a, b", "column 7: expected ')'"},
                                      {"dx('a' b)", "column 8: expected ','"},
                                      {"soft(1, 2)", "column 7: expected ')'"},
                                      {"poly(1, 2)", "column 10: expected ','"},
                                      {"2 + impact(1, 2, 3)", "column 19: expected ','"}}) {
    try {
      (void)Expression::Parse(text, names);
      ADD_FAILURE() << text;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
}

TEST(ExpressionFunctions, HaveFormulasThatCanBeRead) {
  for (const FormulaFunction& function : FormulaFunctions())
    EXPECT_NE(
        std::find(Expression::reserved().begin(), Expression::reserved().end(), function.name),
        Expression::reserved().end());
  // The parameters of a function are its own.
  EXPECT_THROW(Expression("shf(1, 2, 3, 4, 5, x0)"), ModelError);
}

}  // namespace expression_functions_test
}  // namespace trunnion
