// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/mass_properties.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "engine/core/error.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace {

/// ∫ (|x|² I − x xᵀ) dm over a box of cells of equal mass, each with its own central inertia left
/// out; `inside` selects the solid. Density from the mass.
Mat3 SumInertia(const std::function<bool(const Vec3&)>& inside, double mass, int n) {
  Mat3 sum = Mat3::Zero();
  int cells = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        const Vec3 x = (2 * Vec3(i + 0.5, j + 0.5, k + 0.5) / n) - Vec3::Ones();
        if (!inside(x)) continue;
        sum += PointInertia(1, x);
        ++cells;
      }
  return sum * mass / cells;
}

TEST(MassProperties, SolidsAgreeWithTheIntegral) {
  const int n = 60;
  const Mat3 sphere = SumInertia([](const Vec3& x) { return x.norm() < 0.9; }, 2, n);
  EXPECT_LT((SolidSphere(2, 0.9).inertia - sphere).norm(), 1e-2 * sphere.norm());
  const Mat3 cylinder = SumInertia(
      [](const Vec3& x) { return x.head<2>().norm() < 0.5 && std::abs(x.z()) < 0.9; }, 2, n);
  EXPECT_LT((SolidCylinder(2, 0.5, 1.8).inertia - cylinder).norm(), 1e-2 * cylinder.norm());
  const Mat3 box = SumInertia(
      [](const Vec3& x) {
        return std::abs(x.x()) < 0.3 && std::abs(x.y()) < 0.6 && std::abs(x.z()) < 0.9;
      },
      2,
      n);
  EXPECT_LT((SolidBox(2, {0.6, 1.2, 1.8}).inertia - box).norm(), 1e-2 * box.norm());
  EXPECT_LT((SlenderRod(2, 3).inertia - SolidBox(2, {3, 0, 0}).inertia).norm(), 1e-15);
}

TEST(MassProperties, HalvesOfABoxMakeTheBox) {
  const Pose left{Mat3::Identity(), {-0.5, 0, 0}}, right{Mat3::Identity(), {0.5, 0, 0}};
  const MassProperties half = SolidBox(1, {1, 2, 3});
  const MassProperties whole = half.ExpressedIn(left) + half.ExpressedIn(right);
  EXPECT_DOUBLE_EQ(whole.mass, 2);
  EXPECT_LT(whole.com.norm(), 1e-16);
  EXPECT_LT((whole.inertia - SolidBox(2, {2, 2, 3}).inertia).norm(), 1e-14);
  EXPECT_EQ((MassProperties{} + MassProperties{}).mass, 0);
}

TEST(MassProperties, InertiaAboutAnyFrameComesBackCentral) {
  std::mt19937 random(3);
  const MassProperties box = SolidBox(4, {1, 2, 3}).ExpressedIn(test::RandomPose(random));
  const Pose X_BG = test::RandomPose(random);
  const Mat3 about_G = X_BG.R.transpose() * box.CalcInertiaAbout(X_BG.p) * X_BG.R;
  const MassProperties back = MassProperties::FromFrame(4, box.com, about_G, X_BG);
  EXPECT_LT((back.inertia - box.inertia).norm(), 1e-13);
  const Pose X = test::RandomPose(random);
  const MassProperties there = box.ExpressedIn(X).ExpressedIn(X.Inverse());
  EXPECT_LT((there.inertia - box.inertia).norm() + (there.com - box.com).norm(), 1e-13);
}

std::string Refusal(const MassProperties& properties) {
  try {
    RequireValid(properties, "body 'arm'");
    return "";
  } catch (const ModelError& error) {
    return error.what();
  }
}

TEST(MassProperties, ImpossibleOnesAreRefusedByName) {
  const auto with = [](double mass, const Mat3& inertia) {
    return MassProperties{.mass = mass, .com = Vec3::Zero(), .inertia = inertia};
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos && text.find("body 'arm'") == 0;
  };
  EXPECT_TRUE(contains(Refusal(with(-2, Mat3::Identity())), "-2 kg"));
  EXPECT_TRUE(contains(Refusal(with(std::nan(""), Mat3::Identity())), "not finite"));
  EXPECT_TRUE(contains(Refusal(with(1, Mat3::Constant(INFINITY))), "not finite"));
  EXPECT_TRUE(contains(Refusal(with(1e308, Mat3::Identity())), "beyond 1e100"));
  Mat3 I = Mat3::Identity();
  I(0, 1) = 0.1;
  EXPECT_TRUE(contains(Refusal(with(1, I)), "not symmetric"));
  EXPECT_TRUE(contains(Refusal(with(1, Vec3(-0.1, 1, 1).asDiagonal())), "semidefinite"));
  EXPECT_TRUE(contains(Refusal(with(1, Vec3(1, 1, 2.1).asDiagonal())), "triangle"));
}

TEST(MassProperties, MomentsThatNoSolidHasPassIfAskedFor) {
  const MassProperties arm{.mass = 6, .inertia = Vec3(0.05, 0.05, 0.5).asDiagonal()};
  EXPECT_NE(Refusal(arm).find("allow_unphysical_inertia"), std::string::npos);
  EXPECT_NO_THROW(RequireValid(arm, "body 'arm'", true));
  const MassProperties negative{.mass = 6, .inertia = Vec3(-0.05, 0.05, 0.5).asDiagonal()};
  EXPECT_THROW(RequireValid(negative, "body 'arm'", true), ModelError);
}

TEST(MassProperties, BorderCasesPass) {
  const auto with = [](double x, double y, double z) {
    return MassProperties{.mass = 1, .com = Vec3::Zero(), .inertia = Vec3(x, y, z).asDiagonal()};
  };
  EXPECT_EQ(Refusal({}), "");                    // massless
  EXPECT_EQ(Refusal(with(0, 0, 0)), "");         // point mass
  EXPECT_EQ(Refusal(with(1, 1, 2)), "");         // plate
  EXPECT_EQ(Refusal(with(1, 1, 2.000001)), "");  // plate, rounded
  EXPECT_EQ(Refusal(SlenderRod(1, 2)), "");
}

}  // namespace
}  // namespace trunnion
