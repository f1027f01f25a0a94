// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/piecewise_cubic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/error.hpp"

namespace trunnion {
namespace piecewise_cubic_test {

using Shape = PiecewiseCubic::Shape;
using Ends = PiecewiseCubic::Ends;

TEST(PiecewiseCubic, AkimaByItsFormulas) {
  // Slopes between: 0, 0, 1, 2, -1; beyond: 0, 0 and -4, -7.
  const PiecewiseCubic y(
      {{0, 0}, {1, 0}, {2, 0}, {3, 1}, {4, 3}, {5, 2}}, Shape::akima, Ends::straight);
  // At 3 the slopes 1 and 2 count by |-1 - 2| and |0 - 1|, at 4 the slopes 2 and -1 by |-4 + 1| and
  // |1 - 2|, at 5 the slopes -1 and -4 by |-7 + 4| and |2 + 1|.
  const double at[]{0, 0, 0, (3 * 1 + 1 * 2) / 4.0, (3 * 2 + 1 * -1) / 4.0, -2.5};
  for (int i = 0; i < 6; ++i) {
    const double h = 1e-6;
    EXPECT_NEAR((y(i + h) - y(i - h)) / (2 * h), at[i], 1e-5) << i;
  }
  EXPECT_EQ(y(2.0), 0);
  EXPECT_EQ(y(4.0), 3);
  // Hermite between 3 and 4 at the middle: mean plus (slope - slope)/8.
  EXPECT_NEAR(y(3.5), 2 + (at[3] - at[4]) / 8, 1e-15);
  EXPECT_NEAR(y(7.0), 2 + 2 * at[5], 1e-15);
  EXPECT_EQ(y(-3.0), 0);
}

TEST(PiecewiseCubic, CubicOfACubicIsThatCubic) {
  const auto f = [](double x) { return 2 - x + 0.5 * x * x - 0.25 * x * x * x; };
  PiecewiseCubic::Points points;
  for (const double x : {-1.0, -0.2, 0.5, 1.7, 2.0, 3.1}) points.push_back({x, f(x)});
  const PiecewiseCubic y(points, Shape::cubic, Ends::polynomial);
  for (double x = -2; x < 5; x += 0.17) EXPECT_NEAR(y(x), f(x), 2e-13) << x;
  const PiecewiseCubic straight(points, Shape::cubic, Ends::straight);
  EXPECT_NEAR(straight(4.1), f(3.1) + (-1 + 3.1 - 0.75 * 3.1 * 3.1), 1e-13);
}

/// Natural-looking data: second derivatives are continuous, which fixes all but two conditions.
TEST(PiecewiseCubic, CubicHasContinuousCurvature) {
  const PiecewiseCubic y(
      {{0, 0}, {1, 2}, {1.5, -1}, {3, 0}, {4, 4}, {6, 1}}, Shape::cubic, Ends::polynomial);
  const auto curvature = [&](double x, int piece) {
    const double h = 1e-3;
    return (y.Evaluate(x + h, piece) - 2 * y.Evaluate(x, piece) + y.Evaluate(x - h, piece)) /
           (h * h);
  };
  for (int i = 1; i < y.num_pieces(); ++i) {
    const double x = y.knot(i);
    EXPECT_NEAR(y.Evaluate(x, i - 1), y.Evaluate(x, i), 1e-13);
    EXPECT_NEAR(curvature(x, i - 1), curvature(x, i), 1e-7) << i;
  }
}

TEST(PiecewiseCubic, LinearAndItsPieces) {
  const PiecewiseCubic y({{0, 1}, {1, 3}, {3, 4}}, Shape::linear, Ends::straight);
  EXPECT_EQ(y(0.5), 2);
  EXPECT_EQ(y(2.0), 3.5);
  EXPECT_EQ(y(-1.0), -1);
  EXPECT_EQ(y(5.0), 5);
  EXPECT_EQ(y.num_pieces(), 4);
  EXPECT_EQ(y.FindPiece(1.0), 2);
  EXPECT_EQ(y.knot(2), 1);
  EXPECT_EQ(y.Evaluate(4.0, 1), 9);
}

TEST(PiecewiseCubic, RefusesPointsThatMakeNoFunction) {
  EXPECT_THROW(PiecewiseCubic({{0, 0}, {1, 1}, {2, 0}}, Shape::cubic, Ends::straight), ModelError);
  EXPECT_THROW(PiecewiseCubic({{0, 0}, {0, 1}}, Shape::linear, Ends::straight), ModelError);
  EXPECT_THROW(PiecewiseCubic({{0, 0}, {1, NAN}}, Shape::linear, Ends::straight), ModelError);
}

}  // namespace piecewise_cubic_test
}  // namespace trunnion
