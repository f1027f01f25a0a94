// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/explicit_stepper.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "bench/problems/stability_problems.hpp"
#include "engine/core/error.hpp"

namespace trunnion {
namespace explicit_stepper_test {

constexpr double kPi = std::numbers::pi;

/// Kepler's ellipse at eccentric anomaly E (1/2 of the great axis 1, eccentricity 1/2): t = E −
/// sin E/2.
VectorXd KeplerAt(double E) {
  const double b = std::sqrt(0.75), rate = 1 / (1 - 0.5 * std::cos(E));
  return Eigen::Vector4d(
      std::cos(E) - 0.5, b * std::sin(E), -rate * std::sin(E), rate * b * std::cos(E));
}

struct Case {
  ExplicitMethod method;
  int order;
};

class ExplicitStepperOrder : public testing::TestWithParam<Case> {};

double KeplerError(ExplicitMethod method, StabilizedLevels levels, int steps) {
  auto problem = problems::KeplerProblem();
  ExplicitStepper stepper(problem, {.method = method, .stabilized_levels = levels});
  EXPECT_TRUE(stepper.Start(0, problems::KeplerStart()));
  const double end = 2 - 0.5 * std::sin(2.0);
  for (int i = 0; i < steps; ++i) stepper.Step(end / steps);
  EXPECT_EQ(stepper.order(), TableauOf(method).order + (method == ExplicitMethod::adams_bashforth));
  return (stepper.z() - KeplerAt(2)).norm();
}

TEST_P(ExplicitStepperOrder, IsThatOfTheMethodWithAndWithoutStabilization) {
  const auto [method, order] = GetParam();
  for (auto levels : {StabilizedLevels::none, StabilizedLevels::both}) {
    const int steps = order == 1 ? 1600 : order == 2 ? 400 : order == 4 ? 50 : 160;
    const double coarse = KeplerError(method, levels, steps);
    const double fine = KeplerError(method, levels, 2 * steps);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.3) << coarse << " " << fine;
  }
}
INSTANTIATE_TEST_SUITE_P(Methods,
                         ExplicitStepperOrder,
                         testing::Values(Case{ExplicitMethod::forward_euler, 1},
                                         Case{ExplicitMethod::midpoint, 2},
                                         Case{ExplicitMethod::adams_bashforth, 2},
                                         Case{ExplicitMethod::runge_kutta4, 4},
                                         Case{ExplicitMethod::dormand_prince, 5}));

/// The order conditions of the tableaux that no ODE test reaches: half-explicit ones of index 2
/// (Brasey & Hairer 1993), Σ b_i c_i w_i = 2/3 with Σ_j a_{i+1,j} w_j = c²_{i+1}, a_{s+1} = b.
TEST(ButcherTableau, HalfExplicitHasOrderThree) {
  const auto& t = TableauOf(ExplicitMethod::half_explicit);
  EXPECT_NEAR(t.b.sum(), 1, 1e-15);
  EXPECT_NEAR(t.b.dot(t.c), 1.0 / 2, 1e-15);
  EXPECT_NEAR(t.b.dot(t.c.cwiseAbs2()), 1.0 / 3, 1e-15);
  EXPECT_NEAR(t.b.dot(t.A * t.c), 1.0 / 6, 1e-15);
  MatrixXd next(3, 3);
  next << t.A.bottomRows(2), t.b.transpose();
  const VectorXd w =
      next.triangularView<Eigen::Lower>().solve(Eigen::Vector3d(t.c[1] * t.c[1], t.c[2], 1));
  EXPECT_NEAR(t.b.dot(t.c.cwiseProduct(w)), 2.0 / 3, 1e-14);
}

TEST(ExplicitStepper, DenseOutputIsOfOrderFourOrThree) {
  for (auto [method, order] :
       {Case{ExplicitMethod::dormand_prince, 5}, Case{ExplicitMethod::runge_kutta4, 4}}) {
    for (auto levels : {StabilizedLevels::none, StabilizedLevels::both}) {
      std::array<double, 2> error{};
      for (int k = 0; k < 2; ++k) {
        const double h = 0.02 / (k + 1);
        auto problem = problems::KeplerProblem();
        ExplicitStepper stepper(problem, {.method = method, .stabilized_levels = levels});
        const double E0 = 0.7, E1 = E0 + 0.4 * h, t0 = E0 - 0.5 * std::sin(E0);
        stepper.Start(t0, KeplerAt(E0));
        stepper.Step(h);
        VectorXd z;
        stepper.Interpolate(E1 - 0.5 * std::sin(E1), z);
        error[static_cast<std::size_t>(k)] = (z - KeplerAt(E1)).norm();
        stepper.Interpolate(stepper.t(), z);
        EXPECT_LT((z - stepper.z()).norm(), 1e-15);
        stepper.Interpolate(t0, z);
        EXPECT_LT((z - KeplerAt(E0)).norm(), 1e-15);
      }
      EXPECT_NEAR(std::log2(error[0] / error[1]), order, 0.4);
    }
  }
}

/// Closed forms of the discrete solution (Ascher, Qin & Reich 1992, example 2), eq. (3.4):
/// z_n − t_n³ = (1 − α)ⁿ z₀ − h³/(4α) (1 − (1 − α)ⁿ), and −n h³/4 without stabilization.
TEST(ExplicitStepper, DiscreteSolutionOfTheCubicProblem) {
  constexpr double h = 1.0 / 16;
  for (double alpha : {0.5, 1.0, 1.5}) {
    auto problem = problems::CubicProblem();
    ExplicitStepper stepper(problem,
                            {.method = ExplicitMethod::midpoint,
                             .stabilization_point = StabilizationPoint::start,
                             .stabilization_alpha = alpha});
    stepper.Start(0, VectorXd::Constant(1, 2.0));
    for (int n = 1; n <= 60; ++n) {
      stepper.Step(h);
      const double t = n * h, decay = std::pow(1 - alpha, n);
      const double expected = t * t * t + decay * 2 - h * h * h / (4 * alpha) * (1 - decay);
      EXPECT_NEAR(stepper.z()[0], expected, 1e-13) << n;
    }
  }
  // Linear invariants are met exactly where the stabilization looks at the end of the step.
  auto problem = problems::CubicProblem();
  ExplicitStepper stepper(problem, {.method = ExplicitMethod::midpoint});
  stepper.Start(0, VectorXd::Zero(1));
  for (int n = 1; n <= 16; ++n) stepper.Step(h);
  EXPECT_DOUBLE_EQ(stepper.z()[0], 1);
}

/// A coordinate projection method has no drift; one step toward the invariant has O(h^{2p+2}).
TEST(ExplicitStepper, EnergyDriftIsSquaredByTheStabilization) {
  const auto drift = [](StabilizedLevels levels) {
    auto problem = problems::KeplerProblem();
    ExplicitStepper stepper(problem,
                            {.method = ExplicitMethod::midpoint, .stabilized_levels = levels});
    stepper.Start(0, problems::KeplerStart());
    double largest = 0;
    for (int i = 0; i < 2000; ++i) {
      stepper.Step(kPi / 1000);
      const VectorXd& z = stepper.z();
      const double energy = 0.5 * z.tail(2).squaredNorm() - 1 / z.head(2).norm();
      largest = std::max(largest, std::abs(energy + 0.5));
    }
    return largest;
  };
  EXPECT_GT(drift(StabilizedLevels::none), 1e-6);
  EXPECT_LT(drift(StabilizedLevels::both), 1e-13);
}

TEST(ExplicitStepper, FailuresAreTold) {
  auto problem = problems::KeplerProblem();
  EXPECT_THROW(ExplicitStepper(problem, {.stabilization_alpha = 0}), ModelError);
  ExplicitStepper stepper(problem, {.method = ExplicitMethod::forward_euler});
  EXPECT_FALSE(stepper.Start(0, VectorXd::Zero(4)));  // both bodies in one point
  stepper.Start(0, Eigen::Vector4d(1, 0, -1, 0));
  EXPECT_THROW(stepper.Step(1), SolverError);
  EXPECT_EQ(stepper.t(), 0);
}

}  // namespace explicit_stepper_test
}  // namespace trunnion
