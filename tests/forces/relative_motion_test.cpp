// SPDX-License-Identifier: BSD-3-Clause
#include "forces/relative_motion.hpp"

#include <gtest/gtest.h>

#include "tests/support/check_force.hpp"

namespace trunnion {
namespace {

struct Case {
  MarkerPair pair;
  std::vector<BodyState> bodies;
};

Case MakeCase(unsigned seed) {
  std::mt19937 random(seed);
  return {{.A = 1, .B = 2, .X_AF = test::RandomPose(random), .X_BM = test::RandomPose(random)},
          test::RandomStates(2, random, {})};
}

/// Central differences of a vector function of the two states, over the increments.
template <class F>
auto Differences(const Case& c, const F& function) {
  using Column = std::decay_t<decltype(function(c.bodies[1], c.bodies[2]))>;
  Eigen::Matrix<double, Column::RowsAtCompileTime, 12> out;
  const double h = 1e-5;
  for (int j = 0; j < 12; ++j) {
    auto plus = c.bodies, minus = c.bodies;
    const auto body = static_cast<size_t>(1 + j / 6);
    plus[body] = test::Moved(c.bodies[body], j % 6, h);
    minus[body] = test::Moved(c.bodies[body], j % 6, -h);
    out.col(j) = (function(plus[1], plus[2]) - function(minus[1], minus[2])) / (2 * h);
  }
  return out;
}

TEST(RelativeMotion, HIsTheDerivativeOfTheRelativePoseAndMapsVelocities) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Case c = MakeCase(seed);
    const RelativeMotion k = CalcRelativeMotion(c.pair, c.bodies[1], c.bodies[2]);
    const auto numeric = Differences(c, [&](const BodyState& A, const BodyState& B) {
      const RelativeMotion moved = CalcRelativeMotion(c.pair, A, B);
      Vec6 out;
      out << moved.d, k.Q * RotationLog(k.Q.transpose() * moved.Q);
      return out;
    });
    EXPECT_LT((k.CalcH() - numeric).norm(), 1e-8);
    Vec12 v;
    v << c.bodies[1].v, c.bodies[1].w, c.bodies[2].v, c.bodies[2].w;
    EXPECT_LT((k.nu - k.CalcH() * v).norm(), 1e-14 * (1 + v.norm()));
  }
}

TEST(RelativeMotion, RateAndWrenchGradientsAreTheDifferences) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Case c = MakeCase(seed);
    const RelativeMotion k = CalcRelativeMotion(c.pair, c.bodies[1], c.bodies[2]);
    const auto rate = Differences(c, [&](const BodyState& A, const BodyState& B) {
      return CalcRelativeMotion(c.pair, A, B).nu;
    });
    EXPECT_LT((CalcRateGradient(k, c.bodies[1], c.bodies[2]) - rate).norm(), 1e-8);
    Vec6 W;
    W << 1, -2, 3, 4, 5, -6;
    EXPECT_LT((k.CalcForce(W) - k.CalcH().transpose() * W).norm(), 1e-14 * W.norm());
    LocalMatrix<2> geometric = LocalMatrix<2>::Zero();
    AddWrenchGradient(k, W, geometric);
    const auto numeric = Differences(c, [&](const BodyState& A, const BodyState& B) {
      return CalcRelativeMotion(c.pair, A, B).CalcForce(W);
    });
    EXPECT_LT((geometric - numeric).norm(), 1e-7);
  }
}

}  // namespace
}  // namespace trunnion
