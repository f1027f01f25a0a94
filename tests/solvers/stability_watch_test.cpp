// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/stability_watch.hpp"

#include <gtest/gtest.h>

#include "engine/simulation/simulation.hpp"
#include "examples/models/loaded_models.hpp"

namespace trunnion {
namespace {

constexpr double kNoChange = 1.0, kGrows = 2.5;

// Steps of order 5 that order 2 could do, until the cap begins.
int StepsUntilCap(StabilityWatch& watch, double h, double second = 0.7) {
  int steps = 1;
  while (steps < 5000 && !watch.Observe(5, h, kNoChange, second)) ++steps;
  return steps;
}

void Pass(StabilityWatch& watch, int steps, double h) {
  for (int i = 0; i < steps; ++i) watch.Observe(2, h, kNoChange, 1);
}

TEST(StabilityWatch, LeavesAccurateAndGrowingStepsAlone) {
  StabilityWatch watch;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(watch.Observe(5, 1, kNoChange, 0.1));  // order 2 would need a tenth of the step
    EXPECT_FALSE(watch.Observe(5, 1, kGrows, 1));
    EXPECT_FALSE(watch.Observe(2, 1, kNoChange, 1));
  }
  EXPECT_GT(watch.cap(), 5);
}

TEST(StabilityWatch, TrialsThatFailBecomeRare) {
  StabilityWatch watch;
  const int first = StepsUntilCap(watch, 1);
  EXPECT_EQ(watch.cap(), 2);
  Pass(watch, 40, 1);  // no gain
  EXPECT_GT(watch.cap(), 5);
  EXPECT_EQ(watch.caps(), 0);
  const int second = StepsUntilCap(watch, 1);
  EXPECT_EQ(second, 2 * first);
}

TEST(StabilityWatch, CapReturnsWhereTheStepFallsBehind) {
  StabilityWatch watch;
  StepsUntilCap(watch, 1);
  Pass(watch, 40, 3);  // a gain
  Pass(watch, 99, 4);
  EXPECT_EQ(watch.cap(), 2);
  Pass(watch, 1, 4);
  EXPECT_GT(watch.cap(), 5);
  EXPECT_EQ(watch.caps(), 1);
  EXPECT_LE(StepsUntilCap(watch, 1), 20);
  Pass(watch, 199, 4);
  EXPECT_EQ(watch.cap(), 2);
  Pass(watch, 1, 4);
  EXPECT_EQ(watch.caps(), 2);
}

TEST(StabilityWatch, CapThatGainsTooLittleIsAFailedTrial) {
  StabilityWatch watch;
  const int first = StepsUntilCap(watch, 1);
  Pass(watch, 140, 1.9);
  EXPECT_EQ(watch.caps(), 0);
  EXPECT_EQ(StepsUntilCap(watch, 0.9), 2 * first);  // less than half, but nothing to fall behind
}

// The released load sends transverse waves of all frequencies up the chain. With orders up to 5
// they hold the step (23 717 steps), order 2 alone takes 461.
TEST(StabilityWatch, LoadedChainIsNotHeldByItsWaves) {
  const System system = models::MakeHangingChain({.links = 100}).Compile();
  Simulation run(system, {.integrator = {.tolerance = 1e-2, .max_steps = 2000}});
  const double energy = run.kinetic_energy() + run.potential_energy();
  run.advance_to(2);
  EXPECT_GT(run.statistics().order_caps, 0);
  EXPECT_NEAR(run.kinetic_energy() + run.potential_energy(), energy, 2);
}

}  // namespace
}  // namespace trunnion
