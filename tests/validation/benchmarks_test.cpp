// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "bench/comparison/error_search.hpp"
#include "bench/comparison/quaternion_index2.hpp"
#include "bench/comparison/run.hpp"
#include "engine/core/error.hpp"
#include "engine/simulation/simulation.hpp"
#include "examples/models/benchmark_models.hpp"

/// The benchmarks at their smallest sizes, and what compares engines on them.
namespace trunnion::bench {
namespace benchmarks_test {

struct Case {
  const char* model;
  int n;
  double tolerance;
};
void PrintTo(const Case& c, std::ostream* os) { *os << c.model << " n=" << c.n; }

class SmallBenchmark : public testing::TestWithParam<Case> {};

/// The tolerance is meant to be the error of the run, up to ten times; B3 passes its unstable
/// upright position, which multiplies errors.
TEST_P(SmallBenchmark, MeetsItsReference) {
  const Benchmark benchmark = MakeBenchmark(GetParam().model, GetParam().n);
  const OwnRun run = RunTrunnion(benchmark, {.tolerance = GetParam().tolerance});
  EXPECT_EQ(run.failure, "");
  EXPECT_LT(run.error, 1e-4);
  EXPECT_GT(run.steps, 10);
}
INSTANTIATE_TEST_SUITE_P(Benchmarks,
                         SmallBenchmark,
                         testing::Values(Case{"B1", 10, 1e-5},
                                         Case{"B2", 10, 1e-5},
                                         Case{"B3", 1, 1e-6},
                                         Case{"B5", 10, 1e-5}));

TEST(Benchmarks, LadderKeepsItsEnergy) {
  const Benchmark benchmark = MakeBenchmark("B3", 10);
  const OwnRun run = RunTrunnion(benchmark, {.tolerance = 1e-4});
  ASSERT_EQ(run.outputs[2].first, "energy_drift");
  EXPECT_LT(std::abs(run.outputs[2].second), 0.1);
}

TEST(Benchmarks, SayWhatTheyNeed) {
  EXPECT_THROW(MakeBenchmark("B4", 10), ModelError);  // beams
  EXPECT_THROW(MakeBenchmark("B5", 3), ModelError);
  EXPECT_FALSE(MakeBenchmark("B1", 11).error);  // no reference value
}

TEST(Benchmarks, RunStopsWithItsBudget) {
  const OwnRun run = RunTrunnion(MakeBenchmark("B1", 10), {.tolerance = 1e-6, .budget = 1e-9});
  EXPECT_NE(run.failure, "");
  EXPECT_TRUE(std::isinf(run.error));
}

struct FakeRun {
  double tolerance, error, cpu_seconds;
};

TEST(ErrorSearch, TakesTheCheapestThatMeetsTheError) {
  std::vector<double> tried;
  // Errors as large as the tolerance; 1e-4 is cheaper than 1e-3, as after failed steps.
  const auto run = [&](double tolerance, double /*budget*/) {
    tried.push_back(tolerance);
    const double k = -std::log10(tolerance);
    return FakeRun{tolerance, tolerance, std::abs(k - 4) + 1};
  };
  const auto best = FindCheapest<FakeRun>(2e-3, run);
  ASSERT_TRUE(best);
  EXPECT_DOUBLE_EQ(best->tolerance, 1e-4);
  EXPECT_EQ(tried.size(), 4u);  // 1e-5 does not win, and ends the search
}

TEST(ErrorSearch, FailedRunsNeverMeetTheError) {
  const auto none = FindCheapest<FakeRun>(1e-3, [](double tolerance, double) {
    return FakeRun{tolerance, tolerance > 1e-6 ? INFINITY : NAN, 1};
  });
  EXPECT_FALSE(none);
}

/// Joints and bushings on one chain, all of it moving.
Model MakeMixedChain() {
  models::Chain chain = models::MakeBushingChain(3);
  chain.model.AddJointAt({.name = "hinge",
                          .type = JointType::universal,
                          .body_a = chain.rods[0],
                          .body_b = chain.rods[2],
                          .point = {1.5, 0, 0},
                          .axis = {0, 1, 0},
                          .axis_b = Vec3(1, 0, 0)});
  chain.model.AddPointMass({.name = "bob", .mass = 2, .position = {4, 0, 0}});
  chain.model.AddJointAt({.name = "rope",
                          .type = JointType::ball,
                          .body_a = Model::ground(),
                          .body_b = chain.rods[1],
                          .point = {2, 0, 0}});
  return chain.model;
}

/// Central differences at two steps: their error must fall by four.
TEST(QuaternionIndex2, JacobianIsTheDerivative) {
  const System system = MakeMixedChain().Compile();
  QuaternionIndex2 equations(system);
  const int size = equations.size();
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  VectorXd q, v;
  system.GetInitialState(q, v);
  VectorXd y(size), y_dot(size), F(size), direction(size);
  equations.SetState(q,
                     v,
                     VectorXd::Zero(system.num_velocities()),
                     VectorXd::Zero(system.num_constraints()),
                     y.data(),
                     y_dot.data());
  for (int i = 0; i < size; ++i) {
    direction[i] = uniform(random);
    const bool mu = !equations.is_differential(i) && i < size - system.num_constraints();
    if (!mu) y[i] += 0.2 * uniform(random);  // the matrix holds at μ = 0
    if (equations.is_differential(i)) y_dot[i] += 0.2 * uniform(random);
  }
  const double c = 50;
  equations.CalcResidual(0, y.data(), y_dot.data(), F.data());
  const VectorXd exact = equations.CalcJacobian(0, c, y.data(), y_dot.data()) * direction;
  const auto difference = [&](double h) -> VectorXd {
    VectorXd plus(size), minus(size);
    for (const auto& [sign, out] : {std::pair(1, &plus), std::pair(-1, &minus)}) {
      const VectorXd at = y + sign * h * direction, rate = y_dot + sign * h * c * direction;
      equations.CalcResidual(0, at.data(), rate.data(), out->data());
    }
    return (plus - minus) / (2 * h);
  };
  const double coarse = (difference(4e-3) - exact).norm(), fine = (difference(2e-3) - exact).norm();
  EXPECT_GT(fine, 0);
  EXPECT_NEAR(coarse / fine, 4, 0.2);
}

TEST(QuaternionIndex2, ConsistentStartSolvesTheEquations) {
  const Benchmark benchmark = MakeBenchmark("B3", 3);
  Simulation start(*benchmark.system, {.threads = 1});
  QuaternionIndex2 equations(*benchmark.system);
  VectorXd y(equations.size()), y_dot(equations.size()), F(equations.size());
  equations.SetState(start.q(), start.v(), start.v_dot(), start.lambda(), y.data(), y_dot.data());
  equations.CalcResidual(0, y.data(), y_dot.data(), F.data());
  EXPECT_LT(F.cwiseAbs().maxCoeff(), 1e-10);
  VectorXd q, v;
  equations.GetState(y.data(), q, v);
  EXPECT_LT((q - start.q()).cwiseAbs().maxCoeff(), 1e-14);
  std::vector<int> order = equations.MakeOrdering();
  std::sort(order.begin(), order.end());
  for (int i = 0; i < equations.size(); ++i) ASSERT_EQ(order[static_cast<std::size_t>(i)], i);
}

}  // namespace benchmarks_test
}  // namespace trunnion::bench
