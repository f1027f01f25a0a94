// SPDX-License-Identifier: BSD-3-Clause
#include "joints/coordinate_coupling.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "engine/core/error.hpp"
#include "tests/support/check_constraint.hpp"

namespace trunnion {
namespace {

using test::CheckConstraint;
using test::RandomSource;

constexpr double kTurn = 2 * std::numbers::pi;

MotionValue Wave(double t) { return {std::sin(3 * t), 3 * std::cos(3 * t), -9 * std::sin(3 * t)}; }

TEST(CoordinateCoupling, MotionsOfEveryKindHaveExactBlocks) {
  for (CoordinateKind kind : {CoordinateKind::offset_x,
                              CoordinateKind::offset_y,
                              CoordinateKind::offset_z,
                              CoordinateKind::distance,
                              CoordinateKind::angle}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
      RandomSource random(seed);
      EXPECT_EQ(CheckConstraint(MakeMotion(kind, random.Pair(1, 2), Wave), seed), "");
      EXPECT_EQ(
          CheckConstraint(MakeMotion(kind, random.Pair(0, 1), Wave), seed, {.invariant = false}),
          "");
    }
  }
}

TEST(CoordinateCoupling, TwoCoordinatesHaveExactBlocksWhateverBodiesTheyShare) {
  const std::array<std::array<int, 4>, 5> kBodies{
      {{1, 2, 3, 4}, {1, 2, 1, 3}, {1, 2, 3, 1}, {1, 2, 2, 3}, {1, 2, 2, 1}}};
  for (const auto& b : kBodies) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
      RandomSource random(seed);
      const MarkerPair first = random.Pair(b[0], b[1]), second = random.Pair(b[2], b[3]);
      EXPECT_EQ(CheckConstraint(MakeGear(first, second, -1.7, 0.2), seed), "");
      EXPECT_EQ(CheckConstraint(MakeRackAndPinion(first, second, 0.3), seed), "");
    }
  }
}

TEST(CoordinateCoupling, GroundMayBeShared) {
  RandomSource random(4);
  const auto gear = MakeGear(random.Pair(0, 1), random.Pair(0, 2), 2);
  EXPECT_EQ(gear.bodies(), (std::array<BodyIndex, 4>{0, 1, 2, 0}));
  EXPECT_EQ(CheckConstraint(gear, 4, {.invariant = false}), "");
}

/// Two hinges on the ground about z.
struct TwoHinges {
  std::vector<BodyState> bodies{3};
  void Turn(double angle_0, double angle_1) {
    bodies[1].R = RotationExp(Vec3(0, 0, angle_0));
    bodies[2].R = RotationExp(Vec3(0, 0, angle_1));
  }
};

TEST(CoordinateCoupling, GearFollowsManyTurnsThroughItsMemory) {
  TwoHinges hinges;
  auto gear = MakeGear({.A = 0, .B = 1}, {.A = 0, .B = 2}, -2.5);
  std::vector<double> memory(5, 0.0);
  gear.set_memory(3);
  ASSERT_EQ(gear.num_memory(), 2);
  gear.InitializeMemory({0, hinges.bodies, memory}, memory);
  LocalRows<1> g, g_t;
  LocalJacobian<4, 1> G;
  for (int i = 1; i <= 200; ++i) {  // 0.25 rad and 0.1 rad a step
    hinges.Turn(-2.5 * 0.25 * i, 0.25 * i);
    gear.Calc({0, hinges.bodies, memory}, g, g_t, G);
    ASSERT_NEAR(g[0], 0, 1e-12) << i;
    gear.UpdateMemory({0, hinges.bodies, memory}, memory);
  }
  EXPECT_NEAR(memory[3], -2.5 * 50, 1e-12);
  EXPECT_NEAR(memory[4], 50, 1e-12);
  EXPECT_NEAR(gear.CalcCoordinateOf(1, {0, hinges.bodies, memory}), 50, 1e-12);
  EXPECT_EQ(memory[0], 0);
}

TEST(CoordinateCoupling, ToothForcesDoNoWork) {
  const auto gear = MakeGear({.A = 0, .B = 1}, {.A = 0, .B = 2}, -2.5);
  const double lambda = 3, speed_1 = 0.7, speed_0 = -2.5 * speed_1;
  EXPECT_NEAR(gear.CalcDrive(0, lambda) * speed_0 + gear.CalcDrive(1, lambda) * speed_1, 0, 1e-15);
}

TEST(CoordinateCoupling, RackAdvancesByTheRolledArc) {
  std::vector<BodyState> bodies(3);
  const double radius = 0.2, angle = 1.3;
  const auto rack = MakeRackAndPinion({.A = 0, .B = 1}, {.A = 0, .B = 2}, radius);
  bodies[1].r.z() = radius * angle;
  bodies[2].R = RotationExp(Vec3(0, 0, angle));
  LocalRows<1> g, g_t;
  LocalJacobian<4, 1> G;
  rack.Calc({0, bodies, {}}, g, g_t, G);
  EXPECT_NEAR(g[0], 0, 1e-16);
  EXPECT_FALSE(rack.is_rotational(0));
}

TEST(CoordinateCoupling, PrescribedAngleStartsInTheTurnOfItsMotion) {
  std::vector<BodyState> bodies(2);
  bodies[1].R = RotationExp(Vec3(0, 0, 0.5));
  auto motion = MakeMotion(CoordinateKind::angle, {.A = 0, .B = 1}, [](double t) {
    return MotionValue{3 * kTurn + 0.5 + t, 1, 0};
  });
  std::vector<double> memory(1);
  motion.InitializeMemory({0, bodies, memory}, memory);
  EXPECT_NEAR(memory[0], 3 * kTurn + 0.5, 1e-14);
  LocalRows<1> g, g_t;
  LocalJacobian<4, 1> G;
  motion.Calc({0, bodies, memory}, g, g_t, G);
  EXPECT_NEAR(g[0], 0, 1e-14);
  EXPECT_EQ(g_t[0], -1);
  EXPECT_TRUE(motion.is_rotational(0));
}

TEST(CoordinateCoupling, RefusesImpossibleTerms) {
  const MarkerPair pair{.A = 0, .B = 1}, itself{.A = 1, .B = 1};
  EXPECT_THROW(MakeGear(pair, itself, 1), ModelError);
  EXPECT_THROW(MakeGear(pair, {.A = 0, .B = 2}, 0), ModelError);
  EXPECT_THROW(MakeMotion(CoordinateKind::angle, pair, nullptr), ModelError);
  EXPECT_THROW(CoordinateCoupling({}, nullptr), ModelError);
}

}  // namespace
}  // namespace trunnion
