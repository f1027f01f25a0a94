// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/pair_coordinate.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/support/random_state.hpp"

namespace trunnion {
namespace {

using test::RandomSource;

constexpr CoordinateKind kKinds[] = {CoordinateKind::offset_x,
                                     CoordinateKind::offset_y,
                                     CoordinateKind::offset_z,
                                     CoordinateKind::distance,
                                     CoordinateKind::angle,
                                     CoordinateKind::disc_height};

CoordinateDerivatives Evaluate(CoordinateKind kind,
                               const MarkerPair& pair,
                               const std::vector<BodyState>& bodies) {
  CoordinateDerivatives c;
  MarkerPair with_disc = pair;
  with_disc.radius = 0.3;
  CalcCoordinateHessian(kind, with_disc, bodies[pair.A], bodies[pair.B], c);
  return c;
}

/// Errors of central differences with step h of value and gradient, angles unwrapped.
std::pair<double, double> DifferenceErrors(CoordinateKind kind,
                                           const MarkerPair& pair,
                                           const std::vector<BodyState>& bodies,
                                           double h) {
  const auto exact = Evaluate(kind, pair, bodies);
  Vec12 gradient;
  Mat12 hessian;
  for (int j = 0; j < 12; ++j) {
    auto plus = bodies, minus = bodies;
    const BodyIndex moved = j < 6 ? pair.A : pair.B;
    test::MoveBody(h * Vec6::Unit(j % 6), plus[moved]);
    test::MoveBody(-h * Vec6::Unit(j % 6), minus[moved]);
    const auto p = Evaluate(kind, pair, plus), m = Evaluate(kind, pair, minus);
    double difference = p.value - m.value;
    if (is_angle(kind)) difference = UnwrapAngle(difference, 0);
    gradient[j] = difference / (2 * h);
    hessian.col(j) = (p.gradient - m.gradient) / (2 * h);
  }
  return {(gradient - exact.gradient).norm() / (1 + exact.gradient.norm()),
          (hessian - exact.hessian).norm() / (1 + exact.hessian.norm())};
}

TEST(PairCoordinate, DerivativesPassTheTaylorTest) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    RandomSource random(seed);
    const auto bodies = random.Bodies(2);
    for (const MarkerPair& pair : {random.Pair(1, 2), random.Pair(0, 2), random.Pair(1, 0)}) {
      for (CoordinateKind kind : kKinds) {
        const auto [g1, H1] = DifferenceErrors(kind, pair, bodies, 1e-3);
        const auto [g2, H2] = DifferenceErrors(kind, pair, bodies, 5e-4);
        const auto where =
            "kind " + std::to_string(static_cast<int>(kind)) + ", seed " + std::to_string(seed);
        EXPECT_LT(g2, 0.3 * g1 + 1e-10) << where;
        EXPECT_LT(H2, 0.3 * H1 + 1e-10) << where;
        EXPECT_LT(g2, 1e-4) << where;
        EXPECT_LT(H2, 1e-4) << where;
      }
    }
  }
}

TEST(PairCoordinate, TheTwoFunctionsAgree) {
  RandomSource random(1);
  const auto bodies = random.Bodies(2);
  const MarkerPair pair = random.Pair(1, 2);
  for (CoordinateKind kind : kKinds) {
    const auto full = Evaluate(kind, pair, bodies);
    CoordinateDerivatives light;
    MarkerPair with_disc = pair;
    with_disc.radius = 0.3;
    CalcCoordinate(kind, with_disc, bodies[1], bodies[2], light);
    EXPECT_EQ(light.value, full.value);
    EXPECT_EQ((light.gradient - full.gradient).norm(), 0);
  }
}

TEST(PairCoordinate, ValuesAreThoseOfTheRelativePose) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    RandomSource random(seed);
    auto bodies = random.Bodies(2);
    const MarkerPair pair = random.Pair(1, 2);
    const Vec3 d = random.Vector();
    const double angle = random.Uniform(-3, 3);
    test::PlaceBody(pair, {RotationExp(Vec3(0, 0, angle)), d}, bodies);
    EXPECT_NEAR(Evaluate(CoordinateKind::offset_x, pair, bodies).value, d.x(), 1e-14);
    EXPECT_NEAR(Evaluate(CoordinateKind::offset_y, pair, bodies).value, d.y(), 1e-14);
    EXPECT_NEAR(Evaluate(CoordinateKind::offset_z, pair, bodies).value, d.z(), 1e-14);
    EXPECT_NEAR(Evaluate(CoordinateKind::distance, pair, bodies).value, d.norm(), 1e-14);
    EXPECT_NEAR(Evaluate(CoordinateKind::angle, pair, bodies).value, angle, 1e-14);
  }
}

TEST(PairCoordinate, DiscHeightIsThatOfTheLowestPointOfTheRim) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    RandomSource random(seed);
    auto bodies = random.Bodies(2);
    const MarkerPair pair = random.Pair(1, 2);
    const Vec3 d = random.Vector();
    const Mat3 Q = RotationExp(random.Vector());
    test::PlaceBody(pair, {Q, d}, bodies);
    double lowest = 10;
    for (int i = 0; i < 100000; ++i) {
      const double at = 2 * std::numbers::pi * i / 100000;
      lowest = std::min(lowest, (d + Q * Vec3(0.3 * std::cos(at), 0.3 * std::sin(at), 0)).z());
    }
    EXPECT_NEAR(Evaluate(CoordinateKind::disc_height, pair, bodies).value, lowest, 1e-9);
  }
}

TEST(PairCoordinate, HessianOfACoordinateIsSymmetricInTranslations) {
  RandomSource random(3);
  const auto bodies = random.Bodies(2);
  const MarkerPair pair = random.Pair(1, 2);
  for (CoordinateKind kind : kKinds) {
    const Mat12 H = Evaluate(kind, pair, bodies).hessian;
    // H − Hᵀ comes from the commutator of rotations alone: it lives in the two rotation blocks.
    Mat12 skew = H - H.transpose();
    skew.block<3, 3>(3, 3).setZero();
    skew.block<3, 3>(9, 9).setZero();
    EXPECT_LT(skew.norm(), 1e-13);
  }
}

TEST(PairCoordinate, FarOriginCostsNoDigits) {
  RandomSource random(2);
  auto bodies = random.Bodies(2);
  const MarkerPair pair = random.Pair(1, 2);
  auto far = bodies;
  for (auto& body : far) body.r += Vec3(1048576, -1048576, 1048576);  // exact: r is rounded
  for (CoordinateKind kind : kKinds) {
    EXPECT_EQ(Evaluate(kind, pair, bodies).value, Evaluate(kind, pair, far).value);
  }
}

TEST(PairCoordinate, CoincidentPointsHaveZeroDerivativesOfTheDistance) {
  std::vector<BodyState> bodies(2);
  const auto c = Evaluate(CoordinateKind::distance, {.A = 0, .B = 1}, bodies);
  EXPECT_EQ(c.value, 0);
  EXPECT_EQ(c.gradient.norm() + c.hessian.norm(), 0);
}

TEST(PairCoordinate, UnwrapTakesTheNearestTurn) {
  constexpr double kTurn = 2 * std::numbers::pi;
  EXPECT_NEAR(UnwrapAngle(-3.1, 3.1), kTurn - 3.1, 1e-15);
  EXPECT_NEAR(UnwrapAngle(0.5, 10 * kTurn + 0.4), 10 * kTurn + 0.5, 1e-13);
  EXPECT_NEAR(UnwrapAngle(0.5, -10 * kTurn), -10 * kTurn + 0.5, 1e-13);
  EXPECT_EQ(UnwrapAngle(1.0, 0.0), 1.0);
}

}  // namespace
}  // namespace trunnion
