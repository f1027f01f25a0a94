// SPDX-License-Identifier: BSD-3-Clause
//
// `automatic` may take three times the steps of the better of its two integrators, not more.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

long CountSteps(const System& system, FormulationKind formulation, double tolerance) {
  Simulation run(
      system, {.integrator = {.tolerance = tolerance, .formulation = formulation}, .threads = 1});
  run.advance_to(1);
  return run.statistics().steps;
}

void ExpectGoodChoice(const System& system, double tolerance, const std::string& label) {
  const long bdf = CountSteps(system, FormulationKind::coordinate_splitting, tolerance);
  EXPECT_LE(CountSteps(system, FormulationKind::automatic, tolerance), 3 * bdf)
      << label << " at " << tolerance;
}

/// Its rod has no inertia about its length, so that an explicit step evaluates and factorizes the
/// whole matrix: as dear as a step of BDF, which is four times as long.
TEST(AutomaticChoice, SliderCrank) {
  const std::filesystem::path models = std::string(TRUNNION_SOURCE_DIR) + "/models";
  const ModelFile file = ReadModelFile(models / "slider_crank.json");
  const System system = file.model.Compile();
  for (const double tolerance : {1e-4, 1e-6, 1e-8})
    ExpectGoodChoice(system, tolerance, "slider-crank");
}

TEST(AutomaticChoice, NearlyMasslessPointBetweenSprings) {
  for (const double mass : {1e-6, 1e-9, 1e-12, 1e-14}) {
    for (const double damping : {0.0, 10.0}) {
      Model model;
      model.set_gravity({0, 0, -9.81});
      const BodyId point =
          model.AddPointMass({.name = "point", .mass = mass, .position = {0, 0, 1}});
      const BodyId load = model.AddPointMass({.name = "load", .mass = 1});
      const MarkerId top = model.AddMarkerAt({.body = Model::ground(), .point = {0, 0, 2}});
      const MarkerId middle = model.AddMarker({.body = point});
      const MarkerId bottom = model.AddMarker({.body = load});
      model.AddSpringDamper({.along = Between(top, middle, CoordinateKind::distance),
                             .stiffness = 1000,
                             .damping = damping,
                             .free_length = 1});
      model.AddSpringDamper({.along = Between(middle, bottom, CoordinateKind::distance),
                             .stiffness = 1000,
                             .damping = damping,
                             .free_length = 1});
      const System system = model.Compile();
      for (const double tolerance : {1e-3, 1e-5})
        ExpectGoodChoice(system, tolerance, "point of " + std::to_string(mass) + " kg");
    }
  }
}

}  // namespace
}  // namespace trunnion
