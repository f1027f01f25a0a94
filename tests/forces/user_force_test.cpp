// SPDX-License-Identifier: BSD-3-Clause
#include "forces/user_force.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/check_force.hpp"

namespace trunnion {
namespace {

/// Newtonian attraction of three bodies, with its energy.
struct Attraction {
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 3>& b,
                  std::array<Eigen::Matrix<S, 6, 1>, 3>& f) const {
    using std::sqrt;
    for (size_t i = 0; i < 3; ++i)
      for (size_t j = 0; j < i; ++j) {
        const Eigen::Matrix<S, 3, 1> d = b[j].r - b[i].r;
        const S distance = sqrt(d.dot(d) + S(0.1));
        const Eigen::Matrix<S, 3, 1> F = d * S(2.0 / (distance * distance * distance));
        f[i].template head<3>() += F;
        f[j].template head<3>() -= F;
      }
  }
  double Energy(double, const std::array<BodyState, 3>& b) const {
    double energy = 0;
    for (size_t i = 0; i < 3; ++i)
      for (size_t j = 0; j < i; ++j) energy -= 2 / std::sqrt((b[j].r - b[i].r).squaredNorm() + 0.1);
    return energy;
  }
};

TEST(UserForce, OfThreeBodiesSatisfiesEveryForceCheck) {
  const UserForce<Attraction, 3> force({1, 3, 2}, {});
  for (unsigned seed = 1; seed <= 5; ++seed)
    EXPECT_TRUE(test::CheckForce(force, seed, {.conservative = true}));
}

/// Depends on everything of one body, and on time.
struct Drag {
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 1>& b,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    using std::sqrt, std::sin;
    const Eigen::Matrix<S, 3, 1> v = b[0].R.transpose() * b[0].v;
    const S speed = sqrt(v.dot(v) + S(1.0));
    f[0].template head<3>() = b[0].R * Eigen::Matrix<S, 3, 1>(v * S(-speed * sin(t)));
    f[0].template tail<3>() = b[0].w.cross(v) - b[0].w * S(b[0].r(0) * b[0].r(1));
  }
};

TEST(UserForce, DerivativesCoverPositionRotationAndVelocities) {
  const UserForce<Drag, 1> force({1}, {});
  EXPECT_TRUE(test::CheckForce(force, 1, {.balanced = false, .objective = false}));
  EXPECT_EQ(force.CalcEnergy({0, std::vector<BodyState>(2), {}}), 0);
}

TEST(UserForce, RefusesABodyTwice) {
  EXPECT_THROW((UserForce<Attraction, 3>({1, 2, 1}, {})), ModelError);
}

}  // namespace
}  // namespace trunnion
