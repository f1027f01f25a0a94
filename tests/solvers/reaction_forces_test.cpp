// SPDX-License-Identifier: BSD-3-Clause
//
// Forces that depend on the multipliers, in the solvers: friction problems with closed forms.
#include <cmath>

#include "tests/support/run_small_system.hpp"

namespace trunnion {
namespace {

/// A point (x, y) of the masses (1, mass_y) on the line n·q = 0 under the constant force F, with
/// the friction −μ |λ| tanh(u/u_s) d along the line d, u = d·v. With unequal masses friction and
/// reaction act on each other.
struct OnRoughLine {
  static constexpr int n = 2, m = 1;
  double mass_y = 1, angle = 0, mu = 0.3, us = 1e-3;
  Eigen::Vector2d F{0, -9.81};
  Eigen::Vector2d d() const { return {std::cos(angle), std::sin(angle)}; }
  Eigen::Vector2d normal() const { return {-std::sin(angle), std::cos(angle)}; }
  Eigen::Vector2d mass() const { return {1, mass_y}; }
  template <class S>
  using Vec2 = Eigen::Matrix<S, 2, 1>;
  template <class S>
  void Force(const S&, const Vec2<S>&, const Vec2<S>&, Vec2<S>& f) const {
    f << S(F[0]), S(F[1]);
  }
  template <class S>
  void Constraint(const S&, const Vec2<S>& q, Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = q[0] * normal()[0] + q[1] * normal()[1];
  }
  template <class S>
  void ReactionForce(const S&,
                     const Vec2<S>&,
                     const Vec2<S>& v,
                     const Eigen::Matrix<S, 1, 1>& lambda,
                     Vec2<S>& f) const {
    using std::abs, std::tanh;
    const S friction = -mu * abs(lambda[0]) * tanh((v[0] * d()[0] + v[1] * d()[1]) / us);
    f << friction * d()[0], friction * d()[1];
  }
};

/// t(u) of u' = A − B tanh(u/u_s) from rest; d/du of the numerator gives the equation back.
double TimeToReach(double u, double A, double B, double us) {
  const auto P = [&](double w) {
    return (A * w + B * us * std::log(A * std::cosh(w / us) - B * std::sinh(w / us))) /
           (A * A - B * B);
  };
  return P(u) - P(0);
}

TEST(ReactionForces, BlockSlidesDownAnInclineByTheClosedForm) {
  const OnRoughLine block{.angle = -0.5, .us = 0.05};
  const double A = 9.81 * std::sin(0.5), B = block.mu * 9.81 * std::cos(0.5);
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    IntegratorOptions options;
    options.tolerance = tolerance;
    const auto run = RunSmallSystem(block, VectorXd::Zero(2), VectorXd::Zero(2), options, 0.5);
    const double u = run.v.dot(block.d());
    EXPECT_NEAR(TimeToReach(u, A, B, block.us), 0.5, 50 * tolerance);
    EXPECT_NEAR(run.lambda[0], -9.81 * std::cos(0.5), 1e-9);
  }
}

TEST(ReactionForces, BlockSticksUpToTheCreepOfTheRegularization) {
  const OnRoughLine block{.angle = -0.2, .us = 1e-3};
  const double creep = block.us * std::atanh(std::tan(0.2) / block.mu);
  IntegratorOptions options;
  options.tolerance = 1e-7;
  const auto run = RunSmallSystem(block, VectorXd::Zero(2), VectorXd::Zero(2), options, 5);
  EXPECT_NEAR(run.v.dot(block.d()), creep, 1e-8);
  EXPECT_LT(run.statistics.steps, 400);
}

/// m_x, m_y differ: with the acceleration s along d, M d s + n λ = F − μ |λ| d while it slides
/// down.
TEST(ReactionForces, FrictionAndReactionActOnEachOther) {
  OnRoughLine block{.mass_y = 4, .angle = -0.7, .mu = 0.25};
  Eigen::Matrix2d A;
  A.col(0) = block.mass().cwiseProduct(block.d());
  A.col(1) = block.normal() - block.mu * block.d();  // λ < 0: |λ| = −λ
  const Eigen::Vector2d expected = A.partialPivLu().solve(block.F);
  ASSERT_LT(expected[1], 0);
  SmallSystem<OnRoughLine> system(block);
  VectorXd v_dot, lambda;
  const VectorXd v0 = 0.5 * block.d();
  ASSERT_TRUE(SolveAccelerations(system, 0, VectorXd::Zero(2), v0, ActiveRows(1), v_dot, lambda));
  EXPECT_NEAR(lambda[0], expected[1], 1e-12);
  EXPECT_NEAR(v_dot.dot(block.d()), expected[0], 1e-12);
  for (auto newton_system : {NewtonSystem::three_step, NewtonSystem::one_shot}) {
    IntegratorOptions options;
    options.tolerance = 1e-7;
    options.bdf.newton_system = newton_system;
    const auto run = RunSmallSystem(block, VectorXd::Zero(2), v0, options, 1);
    EXPECT_NEAR(run.q.dot(block.d()), 0.5 + expected[0] / 2, 1e-6);
  }
}

/// On a rough circle without other forces N = u²/R, so u' = −μ u²/R and u = u₀/(1 + μ u₀ t/R).
struct OnRoughCircle {
  static constexpr int n = 2, m = 1;
  Eigen::Vector2d mass() const { return {1, 1}; }
  template <class S>
  using Vec2 = Eigen::Matrix<S, 2, 1>;
  template <class S>
  void Force(const S&, const Vec2<S>&, const Vec2<S>&, Vec2<S>& f) const {
    f << S(0.0), S(0.0);
  }
  template <class S>
  void Constraint(const S&, const Vec2<S>& q, Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
  }
  template <class S>
  void ReactionForce(const S&,
                     const Vec2<S>& q,
                     const Vec2<S>& v,
                     const Eigen::Matrix<S, 1, 1>& lambda,
                     Vec2<S>& f) const {
    using std::abs, std::tanh;
    const S friction = -0.2 * abs(lambda[0]) * tanh((q[0] * v[1] - q[1] * v[0]) / 0.01);
    f << -friction * q[1], friction * q[0];
  }
};

TEST(ReactionForces, BeadOnARoughCircleSlowsDownByTheClosedForm) {
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    IntegratorOptions options;
    options.tolerance = tolerance;
    const auto run =
        RunSmallSystem(OnRoughCircle{}, Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 2), options, 4);
    const double angle = std::log(1 + 0.2 * 2 * 4) / 0.2;  // ∫ u dt
    EXPECT_NEAR(run.q[0], std::cos(angle), 100 * tolerance);
    EXPECT_NEAR(run.q[1], std::sin(angle), 100 * tolerance);
    EXPECT_NEAR(run.v.norm(), 2 / (1 + 0.2 * 2 * 4), 100 * tolerance);
  }
}

TEST(ReactionForces, IterationMatricesReachTheSameSolution) {
  std::vector<VectorXd> ends;
  for (auto matrix : {IterationMatrix::cs, IterationMatrix::cm, IterationMatrix::lagged}) {
    IntegratorOptions options;
    options.tolerance = 1e-8;
    options.bdf.iteration_matrix = matrix;
    ends.push_back(
        RunSmallSystem(OnRoughCircle{}, Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 2), options, 1)
            .q);
    EXPECT_LT((ends.back() - ends.front()).norm(), 1e-6);
  }
}

}  // namespace
}  // namespace trunnion
