// SPDX-License-Identifier: BSD-3-Clause
#include "forces/laws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/error.hpp"

namespace trunnion {
namespace laws_test {

/// Slopes and energy of a law against central differences at (c, c').
void ExpectConsistent(const ScalarLaw& law, double c, double c_dot, bool conservative = false) {
  const double h = 1e-6, t = 0.7;
  const LawValue value = law(c, c_dot, t);
  const double tolerance = 1e-6 * (1 + std::abs(value.f) + std::abs(value.df_dc));
  EXPECT_NEAR(value.df_dc, (law(c + h, c_dot, t).f - law(c - h, c_dot, t).f) / (2 * h), tolerance);
  EXPECT_NEAR(value.df_dcd, (law(c, c_dot + h, t).f - law(c, c_dot - h, t).f) / (2 * h), tolerance);
  if (conservative) {
    EXPECT_NEAR(
        -law(c, 0, t).f, (law(c + h, 0, t).energy - law(c - h, 0, t).energy) / (2 * h), tolerance);
  }
}

TEST(Laws, LinearSpringDamperIsTensionPositive) {
  const ScalarLaw law =
      MakeLinearSpringDamper({.stiffness = 100, .damping = 5, .free_length = 0.5, .preload = 20});
  EXPECT_DOUBLE_EQ(law(0.7, 0.1, 0).f, -(100 * 0.2 + 5 * 0.1 + 20));
  EXPECT_NEAR(law(0.7, 0.1, 0).energy, 0.5 * 100 * 0.04 + 20 * 0.2, 1e-12);
  ExpectConsistent(law, 0.7, 0.1, true);
}

TEST(Laws, CurvesActOnDeflectionAndSpeed) {
  const Curve::Points points{{-1, -300}, {0, 0}, {1, 100}};
  for (const auto interpolation : {Interpolation::linear, Interpolation::monotone_cubic}) {
    const Curve curve = Curve::Table(points, interpolation);
    const ScalarLaw spring = MakeSpringCurve(curve, 0.2), damper = MakeDamperCurve(curve);
    EXPECT_DOUBLE_EQ(spring(1.2, 9, 0).f, -100);
    EXPECT_DOUBLE_EQ(damper(9, -1, 0).f, 300);
    ExpectConsistent(spring, 0.77, 0.3, true);
    ExpectConsistent(spring, -0.4, 0.3, true);
    ExpectConsistent(damper, 0.77, -0.4);
  }
}

std::vector<StopLaw> Stops() {
  std::vector<StopLaw> stops;
  for (const StopSide side : {StopSide::lower, StopSide::upper})
    for (const double exponent : {1.0, 1.5, 3.0})
      stops.push_back({.limit = 0.2,
                       .side = side,
                       .stiffness = 1e3,
                       .damping = 50,
                       .onset = 0.01,
                       .exponent = exponent,
                       .curve = {}});
  stops.push_back(stops[0]);
  stops.back().curve = Curve::Table({{0, 0}, {0.01, 3}, {0.02, 40}}, Interpolation::monotone_cubic);
  return stops;
}

TEST(Stop, SlopesAndEnergyAreThoseOfTheForce) {
  for (const StopLaw& stop : Stops()) {
    const ScalarLaw law = MakeStop(stop);
    for (const double p : {-0.01, 0.003, 0.0099, 0.0101, 0.05})
      for (const double p_dot : {-1.0, 2.0}) {
        const double sign = stop.side == StopSide::upper ? 1 : -1;
        ExpectConsistent(law, stop.limit + sign * p, sign * p_dot, true);
      }
  }
}

TEST(Stop, IsContinuousAndNeverPulls) {
  for (const StopLaw& stop : Stops()) {
    const ScalarLaw law = MakeStop(stop);
    const double sign = stop.side == StopSide::upper ? 1 : -1;
    for (double p_dot = -3; p_dot <= 3; p_dot += 0.25) {
      double before = 0;
      for (double p = -1e-3; p < 0.03; p += 1e-5) {
        const double push = -sign * law(stop.limit + sign * p, sign * p_dot, 0).f;
        EXPECT_GE(push, 0);
        EXPECT_LT(std::abs(push - before), 0.3) << p;  // no jump: steepest slope is about 2e4
        if (p <= 0) {
          EXPECT_EQ(push, 0);
        }
        before = push;
      }
      EXPECT_GT(before, 0.01);
    }
  }
}

TEST(Stop, OnsetIsSmoothAndTheStiffnessIsReached) {
  const ScalarLaw law = MakeStop({.limit = 1, .stiffness = 1000, .onset = 0.1, .curve = {}});
  EXPECT_NEAR(law(1 + 1e-9, 0, 0).df_dc, 0, 1e-4);
  EXPECT_NEAR(law(1.05, 0, 0).df_dc, -500, 1e-9);
  EXPECT_NEAR(law(1.2, 0, 0).df_dc, -1000, 1e-9);
  EXPECT_NEAR(law(1.2, 0, 0).f, -1000 * 0.15, 1e-9);
}

TEST(Laws, SumAddsEverything) {
  const ScalarLaw spring = MakeLinearSpringDamper({.stiffness = 100, .damping = 5});
  const ScalarLaw stop = MakeStop({.limit = 0.1, .stiffness = 1e4, .damping = 10, .curve = {}});
  const ScalarLaw sum = MakeSum({spring, stop});
  EXPECT_DOUBLE_EQ(sum(0.2, 0.5, 0).f, spring(0.2, 0.5, 0).f + stop(0.2, 0.5, 0).f);
  ExpectConsistent(sum, 0.2, 0.5, true);
}

TEST(Laws, MotorFromAGenericLambdaHasExactSlopes) {
  const ScalarLaw motor = MakeScalarLaw([](const auto& c, const auto& c_dot, double t) {
    using std::sin, std::tanh;
    return 40.0 * tanh(3.0 * (t - c_dot)) - 2.0 * sin(c) * c_dot;
  });
  ExpectConsistent(motor, 0.3, 0.5);
  EXPECT_DOUBLE_EQ(motor(0.3, 0.5, 0.7).f, 40 * std::tanh(0.6) - 2 * std::sin(0.3) * 0.5);
  EXPECT_EQ(motor(0.3, 0.5, 0.7).energy, 0);
}

TEST(Laws, RefuseImpossibleParameters) {
  EXPECT_THROW(MakeLinearSpringDamper({.stiffness = std::nan("")}), ModelError);
  EXPECT_THROW(MakeLinearSpringDamper({.damping = -1}), ModelError);
  EXPECT_THROW(MakeLinearSpringDamper({.free_length = INFINITY}), ModelError);
  EXPECT_THROW(MakeLinearSpringDamper({.preload = INFINITY}), ModelError);
  EXPECT_THROW(MakeSpringCurve({}, std::nan("")), ModelError);
  EXPECT_THROW(MakeStop({.stiffness = -1, .curve = {}}), ModelError);
  EXPECT_THROW(MakeStop({.damping = -1, .curve = {}}), ModelError);
  EXPECT_THROW(MakeStop({.onset = 0, .curve = {}}), ModelError);
  EXPECT_THROW(MakeStop({.exponent = 0.5, .curve = {}}), ModelError);
  EXPECT_THROW(MakeStop({.curve = Curve::Table({{0, 0}, {1, 2}, {2, 1}})}), ModelError);
  EXPECT_THROW(MakeSum({ScalarLaw()}), ModelError);
}

}  // namespace laws_test
}  // namespace trunnion
