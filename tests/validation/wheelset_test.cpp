// SPDX-License-Identifier: BSD-3-Clause
//
// The wheelset on a straight track (examples/models/wheelset.hpp) against a solution that was
// computed independently, with q and λ solved for at every evaluation of an explicit method.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "examples/models/wheelset.hpp"

namespace trunnion::models {
namespace wheelset_test {

VectorXd Reference(const std::string& time) {
  std::ifstream stream(TRUNNION_SOURCE_DIR "/tests/data/wheelset.json");
  const auto values = nlohmann::json::parse(stream).at("values").at(time);
  VectorXd y(17);
  for (int i = 0; i < 17; ++i) y[i] = values.at(static_cast<std::size_t>(i)).get<double>();
  return y;
}

double RelativeError(const WheelsetState& state, const std::string& time) {
  const VectorXd reference = Reference(time);
  return (state.Published() - reference).cwiseQuotient(reference).cwiseAbs().maxCoeff();
}

Bdf& Begin(SmallSystem<Wheelset>& system, Bdf& bdf) {
  const auto start = MakeWheelsetStart(system);
  bdf.Start(0, start.q, start.v, start.v_dot, start.lambda);
  return bdf;
}

/// Exact multipliers and accelerations of the published start, which differs by 6e-10 from ours.
TEST(Wheelset, StartsWithConsistentAccelerationsAndContactForces) {
  SmallSystem<Wheelset> system;
  const auto start = MakeWheelsetStart(system);
  EXPECT_NEAR(start.lambda[0], 83.5918402, 1e-7);
  EXPECT_NEAR(start.lambda[1], 74.14552833, 1e-7);
  EXPECT_LT(start.lambda.tail(4).norm(), 1e-12);
  VectorXd published(6);
  published << -1.97525716, -1.06658e-3, 7.88394e-2, -5.53337307, -0.349802661, -2.13255203;
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(start.v_dot[i], published[i], 1e-6);
}

TEST(Wheelset, EndValuesHaveSixDigitsAtTolerance1em9) {
  SmallSystem<Wheelset> system;
  Bdf bdf(system, {.tolerance = 1e-9});
  Begin(system, bdf);
  EXPECT_LT(RelativeError(RunWheelset(system, bdf, 10), "10.0"), 1e-6);
}

TEST(Wheelset, EveryFormulationComesToTheSameMotion) {
  SmallSystem<Wheelset> system;
  for (auto kind : {FormulationKind::coordinate_splitting,
                    FormulationKind::stabilized_index2,
                    FormulationKind::projected_invariants,
                    FormulationKind::index1_projected,
                    FormulationKind::baumgarte,
                    FormulationKind::index2,
                    FormulationKind::state_space}) {
    Bdf bdf(system, {.tolerance = 3e-8, .bdf = {.formulation = kind}});
    EXPECT_LT(RelativeError(RunWheelset(system, Begin(system, bdf), 1), "1.0"), 1e-3)
        << static_cast<int>(kind);
  }
}

/// Without projection the wheels leave the rails by more than the wheelset moves up and down.
TEST(Wheelset, FliesWithoutProjectionAndStaysOnTheRailsWithIt) {
  SmallSystem<Wheelset> system;
  const double reference = Reference("10.0")[1];  // 13 um up
  Bdf drifting(system, {.tolerance = 1e-4, .bdf = {.formulation = FormulationKind::index1}});
  const auto flying = RunWheelset(system, Begin(system, drifting), 10);
  EXPECT_GT(flying.q[1] - reference, reference);
  EXPECT_GT(CalcWheelsetGap(flying), reference);
  Bdf projected(system,
                {.tolerance = 1e-5, .bdf = {.formulation = FormulationKind::index1_projected}});
  const auto rolling = RunWheelset(system, Begin(system, projected), 10);
  EXPECT_NEAR(rolling.q[1], reference, 1e-7);
  EXPECT_LT(CalcWheelsetGap(rolling), 1e-10);
}

}  // namespace wheelset_test
}  // namespace trunnion::models
