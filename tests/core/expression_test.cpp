// SPDX-License-Identifier: BSD-3-Clause
//
// Random formulas against an evaluation of their own trees, and malformed ones.
#include "engine/core/expression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"

namespace trunnion {
namespace expression_test {

using Function = std::function<long double(long double x, long double y)>;
struct Term {
  std::string text;
  Function value;
};

/// Formulas in x and y as text, and as functions that do not know of the text.
class Generator {
 public:
  explicit Generator(unsigned seed, bool kinks = false) : random_(seed), kinks_(kinks) {}

  /// The largest value of any part since it was set to zero: what rounding is relative to.
  long double most = 0;

  Term Draw(int depth) {
    Term term = DrawPart(depth);
    term.value = [this, f = std::move(term.value)](long double x, long double y) {
      const long double v = f(x, y);
      most = std::max(most, std::abs(v));
      return v;
    };
    return term;
  }

 private:
  Term DrawPart(int depth) {
    if (depth == 0) return DrawLeaf();
    const int kind = Choose(kinks_ ? 18 : 12);
    if (kind >= 12) return DrawKink(kind - 12, depth);
    if (kind < 5) return DrawBinary(kind, depth);
    if (kind < 10) return DrawCall(kind - 5, depth);
    const Term a = Draw(depth - 1);
    if (kind == 10) return {"-(" + a.text + ")", [a](auto x, auto y) { return -a.value(x, y); }};
    return {"(" + a.text + ")^3", [a](auto x, auto y) {
              const long double v = a.value(x, y);
              return v * v * v;
            }};
  }

  int Choose(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Term DrawLeaf() {
    const int kind = Choose(4);
    if (kind == 0) return {"x", [](auto x, auto) { return x; }};
    if (kind == 1) return {"y", [](auto, auto y) { return y; }};
    if (kind == 2) return {"pi", [](auto, auto) { return std::numbers::pi; }};
    const double number = 0.25 * (1 + Choose(12));
    std::ostringstream text;
    text << number;
    return {text.str(), [number](auto, auto) { return number; }};
  }

  Term DrawBinary(int kind, int depth) {
    const Term a = Draw(depth - 1), b = Draw(depth - 1);
    const auto join = [&](const char* sign, auto f) {
      return Term{"(" + a.text + ")" + sign + "(" + b.text + ")",
                  [a, b, f](auto x, auto y) { return f(a.value(x, y), b.value(x, y)); }};
    };
    if (kind == 0) return join(" + ", [](auto u, auto v) { return u + v; });
    if (kind == 1) return join("-", [](auto u, auto v) { return u - v; });
    if (kind == 2) return join("*", [](auto u, auto v) { return u * v; });
    if (kind == 3)  // no division by zero
      return Term{"(" + a.text + ")/(2 + (" + b.text + ")^2)", [a, b](auto x, auto y) {
                    const long double v = b.value(x, y);
                    return a.value(x, y) / (2 + v * v);
                  }};
    return Term{"atan2(" + a.text + ", 3 + cos(" + b.text + "))", [a, b](auto x, auto y) {
                  return std::atan2(a.value(x, y), 3 + std::cos(b.value(x, y)));
                }};
  }

  Term DrawCall(int kind, int depth) {
    const Term a = Draw(depth - 1);
    const auto call = [&](const std::string& before, const std::string& after, auto f) {
      return Term{before + a.text + after, [a, f](auto x, auto y) { return f(a.value(x, y)); }};
    };
    if (kind == 0) return call("sin(", ")", [](auto u) { return std::sin(u); });
    if (kind == 1) return call("tanh(", ")", [](auto u) { return std::tanh(u); });
    if (kind == 2) return call("exp(-(", ")^2)", [](auto u) { return std::exp(-u * u); });
    if (kind == 3) return call("sqrt(1 + (", ")**2)", [](auto u) { return std::sqrt(1 + u * u); });
    return call("log(2 + cos(", "))", [](auto u) { return std::log(2 + std::cos(u)); });
  }

  Term DrawKink(int kind, int depth) {
    const Term a = Draw(depth - 1), b = Draw(depth - 1);
    const auto join = [&](const std::string& text, auto f) {
      return Term{text, [a, b, f](auto x, auto y) { return f(a.value(x, y), b.value(x, y)); }};
    };
    const std::string both = "(" + a.text + ", " + b.text + ")";
    if (kind == 0) return join("min" + both, [](auto u, auto v) { return std::min(u, v); });
    if (kind == 1) return join("max" + both, [](auto u, auto v) { return std::max(u, v); });
    if (kind == 2)
      return join("(abs(" + a.text + ") - floor(" + b.text + "))",
                  [](auto u, auto v) { return std::abs(u) - std::floor(v); });
    if (kind == 3)
      return join("if(" + a.text + " <= " + b.text + ", " + a.text + ", 2*(" + b.text + "))",
                  [](auto u, auto v) { return u <= v ? u : 2 * v; });
    if (kind == 4)
      return join("step(" + a.text + ", 0.3, -1, 1.1, " + b.text + ")", [](auto u, auto v) {
        const long double s = std::clamp((u - 0.3L) / 0.8L, 0.0L, 1.0L);
        return -1 + (v + 1) * s * s * (3 - 2 * s);
      });
    return join("impact(" + a.text + ", " + b.text + ", 0.8, 3, 1.5, 0.5, 0.25)",
                [](auto u, auto v) -> long double {
                  if (u >= 0.8L) return 0;
                  const long double s = std::clamp((0.8L - u) / 0.25L, 0.0L, 1.0L);
                  const long double F = 3 * std::pow(0.8L - u, 1.5L);
                  return std::max(0.0L, F - 0.5L * v * s * s * (3 - 2 * s));
                });
  }

  std::mt19937 random_;
  bool kinks_;
};

/// The slope by differences; none where those of the two sides disagree, at a kink.
std::optional<long double> Slope(const std::function<long double(long double)>& f) {
  const long double h = 1e-6L, left = (f(0) - f(-h)) / h, right = (f(h) - f(0)) / h;
  if (!(std::abs(right - left) <= 1e-3L * (1 + std::abs(right) + std::abs(left)))) return {};
  return (left + right) / 2;
}

TEST(Expression, RandomFormulasWithKinksAgreeWithTheirTrees) {
  int checked = 0;
  for (unsigned seed = 0; seed < 10000; ++seed) {
    Generator generator(seed, true);
    const Term term = generator.Draw(1 + static_cast<int>(seed % 4));
    const Expression formula(term.text, {"x", "y"});
    const double x = 0.3 + 1e-4 * seed, y = 1.7 - 2e-4 * seed;
    const auto exact = static_cast<double>(term.value(x, y));
    const auto d_x = Slope([&](long double h) { return term.value(x + h, y); });
    const auto d_y = Slope([&](long double h) { return term.value(x, y + h); });
    const auto size = 1 + static_cast<double>(generator.most);
    if (!d_x || !d_y || !(size < 1e4)) continue;
    EXPECT_NEAR(formula(std::array{x, y}), exact, 1e-13 * size * size) << term.text;
    using Scalar = Dual<double, 2>;
    const Scalar at = formula.Evaluate<Scalar>(
        std::array<Scalar, 2>{Scalar::Variable(x, 0), Scalar::Variable(y, 1)});
    const double slope = size + static_cast<double>(std::abs(*d_x) + std::abs(*d_y));
    EXPECT_NEAR(at.d[0], static_cast<double>(*d_x), 1e-3 * slope) << term.text;
    EXPECT_NEAR(at.d[1], static_cast<double>(*d_y), 1e-3 * slope) << term.text;
    ++checked;
  }
  EXPECT_GT(checked, 9000);
}

/// Along a line the pieces of its beginning give the value of the formula until an end is passed.
TEST(Expression, PiecesOfRandomFormulasEndWhereTheySay) {
  int passed = 0, within = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Generator generator(seed, true);
    const Expression formula(generator.Draw(3).text, {"x", "y"});
    const auto switches = static_cast<std::size_t>(formula.num_switches());
    std::vector<double> pieces(switches);
    std::vector<Expression::Ends<double>> ends(switches);
    const std::array<double, 2> from{0.3, -0.4};
    const std::span<const double> begin(from);
    formula.UpdatePieces(
        begin, 0, [](double) { return 0.0; }, pieces);
    EXPECT_EQ(formula.EvaluateIn(begin, pieces), formula(begin));
    for (double s = 0.01; s < 1; s += 0.01) {
      const std::array<double, 2> place{0.3 + s, -0.4 + 2 * s};
      const std::span<const double> at(place);
      formula.CalcSwitches(at, pieces, std::span(ends));
      const auto is_passed = [](const auto& e) { return !(std::min(e.lower, e.upper) > 1e-9); };
      if (std::any_of(ends.begin(), ends.end(), is_passed)) {
        ++passed;
        break;
      }
      ++within;
      const double value = formula(at);
      EXPECT_NEAR(formula.EvaluateIn(at, pieces), value, 1e-12 * (1 + std::abs(value)));
    }
  }
  EXPECT_GT(passed, 500);
  EXPECT_GT(within, 100000);
}

TEST(Expression, RandomFormulasAgreeWithTheirTrees) {
  int checked = 0;
  for (unsigned seed = 0; seed < 10000; ++seed) {
    Generator generator(seed);
    const Term term = generator.Draw(1 + static_cast<int>(seed % 4));
    const Expression formula(term.text, {"x", "y"});
    const double x = 0.3 + 1e-4 * seed, y = 1.7 - 2e-4 * seed;
    const auto exact = static_cast<double>(term.value(x, y));
    const auto size = 1 + static_cast<double>(generator.most);
    if (!(size < 1e6)) continue;
    EXPECT_NEAR(formula(std::array{x, y}), exact, 1e-13 * size * size) << term.text;
    using Scalar = Dual<double, 2>;
    const Scalar at = formula.Evaluate<Scalar>(
        std::array<Scalar, 2>{Scalar::Variable(x, 0), Scalar::Variable(y, 1)});
    EXPECT_EQ(at.a, formula(std::array{x, y})) << term.text;
    const long double h = 1e-6L;
    const long double d_x = (term.value(x + h, y) - term.value(x - h, y)) / (2 * h);
    const long double d_y = (term.value(x, y + h) - term.value(x, y - h)) / (2 * h);
    if (!(std::abs(d_x) + std::abs(d_y) < 1e4)) continue;
    const double slope = size + static_cast<double>(std::abs(d_x) + std::abs(d_y));
    EXPECT_NEAR(at.d[0], static_cast<double>(d_x), 1e-5 * slope) << term.text;
    EXPECT_NEAR(at.d[1], static_cast<double>(d_y), 1e-5 * slope) << term.text;
    ++checked;
  }
  EXPECT_GT(checked, 9000);
}

double Calculate(const std::string& text) {
  return Expression(text, {}, {{"track", 1.5}, {"k_2", 8}})();
}

TEST(Expression, HasTheUsualOrder) {
  EXPECT_EQ(Calculate("1 + 2*3"), 7);
  EXPECT_EQ(Calculate("8 - 3 - 2"), 3);
  EXPECT_EQ(Calculate("8/4/2"), 1);
  EXPECT_EQ(Calculate("2^3^2"), 512);
  EXPECT_EQ(Calculate("-3^2"), -9);
  EXPECT_EQ(Calculate("2^-1"), 0.5);
  EXPECT_EQ(Calculate("2**3"), 8);
  EXPECT_EQ(Calculate("2*-3"), -6);
  EXPECT_EQ(Calculate("--3"), 3);
  EXPECT_EQ(Calculate("1 + 1 < 3"), 1);
  EXPECT_EQ(Calculate("(1 > 2) + (2 >= 2) + (1 != 1) + (1 == 1)"), 2);
  EXPECT_EQ(Calculate(" track / 2 "), 0.75);
  EXPECT_EQ(Calculate("k_2^0.5"), std::sqrt(8.0));
  EXPECT_EQ(Calculate("1.5e-3"), 0.0015);
  EXPECT_EQ(Calculate(".5 + 1."), 1.5);
  EXPECT_EQ(Calculate("90*deg"), std::numbers::pi / 180 * 90);
}

TEST(Expression, Functions) {
  EXPECT_EQ(Calculate("if(2 > 1, 10, 20) + if(0, 1, 2)"), 12);
  EXPECT_EQ(Calculate("min(3, 2) + 10*max(3, 2)"), 32);
  EXPECT_EQ(Calculate("mod(-1, 3)"), 2);
  EXPECT_EQ(Calculate("floor(-1.5) + 10*ceil(1.2) + 100*round(2.5)"), -2 + 20 + 300);
  EXPECT_EQ(Calculate("sign(-3) + 10*sign(0) + 100*sign(2)"), 99);
  EXPECT_EQ(Calculate("step(0, 1, 5, 3, 9)"), 5);
  EXPECT_EQ(Calculate("step(4, 1, 5, 3, 9)"), 9);
  EXPECT_EQ(Calculate("step(2, 1, 5, 3, 9)"), 7);
  EXPECT_NEAR(Calculate("step(1.5, 1, 5, 3, 9)"), 5 + 4 * (3.0 / 16 - 2.0 / 64), 1e-15);
  EXPECT_NEAR(Calculate("sinh(1)^2 - cosh(1)^2"), -1, 1e-15);
  EXPECT_NEAR(Calculate("asin(0.5) + acos(0.5) - atan(1)*2"), 0, 1e-15);
  EXPECT_NEAR(Calculate("log10(1000) + abs(-2)"), 5, 1e-15);
}

/// Second derivatives, also at zero, where powers by logarithms have none.
TEST(Expression, SecondDerivatives) {
  using Inner = Dual<double, 1>;
  using Outer = Dual<Inner, 1>;
  for (const double t : {0.0, 0.7, -1.2}) {
    const std::array<Outer, 1> at{Outer::Variable(Inner::Variable(t, 0), 0)};
    const Outer square = Expression("3*t^2", {"t"}).Evaluate<Outer>(at);
    EXPECT_EQ(square.d[0].a, 6 * t);
    EXPECT_EQ(square.d[0].d[0], 6);
    const Outer wave = Expression("sin(2*t)", {"t"}).Evaluate<Outer>(at);
    EXPECT_NEAR(wave.d[0].d[0], -4 * std::sin(2 * t), 1e-14);
  }
}

TEST(Expression, KnowsWhatItUses) {
  const Expression formula("x + if(x > 1, 2, 3)", {"x", "y"});
  EXPECT_TRUE(formula.uses(0));
  EXPECT_FALSE(formula.uses(1));
  EXPECT_TRUE(formula.has_kinks());
  EXPECT_FALSE(Expression("sin(x)*sqrt(x)", {"x"}).has_kinks());
  EXPECT_TRUE(Expression("abs(x)", {"x"}).has_kinks());
}

TEST(Expression, RefusesWhatIsMalformedWithItsColumn) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "column 1: the formula ends"},
      {"1 +", "column 4: the formula ends"},
      {"2x", "column 2: unexpected 'x'"},
      {"1.2.3", "column 4: unexpected '.'"},
      {"1e999", "column 1: this number"},
      {"(1 + 2", "column 7: expected ')'"},
      {"1 + 2)", "column 6: unexpected ')'"},
      {"3 * trakc", "column 5: unknown name 'trakc'"},
      {"foo(1)", "column 1: unknown function 'foo'"},
      {"sin 1", "column 1: unknown name 'sin'"},
      {"sin()", "column 5: expected a number"},
      {"sin(1, 2)", "column 6: expected ')'"},
      {"atan2(1)", "column 8: expected ','"},
      {"1 $ 2", "column 3: unexpected '$'"},
      {"1 < 2 < 3", "column 7: unexpected '<'"},
      {std::string(1000, '('), "too many nested"},
      {std::string(1000, '-'), "the formula ends"}};
  for (const auto& [text, message] : cases) {
    try {
      Calculate(text);
      ADD_FAILURE() << text << " was taken";
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos)
          << text << ": " << error.what();
    }
  }
}

/// Formulas with a character too many, too few or another one are read, or refused with a column
/// of theirs.
TEST(Expression, DamagedFormulasAreReadOrRefusedWithAColumn) {
  const std::string characters = "()+-*/^<>=!,.'1x ey$";
  int refused = 0;
  for (unsigned seed = 0; seed < 10000; ++seed) {
    std::mt19937 random(seed);
    std::string text = Generator(seed, true).Draw(1 + static_cast<int>(seed % 3)).text;
    const std::size_t at = random() % text.size();
    const char c = characters[random() % characters.size()];
    const auto kind = random() % 3;
    if (kind == 0) text.erase(at, 1);
    if (kind == 1) text.insert(at, 1, c);
    if (kind == 2) text[at] = c;
    try {
      (void)Expression(text, {"x", "y"});
    } catch (const ModelError& error) {
      ++refused;
      const std::string what = error.what();
      ASSERT_EQ(what.rfind("column ", 0), 0u) << text << ": " << what;
      const int column = std::stoi(what.substr(7));
      EXPECT_GE(column, 1) << text << ": " << what;
      EXPECT_LE(column, static_cast<int>(text.size()) + 1) << text << ": " << what;
      EXPECT_GT(what.size(), what.find(": ") + 2) << text;
    }
  }
  EXPECT_GT(refused, 5000);
}

}  // namespace expression_test
}  // namespace trunnion
