// SPDX-License-Identifier: BSD-3-Clause
#include "forces/applied_force.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/error.hpp"
#include "forces/user_force.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace applied_force_test {

using test::CheckForce;
using Frame = AppliedVector::Frame;

AppliedVector Random(std::mt19937& random, Frame frame, bool moving) {
  AppliedVector vector{.constant = test::RandomVector(random, 1), .law = {}, .frame = frame};
  if (moving) vector.law = [](double t) { return Vec3(std::sin(t), t, -t * t); };
  return vector;
}

TEST(AppliedForce, SatisfiesEveryForceCheck) {
  for (const Frame force : {Frame::world, Frame::body})
    for (const Frame torque : {Frame::world, Frame::body})
      for (unsigned seed = 1; seed <= 5; ++seed) {
        std::mt19937 random(seed);
        const Vec3 point = test::RandomVector(random, 1);
        const AppliedForce element(
            1, point, Random(random, force, true), Random(random, torque, true));
        const bool follows = force == Frame::body && torque == Frame::body;
        EXPECT_TRUE(CheckForce(element, seed, {.balanced = false, .objective = follows}));
        const AppliedForce constant(1, point, Random(random, Frame::world, false));
        EXPECT_TRUE(CheckForce(
            constant, seed, {.conservative = true, .balanced = false, .objective = false}));
      }
}

/// F and T in the world, once more.
struct WorldLoad {
  Vec3 s, F, T;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& b,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    using V = Eigen::Matrix<S, 3, 1>;
    const V moment = V(b[0].R * s.cast<S>()).cross(V(F.cast<S>())) + T.cast<S>();
    f[0] << F.cast<S>(), b[0].R.transpose() * moment;
  }
};

TEST(AppliedForce, AgreesWithAutomaticDifferentiationOfTheSameLaw) {
  std::mt19937 random(9);
  const WorldLoad load{
      test::RandomVector(random, 1), test::RandomVector(random, 1), test::RandomVector(random, 1)};
  const AppliedForce element(
      1, load.s, {.constant = load.F, .law = {}}, {.constant = load.T, .law = {}});
  EXPECT_TRUE(test::CheckSameForce(element, UserForce<WorldLoad, 1>({1}, load), 9, 1e-13));
}

TEST(AppliedForce, AddsConstantAndFunctionOfTime) {
  const AppliedForce element(
      1, Vec3(0, 1, 0), {.constant = Vec3(1, 0, 0), .law = [](double t) { return Vec3(0, 0, t); }});
  const std::vector<BodyState> bodies(2);
  LocalVector<1> f;
  element.CalcForce({2.0, bodies, {}}, f);
  EXPECT_EQ(f.head<3>(), Vec3(1, 0, 2));
  EXPECT_EQ(f.tail<3>(), Vec3(2, 0, -1));  // (0, 1, 0) × (1, 0, 2)
}

TEST(AppliedForce, RefusesNonFiniteVectors) {
  const Vec3 bad(0, std::nan(""), 0);
  EXPECT_THROW(AppliedForce(1, bad, {}), ModelError);
  EXPECT_THROW(AppliedForce(1, Vec3::Zero(), {.constant = bad, .law = {}}), ModelError);
  EXPECT_THROW(AppliedForce(1, Vec3::Zero(), {}, {.constant = bad, .law = {}}), ModelError);
}

}  // namespace applied_force_test
}  // namespace trunnion
