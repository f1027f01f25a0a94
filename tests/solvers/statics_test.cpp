// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/statics.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/core/error.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion {
namespace statics_test {

/// A chain of N equal links with a mass m at each inner node, hung between (0, 0) and (span, 0).
template <int N>
struct Chain {
  static constexpr int n = 2 * (N - 1), m = N;
  static constexpr double link = 0.2, mass_of_node = 0.5, gravity = 10;
  double span = 1.2;

  template <class S>
  void Force(S,
             const Eigen::Matrix<S, n, 1>&,
             const Eigen::Matrix<S, n, 1>&,
             Eigen::Matrix<S, n, 1>& f) const {
    for (int i = 0; i < N - 1; ++i) f[2 * i] = S(0.0), f[2 * i + 1] = S(-mass_of_node * gravity);
  }
  template <class S>
  void Constraint(S, const Eigen::Matrix<S, n, 1>& q, Eigen::Matrix<S, m, 1>& g) const {
    using std::sqrt;
    for (int i = 0; i < N; ++i) {
      const S x0 = i > 0 ? q[2 * i - 2] : S(0.0), y0 = i > 0 ? q[2 * i - 1] : S(0.0);
      const S x1 = i < N - 1 ? q[2 * i] : S(span), y1 = i < N - 1 ? q[2 * i + 1] : S(0.0);
      g[i] = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)) - link;
    }
  }
  Eigen::Matrix<double, n, 1> mass() const {
    return Eigen::Matrix<double, n, 1>::Constant(mass_of_node);
  }
};

/// The horizontal tension of the chain: Σ link H/|(H, V_i)| = span, by bisection.
template <int N>
double HorizontalTension(const Chain<N>& chain) {
  const double w = chain.mass_of_node * chain.gravity;
  double low = 0, high = 1e4;
  for (int k = 0; k < 200; ++k) {
    const double H = (low + high) / 2;
    double width = 0;
    for (int i = 0; i < N; ++i) width += chain.link * H / std::hypot(H, w * (i - (N - 1) / 2.0));
    (width < chain.span ? low : high) = H;
  }
  return low;
}

template <int N>
VectorXd Drawn(double sag) {
  VectorXd q(2 * (N - 1));
  for (int i = 1; i < N; ++i) {
    const double x = static_cast<double>(i) / N;
    q[2 * i - 2] = 1.2 * x;
    q[2 * i - 1] = -4 * sag * x * (1 - x);
  }
  return q;
}

TEST(Statics, ChainHangsInTheDiscreteCatenary) {
  constexpr int N = 10;
  for (double sag : {0.5, 0.1}) {  // from arcs that are near, and much too short
    SmallSystem<Chain<N>> system;
    VectorXd q = Drawn<N>(sag), lambda;
    const StaticReport report = FindEquilibrium(system, 0, {}, q, lambda);
    ASSERT_TRUE(report.converged) << sag << ": " << DescribeImbalance(system, report);
    const double H = HorizontalTension(system.problem()), w = 5;
    double x = 0, y = 0;
    for (int i = 0; i < N; ++i) {
      const double V = w * (i - (N - 1) / 2.0), T = std::hypot(H, V);
      EXPECT_NEAR(lambda[i], T, 1e-7) << sag;  // the multiplier of a length is its tension
      if (i == N - 1) break;
      x += 0.2 * H / T, y += 0.2 * V / T;
      EXPECT_NEAR(q[2 * i], x, 1e-9);
      EXPECT_NEAR(q[2 * i + 1], y, 1e-9);
    }
  }
}

/// A mass on a rod in a plane.
struct MassOnARod {
  static constexpr int n = 2, m = 1;
  template <class S>
  void Force(S,
             const Eigen::Matrix<S, 2, 1>&,
             const Eigen::Matrix<S, 2, 1>&,
             Eigen::Matrix<S, 2, 1>& f) const {
    f[0] = S(0.0), f[1] = S(-30.0);
  }
  template <class S>
  void Constraint(S, const Eigen::Matrix<S, 2, 1>& q, Eigen::Matrix<S, 1, 1>& g) const {
    using std::sqrt;
    g[0] = sqrt(q[0] * q[0] + q[1] * q[1]) - 2.0;
  }
  Eigen::Matrix<double, 2, 1> mass() const { return {3.0, 3.0}; }
};

TEST(Statics, RelaxationTakesOverWhereThereIsNoStiffness) {
  SmallSystem<MassOnARod> system;
  VectorXd q(2), lambda;
  q << 2, 0;  // level: neither tension nor stiffness
  const StaticReport report = FindEquilibrium(system, 0, {}, q, lambda);
  ASSERT_TRUE(report.converged) << DescribeImbalance(system, report);
  EXPECT_GT(report.relaxation_steps, 0);
  EXPECT_NEAR(q[0], 0, 1e-9);
  EXPECT_NEAR(q[1], -2, 1e-9);
  EXPECT_NEAR(lambda[0], 30, 1e-8);
}

/// Two masses: one on a spring, one free to go along x.
struct WithAFreeMass {
  static constexpr int n = 2, m = 0;
  double push = 0;
  template <class S>
  void Force(S t,
             const Eigen::Matrix<S, 2, 1>& q,
             const Eigen::Matrix<S, 2, 1>&,
             Eigen::Matrix<S, 2, 1>& f) const {
    f[0] = -(100.0 * q[0] + 1e4 * q[0] * q[0] * q[0]) + 50.0 * t;
    f[1] = S(push);
  }
  template <class S>
  void Constraint(S, const Eigen::Matrix<S, 2, 1>&, Eigen::Matrix<S, 0, 1>&) const {}
  Eigen::Matrix<double, 2, 1> mass() const { return {1.0, 1.0}; }
};

TEST(Statics, ADirectionWithoutStiffnessAndForceStaysWhereItIs) {
  SmallSystem<WithAFreeMass> system;
  VectorXd q = VectorXd::Constant(2, 0.7), lambda;
  ASSERT_TRUE(FindEquilibrium(system, 1, {}, q, lambda).converged);
  EXPECT_NEAR(100 * q[0] + 1e4 * std::pow(q[0], 3), 50, 1e-7);
  EXPECT_EQ(q[1], 0.7);
}

TEST(Statics, AForceThatNothingBalancesIsNamed) {
  SmallSystem<WithAFreeMass> system({.push = 3});
  const VectorXd start = VectorXd::Constant(2, 0.7);
  VectorXd q = start, lambda;
  const StaticReport report = FindEquilibrium(system, 1, {}, q, lambda);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(q, start);
  EXPECT_EQ(report.worst_component, 1);
  EXPECT_NEAR(report.worst_force, 3, 1e-12);
  EXPECT_NE(DescribeImbalance(system, report).find("coordinate 1"), std::string::npos);
  try {
    const QuasiStaticPath path(system, 1, start);
    FAIL();
  } catch (const SolverError& error) {
    EXPECT_NE(std::string(error.what()).find("coordinate 1, keeps an unbalanced force of 3 N"),
              std::string::npos)
        << error.what();
  }
}

TEST(Statics, QuasiStaticPathFollowsTheLoad) {
  SmallSystem<WithAFreeMass> system;
  QuasiStaticPath path(system, 0, VectorXd::Zero(2));
  for (double t = 0; t <= 10; t += 0.5) {
    path.advance_to(t);
    EXPECT_NEAR(100 * path.q()[0] + 1e4 * std::pow(path.q()[0], 3), 50 * t, 1e-6);
  }
}

/// A spring at a link that snaps through: force 100 (x − x³) + load, beyond the limit point only
/// the far branch is left.
struct SnapThrough {
  static constexpr int n = 1, m = 0;
  template <class S>
  void Force(S t,
             const Eigen::Matrix<S, 1, 1>& q,
             const Eigen::Matrix<S, 1, 1>&,
             Eigen::Matrix<S, 1, 1>& f) const {
    f[0] = 100.0 * (q[0] - q[0] * q[0] * q[0]) + 50.0 * t;
  }
  template <class S>
  void Constraint(S, const Eigen::Matrix<S, 1, 1>&, Eigen::Matrix<S, 0, 1>&) const {}
  Eigen::Matrix<double, 1, 1> mass() const { return Eigen::Matrix<double, 1, 1>(1.0); }
};

TEST(Statics, RelaxationFindsTheFarBranchBeyondALimitPoint) {
  SmallSystem<SnapThrough> system;  // the limit point lies at x = −1/√3, t = 0.77
  QuasiStaticPath path(system, 0, VectorXd::Constant(1, -1.0));
  path.advance_to(0.7);
  EXPECT_LT(path.q()[0], -1 / std::sqrt(3.0));
  path.advance_to(1);
  const double x = path.q()[0];
  EXPECT_GT(x, 1);
  EXPECT_NEAR(100 * (x - x * x * x) + 50, 0, 1e-7);
}

}  // namespace statics_test
}  // namespace trunnion
