// SPDX-License-Identifier: BSD-3-Clause
//
// Pieces in which formulas are smooth.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "engine/core/expression.hpp"

namespace trunnion {
namespace expression_switches_test {

using Scalar = Dual<double, 1>;  // with the rate

/// A formula of x with the pieces that it is in.
class Pieces {
 public:
  explicit Pieces(const std::string& text)
      : formula_(text, {"x"}), pieces_(static_cast<std::size_t>(formula_.num_switches())) {}

  Pieces& Update(double x, double rate = 0) {
    const std::array<Scalar, 1> at{Scalar(x, Scalar::Zero() + rate)};
    formula_.UpdatePieces(std::span<const Scalar>(at), 1e-9, Rate, pieces_);
    return *this;
  }
  double operator()(double x) const {
    const std::array<double, 1> at{x};
    return formula_.EvaluateIn(std::span<const double>(at), pieces_);
  }
  std::vector<Expression::Ends<Scalar>> Ends(double x) const {
    std::vector<Expression::Ends<Scalar>> ends(pieces_.size());
    const std::array<Scalar, 1> at{Scalar(x, Scalar::Zero() + 1)};
    formula_.CalcSwitches(std::span<const Scalar>(at), pieces_, std::span(ends));
    return ends;
  }

 private:
  static double Rate(const Scalar& end) { return end.d[0]; }

  Expression formula_;
  std::vector<double> pieces_;
};

TEST(ExpressionSwitches, PiecesGoOnSmoothlyBeyondTheirEnds) {
  EXPECT_EQ(Pieces("abs(x)").Update(1)(-2), -2);
  EXPECT_EQ(Pieces("abs(x)").Update(-1)(2), -2);
  EXPECT_EQ(Pieces("if(x < 1, x^2, 5)").Update(0)(3), 9);
  EXPECT_EQ(Pieces("if(x < 1, x^2, 5)").Update(2)(0), 5);
  EXPECT_EQ(Pieces("step(x, 0, 0, 1, 1)").Update(0.5)(2), 4 * (3 - 4));
  EXPECT_EQ(Pieces("step(x, 0, 7, 1, 1)").Update(-1)(0.5), 7);
  EXPECT_EQ(Pieces("max(x, 2*x)").Update(1)(-1), -2);
  EXPECT_EQ(Pieces("mod(x, 3)").Update(1)(4), 4);
  EXPECT_EQ(Pieces("floor(x) + 10*ceil(x) + 100*round(x) + 1000*sign(x)").Update(1.2)(-7),
            1 + 20 + 100 + 1000);
  // What has no value there counts as it is.
  EXPECT_EQ(Pieces("if(x > 0, x^1.5, 0)").Update(1)(-1), 0);
}

TEST(ExpressionSwitches, EndsAreZeroWherePiecesMeet) {
  const auto ends = Pieces("step(x, 1, 0, 3, 1)").Update(2).Ends(1.5);
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_EQ(ends[0].lower.a, 0.5);
  EXPECT_EQ(ends[0].lower.d[0], 1);
  EXPECT_EQ(ends[0].upper.a, 1.5);
  EXPECT_EQ(ends[0].upper.d[0], -1);
  const auto compared = Pieces("if(2*x < 3, 1, 2)").Update(1).Ends(2);
  EXPECT_EQ(compared[0].lower.a, -1);
  EXPECT_EQ(compared[0].lower.d[0], -2);
  EXPECT_EQ(compared[0].upper.a, 1);  // there is none
}

TEST(ExpressionSwitches, OfBranchesThatAreNotTakenThereAreNone) {
  const Pieces pieces = Pieces("if(x < 1, abs(x), abs(x - 5))").Update(0.5);
  EXPECT_EQ(pieces.Ends(-1)[1].lower.a, -1);
  EXPECT_EQ(pieces.Ends(-1)[2].lower.a, 1);
  EXPECT_EQ(pieces.Ends(-1)[2].lower.d[0], 0);
}

TEST(ExpressionSwitches, AtAnEndItIsThePieceThatFollows) {
  EXPECT_EQ(Pieces("abs(x)").Update(0, 1)(1), 1);
  EXPECT_EQ(Pieces("abs(x)").Update(0, -1)(1), -1);
  EXPECT_EQ(Pieces("sign(x)").Update(3e-10, -1)(1), -1);
  EXPECT_EQ(Pieces("sign(x)").Update(-3e-10, 1)(1), 1);
  EXPECT_EQ(Pieces("sign(x)").Update(0, 0)(1), 0);
  EXPECT_EQ(Pieces("step(x, 1, 0, 2, 1)").Update(1, 1)(1.5), 0.5);
  EXPECT_EQ(Pieces("step(x, 1, 0, 1, 1)").Update(1, 1)(1.5), 1);
  EXPECT_EQ(Pieces("floor(x)").Update(2, -1)(2), 1);
  EXPECT_EQ(Pieces("ceil(x)").Update(2, 1)(2), 3);
  // The branch that follows is looked at, not the one that is left.
  EXPECT_EQ(Pieces("if(x < 1, abs(x), abs(x - 1))").Update(1 - 1e-10, 1)(3), 2);
}

}  // namespace expression_switches_test
}  // namespace trunnion
