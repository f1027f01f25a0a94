// SPDX-License-Identifier: BSD-3-Clause
//
// `automatic` may take three times the steps of the better of its two integrators, not more.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "bench/problems/method.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

long CountSteps(const System& system, Method method, double tolerance) {
  Simulation run(system, {.integrator = With(method, {.tolerance = tolerance}), .threads = 1});
  run.advance_to(1);
  return run.statistics().steps;
}

void ExpectGoodChoice(const System& system, double tolerance, const std::string& label) {
  const long bdf = CountSteps(system, FormulationKind::coordinate_splitting, tolerance);
  EXPECT_LE(CountSteps(system, IntegratorKind::automatic, tolerance), 3 * bdf)
      << label << " at " << tolerance;
}

/// Its rod has no inertia about its length, so that an explicit step evaluates and factorizes the
/// whole matrix: as dear as a step of BDF, which is four times as long.
TEST(AutomaticChoice, SliderCrank) {
  const std::filesystem::path models = TRUNNION_SOURCE_DIR "/models";
  const ModelFile file = ReadModelFile(models / "slider_crank.json");
  const System system = file.model.Compile();
  for (const double tolerance : {1e-4, 1e-6, 1e-8})
    ExpectGoodChoice(system, tolerance, "slider-crank");
}

}  // namespace
}  // namespace trunnion
