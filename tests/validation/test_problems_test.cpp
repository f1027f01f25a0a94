// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "examples/models/reference_problems.hpp"

/// Published test problems, built from rigid bodies and joints in space, against reference
/// solutions that were computed independently (tests/data/test_problems.json). End values must lie
/// within 100 x tolerance, for tolerances 1e-6 and 1e-8: lengths in m, angles in rad; their rates
/// within 1000 x tolerance of the largest reference rate (at least 1 per second).
namespace trunnion::models {
namespace test_problems_test {

const nlohmann::json& File() {
  static const nlohmann::json file = [] {
    std::ifstream stream(TRUNNION_SOURCE_DIR "/tests/data/test_problems.json");
    return nlohmann::json::parse(stream);
  }();
  return file;
}

std::unique_ptr<Simulation> Start(const System& system, double tolerance) {
  return std::make_unique<Simulation>(
      system, SimulationOptions{.integrator = {.tolerance = tolerance}, .threads = 1});
}

void Check(const ReferenceProblem& problem, double tolerance) {
  SCOPED_TRACE(problem.name + " at tolerance " + std::to_string(tolerance * 1e9) + "e-9");
  const System system = problem.model.Compile();
  const auto run = Start(system, tolerance);
  run->advance_to(problem.end());
  const ProblemError error = problem.compare(*run, problem.samples.back().second);
  EXPECT_LE(error.position, 100 * tolerance);
  EXPECT_LE(error.velocity, 1000 * tolerance);
  const Statistics& s = run->statistics();
  std::printf("| %s | %.0e | %.1f | %.1f | %ld | %ld | %ld |\n",
              problem.name.c_str(),
              tolerance,
              error.position / tolerance,
              error.velocity / tolerance,
              s.steps,
              s.residual_evaluations,
              s.error_test_failures + s.convergence_failures + s.singular_failures);
}

void CheckBoth(const ReferenceProblem& problem) {
  Check(problem, 1e-6);
  Check(problem, 1e-8);
}

TEST(TestProblems, SliderCrankDeterminate) {
  CheckBoth(MakeSliderCrank(File(), Loops::determinate));
}
TEST(TestProblems, SliderCrankRedundant) { CheckBoth(MakeSliderCrank(File(), Loops::redundant)); }
TEST(TestProblems, Pendulum) { CheckBoth(MakePendulumA01(File())); }
TEST(TestProblems, Ladder2Redundant) { CheckBoth(MakeLadderA02(File(), 2, Loops::redundant)); }
TEST(TestProblems, Ladder2Determinate) { CheckBoth(MakeLadderA02(File(), 2, Loops::determinate)); }
TEST(TestProblems, Ladder40Redundant) { CheckBoth(MakeLadderA02(File(), 40, Loops::redundant)); }
TEST(TestProblems, Ladder40Determinate) {
  CheckBoth(MakeLadderA02(File(), 40, Loops::determinate));
}
// Round-off, enlarged by the square of the condition of G, must not stop the run where all bars are
// in line.
TEST(TestProblems, LaddersCrossSingularPositionsAtTightTolerances) {
  for (const auto& [loops, tolerance] : {std::pair{Loops::redundant, 1e-9},
                                         std::pair{Loops::determinate, 1e-9},
                                         std::pair{Loops::redundant, 1e-10},
                                         std::pair{Loops::determinate, 1e-10}}) {
    const auto problem = MakeLadderA02(File(), 2, loops);
    const System system = problem.model.Compile();
    const auto run = Start(system, tolerance);
    ASSERT_NO_THROW(run->advance_to(problem.end())) << tolerance;
    EXPECT_LE(problem.compare(*run, problem.samples.back().second).position, 1000 * tolerance);
    if (tolerance < 5e-10) {
      EXPECT_GT(run->statistics().round_off_steps, 0);
    }
  }
}
TEST(TestProblems, CuspidalTop) { CheckBoth(MakeTop(File())); }
TEST(TestProblems, FreeBody) { CheckBoth(MakeFreeBody(File())); }
TEST(TestProblems, AndrewsDeterminate) { CheckBoth(MakeAndrews(File(), Loops::determinate)); }
TEST(TestProblems, AndrewsRedundant) { CheckBoth(MakeAndrews(File(), Loops::redundant)); }

/// The interpolated states on the way are as good as the end.
TEST(TestProblems, ReferenceIsMetAllAlong) {
  for (const ReferenceProblem& problem :
       {MakeSliderCrank(File(), Loops::redundant), MakePendulumA01(File()), MakeFreeBody(File())}) {
    const System system = problem.model.Compile();
    const auto run = Start(system, 1e-8);
    for (const auto& [t, reference] : problem.samples) {
      run->advance_to(t);
      EXPECT_LE(problem.compare(*run, reference).position, 1e-6) << problem.name << " t = " << t;
    }
  }
}

/// Accelerations of the seven angles q1..q7 and the six multipliers of the reference, which are the
/// forces in the joint of K3, K4, K6 with K2, on the former.
VectorXd AccelerationsAndForces(const ReferenceProblem& problem, const Simulation& run) {
  const VectorXd& a = run.v_dot();
  const auto turn = [&](int k) { return a[6 * (k - 1) + 5]; };  // of body K_k
  VectorXd out(13);
  out.head<7>() << turn(1), turn(2) - turn(1), turn(3), turn(4) - turn(5), turn(5),
      turn(6) - turn(7), turn(7);
  for (int i = 0; i < 3; ++i) {
    const int joint = problem.closures[static_cast<std::size_t>(i)].index();
    const Reaction on_b = run.reaction(JointId(joint));
    out.segment<2>(7 + 2 * i) = on_b.force.head<2>();
  }
  return out;
}

TEST(TestProblems, AndrewsStartsWithThePublishedAccelerationsAndForces) {
  const auto& initial = FindProblem(File(), "andrews")["initial_values"];
  VectorXd expected(13);
  expected << ReadNumbers(initial["qddot"]), ReadNumbers(initial["lam"]);
  for (const Loops loops : {Loops::determinate, Loops::redundant}) {
    const ReferenceProblem problem = MakeAndrews(File(), loops);
    const System system = problem.model.Compile();
    const auto run = Start(system, 1e-6);
    const VectorXd ours = AccelerationsAndForces(problem, *run);
    EXPECT_LT((ours - expected).head<7>().cwiseAbs().maxCoeff(), 1e-10 * 14222);
    EXPECT_LT((ours - expected).tail<6>().cwiseAbs().maxCoeff(), 1e-10 * 98.6);
    EXPECT_EQ(run->warnings().size(), loops == Loops::redundant ? 9u : 0u);
    EXPECT_EQ(run->degrees_of_freedom(), 1);
  }
}

TEST(TestProblems, AndrewsEndsWithTheReferenceAccelerationsAndForces) {
  const ReferenceProblem problem = MakeAndrews(File(), Loops::redundant);
  const System system = problem.model.Compile();
  const auto run = Start(system, 1e-10);
  run->advance_to(problem.end());
  const VectorXd expected = problem.samples.back().second.tail<13>();
  const VectorXd ours = AccelerationsAndForces(problem, *run);
  // As many digits as the positions have; d(acceleration)/d(position) is about the rate squared.
  EXPECT_LT((ours - expected).head<7>().cwiseAbs().maxCoeff(), 1e-6 * 5.7e5);
  EXPECT_LT((ours - expected).tail<6>().cwiseAbs().maxCoeff(), 1e-6 * 200);
}

TEST(TestProblems, SliderCrankStartsWithThePublishedAccelerations) {
  const ReferenceProblem problem = MakeSliderCrank(File(), Loops::redundant);
  const System system = problem.model.Compile();
  const auto run = Start(system, 1e-6);
  const VectorXd& a = run->v_dot();
  EXPECT_NEAR(a[5], -0.51339746, 5e-9);
  EXPECT_NEAR(a[12], 0.25669873, 5e-9);
  EXPECT_NEAR(a[11], 0, 1e-12);
}

}  // namespace test_problems_test
}  // namespace trunnion::models
