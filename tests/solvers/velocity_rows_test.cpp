// SPDX-License-Identifier: BSD-3-Clause
//
// Non-holonomic constraints in the solvers: closed forms of the classical knife-edge problems.
#include <cmath>
#include <numbers>

#include "bench/problems/method.hpp"
#include "tests/support/run_small_system.hpp"

namespace trunnion {
namespace {

/// A body (x, y, θ) on a blade a behind its centre of mass: −x' sin θ + y' cos θ − a θ' = 0, on a
/// plane inclined along x. A point of the plane may also be prescribed (moving_frame): the ground
/// then moves along y with the speed t.
struct Sleigh {
  static constexpr int n = 3, m = 0, velocity_rows = 1;
  double a = 0, inertia = 0.3, slope_gravity = 0, ground_acceleration = 0;
  Eigen::Vector3d mass() const { return {2, 2, inertia}; }
  template <class S>
  using Vec3 = Eigen::Matrix<S, 3, 1>;
  template <class S>
  void Force(const S&, const Vec3<S>&, const Vec3<S>&, Vec3<S>& f) const {
    f << S(2 * slope_gravity), S(0.0), S(0.0);
  }
  template <class S>
  void VelocityConstraint(const S& t,
                          const Vec3<S>& q,
                          const Vec3<S>& v,
                          Eigen::Matrix<S, 1, 1>& c) const {
    using std::cos, std::sin;
    c[0] = -v[0] * sin(q[2]) + (v[1] - ground_acceleration * t) * cos(q[2]) - a * v[2];
  }
};

double Gudermann(double x) { return 2 * std::atan(std::tanh(x / 2)); }

/// Bloch (2003), Nonholonomic Mechanics and Control, section 1.7: with the speed u of the blade,
/// k² = (I + m a²)/m and c² = u² + k²ω²,   u = c tanh τ, ω = c/k sech τ, τ = τ₀ + a c t/k².
TEST(VelocityRows, ChaplyginSleighFollowsItsClosedForm) {
  const Sleigh sleigh{.a = 0.4};
  const double u0 = -0.5, w0 = 1.5, k = std::sqrt((0.3 + 2 * 0.16) / 2);
  const double c = std::hypot(u0, k * w0), tau0 = std::atanh(u0 / c);
  for (auto newton_system : {NewtonSystem::three_step, NewtonSystem::one_shot}) {
    for (double tolerance : {1e-5, 1e-8}) {
      IntegratorOptions options;
      options.tolerance = tolerance;
      options.bdf.newton_system = newton_system;
      const Eigen::Vector3d v0(u0, 0.4 * w0, w0);
      const auto run = RunSmallSystem(sleigh, VectorXd::Zero(3), v0, options, 2);
      const double tau = tau0 + 0.4 * c * 2 / (k * k);
      const double theta = k / 0.4 * (Gudermann(tau) - Gudermann(tau0));
      EXPECT_NEAR(run.q[2], theta, 20 * tolerance);
      EXPECT_NEAR(run.v[2], c / k / std::cosh(tau), 100 * tolerance);
      EXPECT_NEAR(run.v[0] * std::cos(theta) + run.v[1] * std::sin(theta),
                  c * std::tanh(tau),
                  100 * tolerance);
    }
  }
}

/// Neimark & Fufaev (1972), Dynamics of Nonholonomic Systems, chapter III: a skate that starts from
/// rest with the turn ω on an incline moves on a cycloid, and does not slide down.
TEST(VelocityRows, SkateOnAnInclineMovesOnACycloid) {
  const double g = 9.81 * std::sin(0.3), w = 2;
  for (auto [method, tolerance] : {std::pair{Method(FormulationKind::coordinate_splitting), 1e-5},
                                   {FormulationKind::coordinate_splitting, 1e-8},
                                   {IntegratorKind::adams, 1e-5},
                                   {IntegratorKind::adams, 1e-8}}) {
    const IntegratorOptions options = With(method, {.tolerance = tolerance});
    const auto run = RunSmallSystem(
        Sleigh{.slope_gravity = g}, VectorXd::Zero(3), Eigen::Vector3d(0, 0, w), options, 3);
    EXPECT_NEAR(run.q[2], 3 * w, 20 * tolerance);
    EXPECT_NEAR(run.q[0], g / (2 * w * w) * std::pow(std::sin(3 * w), 2), 100 * tolerance);
    EXPECT_NEAR(run.q[1], g / (2 * w * w) * (3 * w - 0.5 * std::sin(6 * w)), 100 * tolerance);
    // Positions across the blade are corrected, too: otherwise the error is 0.026 to 0.06.
    if (method == IntegratorKind::adams) {
      EXPECT_NEAR(run.q[1], g / (2 * w * w) * (3 * w - 0.5 * std::sin(6 * w)), 0.02 * tolerance);
    }
  }
}

/// A blade on a ground that accelerates along y moves as one on a ground at rest under a force
/// against it, seen from the ground.
TEST(VelocityRows, MovingGroundActsLikeAForce) {
  IntegratorOptions options;
  options.tolerance = 1e-8;
  const double a = 1.5, t = 2;
  const auto moving = RunSmallSystem(Sleigh{.a = 0.2, .ground_acceleration = a},
                                     VectorXd::Zero(3),
                                     Eigen::Vector3d(1, 0.2, 1),
                                     options,
                                     t);
  // The same turned by −90°: the ground's y is the incline's −x.
  const Eigen::Vector3d q0(0, 0, std::numbers::pi / 2), v0(-0.2, 1, 1);
  const auto inclined = RunSmallSystem(Sleigh{.a = 0.2, .slope_gravity = a}, q0, v0, options, t);
  EXPECT_NEAR(moving.q[0], inclined.q[1], 1e-6);
  EXPECT_NEAR(moving.q[1] - 0.5 * a * t * t, -inclined.q[0], 1e-6);
  EXPECT_NEAR(moving.lambda[0], inclined.lambda[0], 1e-5);
}

TEST(VelocityRows, BlocksAgreeWithDifferencesAlongMotions) {
  SmallSystem<Sleigh> system(Sleigh{.a = 0.4, .ground_acceleration = 0.7});
  Residuals r, r_plus, r_minus;
  DynamicsMatrices matrices;
  for (Residuals* each : {&r, &r_plus, &r_minus}) system.InitializePatterns(*each, matrices);
  const Eigen::Vector3d q(0.3, -0.2, 0.8), v(0.5, 1.1, -0.7), zero(0, 0, 0), s(1, 0, 0);
  const double t = 0.9, e = 1e-5;
  system.CalcResiduals(t, q, v, zero, r);
  EXPECT_EQ(r.g[0], 0);
  SparseMatrix LT = r.GT, K = matrices.K;
  VectorXd gamma, lambda = VectorXd::Constant(1, 1.7);
  system.CalcVelocityGradient(t, q, v, LT);
  system.CalcGeometricStiffness(t, q, lambda, K);
  system.CalcGamma(t, q, v, gamma);
  const auto value = [&](const Residuals& at) { return at.GT.col(0).dot(v) + at.g_t[0]; };
  for (int j = 0; j < 3; ++j) {
    const Eigen::Vector3d d = e * Eigen::Vector3d::Unit(j);
    system.CalcResiduals(t, q + d, v, zero, r_plus);
    system.CalcResiduals(t, q - d, v, zero, r_minus);
    EXPECT_NEAR(LT.coeff(j, 0), (value(r_plus) - value(r_minus)) / (2 * e), 1e-9);
    const VectorXd dGT = (r_plus.GT - r_minus.GT) * lambda / (2 * e);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(K.coeff(i, j), dGT[i], 1e-9);
  }
  system.CalcResiduals(t + e, q + e * v, v, zero, r_plus);
  system.CalcResiduals(t - e, q - e * v, v, zero, r_minus);
  EXPECT_NEAR(gamma[0], -(value(r_plus) - value(r_minus)) / (2 * e), 1e-9);
}

/// The centre of mass must lie on x = 1.
struct OnLine : Sleigh {
  static constexpr int m = 1;
  template <class S>
  void Constraint(const S&, const Vec3<S>& q, Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = q[0] - 1.0;
  }
};

TEST(VelocityRows, AssemblyMovesPositionsAcrossTheBladeButNotVelocities) {
  SmallSystem<OnLine> system;
  VectorXd q = Eigen::Vector3d(0, 0, 0.8), v = Eigen::Vector3d(0.5, 1, 0.3);
  EXPECT_TRUE(AssemblePositions(system, 0, {}, q).converged);
  EXPECT_NEAR((q - Eigen::Vector3d(1, 0, 0.8)).norm(), 0, 1e-11);  // partly sideways
  EXPECT_TRUE(AssembleVelocities(system, 0, q, {}, v).converged);
  EXPECT_NEAR((v - Eigen::Vector3d(0, 0, 0.3)).norm(), 0, 1e-9);
}

}  // namespace
}  // namespace trunnion
