// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/bdf.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/error.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "tests/support/driven_on_circle.hpp"

namespace trunnion {
namespace bdf_test {

class Order : public testing::TestWithParam<int> {};

TEST_P(Order, PositionsVelocitiesAndMultipliersConvergeWithOrderK) {
  const int order = GetParam();
  for (auto newton_system : {NewtonSystem::three_step, NewtonSystem::one_shot}) {
    const auto coarse = FixedStepErrors(order, 1.0 / 30, {.bdf = {.newton_system = newton_system}});
    const auto fine = FixedStepErrors(order, 1.0 / 60, {.bdf = {.newton_system = newton_system}});
    const auto observed = [](double e1, double e2) { return std::log2(e1 / e2); };
    EXPECT_NEAR(observed(coarse.position, fine.position), order, 0.35);
    EXPECT_NEAR(observed(coarse.velocity, fine.velocity), order, 0.35);
    EXPECT_NEAR(observed(coarse.multiplier, fine.multiplier), order, 0.5);
  }
}
INSTANTIATE_TEST_SUITE_P(Bdf, Order, testing::Range(1, 6));

/// Runs DrivenOnCircle from its initial state and returns the integrator at t >= t_end.
std::unique_ptr<Bdf> Integrate(SmallSystem<DrivenOnCircle>& system,
                               const IntegratorOptions& options,
                               double t_end) {
  const auto start = DrivenOnCircle::Exact(0);
  VectorXd v_dot, lambda;
  EXPECT_TRUE(SolveAccelerations(system, 0, start.q, start.v, ActiveRows(1), v_dot, lambda));
  EXPECT_NEAR(lambda[0], start.lambda[0], 1e-14);
  auto bdf = std::make_unique<Bdf>(system, options);
  bdf->Start(0, start.q, start.v, v_dot, lambda);
  while (bdf->t() < t_end) bdf->Step();
  return bdf;
}

/// A unit mass thrown in a constant field.
struct Thrown {
  static constexpr int n = 2, m = 0;
  Eigen::Vector2d mass() const { return {1, 1}; }
  template <class S>
  void Force(const S&,
             const Eigen::Matrix<S, 2, 1>&,
             const Eigen::Matrix<S, 2, 1>&,
             Eigen::Matrix<S, 2, 1>& f) const {
    f << S(0.0), S(-9.81);
  }
  template <class S>
  void Constraint(const S&, const Eigen::Matrix<S, 2, 1>&, Eigen::Matrix<S, 0, 1>&) const {}
};

// In a large model thousands of bodies fall freely: an error of the first steps would be common to
// all of them.
TEST(Bdf, StartsFreeFallWithoutAnError) {
  SmallSystem<Thrown> system;
  Bdf bdf(system, {.tolerance = 1e-2});
  bdf.Start(0, Eigen::Vector2d(1, 2), Eigen::Vector2d(3, 4), Eigen::Vector2d(0, -9.81), VectorXd());
  while (bdf.t() < 1) bdf.Step();
  VectorXd q, v;
  bdf.Interpolate(1, q, v);
  EXPECT_NEAR(q[0], 4, 1e-10);
  EXPECT_NEAR(q[1], 2 + 4 - 9.81 / 2, 1e-10);
  EXPECT_NEAR(v[1], 4 - 9.81, 1e-10);
}

TEST(Bdf, ErrorFollowsTheTolerance) {
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    SmallSystem<DrivenOnCircle> system;
    IntegratorOptions options;
    options.tolerance = tolerance;
    const auto bdf = Integrate(system, options, 5);
    VectorXd q, v;
    bdf->Interpolate(5, q, v);
    const auto exact = DrivenOnCircle::Exact(5);
    EXPECT_LT((q - exact.q).norm(), 100 * tolerance);
    EXPECT_LT((v - exact.v).norm(), 100 * tolerance);
  }
}

TEST(Bdf, IterationMatricesAndNewtonSystemsGiveTheSameSolution) {
  for (auto matrix : {IterationMatrix::cs, IterationMatrix::cm, IterationMatrix::lagged}) {
    for (auto newton_system : {NewtonSystem::three_step, NewtonSystem::one_shot}) {
      SmallSystem<DrivenOnCircle> system;
      IntegratorOptions options;
      options.tolerance = 1e-8;
      options.bdf.iteration_matrix = matrix;
      options.bdf.newton_system = newton_system;
      const auto bdf = Integrate(system, options, 2);
      VectorXd q, v;
      bdf->Interpolate(2, q, v);
      EXPECT_LT((q - DrivenOnCircle::Exact(2).q).norm(), 2e-7);
      EXPECT_LT(bdf->statistics().factorizations, bdf->statistics().steps / 2);  // reuse
    }
  }
}

TEST(Bdf, InterpolantIsExactAtTheStepAndAccurateInside) {
  SmallSystem<DrivenOnCircle> system;
  IntegratorOptions options;
  options.tolerance = 1e-7;
  const auto bdf = Integrate(system, options, 3);
  VectorXd q, v;
  bdf->Interpolate(bdf->t(), q, v);
  EXPECT_LT((q - bdf->q()).norm(), 1e-15);
  const double inside = bdf->t() - 0.4 * bdf->last_step();
  bdf->Interpolate(inside, q, v);
  EXPECT_LT((q - DrivenOnCircle::Exact(inside).q).norm(), 1e-5);
}

TEST(Bdf, StopsWithAMessageWhenTheStepsAreUsedUp) {
  SmallSystem<DrivenOnCircle> system;
  IntegratorOptions options;
  options.tolerance = 1e-10;
  options.max_steps = 20;
  EXPECT_THROW(Integrate(system, options, 5), SolverError);
}

TEST(Bdf, RejectsImpossibleOptions) {
  SmallSystem<DrivenOnCircle> system;
  IntegratorOptions options;
  options.tolerance = -1;
  EXPECT_THROW(Bdf(system, options), ModelError);
  options = {};
  options.bdf.max_order = 6;
  EXPECT_THROW(Bdf(system, options), ModelError);
}

TEST(MultistepWeights, ConstantStepsGiveTheClassicalFormulas) {
  const double times[] = {0, -1, -2, -3};
  const auto w = DerivativeWeights(times);
  EXPECT_NEAR(w[0], 11.0 / 6, 1e-15);
  EXPECT_NEAR(w[1], -3, 1e-15);
  EXPECT_NEAR(w[2], 1.5, 1e-15);
  EXPECT_NEAR(w[3], -1.0 / 3, 1e-15);
}

}  // namespace bdf_test
}  // namespace trunnion
