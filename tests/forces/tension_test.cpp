// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "engine/core/error.hpp"
#include "forces/laws.hpp"

namespace trunnion {
namespace {

TEST(Tension, IsLinearFromTheOnsetOnAndZeroWhereSlack) {
  const TensionLaw p{.stiffness = 2e4, .free_length = 0.5, .onset = 1e-4};
  const ScalarLaw law = MakeTension(p);
  for (double elongation : {1e-4, 1.5e-4, 1e-3, 0.2}) {
    EXPECT_NEAR(law(0.5 + elongation, 0, 0).f, -2e4 * elongation, 1e-11 * 2e4);
    EXPECT_NEAR(law(0.5 + elongation, 0, 0).df_dc, -2e4, 1e-6);
  }
  for (double slack : {0.0, 1e-9, 0.3}) {
    EXPECT_EQ(law(0.5 - slack, 3, 0).f, 0);
    EXPECT_EQ(law(0.5 - slack, 3, 0).df_dc, 0);
  }
}

TEST(Tension, HasTheSlopesAndTheEnergyOfItsForceAndNeverPushes) {
  const ScalarLaw law =
      MakeTension({.stiffness = 300, .damping = 4, .free_length = 1, .onset = 0.1});
  for (double c : {1.01, 1.05, 1.0999, 1.1001, 1.4})
    for (double rate : {-2.0, 1.5}) {
      constexpr double h = 1e-6;
      const LawValue at = law(c, rate, 0);
      EXPECT_LE(at.f, 0);
      EXPECT_NEAR(at.df_dc, (law(c + h, rate, 0).f - law(c - h, rate, 0).f) / (2 * h), 2e-2);
      EXPECT_NEAR(at.df_dcd, (law(c, rate + h, 0).f - law(c, rate - h, 0).f) / (2 * h), 1e-6);
      EXPECT_NEAR(
          law(c, 0, 0).f, -(law(c + h, 0, 0).energy - law(c - h, 0, 0).energy) / (2 * h), 1e-4);
    }
}

TEST(Tension, RefusesImpossibleParameters) {
  EXPECT_THROW(std::ignore = MakeTension({.stiffness = -1}), ModelError);
  EXPECT_THROW(std::ignore = MakeTension({.damping = -1}), ModelError);
  EXPECT_THROW(std::ignore = MakeTension({.free_length = std::nan("")}), ModelError);
  EXPECT_THROW(std::ignore = MakeTension({.onset = 0}), ModelError);
}

}  // namespace
}  // namespace trunnion
