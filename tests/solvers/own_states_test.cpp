// SPDX-License-Identifier: BSD-3-Clause
//
// Own states of elements in the solvers, differential and algebraic: closed forms and order.
#include <cmath>

#include "engine/core/error.hpp"
#include "solvers/integrator/bdf.hpp"
#include "tests/support/run_small_system.hpp"

namespace trunnion {
namespace own_states_test {

template <class S>
using Vec2 = Eigen::Matrix<S, 2, 1>;
template <class S>
using Vec3 = Eigen::Matrix<S, 3, 1>;

/// A unit mass on a Maxwell element, spring k and dashpot d in series with the force F as a state:
///     x'' = −F,  F' = k (x' − F/d).
struct Maxwell {
  static constexpr int n = 2, m = 0;
  double k = 40, d = 8;
  Eigen::Vector2d mass() const { return {1, 1}; }
  std::vector<NormBlock> blocks() const { return {{0, 1}, {1, 1, BlockKind::differential, 10}}; }
  template <class S>
  void Force(const S&, const Vec2<S>&, const Vec2<S>& v, Vec2<S>& f) const {
    f << -v[1], k * (v[0] - v[1] / d);
  }
};

/// F'' + (k/d) F' + k F = 0 with F(0) = 0, F'(0) = k v₀: a damped oscillation.
TEST(OwnStates, MaxwellElementFollowsItsClosedForm) {
  const Maxwell element;
  const double damping = element.k / element.d / 2;
  const double w = std::sqrt(element.k - damping * damping), v0 = 0.7, t = 1.3;
  const double F = element.k * v0 / w * std::exp(-damping * t) * std::sin(w * t);
  for (auto test : {ErrorTest::positions, ErrorTest::scaled_velocities, ErrorTest::velocities}) {
    for (double tolerance : {1e-4, 1e-6, 1e-8}) {
      IntegratorOptions options;
      options.tolerance = tolerance;
      options.error_test = test;
      const auto run =
          RunSmallSystem(element, VectorXd::Zero(2), Eigen::Vector2d(v0, 0), options, t);
      EXPECT_NEAR(run.v[1], F, 1e3 * tolerance);  // its scale is 10
      // x'' = −F integrated with F' = k (x' − F/d): x' = F'/k + F/d.
      const double F_dot = element.k * v0 * std::exp(-damping * t) *
                           (std::cos(w * t) - damping / w * std::sin(w * t));
      EXPECT_NEAR(run.v[0], F_dot / element.k + F / element.d, 100 * tolerance);
    }
  }
}

/// First-order lag of cos t: T s' = cos t − s.
struct Lag {
  static constexpr int n = 1, m = 0;
  static constexpr double T = 0.5;
  Eigen::Matrix<double, 1, 1> mass() const { return Eigen::Matrix<double, 1, 1>(1.0); }
  std::vector<NormBlock> blocks() const { return {{0, 1, BlockKind::differential}}; }
  template <class S>
  using Vec1 = Eigen::Matrix<S, 1, 1>;
  template <class S>
  void Force(const S& t, const Vec1<S>&, const Vec1<S>& v, Vec1<S>& f) const {
    using std::cos;
    f[0] = (cos(t) - v[0]) / T;
  }
  static double Exact(double t) {  // the steady answer
    return (std::cos(t) + T * std::sin(t)) / (1 + T * T);
  }
};

TEST(OwnStates, ConvergeWithTheOrderOfTheFormula) {
  for (int order = 1; order <= 5; ++order) {
    double errors[2];
    for (int i = 0; i < 2; ++i) {
      const double h = 0.1 / (i + 1);
      SmallSystem<Lag> system;
      IntegratorOptions options;
      options.fixed_step = h;
      options.bdf.max_order = order;
      Bdf bdf(system, options);
      std::vector<StatePoint> history;
      for (int j = 0; j <= order; ++j)
        history.push_back(
            {-j * h, VectorXd::Zero(1), VectorXd::Constant(1, Lag::Exact(-j * h)), VectorXd(0)});
      bdf.Start(history);
      while (bdf.t() < 2 - 0.5 * h) bdf.Step();
      errors[i] = std::abs(bdf.v()[0] - Lag::Exact(2));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), order, 0.4) << order;
  }
}

/// Two springs in series between a wall and a unit mass; the node z between them has no mass:
///     0 = −k₁ z + k₂ (x − z).
struct SpringsInSeries {
  static constexpr int n = 2, m = 0;
  static constexpr double k1 = 30, k2 = 60;
  Eigen::Vector2d mass() const { return {1, 0}; }
  std::vector<NormBlock> blocks() const { return {{0, 1}, {1, 1, BlockKind::algebraic}}; }
  template <class S>
  void Force(const S&, const Vec2<S>& q, const Vec2<S>& v, Vec2<S>& f) const {
    f << -k2 * (q[0] - v[1]), -k1 * v[1] + k2 * (q[0] - v[1]);
  }
};

TEST(OwnStates, AlgebraicNodeOfTwoSpringsEqualsOneSpring) {
  const double w = std::sqrt(30.0 * 60.0 / 90.0), x = 0.1 * std::cos(w * 2);
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    IntegratorOptions options;
    options.tolerance = tolerance;
    const auto run = RunSmallSystem(
        SpringsInSeries{}, Eigen::Vector2d(0.1, 0), Eigen::Vector2d(0, 5), options, 2);
    EXPECT_NEAR(run.q[0], x, 100 * tolerance);
    EXPECT_NEAR(run.v[1], x * 60 / 90, 100 * tolerance);
  }
}

/// z⁵ + z = x with a constraint x = cos t: nonlinear, and beside multipliers. z enters the force,
/// so the multiplier x'' − z tells whether z is consistent.
struct Nonlinear {
  static constexpr int n = 2, m = 1;
  Eigen::Vector2d mass() const { return {1, 0}; }
  std::vector<NormBlock> blocks() const { return {{0, 1}, {1, 1, BlockKind::algebraic}}; }
  template <class S>
  void Force(const S&, const Vec2<S>& q, const Vec2<S>& v, Vec2<S>& f) const {
    const S z = v[1], z2 = z * z;
    f << z, q[0] - z - z2 * z2 * z;
  }
  template <class S>
  void Constraint(const S& t, const Vec2<S>& q, Eigen::Matrix<S, 1, 1>& g) const {
    using std::cos;
    g[0] = q[0] - cos(t);
  }
};

TEST(OwnStates, ConsistentStartSolvesNonlinearAlgebraicStates) {
  SmallSystem<Nonlinear> system;
  VectorXd v_dot, lambda, v;
  ASSERT_TRUE(SolveAccelerations(
      system, 0, Eigen::Vector2d(1, 0), Eigen::Vector2d(0, -3), ActiveRows(1), v_dot, lambda, &v));
  const double z = 0.754877666246693;  // of z⁵ + z = 1
  EXPECT_NEAR(v[1], z, 1e-14);
  EXPECT_NEAR(v_dot[0], -1, 1e-14);
  EXPECT_NEAR(lambda[0], z + 1, 1e-13);
  IntegratorOptions options;
  options.tolerance = 1e-6;
  options.max_step = 0.05;  // a motion that is prescribed has no error to limit the step
  Bdf bdf(system, options);
  bdf.Start(0, Eigen::Vector2d(1, 0), v, v_dot, lambda);
  while (bdf.t() < 3) {
    bdf.Step();
    EXPECT_NEAR(std::pow(bdf.v()[1], 5) + bdf.v()[1], std::cos(bdf.t()), 1e-6);
  }
}

/// 0 = x + 0·z does not determine z.
struct Undetermined : SpringsInSeries {
  template <class S>
  void Force(const S&, const Vec2<S>& q, const Vec2<S>&, Vec2<S>& f) const {
    f << -q[0], q[0];
  }
};

TEST(OwnStates, UndeterminedAlgebraicStateIsReported) {
  SmallSystem<Undetermined> system;
  VectorXd v_dot, lambda;
  EXPECT_FALSE(SolveAccelerations(
      system, 0, VectorXd::Zero(2), VectorXd::Zero(2), ActiveRows(0), v_dot, lambda));
}

}  // namespace own_states_test
}  // namespace trunnion
