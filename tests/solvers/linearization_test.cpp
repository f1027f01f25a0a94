// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/linearization.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "solvers/analysis/eigenmodes.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion {
namespace {

OperatingPoint PointAt(ConstrainedSystem& system, const VectorXd& q, const VectorXd& v) {
  OperatingPoint at{.q = q, .v = v, .active = ActiveRows(system.num_constraints())};
  EXPECT_TRUE(SolveAccelerations(system, 0, q, v, at.active, at.v_dot, at.lambda));
  return at;
}

Linearization LinearizeAt(ConstrainedSystem& system, const OperatingPoint& at) {
  return Linearize(system, at, MatrixXd(system.num_velocities(), 0));
}

/// N masses between walls on springs and dampers.
template <int N>
struct SpringChain {
  static constexpr int n = N, m = 0;
  double k = 400, d = 0, mass_of_node = 2;
  template <class S>
  void Force(S,
             const Eigen::Matrix<S, N, 1>& q,
             const Eigen::Matrix<S, N, 1>& v,
             Eigen::Matrix<S, N, 1>& f) const {
    for (int i = 0; i < N; ++i) {
      const S left = i > 0 ? k * q[i - 1] + d * v[i - 1] : S(0.0);
      const S right = i < N - 1 ? k * q[i + 1] + d * v[i + 1] : S(0.0);
      f[i] = left + right - 2.0 * (k * q[i] + d * v[i]);
    }
  }
  template <class S>
  void Constraint(S, const Eigen::Matrix<S, N, 1>&, Eigen::Matrix<S, 0, 1>&) const {}
  Eigen::Matrix<double, N, 1> mass() const {
    return Eigen::Matrix<double, N, 1>::Constant(mass_of_node);
  }
};

TEST(Eigenmodes, SpringChainHasItsClosedFormFrequenciesAndDamping) {
  constexpr int N = 12;
  SmallSystem<SpringChain<N>> system({.d = 3});
  const auto at = PointAt(system, VectorXd::Zero(N), VectorXd::Zero(N));
  const Eigenmodes modes = CalcEigenmodes(system, LinearizeAt(system, at));
  ASSERT_EQ(modes.eigenvalues.size(), N);
  for (int i = 0; i < N; ++i) {
    const double w = 2 * std::sqrt(200.0) * std::sin((i + 1) * std::numbers::pi / (2 * (N + 1)));
    EXPECT_NEAR(CalcFrequency(modes.eigenvalues[i]), w / (2 * std::numbers::pi), 1e-10);
    EXPECT_NEAR(CalcDampingRatio(modes.eigenvalues[i]), 3 * w / 800, 1e-10);  // d w/(2 k)
    for (int j = 0; j < N; ++j) {  // sine shapes, up to the factor that makes the longest 1
      const auto ratio = modes.shapes(j, i) / modes.shapes(0, i);
      const double exact = std::sin((i + 1) * (j + 1) * std::numbers::pi / (N + 1)) /
                           std::sin((i + 1) * std::numbers::pi / (N + 1));
      EXPECT_NEAR(std::abs(ratio - exact), 0, 1e-9);
    }
  }
}

TEST(Eigenmodes, SparseSearchFindsTheSameModes) {
  constexpr int N = 20;
  SmallSystem<SpringChain<N>> system({.d = 0.5});
  const auto at = PointAt(system, VectorXd::Zero(N), VectorXd::Zero(N));
  const Eigenmodes all = CalcEigenmodes(system, LinearizeAt(system, at));
  const Eigenmodes near = CalcEigenmodesNear(system, at, {0, 2 * std::numbers::pi * 2.0}, 5);
  ASSERT_EQ(near.eigenvalues.size(), 5);
  for (Eigen::Index i = 0; i < 5; ++i) {
    Eigen::Index nearest = 0;
    const double error = (all.eigenvalues.array() - near.eigenvalues[i]).abs().minCoeff(&nearest);
    EXPECT_LT(error, 1e-8);
    EXPECT_LT((all.shapes.col(nearest) - near.shapes.col(i)).norm(), 1e-6);
  }
  // They are the five nearest to 2 Hz.
  std::vector<double> distances;
  for (const auto& s : all.eigenvalues)
    distances.push_back(std::abs(s - std::complex<double>(0, 4 * std::numbers::pi)));
  std::sort(distances.begin(), distances.end());
  for (const auto& s : near.eigenvalues)
    EXPECT_LE(std::abs(s - std::complex<double>(0, 4 * std::numbers::pi)), distances[4] + 1e-7);
}

/// Two point masses on rods in a plane: q = (x1, y1, x2, y2).
struct DoublePendulum {
  static constexpr int n = 4, m = 2;
  double l1 = 0.7, l2 = 1.1, m1 = 2, m2 = 0.8, g = 9.81;
  template <class S>
  void Force(S,
             const Eigen::Matrix<S, 4, 1>&,
             const Eigen::Matrix<S, 4, 1>&,
             Eigen::Matrix<S, 4, 1>& f) const {
    f << S(0.0), S(-m1 * g), S(0.0), S(-m2 * g);
  }
  template <class S>
  void Constraint(S, const Eigen::Matrix<S, 4, 1>& q, Eigen::Matrix<S, 2, 1>& c) const {
    const S dx = q[2] - q[0], dy = q[3] - q[1];
    c[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - l1 * l1);
    c[1] = 0.5 * (dx * dx + dy * dy - l2 * l2);
  }
  Eigen::Matrix<double, 4, 1> mass() const { return {m1, m1, m2, m2}; }
};

TEST(Eigenmodes, DoublePendulumSwingsWithItsClosedFormFrequencies) {
  SmallSystem<DoublePendulum> system;
  const DoublePendulum p;
  VectorXd q(4);
  q << 0, -p.l1, 0, -p.l1 - p.l2;
  const auto at = PointAt(system, q, VectorXd::Zero(4));
  const Eigenmodes modes = CalcEigenmodes(system, LinearizeAt(system, at));
  // m1 l1 l2 ω⁴ − (m1 + m2) g (l1 + l2) ω² + (m1 + m2) g² = 0
  const double a = p.m1 * p.l1 * p.l2, b = (p.m1 + p.m2) * p.g * (p.l1 + p.l2),
               c = (p.m1 + p.m2) * p.g * p.g, root = std::sqrt(b * b - 4 * a * c);
  ASSERT_EQ(modes.eigenvalues.size(), 2);
  EXPECT_NEAR(modes.eigenvalues[0].imag(), std::sqrt((b - root) / (2 * a)), 1e-10);
  EXPECT_NEAR(modes.eigenvalues[1].imag(), std::sqrt((b + root) / (2 * a)), 1e-10);
  EXPECT_NEAR(modes.eigenvalues.real().norm(), 0, 1e-10);
}

TEST(Linearization, IsTheDerivativeOfTheNonlinearRatesAtAnyVelocity) {
  SmallSystem<DoublePendulum> system;
  VectorXd q(4), v(4);
  q << 0.4, -0.5, 1.3, -0.1, v << 1, 2, -3, 1.5;
  ASSERT_TRUE(AssemblePositions(system, 0, {}, q).converged);
  ASSERT_TRUE(AssembleVelocities(system, 0, q, {}, v).converged);
  const auto at = PointAt(system, q, v);
  const Linearization linear = LinearizeAt(system, at);
  const auto& own = linear.independent;
  ASSERT_EQ(own.size(), 2u);
  AssemblyOptions keep{.tolerance = 1e-14, .frozen = std::vector<bool>(4, false)};
  for (int i : own) keep.frozen[static_cast<std::size_t>(i)] = true;
  const auto rates = [&](int column, double h) {
    VectorXd q1 = q, v1 = v, v_dot, lambda, out(4);
    (column < 2 ? q1 : v1)[own[static_cast<std::size_t>(column % 2)]] += h;
    EXPECT_TRUE(AssemblePositions(system, 0, keep, q1).converged);
    EXPECT_TRUE(AssembleVelocities(system, 0, q1, keep, v1).converged);
    EXPECT_TRUE(SolveAccelerations(system, 0, q1, v1, at.active, v_dot, lambda));
    out << v1(own), v_dot(own);
    return out;
  };
  for (int j = 0; j < 4; ++j) {
    const double h = 1e-4;
    const VectorXd difference =
        (8 * (rates(j, h) - rates(j, -h)) - (rates(j, 2 * h) - rates(j, -2 * h))) / (12 * h);
    EXPECT_LT((difference - linear.A.col(j)).norm(), 1e-7 * (1 + linear.A.norm())) << j;
  }
}

TEST(Linearization, InputsMoveTheRates) {
  SmallSystem<DoublePendulum> system;
  VectorXd q(4);
  q << 0, -0.7, 0, -1.8;
  const auto at = PointAt(system, q, VectorXd::Zero(4));
  const Linearization linear = Linearize(system, at, VectorXd::Unit(4, 2));  // push at the tip
  // M y'' = F with the tip's mass: x2'' = x1'' l… hanging straight: the tip alone moves, plus
  // rod 2.
  MatrixXd B(4, 1);
  B << 0, 0, linear.dv_dot.rightCols(1)(linear.independent, 0);
  EXPECT_LT((linear.B - B).norm(), 1e-14);
  EXPECT_NEAR(linear.dv_dot(2, 4), 1 / 0.8, 1e-12);  // hanging straight, rods carry no side force
  EXPECT_NEAR(linear.dv_dot(0, 4), 0, 1e-12);
}

}  // namespace
}  // namespace trunnion
