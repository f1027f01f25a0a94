// SPDX-License-Identifier: BSD-3-Clause
#include "forces/marker_measure.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "tests/support/check_force.hpp"

namespace trunnion {
namespace marker_measure_test {

using test::RandomPose;
using test::RandomStates;

constexpr MeasureKind kFirst = MeasureKind::dx, kLast = MeasureKind::roll;

MarkerMeasure RandomMeasure(MeasureKind kind, std::mt19937& random) {
  return {.kind = kind,
          .i = {1, RandomPose(random)},
          .j = {2, RandomPose(random)},
          .k = {3, RandomPose(random)},
          .l = {4, RandomPose(random)}};
}

double Value(const MarkerMeasure& m, const std::vector<BodyState>& bodies) {
  return CalcMeasure(m, {0, bodies, {}});
}

TEST(MarkerMeasure, GradientsAreThoseOfDifferences) {
  constexpr double h = 1e-5;
  for (int k = static_cast<int>(kFirst); k <= static_cast<int>(kLast); ++k)
    for (unsigned seed = 1; seed <= 5; ++seed) {
      std::mt19937 random(seed);
      const MarkerMeasure m = RandomMeasure(static_cast<MeasureKind>(k), random);
      std::vector<BodyState> bodies = RandomStates(4, random, {.max_angle = 3});
      for (BodyIndex b = 1; b <= 4; ++b) {
        const MeasureGradient exact = CalcMeasureGradient(m, {0, bodies, {}}, b);
        for (int i = 0; i < 6; ++i) {
          const auto difference = [&](const auto& move) {
            const BodyState at = bodies[static_cast<std::size_t>(b)];
            double values[2];
            for (const int side : {0, 1}) {
              bodies[static_cast<std::size_t>(b)] = move(at, i, side == 0 ? -h : h);
              values[side] = Value(m, bodies);
            }
            bodies[static_cast<std::size_t>(b)] = at;
            return (values[1] - values[0]) / (2 * h);
          };
          const double size = 1 + exact.q.norm() + exact.v.norm();
          EXPECT_NEAR(exact.q(i), difference(test::Moved), 1e-6 * size * size) << k << " " << seed;
          EXPECT_NEAR(exact.v(i), difference(test::Sped), 1e-8 * size) << k << " " << seed;
        }
      }
    }
}

/// Rates of positions as they are seen from l, by moving all bodies on a little.
TEST(MarkerMeasure, VelocitiesAreRatesOfPositions) {
  constexpr double h = 1e-5;
  const auto moved = [](std::vector<BodyState> bodies, double t) {
    for (BodyState& b : bodies) {
      b.r += t * b.v;
      b.R = b.R * RotationExp(t * b.w);
    }
    return bodies;
  };
  std::mt19937 random(3);
  MarkerMeasure m = RandomMeasure(MeasureKind::dx, random);
  m.l = m.k;  // seen from the axes themselves the components change at these rates
  std::vector<BodyState> bodies = RandomStates(4, random, {});
  const auto rate = [&](MeasureKind kind) {
    m.kind = kind;
    return (Value(m, moved(bodies, h)) - Value(m, moved(bodies, -h))) / (2 * h);
  };
  for (const auto& [position, velocity] : {std::pair{MeasureKind::dx, MeasureKind::vx},
                                           {MeasureKind::dy, MeasureKind::vy},
                                           {MeasureKind::dz, MeasureKind::vz},
                                           {MeasureKind::dm, MeasureKind::vr}}) {
    const double expected = rate(position);
    m.kind = velocity;
    EXPECT_NEAR(Value(m, bodies), expected, 1e-8);
  }
  m.kind = MeasureKind::vm;
  double square = 0;
  for (const MeasureKind kind : {MeasureKind::vx, MeasureKind::vy, MeasureKind::vz}) {
    MarkerMeasure component = m;
    component.kind = kind;
    square += std::pow(Value(component, bodies), 2);
  }
  EXPECT_NEAR(Value(m, bodies), std::sqrt(square), 1e-12);
  // Angular velocities: of a body that turns about z of k.
  bodies[1].w = 3 * m.k.X_CF.R.col(2);
  bodies[1].R = bodies[3].R;
  bodies[2].w.setZero();
  m.kind = MeasureKind::wz;
  EXPECT_NEAR(Value(m, bodies), 3, 1e-12);
  m.kind = MeasureKind::wm;
  EXPECT_NEAR(Value(m, bodies), 3, 1e-12);
}

Mat3 About(int axis, double angle) { return RotationExp(angle * Vec3::Unit(axis)); }

double AngleOf(MeasureKind kind, const Mat3& Q) {
  std::vector<BodyState> bodies(3);
  bodies[1].R = About(1, 0.4) * Q;
  bodies[2].R = About(1, 0.4);
  const MarkerMeasure m{.kind = kind, .i = {1, {}}, .j = {2, {}}};
  return Value(m, bodies);
}

TEST(MarkerMeasure, AnglesOfKnownRotations) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double angle : {-3.0, -1.2, 0.3, 2.5}) {
      const auto kind = static_cast<MeasureKind>(static_cast<int>(MeasureKind::ax) + axis);
      EXPECT_NEAR(AngleOf(kind, About(axis, angle)), angle, 1e-14);
    }
  EXPECT_NEAR(AngleOf(MeasureKind::twist, About(2, -2.5)), -2.5, 1e-14);
  const Mat3 euler = About(2, 0.3) * About(0, 1.1) * About(2, -2.0);
  EXPECT_NEAR(AngleOf(MeasureKind::psi, euler), 0.3, 1e-14);
  EXPECT_NEAR(AngleOf(MeasureKind::theta, euler), 1.1, 1e-14);
  EXPECT_NEAR(AngleOf(MeasureKind::phi, euler), -2.0, 1e-14);
  const Mat3 bryant = About(2, 0.5) * About(1, -0.7) * About(0, 1.9);
  EXPECT_NEAR(AngleOf(MeasureKind::yaw, bryant), 0.5, 1e-14);
  EXPECT_NEAR(AngleOf(MeasureKind::pitch, bryant), 0.7, 1e-14);
  EXPECT_NEAR(AngleOf(MeasureKind::roll, bryant), 1.9, 1e-14);
}

TEST(MarkerMeasure, WhereItIsUndefinedItIsZero) {
  const std::vector<BodyState> bodies(3);
  for (const MeasureKind kind : {MeasureKind::dm,
                                 MeasureKind::vm,
                                 MeasureKind::vr,
                                 MeasureKind::wm,
                                 MeasureKind::theta,
                                 MeasureKind::psi}) {
    const MarkerMeasure m{.kind = kind, .i = {1, {}}, .j = {2, {}}};
    EXPECT_EQ(Value(m, bodies), 0);
    const MeasureGradient gradient = CalcMeasureGradient(m, {0, bodies, {}}, 1);
    EXPECT_TRUE(gradient.q.allFinite() && gradient.v.allFinite());
  }
}

TEST(MarkerMeasure, HasNames) {
  EXPECT_EQ(FindMeasureKind("dx"), MeasureKind::dx);
  EXPECT_EQ(FindMeasureKind("roll"), MeasureKind::roll);
  EXPECT_FALSE(FindMeasureKind("accx"));
}

}  // namespace marker_measure_test
}  // namespace trunnion
