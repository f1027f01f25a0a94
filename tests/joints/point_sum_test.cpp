// SPDX-License-Identifier: BSD-3-Clause
#include "joints/point_sum.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "joints/user_constraint.hpp"

namespace trunnion {
namespace {

/// The same residual, its blocks by automatic differentiation.
struct Sum {
  static constexpr int kRows = 3;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 4>& bodies,
                  Eigen::Matrix<S, 3, 1>& g) const {
    g = bodies[0].r - S(0.2) * bodies[1].r - S(-0.5) * bodies[2].r - S(1.3) * bodies[3].r;
  }
};

TEST(PointSum, BlocksAreThoseOfAutomaticDifferentiation) {
  std::vector<BodyState> bodies(5);
  for (std::size_t b = 1; b < bodies.size(); ++b) {
    const double s = static_cast<double>(b);
    bodies[b].r = Vec3(s, 0.3 * s * s, -1 / s);
    bodies[b].v = Vec3(1, -s, 0.5);
  }
  const ElementContext x{.t = 0, .bodies = bodies, .memory = {}};
  const PointSum sum({3, 1, 4, 2}, {0.2, -0.5, 1.3});
  const UserConstraint<Sum, 4> same({3, 1, 4, 2}, Sum{});

  LocalRows<3> g, g_t, g_ad, g_t_ad;
  LocalJacobian<Eigen::Dynamic, 3> G;
  LocalJacobian<4, 3> G_ad;
  sum.Calc(x, g, g_t, G);
  same.Calc(x, g_ad, g_t_ad, G_ad);
  EXPECT_LT((g - g_ad).norm(), 1e-14);
  EXPECT_LT((g_t - g_t_ad).norm(), 1e-14);
  EXPECT_LT((G - G_ad).norm(), 1e-14);

  sum.CalcGamma(x, g);
  same.CalcGamma(x, g_ad);
  EXPECT_LT((g - g_ad).norm(), 1e-14);
  sum.CalcVelocityGradient(x, G);
  same.CalcVelocityGradient(x, G_ad);
  EXPECT_LT((G - G_ad).norm(), 1e-14);

  const std::array<double, 3> lambda{1, -2, 3};
  MatrixXd K;
  LocalMatrix<4> K_ad;
  sum.CalcGeometricStiffness(x, lambda, K);
  same.CalcGeometricStiffness(x, lambda, K_ad);
  EXPECT_LT((K - K_ad).norm(), 1e-14);
}

}  // namespace
}  // namespace trunnion
