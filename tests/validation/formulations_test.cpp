// SPDX-License-Identifier: BSD-3-Clause
//
// The formulations on published problems and on models that tell them apart.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "bench/problems/formulation_variants.hpp"
#include "bench/problems/mechanical_problems.hpp"
#include "bench/problems/nonstiff_problems.hpp"
#include "examples/models/heterogeneous_models.hpp"
#include "examples/models/reference_problems.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/integrator/bdf.hpp"

namespace trunnion::models {
namespace formulations_test {

using problems::FormulationVariant;

const nlohmann::json& File() {
  static const nlohmann::json file = [] {
    std::ifstream stream(TRUNNION_SOURCE_DIR "/tests/data/test_problems.json");
    return nlohmann::json::parse(stream);
  }();
  return file;
}

class OnPublishedProblems : public testing::TestWithParam<FormulationVariant> {};

TEST_P(OnPublishedProblems, EndsWithin100TimesTheTolerance) {
  IntegratorOptions options = GetParam().options;
  options.tolerance = 1e-6;
  for (const auto& problem : {MakeSliderCrank(File(), Loops::determinate),
                              MakeSliderCrank(File(), Loops::redundant),
                              MakeAndrews(File(), Loops::determinate)}) {
    const System system = problem.model.Compile();
    Simulation run(system, {.integrator = options, .threads = 1});
    run.advance_to(problem.end());
    EXPECT_LE(problem.compare(run, problem.samples.back().second).position, 1e-4) << problem.name;
  }

  SmallSystem<problems::CarAxis> system;
  VectorXd q = problems::CarAxis::q0(), v = problems::CarAxis::v0(), v_dot, lambda;
  ASSERT_TRUE(SolveAccelerations(system, 0, q, v, ActiveRows(2), v_dot, lambda));
  Bdf bdf(system, options);
  bdf.Start(0, q, v, v_dot, lambda);
  while (bdf.t() < problems::CarAxis::t_end) bdf.Step();
  bdf.Interpolate(problems::CarAxis::t_end, q, v);
  EXPECT_LE((q - problems::CarAxis::end()).cwiseAbs().maxCoeff(), 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Formulation,
                         OnPublishedProblems,
                         testing::ValuesIn(problems::FormulationVariants()),
                         [](const auto& test) { return test.param.name; });

/// Eich (1993), Table 3.1, 50 periods: the residual is that of rounding, and at tolerances of 1e-6
/// and below projection makes the error at least ten times smaller.
TEST(EichPendulum, ProjectionKeepsTheConstraintAndReducesTheError) {
  using Problem = problems::EichPendulum;
  for (double tolerance : {1e-5, 1e-6, 1e-7, 1e-9}) {
    double error[2], residual[2] = {0, 0};
    for (const bool project : {false, true}) {
      SmallSystem<Problem> system;
      VectorXd q = Problem::q0(), v = Problem::v0(), v_dot, lambda;
      ASSERT_TRUE(SolveAccelerations(system, 0, q, v, ActiveRows(1), v_dot, lambda));
      Bdf bdf(system,
              {.tolerance = tolerance,
               .step_fraction = 1,
               .relative_tolerance = 1,
               .error_test = ErrorTest::velocities,
               .bdf = {.filter_error = false,
                       .project_error = project,
                       .formulation =
                           project ? FormulationKind::index1_projected : FormulationKind::index1}});
      bdf.Start(0, q, v, v_dot, lambda);
      while (bdf.t() < 100) {
        bdf.Step();
        const double g = std::abs(bdf.q().squaredNorm() - 1);
        residual[project] = std::max({residual[project], g, std::abs(bdf.q().dot(bdf.v()))});
      }
      bdf.Interpolate(100, q, v);
      error[project] = std::hypot((q - Problem::q0()).norm(), v.norm());
    }
    EXPECT_LE(residual[1], 1e-13);
    EXPECT_GE(residual[0], 1e-5);
    if (tolerance <= 1e-6) {
      EXPECT_LE(error[1], error[0] / 10) << tolerance;
    }
  }
}

/// Runs `model` and returns its end configuration.
VectorXd EndOf(const Model& model, double t_end, const IntegratorOptions& options, Statistics& s) {
  const System system = model.Compile();
  Simulation run(system, {.integrator = options, .threads = 1});
  run.advance_to(t_end);
  s = run.statistics();
  return run.q();
}

/// The four-bar ladder of 40 loops over 10 s turns over its singular positions again and again.
TEST(StateSpace, LadderChangesItsBasisAndAgreesWithCoordinateSplitting) {
  const ReferenceProblem ladder = MakeLadderA02(File(), 40, Loops::determinate);
  const double tolerance = 1e-4;
  Statistics s;
  const VectorXd q = EndOf(ladder.model, 10, {.tolerance = tolerance}, s);
  for (auto direction : {CorrectionDirection::metric, CorrectionDirection::dependent_coordinates}) {
    const VectorXd other = EndOf(
        ladder.model,
        10,
        {.tolerance = tolerance,
         .bdf = {.formulation = FormulationKind::state_space, .correction_direction = direction}},
        s);
    EXPECT_LE((other - q).cwiseAbs().maxCoeff(), 100 * tolerance);
    EXPECT_GE(s.basis_changes, 10);
  }
}

/// Ascher & Petzold (1993), section 4: a constraint that turns at 1000 rad/s while the motion is
/// slow. Pa, Pc and coordinate splitting follow the motion at every tolerance, stabilized index 2
/// the constraint where high orders meet it: the worst of three tolerances tells.
TEST(Stability, TurningConstraintCutsTheStepsOfStabilizedIndex2) {
  const Model model = MakeTurningWall(1000);
  const auto steps = [&](IntegratorOptions options) {
    double worst = 0;
    for (const double tolerance : {1e-6, 3e-7, 1e-7}) {
      options.tolerance = tolerance;
      Statistics s;
      const VectorXd q = EndOf(model, 2, options, s);
      EXPECT_LE((q.head<3>() - BeadPath(2.0)).norm(), tolerance);
      worst = std::max(worst, static_cast<double>(s.steps));
    }
    return worst;
  };
  const double stabilized =
      steps({.bdf = {.cap_order = false, .formulation = FormulationKind::stabilized_index2}});
  const double pa = steps({.bdf = {.formulation = FormulationKind::projected_invariants}});
  const double pc = steps({.bdf = {.formulation = FormulationKind::projected_invariants,
                                   .invariant_levels = InvariantLevels::coupled}});
  EXPECT_GT(stabilized, 5 * std::max({pa, pc, steps({})}));
}

/// Ascher & Petzold (1993), example 3: masses that differ by 1e6 and turn. The linear example;
/// rigid bodies have no such mass matrix.
TEST(Stability, TurningHeterogeneousMassesCutTheStepsOfStabilizedIndex2) {
  const auto steps = [](IntegratorOptions options) {
    options.tolerance = 1e-4;
    auto system = problems::HeterogeneousMasses(1e3, 1);
    const VectorXd one = VectorXd::Ones(2), exact = VectorXd::Constant(2, std::exp(1.0));
    Bdf bdf(system, options);
    bdf.Start(0, one, one, one, VectorXd::Constant(1, 0.5));
    while (bdf.t() < 1) bdf.Step();
    VectorXd q, v;
    bdf.Interpolate(1, q, v);
    EXPECT_LE((q - exact).cwiseAbs().maxCoeff(), 1e-3);
    return static_cast<double>(bdf.statistics().steps);
  };
  using enum FormulationKind;
  const double pa = steps({.bdf = {.formulation = projected_invariants}});
  EXPECT_LT(steps({.bdf = {.formulation = state_space}}), 2 * pa);
  EXPECT_GT(steps({.bdf = {.formulation = stabilized_index2}}), 10 * pa);
  EXPECT_GT(steps({.bdf = {.formulation = projected_invariants,
                           .correction_direction = CorrectionDirection::inverse_mass}}),
            10 * pa);
}

}  // namespace formulations_test
}  // namespace trunnion::models
