// SPDX-License-Identifier: BSD-3-Clause
#include "joints/user_constraint.hpp"

#include <gtest/gtest.h>

#include "tests/support/check_constraint.hpp"

namespace trunnion {
namespace {

/// A rod whose length changes in time, and an angle between two body axes that does too.
struct Telescope {
  static constexpr int kRows = 2;
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    const Eigen::Matrix<S, 3, 1> d = bodies[1].r - bodies[0].r;
    g[0] = d.squaredNorm() - exp(0.3 * t);
    g[1] = bodies[0].R.col(0).dot(bodies[1].R.col(2)) - sin(t) * t;
  }
};

/// The first body stays half way between the other two, along the line it sees.
struct Middle {
  static constexpr int kRows = 1;
  static constexpr bool kRotational = true;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 3>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    const Eigen::Matrix<S, 3, 1> a = bodies[1].r - bodies[0].r, b = bodies[2].r - bodies[0].r;
    const Eigen::Matrix<S, 3, 1> x = bodies[0].R.col(0);
    g[0] = atan2(S(x.dot(a)), S(sqrt(a.squaredNorm()) + b.squaredNorm()));
  }
};

TEST(UserConstraint, BlocksAreDerivativesOfTheResidual) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(test::CheckConstraint(UserConstraint<Telescope>({1, 2}), seed), "");
    EXPECT_EQ(test::CheckConstraint(UserConstraint<Telescope>({0, 1}), seed, {.invariant = false}),
              "");
  }
}

TEST(UserConstraint, MayHaveThreeBodies) {
  const UserConstraint<Middle, 3> middle({2, 1, 3});
  static_assert(ConstraintElement<UserConstraint<Middle, 3>>);
  for (unsigned seed = 1; seed <= 10; ++seed) EXPECT_EQ(test::CheckConstraint(middle, seed), "");
  EXPECT_TRUE(middle.is_rotational(0));
}

}  // namespace
}  // namespace trunnion
