// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/one_step_method.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/integrator/bdf.hpp"
#include "tests/support/driven_on_circle.hpp"

namespace trunnion {
namespace one_step_method_test {

using Row = OneStepMethod::Row;
constexpr std::size_t kStages = OneStepMethod::kStages;

double Sum(const Row& b, const Row& c, int power) {
  double sum = 0;
  for (std::size_t i = 0; i < kStages; ++i) sum += b[i] * std::pow(c[i], power);
  return sum;
}

Row Times() {
  Row c{};
  for (std::size_t i = 0; i < kStages; ++i)
    for (std::size_t j = 0; j < kStages; ++j) c[i] += OneStepMethod::A()[i][j];
  return c;
}

TEST(OneStepMethod, MeetsTheConditionsOfOrderThree) {
  const Row c = Times();
  const Row& b = OneStepMethod::A()[kStages - 1];  // stiffly accurate
  EXPECT_NEAR(c[kStages - 1], 1, 1e-14);
  EXPECT_NEAR(Sum(b, c, 1), 1.0 / 2, 1e-14);
  EXPECT_NEAR(Sum(b, c, 2), 1.0 / 3, 1e-14);
  double sum = 0;
  for (std::size_t i = 0; i < kStages; ++i)
    for (std::size_t j = 0; j < kStages; ++j) sum += b[i] * OneStepMethod::A()[i][j] * c[j];
  EXPECT_NEAR(sum, 1.0 / 6, 1e-14);
}

// The second stage carries order 2, and so do the others, so that constraints and stiff forces cost
// no order.
TEST(OneStepMethod, StagesHaveOrderTwo) {
  const Row c = Times();
  for (std::size_t i = 1; i < kStages; ++i)
    EXPECT_NEAR(Sum(OneStepMethod::A()[i], c, 1), c[i] * c[i] / 2, 1e-13) << "stage " << i;
}

TEST(OneStepMethod, EmbeddedMethodHasOrderTwo) {
  const Row c = Times();
  const Row& e = OneStepMethod::error_weights();
  EXPECT_NEAR(Sum(e, c, 0), 0, 1e-13);
  EXPECT_NEAR(Sum(e, c, 1), 0, 1e-13);
  EXPECT_GT(std::abs(Sum(e, c, 2)), 1e-3);
}

/// Stability function at z: 1 + z bᵀ(I − zA)⁻¹ 1.
double Stability(double z) {
  Eigen::Matrix4d A;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      A(i, j) = OneStepMethod::A()[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  const Eigen::Vector4d ones = Eigen::Vector4d::Ones();
  return 1 + z * A.row(3).dot((Eigen::Matrix4d::Identity() - z * A).inverse() * ones);
}

TEST(OneStepMethod, DampsWhatIsStiff) {
  EXPECT_NEAR(Stability(-1e-3), std::exp(-1e-3), 1e-12);
  EXPECT_NEAR(Stability(-1e8), 0, 1e-6);
  for (double z = -1e4; z < -1e-6; z *= 0.7) EXPECT_LE(std::abs(Stability(z)), 1) << z;
}

/// Largest errors at t = 1 with steps h, all of them one-step ones.
struct Errors {
  double position, velocity;
};
Errors CalcErrors(double h) {
  SmallSystem<DrivenOnCircle> system;
  IntegratorOptions options;
  options.fixed_step = h;
  options.bdf.newton_tolerance = 1e-6;
  options.bdf.max_newton_iterations = 12;
  Bdf bdf(system, options);
  const auto start = DrivenOnCircle::Exact(0);
  VectorXd v_dot, lambda;
  EXPECT_TRUE(SolveAccelerations(system, 0, start.q, start.v, ActiveRows(1), v_dot, lambda));
  bdf.Start(0, start.q, start.v, v_dot, lambda);
  const int steps = static_cast<int>(std::lround(1 / h));
  for (int i = 0; i < steps; ++i) {
    bdf.Jump(VectorXd(bdf.v()));
    bdf.Step();
  }
  const auto exact = DrivenOnCircle::Exact(bdf.t());
  EXPECT_NEAR(bdf.t(), 1, 1e-12);
  return {(bdf.q() - exact.q).norm(), (bdf.v() - exact.v).norm()};
}

TEST(OneStepMethod, ShowsOrderThreeWithAConstraint) {
  const Errors coarse = CalcErrors(1.0 / 20), fine = CalcErrors(1.0 / 40);
  EXPECT_NEAR(std::log2(coarse.position / fine.position), 3, 0.35);
  EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), 3, 0.35);
}

// Between its ends a step is a cubic.
TEST(OneStepMethod, InterpolatesWithinAStep) {
  SmallSystem<DrivenOnCircle> system;
  IntegratorOptions options;
  options.fixed_step = 0.02;
  Bdf bdf(system, options);
  const auto start = DrivenOnCircle::Exact(0);
  VectorXd v_dot, lambda, q, v;
  EXPECT_TRUE(SolveAccelerations(system, 0, start.q, start.v, ActiveRows(1), v_dot, lambda));
  bdf.Start(0, start.q, start.v, v_dot, lambda);
  bdf.Jump(VectorXd(bdf.v()));
  bdf.Step();
  bdf.Interpolate(0.013, q, v);
  const auto exact = DrivenOnCircle::Exact(0.013);
  EXPECT_LT((q - exact.q).norm(), 1e-6);
  EXPECT_LT((v - exact.v).norm(), 1e-4);
}

}  // namespace one_step_method_test
}  // namespace trunnion
