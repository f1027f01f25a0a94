// SPDX-License-Identifier: BSD-3-Clause
//
// Fixed steps with a fixed number of corrections: docs/real_time.md.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/simulation/simulation.hpp"
#include "examples/models/benchmark_models.hpp"

namespace trunnion::fixed_work_test {

SimulationOptions FixedWork(double step, int iterations, int matrix_interval = 1) {
  SimulationOptions options;
  options.serial = true;
  options.integrator.fixed_step = step;
  options.integrator.bdf.max_order = 2;
  options.integrator.bdf.newton_iterations = iterations;
  options.integrator.bdf.matrix_interval = matrix_interval;
  return options;
}

VectorXd EndOf(const System& system, const SimulationOptions& options, double end) {
  Simulation simulation(system, options);
  simulation.advance_to(end);
  return simulation.q();
}

TEST(FixedWork, CorrectionsAndMatricesAreCounted) {
  for (const bool rigid : {true, false}) {
    const System system =
        (rigid ? models::MakeRigidChain(5) : models::MakeBushingChain(5)).model.Compile();
    Simulation simulation(system, FixedWork(1e-3, 3, 4));
    for (int i = 0; i < 40; ++i) simulation.step();
    EXPECT_EQ(simulation.statistics().steps, 40);
    EXPECT_EQ(simulation.statistics().newton_iterations, 120);
    EXPECT_EQ(simulation.statistics().factorizations, 10);
    EXPECT_EQ(simulation.statistics().unconverged_steps, 0);
  }
}

/// One correction (the linearly implicit method) and two, both of order 2: halving the step divides
/// the error by four.
TEST(FixedWork, HasTheOrderOfTheFormula) {
  for (const bool rigid : {true, false}) {
    const System system =
        (rigid ? models::MakeRigidChain(3) : models::MakeBushingChain(3)).model.Compile();
    SimulationOptions tight;
    tight.integrator.tolerance = 1e-10;
    const VectorXd reference = EndOf(system, tight, 0.5);
    for (const int iterations : {1, 2}) {
      const auto error = [&](double h) {
        return (EndOf(system, FixedWork(h, iterations), 0.5) - reference).norm();
      };
      const double h = rigid ? 1e-3 : 2e-4;  // bushings: 1000 rad/s
      const double coarse = error(h), fine = error(h / 2);
      EXPECT_LT(coarse, 1e-2) << iterations;
      EXPECT_NEAR(std::log2(coarse / fine), 2, 0.3) << iterations << ", " << coarse;
    }
  }
}

TEST(FixedWork, TooFewCorrectionsAreToldOfByName) {
  const System system = models::MakeRigidChain(3).model.Compile();
  Simulation simulation(system, FixedWork(0.02, 1));
  simulation.advance_to(1);
  EXPECT_GT(simulation.statistics().unconverged_steps, 0);
  ASSERT_EQ(simulation.warnings().size(), 1u);
  const std::string& warning = simulation.warnings().front();
  EXPECT_NE(warning.find("do not reach the tolerance at body 'rod "), std::string::npos) << warning;
}

/// Corrections that grow end the run: no step is left half solved.
TEST(FixedWork, DivergenceEndsTheRun) {
  const System system = models::MakeRigidChain(3).model.Compile();
  Simulation simulation(system, FixedWork(0.5, 5, 1000));
  EXPECT_THROW(simulation.advance_to(20), SolverError);
}

TEST(FixedWork, GoesOnFromACheckpointWithTheSameBits) {
  const System system = models::MakeBushingChain(4).model.Compile();
  Simulation whole(system, FixedWork(1e-3, 2, 5)), again(system, FixedWork(1e-3, 2, 5));
  for (int i = 0; i < 7; ++i) whole.step();
  const std::string bytes = whole.SaveCheckpoint();
  again.LoadCheckpoint(bytes);
  for (int i = 0; i < 50; ++i) whole.step(), again.step();
  EXPECT_EQ(whole.q(), again.q());
  EXPECT_EQ(whole.statistics().factorizations, again.statistics().factorizations);
}

}  // namespace trunnion::fixed_work_test
