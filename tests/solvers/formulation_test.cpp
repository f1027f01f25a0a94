// SPDX-License-Identifier: BSD-3-Clause
//
// Every formulation of the equations of motion: order of convergence, drift, and the linear
// examples of Ascher & Petzold (1993), whose discrete solutions are known to many digits.
#include "solvers/formulation/formulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bench/problems/formulation_variants.hpp"
#include "bench/problems/mechanical_problems.hpp"
#include "engine/core/error.hpp"
#include "tests/support/driven_on_circle.hpp"

namespace trunnion {
namespace {

using problems::FormulationVariant;

class EveryFormulation : public testing::TestWithParam<FormulationVariant> {};

TEST_P(EveryFormulation, ConvergesWithTheOrderOfTheFormula) {
  for (int order : {1, 2, 4}) {
    const auto coarse = FixedStepErrors(order, 1.0 / 60, GetParam().options);
    const auto fine = FixedStepErrors(order, 1.0 / 120, GetParam().options);
    EXPECT_NEAR(std::log2(coarse.position / fine.position), order, 0.45) << order;
    EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), order, 0.45) << order;
    // At least: the multipliers of index 2 converge with order 2 at order 1 here.
    EXPECT_GT(std::log2(coarse.multiplier / fine.multiplier), order - 0.5) << order;
  }
}

TEST_P(EveryFormulation, DriftsOnlyWhereItMust) {
  const auto errors = FixedStepErrors(2, 1.0 / 30, GetParam().options);
  if (GetParam().keeps_positions) {
    EXPECT_LT(errors.drift, 1e-12);
  } else {
    EXPECT_GT(errors.drift, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Formulation,
                         EveryFormulation,
                         testing::ValuesIn(problems::FormulationVariants()),
                         [](const auto& test) { return test.param.name; });

/// Backward Euler with h = 0.01 to t = 1 from the exact start eᵗ(1, 1).
std::unique_ptr<Bdf> TakeEulerSteps(problems::LinearMechanicalSystem& system,
                                    IntegratorOptions options) {
  options.fixed_step = 0.01;
  options.bdf.max_order = 1;
  options.tolerance = 1e-9;
  options.relative_tolerance = 1;  // solutions grow to 1e153
  options.error_test = ErrorTest::positions;
  options.bdf.reuse_matrix = false;
  auto bdf = std::make_unique<Bdf>(system, options);
  const VectorXd one = VectorXd::Ones(2);
  bdf->Start(0, one, one, one, VectorXd::Constant(1, 0.5));
  for (int step = 0; step < 100; ++step) bdf->Step();
  return bdf;
}

/// Ascher & Petzold (1993), Tables 4.3, 4.4, 4.6 and 4.9 at h = 0.01, recomputed with 60 digits.
TEST(LinearExamples, GiveTheDiscreteSolutionsOfThePaper) {
  using enum FormulationKind;
  using enum CorrectionDirection;
  struct Case {
    problems::LinearMechanicalSystem system;
    IntegratorOptions options;
    double position_error, velocity_error;
  };
  Case cases[] = {
      {problems::HeterogeneousMasses(1000, 1),
       {.bdf = {.formulation = projected_invariants, .correction_direction = inverse_mass}},
       9.273e73,
       3.553e-3},
      {problems::HeterogeneousMasses(1000, 1),
       {.bdf = {.formulation = projected_invariants}},
       7.243e-3,
       3.553e-3},
      {problems::HeterogeneousMasses(100, 1),
       {.bdf = {.formulation = projected_invariants,
                .correction_direction = dependent_coordinates}},
       6.539e-3,
       3.539e-3},
      {problems::HeterogeneousMasses(1, 1), {.bdf = {.formulation = index2}}, 1.319e-2, 1.228e-2},
      {problems::HeterogeneousMasses(1000, 0),
       {.bdf = {.formulation = stabilized_index2}},
       5.249e-3,
       1.207e-2},
      {problems::HeterogeneousMasses(1000, 0),
       {.bdf = {.formulation = stabilized_index2, .correction_direction = inverse_mass}},
       3.198e149,
       2.842e152},
      {problems::StiffTurningConstraint(100),
       {.bdf = {.formulation = projected_invariants}},
       1.870e-4,
       6.462e-5},
      {problems::StiffTurningConstraint(100),
       {.bdf = {.formulation = projected_invariants, .invariant_levels = InvariantLevels::both}},
       1.864e-4,
       1.861e-2},
      {problems::StiffTurningConstraint(100),
       {.bdf = {.formulation = projected_invariants, .invariant_levels = InvariantLevels::coupled}},
       6.836e-7,
       6.648e-5},
      {problems::StiffTurningConstraint(100),
       {.bdf = {.formulation = stabilized_index2}},
       1.864e-4,
       1.861e-2},
  };
  const VectorXd exact = VectorXd::Constant(2, std::exp(1.0));
  for (auto& [system, options, position_error, velocity_error] : cases) {
    const auto bdf = TakeEulerSteps(system, options);
    EXPECT_NEAR((bdf->q() - exact).cwiseAbs().maxCoeff() / position_error, 1, 1e-3);
    EXPECT_NEAR((bdf->v() - exact).cwiseAbs().maxCoeff() / velocity_error, 1, 1e-3);
    EXPECT_EQ(bdf->statistics().newton_iterations, 200);  // exact at once, seen by the second
  }
}

TEST(Formulation, RefusesTheInverseMassWhereThereIsNone) {
  struct Massless : DrivenOnCircle {
    Eigen::Vector2d mass() const { return {1, 0}; }
  };
  SmallSystem<Massless> system;
  Bdf bdf(system,
          {.bdf = {.formulation = FormulationKind::stabilized_index2,
                   .correction_direction = CorrectionDirection::inverse_mass}});
  const auto start = DrivenOnCircle::Exact(0);
  bdf.Start(0, start.q, start.v, VectorXd::Zero(2), start.lambda);
  EXPECT_THROW(bdf.Step(), ModelError);
}

}  // namespace
}  // namespace trunnion
