// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/formulation/jacobian_policy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "solvers/linear/pivot_quality.hpp"

namespace trunnion {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(JacobianPolicy, RenewsWhatIsNotValidOrMustNotBeReused) {
  EXPECT_EQ(DecideJacobian({}), JacobianAction::refactor);
  EXPECT_EQ(DecideJacobian({.valid = true, .reuse = false}), JacobianAction::refactor);
  EXPECT_EQ(DecideJacobian({.valid = true}), JacobianAction::keep);
}

TEST(JacobianPolicy, RescalesWithinTheRangeOfGoodContraction) {
  for (double ratio : {0.601, 0.9, 1.1, 1.66})
    EXPECT_EQ(DecideJacobian({.valid = true, .a_ratio = ratio}), JacobianAction::rescale) << ratio;
  for (double ratio : {0.0, 0.599, 1.67, 1e9, kNaN})
    EXPECT_EQ(DecideJacobian({.valid = true, .a_ratio = ratio}), JacobianAction::refactor) << ratio;
}

TEST(JacobianPolicy, TheContractionAtTheEndsOfTheRangeIsAQuarter) {
  // |1 - 2 r/(1 + r)| with r = a/a_fact, where a dominates the matrix.
  const double r = kSmallestARatio;
  EXPECT_NEAR(std::abs(1 - 2 * r / (1 + r)), 0.25, 1e-15);
}

TEST(JacobianPolicy, RenewsWhenTheExcessOfIterationsIsWorthAFactorization) {
  const auto decide = [](int excess, double cost) {
    return DecideJacobian({.valid = true, .excess_iterations = excess, .factor_cost = cost});
  };
  EXPECT_EQ(decide(3, 0), JacobianAction::keep);
  EXPECT_EQ(decide(4, 0), JacobianAction::refactor);
  EXPECT_EQ(decide(4, 4.4), JacobianAction::keep);
  EXPECT_EQ(decide(5, 4.4), JacobianAction::refactor);
  EXPECT_EQ(decide(49, 50), JacobianAction::keep);
}

TEST(JacobianPolicy, ExcessIsCountedAgainstTheFirstStepOfAMatrix) {
  ExcessIterations count;
  for (int iterations : {2, 3, 2, 4}) count.Count(false, iterations);
  EXPECT_EQ(count.excess(), 3);
  count.Count(true, 3);
  EXPECT_EQ(count.excess(), 0);
  for (int iterations : {3, 2, 4}) count.Count(false, iterations);
  EXPECT_EQ(count.excess(), 1);
}

TEST(JacobianPolicy, PivotsAreChosenAfreshWhenEitherMeasureIsLost) {
  const PivotQuality fresh{.growth = 0.5, .smallest_pivot = 1e-6};
  EXPECT_FALSE(MustRepivot(fresh, fresh, 1e-3));
  EXPECT_FALSE(MustRepivot({0.5e-2, 1e-8}, fresh, 1e-3));
  EXPECT_TRUE(MustRepivot({0.4e-3, 1e-6}, fresh, 1e-3));
  EXPECT_TRUE(MustRepivot({0.5, 0.9e-9}, fresh, 1e-3));
  EXPECT_TRUE(MustRepivot({kNaN, 1e-6}, fresh, 1e-3));
  EXPECT_TRUE(MustRepivot({0.5, kNaN}, fresh, 1e-3));
}

}  // namespace
}  // namespace trunnion
