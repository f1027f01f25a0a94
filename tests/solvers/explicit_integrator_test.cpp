// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/explicit_integrator.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/problems/nonstiff_problems.hpp"
#include "bench/tables/slider_crank.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/initial_state.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "examples/models/benchmark_models.hpp"
#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/integrator/bdf.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion {
namespace explicit_integrator_test {

using Pendulum = problems::EichPendulum;

/// A quarter of the period 4 K(1/√2)/√g: the pendulum passes the lowest point with x' = −√(2g).
double QuarterPeriod() { return std::comp_ellint_1(std::sqrt(0.5)) / std::sqrt(Pendulum::gravity); }

IntegratorOptions FixedStep(double h, const ExplicitOptions& method) {
  IntegratorOptions options{.kind = IntegratorKind::explicit_method};
  options.fixed_step = h;
  options.explicit_method = method;
  return options;
}

struct PendulumEnd {
  double error, position_drift, velocity_drift;
};

PendulumEnd SwingDown(const ExplicitOptions& options, int steps) {
  SmallSystem<Pendulum> system;
  ExplicitIntegrator integrator(system, FixedStep(QuarterPeriod() / steps, options));
  integrator.Start(
      0, Eigen::Vector2d(1, 0), VectorXd::Zero(2), Eigen::Vector2d(0, -Pendulum::gravity), {});
  for (int i = 0; i < steps; ++i) integrator.Step();
  const VectorXd &q = integrator.q(), &v = integrator.v();
  // The reaction carries the weight and the centripetal force.
  EXPECT_NEAR(integrator.lambda()[0], 3 * Pendulum::gravity, 2.0);
  return {std::hypot((q - Eigen::Vector2d(0, -1)).norm(),
                     (v - Eigen::Vector2d(-std::sqrt(2 * Pendulum::gravity), 0)).norm()),
          0.5 * std::abs(q.squaredNorm() - 1),
          std::abs(q.dot(v))};
}

/// The matrix only where something is stabilized: else it must keep its default.
ExplicitOptions With(ExplicitMethod method, StabilizedLevels levels, StabilizationMatrix matrix) {
  ExplicitOptions options{.method = method, .stabilized_levels = levels};
  if (levels != StabilizedLevels::none) options.stabilization_matrix = matrix;
  return options;
}

struct Case {
  ExplicitMethod method;
  int order;
  int steps;
};

class ExplicitIntegratorOrder : public testing::TestWithParam<Case> {};

TEST_P(ExplicitIntegratorOrder, OnThePendulumWithEveryStabilization) {
  const auto [method, order, steps] = GetParam();
  for (auto matrix : {StabilizationMatrix::decoupled,
                      StabilizationMatrix::coupled,
                      StabilizationMatrix::transpose}) {
    for (auto levels : {StabilizedLevels::none,
                        StabilizedLevels::position,
                        StabilizedLevels::velocity,
                        StabilizedLevels::both}) {
      const ExplicitOptions options = With(method, levels, matrix);
      const auto coarse = SwingDown(options, steps), fine = SwingDown(options, 2 * steps);
      EXPECT_NEAR(std::log2(coarse.error / fine.error), order, 0.5)
          << coarse.error << " " << fine.error;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Methods,
                         ExplicitIntegratorOrder,
                         testing::Values(Case{ExplicitMethod::forward_euler, 1, 400},
                                         Case{ExplicitMethod::midpoint, 2, 100},
                                         Case{ExplicitMethod::adams_bashforth, 2, 200},
                                         Case{ExplicitMethod::half_explicit, 3, 40},
                                         Case{ExplicitMethod::runge_kutta4, 4, 20},
                                         Case{ExplicitMethod::dormand_prince, 5, 24}));

TEST(ExplicitIntegrator, StabilizationRemovesTheDrift) {
  for (auto matrix : {StabilizationMatrix::decoupled, StabilizationMatrix::coupled}) {
    const auto end = [matrix](StabilizedLevels levels) {
      return SwingDown(With(ExplicitMethod::midpoint, levels, matrix), 100);
    };
    const auto free = end(StabilizedLevels::none);
    EXPECT_GT(free.position_drift, 1e-6);
    EXPECT_GT(free.velocity_drift, 1e-6);
    const auto both = end(StabilizedLevels::both);
    EXPECT_LT(both.position_drift, 1e-10);
    EXPECT_LT(both.velocity_drift, 1e-6);
    EXPECT_LT(end(StabilizedLevels::position).position_drift, 1e-10);
    EXPECT_LT(end(StabilizedLevels::velocity).velocity_drift, 1e-14);
  }
  // The half-explicit method needs none on the velocity level.
  const auto half = SwingDown(
      {.method = ExplicitMethod::half_explicit, .stabilized_levels = StabilizedLevels::none}, 50);
  EXPECT_LT(half.velocity_drift, 1e-13);
  EXPECT_GT(half.position_drift, 1e-10);
}

/// A bar on a universal joint carrying another on a ball joint, spinning, far from any symmetry.
Model TwoBars() {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const Mat3 inertia = Vec3(0.02, 0.05, 0.06).asDiagonal();
  const BodyId upper = model.AddRigidBody(
      {.name = "upper", .mass = 1.5, .inertia = inertia, .position = {0.4, 0.1, 0}});
  const BodyId lower = model.AddRigidBody(
      {.name = "lower", .mass = 0.7, .inertia = 0.5 * inertia, .position = {0.9, 0.2, -0.3}});
  model.AddJointAt({.name = "hinge",
                    .type = JointType::revolute,
                    .body_a = Model::ground(),
                    .body_b = upper,
                    .point = {0, 0, 0},
                    .axis = {0.2, 1, 0.1}});
  model.AddJointAt({.name = "ball",
                    .type = JointType::ball,
                    .body_a = upper,
                    .body_b = lower,
                    .point = {0.7, 0.15, -0.1}});
  return model;
}

struct End {
  VectorXd q, v;
  long steps = 0;
};

/// Integrates to t = 0.5 s.
End Integrate(const System& system, const IntegratorOptions& options) {
  SystemEvaluator evaluator(system);
  const auto start = AssembleInitialState(evaluator, 0, true);
  ExplicitIntegrator integrator(evaluator, options);
  integrator.Start(0, start.q, start.v, VectorXd::Zero(start.v.size()), {});
  while (integrator.t() < 0.5 - 1e-9) integrator.Step();
  End end;
  integrator.Interpolate(0.5, end.q, end.v);
  end.steps = integrator.statistics().steps;
  return end;
}

TEST(ExplicitIntegrator, OrderOnJointedRigidBodies) {
  const System system = TwoBars().Compile();
  // Another method, another chart: BDF with a tight tolerance.
  SystemEvaluator evaluator(system);
  const auto start = AssembleInitialState(evaluator, 0, true);
  IntegratorOptions tight;
  tight.tolerance = 1e-10;
  VectorXd v_dot, lambda, q, v;
  SolveAccelerations(
      evaluator, 0, start.q, start.v, ActiveRows(system.num_constraints()), v_dot, lambda);
  Bdf bdf(evaluator, tight);
  bdf.Start(0, start.q, start.v, v_dot, lambda);
  while (bdf.t() < 0.5) bdf.Step();
  bdf.Interpolate(0.5, q, v);
  for (auto [method, order, steps] : {Case{ExplicitMethod::midpoint, 2, 200},
                                      Case{ExplicitMethod::adams_bashforth, 2, 200},
                                      Case{ExplicitMethod::half_explicit, 3, 50},
                                      Case{ExplicitMethod::runge_kutta4, 4, 25},
                                      Case{ExplicitMethod::dormand_prince, 5, 32}}) {
    std::array<double, 2> error{};
    for (int k = 0; k < 2; ++k) {
      const auto end = Integrate(system, FixedStep(0.5 / (steps << k), {.method = method}));
      error[static_cast<std::size_t>(k)] = (end.q - q).norm() + (end.v - v).norm();
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), order, 0.5) << error[0] << " " << error[1];
  }
}

TEST(ExplicitIntegrator, StepControlFollowsTheTolerance) {
  const System system = TwoBars().Compile();
  IntegratorOptions options;
  options.tolerance = 1e-11;
  const auto exact = Integrate(system, options);
  long last = 0;
  for (double tolerance : {1e-4, 1e-6, 1e-8}) {
    options.tolerance = tolerance;
    const auto end = Integrate(system, options);
    EXPECT_LT((end.q - exact.q).cwiseAbs().maxCoeff(), 10 * tolerance);
    EXPECT_GT(end.steps, last);
    last = end.steps;
  }
}

/// Torque-free body with I = (1, 2, 3): the angular velocity w = (a cn, −b sn, c dn) returns after
/// 4 K(k)/rate (Landau & Lifshitz, Mechanics, § 37), energy and angular momentum stay.
TEST(ExplicitIntegrator, TorqueFreeBody) {
  Model model;
  const Vec3 inertia(1, 2, 3), w0(0.9, 0, 1.1);
  model.AddRigidBody(
      {.name = "top", .mass = 1, .inertia = inertia.asDiagonal(), .angular_velocity = w0});
  const System system = model.Compile();
  SystemEvaluator evaluator(system);
  const auto start = AssembleInitialState(evaluator, 0, true);
  IntegratorOptions options;
  options.tolerance = 1e-11;
  ExplicitIntegrator integrator(evaluator, options);
  integrator.Start(0, start.q, start.v, VectorXd::Zero(6), {});
  const double twice_energy = inertia.dot(w0.cwiseAbs2());
  const double momentum = inertia.cwiseProduct(w0).squaredNorm();
  const double rate = std::sqrt((inertia[2] - inertia[1]) * (momentum - twice_energy * inertia[0]) /
                                inertia.prod());
  const double modulus =
      std::sqrt((inertia[1] - inertia[0]) * (twice_energy * inertia[2] - momentum) /
                ((inertia[2] - inertia[1]) * (momentum - twice_energy * inertia[0])));
  ASSERT_LT(modulus, 1);
  const double period = 4 * std::comp_ellint_1(modulus) / rate;
  while (integrator.t() < period) integrator.Step();
  VectorXd q, v;
  integrator.Interpolate(period, q, v);
  const Vec3 w = v.tail<3>();
  EXPECT_LT((w - w0).norm(), 1e-8);
  const Vec3 turned = Mat3::Map(q.data() + 3) * inertia.cwiseProduct(w);
  EXPECT_LT((turned - inertia.cwiseProduct(w0)).norm(), 1e-8);
  EXPECT_NEAR(inertia.dot(w.cwiseAbs2()), twice_energy, 1e-9);
}

/// Independent recomputation of example 4 of Ascher, Qin & Reich (1992): end states of
/// Adams-Bashforth 2 with h = 0.1 at t = 20 s, to ten digits; the errors and drifts are in the
/// tables.
TEST(ExplicitIntegrator, SliderCrankEndsWhereTheReferenceDoes) {
  const auto none =
      tables::RunSliderCrank(ExplicitMethod::adams_bashforth, StabilizedLevels::none, 1);
  const Eigen::Vector4d q_none(
      -2.122676467195313, 1.3724413113971936, -0.28846157863708916, -0.2920437469998205);
  EXPECT_LT((none.q - q_none).norm(), 1e-10);
  const auto both =
      tables::RunSliderCrank(ExplicitMethod::adams_bashforth, StabilizedLevels::both, 1);
  const Eigen::Vector4d q_both(
      -2.1130542478197905, 1.4006770415266412, -0.28551520588035856, -0.2895439682025006);
  EXPECT_LT((both.q - q_both).norm(), 1e-10);
  // Runge-Kutta 4: x_s(10), x_s(20).
  const auto exact =
      tables::RunSliderCrank(ExplicitMethod::runge_kutta4, StabilizedLevels::none, 20);
  EXPECT_NEAR(exact.slider[100], 3.7810113979, 1e-9);
  EXPECT_NEAR(exact.slider[200], 2.3480093595, 1e-9);
}

/// A loop of spatial hinges has three redundant rows; the simulation runs it and agrees with BDF.
TEST(ExplicitIntegrator, SimulatesRedundantLoops) {
  const System system = models::MakeLadder(1, models::LadderJoints::revolutes).model.Compile();
  SimulationOptions options;
  options.integrator.tolerance = 1e-8;
  Simulation implicit(system, options);
  options.integrator.kind = IntegratorKind::explicit_method;
  Simulation explicit_run(system, options);
  EXPECT_EQ(explicit_run.warnings().size(), 3u);
  for (double t : {0.123, 0.3, 0.5}) {
    implicit.advance_to(t);
    explicit_run.advance_to(t);
    EXPECT_LT((implicit.q() - explicit_run.q()).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT((implicit.v() - explicit_run.v()).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_LT(explicit_run.constraint_residual(), 1e-7);
  }
}

TEST(ExplicitIntegrator, BadOptionsAreRefused) {
  SmallSystem<Pendulum> system;
  EXPECT_THROW(ExplicitIntegrator(system, FixedStep(0, {.method = ExplicitMethod::runge_kutta4})),
               ModelError);
  EXPECT_THROW(ExplicitIntegrator(system, FixedStep(-1, {})), ModelError);
  EXPECT_THROW(ExplicitIntegrator(system, FixedStep(0, {.stabilization_alpha = -1})), ModelError);
  IntegratorOptions options;
  options.max_steps = 3;
  ExplicitIntegrator integrator(system, options);
  integrator.Start(0, Eigen::Vector2d(1, 0), VectorXd::Zero(2), VectorXd::Zero(2), {});
  for (int i = 0; i < 3; ++i) integrator.Step();
  EXPECT_THROW(integrator.Step(), SolverError);
}

}  // namespace explicit_integrator_test
}  // namespace trunnion
