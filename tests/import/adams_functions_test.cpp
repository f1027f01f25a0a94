// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/expression.hpp"
#include "engine/import/adams/functions.hpp"

/// Function expressions against their definitions, evaluated independently.
namespace trunnion::adams {
namespace {

/// The dataset that functions are read in: minutes, and two variables.
const StatementText& Text() {
  static const StatementText text = ReadStatements(
      "title\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=MINUTE\n"
      "VARIABLE/1, FUNCTION=2*TIME\nVARIABLE/2, FUNCTION=VARVAL(1)+1\nVARIABLE/3, "
      "FUNCTION=VARVAL(3)\n",
      "x.adm");
  return text;
}

/// The value at t [s]; DM(1, 2) is x.
double Evaluate(const std::string& text, double t = 0, double x = 0) {
  const Dataset data(Text().statements);
  const std::string formula =
      TranslateFunction(data, text, 7, [](const MarkerCall& call) -> std::optional<std::string> {
        if (call.name == "DM" && call.ids == std::vector<long>{1, 2}) return "x";
        return std::nullopt;
      });
  const std::array<double, 2> at{t, x};
  return Expression(formula, {"t", "x"})(at);
}

std::string RefusalOf(const std::string& text) {
  try {
    (void)Evaluate(text);
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.line(), 7);
    return refusal.what();
  }
  return "no refusal";
}

TEST(AdamsFunctions, NumbersConstantsAndOperators) {
  constexpr double pi = std::numbers::pi;
  EXPECT_DOUBLE_EQ(Evaluate("- 100.0*(dm(1,0002)-2.0) - .5 + 5.0E-002"),
                   Evaluate("-100*DM(1,2)+199.55"));
  EXPECT_DOUBLE_EQ(Evaluate("1D3 + 9D1 + 1.E2"), 1190);
  EXPECT_DOUBLE_EQ(Evaluate("30D"), pi / 6);
  EXPECT_DOUBLE_EQ(Evaluate("2*RTOD*DTOR*PI"), 2 * pi);
  EXPECT_DOUBLE_EQ(Evaluate("-2**2 + 2**3**0"), -2);
  EXPECT_DOUBLE_EQ(Evaluate("TIME", 90), 1.5);  // minutes
  EXPECT_DOUBLE_EQ(Evaluate("VARVAL(2)", 60), 3);
}

TEST(AdamsFunctions, FunctionsOfMathematics) {
  EXPECT_DOUBLE_EQ(Evaluate("ATAN2(1, 2)"), std::atan2(1, 2));
  for (const double x : {-7.5, -2.5, 2.4, 7.5}) {
    const std::string number = "(" + std::to_string(x) + ")";
    EXPECT_DOUBLE_EQ(Evaluate("INT" + number), std::trunc(x));
    EXPECT_DOUBLE_EQ(Evaluate("NINT" + number), std::round(x));
    EXPECT_DOUBLE_EQ(Evaluate("MOD(DM(1,2), 3)", 0, x), std::fmod(x, 3));
    EXPECT_DOUBLE_EQ(Evaluate("SIGN(3, DM(1,2))", 0, x), std::copysign(3, x));
    EXPECT_DOUBLE_EQ(Evaluate("DIM(DM(1,2), 1)", 0, x), std::fdim(x, 1));
    EXPECT_DOUBLE_EQ(Evaluate("IF(DM(1,2): 1, 2, 3)", 0, x), x < 0 ? 1 : 3);
  }
  EXPECT_DOUBLE_EQ(Evaluate("IF(DM(1,2): 1, 2, 3)"), 2);
}

TEST(AdamsFunctions, Shapes) {
  for (const double x : {-1.0, 0.5, 1.25, 1.75, 2.5}) {
    const double d = std::clamp(x - 1, 0.0, 1.0);
    EXPECT_DOUBLE_EQ(Evaluate("STEP(DM(1,2),1,3,2,5)", 0, x), 3 + 2 * d * d * (3 - 2 * d));
    EXPECT_NEAR(Evaluate("STEP5(DM(1,2),1,3,2,5)", 0, x),
                3 + 2 * d * d * d * (10 - 15 * d + 6 * d * d),
                1e-14);
    EXPECT_NEAR(Evaluate("HAVSIN(DM(1,2),1,3,2,5)", 0, x),
                4 + std::sin(std::numbers::pi * (d - 0.5)),
                1e-14);
    EXPECT_NEAR(
        Evaluate("SHF(DM(1,2),1,3,2,0.5,4)", 0, x), 3 * std::sin(2 * (x - 1) - 0.5) + 4, 1e-14);
    EXPECT_NEAR(Evaluate("POLY(DM(1,2),1,3,2,0.5)", 0, x),
                3 + 2 * (x - 1) + 0.5 * (x - 1) * (x - 1),
                1e-14);
    EXPECT_NEAR(Evaluate("FORCOS(DM(1,2),1,3,2,0.5,4)", 0, x),
                2 + 0.5 * std::cos(3 * (x - 1)) + 4 * std::cos(6 * (x - 1)),
                1e-14);
  }
}

double Step(double x, double x0, double h0, double x1, double h1) {
  const double d = std::clamp((x - x0) / (x1 - x0), 0.0, 1.0);
  return h0 + (h1 - h0) * d * d * (3 - 2 * d);
}

TEST(AdamsFunctions, OneSidedAndTwoSidedImpacts) {
  const double k = 1e3, e = 1.5, c = 7, d = 0.1, low = 1, high = 2;
  for (const double x : {0.85, 0.95, 0.999, 1.0, 1.5, 2.0, 2.04, 2.2})
    for (const double v : {-3.0, 0.0, 50.0}) {
      const double below =
          x >= low ? 0
                   : std::max(0.0, k * std::pow(low - x, e) - c * v * Step(x, low - d, 1, low, 0));
      const double above =
          x <= high
              ? 0
              : std::max(0.0, k * std::pow(x - high, e) + c * v * Step(x, high, 0, high + d, 1));
      const std::string rate = "," + std::to_string(v) + ",1,";
      EXPECT_NEAR(Evaluate("IMPACT(DM(1,2)" + rate + "1E3,1.5,7,.1)", 0, x), below, 1e-12);
      EXPECT_NEAR(
          Evaluate("BISTOP(DM(1,2)" + rate + "2,1E3,1.5,7,.1)", 0, x), below - above, 1e-12);
    }
}

TEST(AdamsFunctions, WhatIsNotUnderstoodIsRefusedByName) {
  EXPECT_EQ(RefusalOf("USER(1,2)"), "the function USER is not understood here");
  EXPECT_EQ(RefusalOf("DM(1,3)"), "the function DM is not understood here");
  EXPECT_EQ(RefusalOf("2*MODE"), "'MODE' in a function is not understood");
  EXPECT_EQ(RefusalOf("STEP(TIME,0,1)"), "STEP needs 5 arguments");
  EXPECT_EQ(RefusalOf("VARVAL(9)"), "VARVAL(9): there is no such VARIABLE");
  EXPECT_EQ(RefusalOf("VARVAL(3)"), "VARIABLE/3 depends on itself");
  EXPECT_EQ(RefusalOf("1 # 2"), "'#' in a function is not understood");
  EXPECT_EQ(RefusalOf("SIN()"), "a function or one of its arguments is empty");
}

}  // namespace
}  // namespace trunnion::adams
