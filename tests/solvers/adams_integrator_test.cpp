// SPDX-License-Identifier: BSD-3-Clause
#include "bench/problems/method.hpp"
#include "solvers/integrator/adams.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/problems/nonstiff_problems.hpp"
#include "engine/core/error.hpp"
#include "engine/core/magnus.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "examples/models/benchmark_references.hpp"
#include "solvers/problem/small_system.hpp"

namespace trunnion {
namespace adams_integrator_test {

SimulationOptions Options(Method method, double tolerance) {
  SimulationOptions options;
  options.integrator = With(method, options.integrator);
  options.integrator.tolerance = tolerance;
  return options;
}

TEST(IntegrateInterpolation, IsExactForPolynomials) {
  const std::array<double, 6> times{0.3, 0, -0.2, -0.25, -0.7, -1.1};
  for (int count = 1; count <= 6; ++count) {
    const auto w =
        IntegrateInterpolation({times.data(), static_cast<std::size_t>(count)}, 0.1, 0.4);
    for (int power = 0; power < count; ++power) {
      double once = 0, twice = 0;
      for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j) {
        once += w.once[j] * std::pow(times[j], power);
        twice += w.twice[j] * std::pow(times[j], power);
      }
      const auto integral = [&](double t) { return std::pow(t, power + 1) / (power + 1); };
      const auto second = [&](double t) { return integral(t) * t / (power + 2); };
      EXPECT_NEAR(once, integral(0.4) - integral(0.1), 1e-13);
      EXPECT_NEAR(twice, second(0.4) - second(0.1) - 0.3 * integral(0.1), 1e-13);
    }
  }
}

/// ω(t) = a + b t + c t², integrated by many steps of the midpoint rule and Richardson.
Mat3 Turn(double h, int steps) {
  Mat3 R = Mat3::Identity();
  for (int i = 0; i < steps; ++i) {
    const double t = (i + 0.5) * h / steps;
    R *= RotationExp(h / steps *
                     (Vec3(0.3, -1.1, 0.8) + t * Vec3(2, 0.4, -1.5) + t * t * Vec3(-1, 1.7, 2.1)));
  }
  return R;
}

TEST(MagnusCommutators, LeaveAnErrorOfOrderSeven) {
  const auto error = [](double h) {
    const auto w = [](double t) {
      return Vec3(Vec3(0.3, -1.1, 0.8) + t * Vec3(2, 0.4, -1.5) + t * t * Vec3(-1, 1.7, 2.1));
    };
    const double d = std::sqrt(15.0) / 10;
    const Vec3 a = w(h * (0.5 - d)), b = w(h / 2), c = w(h * (0.5 + d));
    const Vec3 integral = h / 18 * (5 * a + 8 * b + 5 * c);
    const Vec3 theta = integral + MagnusCommutators(h, a, b, c);
    // The midpoint rule has an error in even powers of the step.
    const Vec3 coarse = RelativeRotationVector(RotationExp(theta), Turn(h, 4000));
    const Vec3 fine = RelativeRotationVector(RotationExp(theta), Turn(h, 8000));
    return ((4 * fine - coarse) / 3).norm();
  };
  const double large = error(0.4), small = error(0.2);
  EXPECT_LT(large, 1e-5);
  EXPECT_NEAR(std::log2(large / small), 7, 0.6) << large << " " << small;
}

/// A system without constant mass blocks: whole saddle points.
TEST(Adams, FollowsThePendulumToTheReference) {
  using Problem = problems::SimplePendulum;
  for (double tolerance : {1e-3, 1e-5, 1e-7}) {
    SmallSystem<Problem> system;
    IntegratorOptions options;
    options.tolerance = tolerance;
    Adams adams(system, options);
    VectorXd q, v;
    adams.Start(0, Problem::q0(), Problem::v0(), Eigen::Vector2d(0, -9.81), VectorXd::Zero(1));
    while (adams.t() < Problem::t_end) {
      adams.Step();
      // What the projection leaves is quadratic in the correction; without it 1e-2 of the
      // tolerance.
      EXPECT_LT(std::abs(adams.q().squaredNorm() - 1), 1e-6 * tolerance + 1e-15);
      EXPECT_LT(std::abs(adams.q().dot(adams.v())), tolerance);
    }
    adams.Interpolate(Problem::t_end, q, v);
    EXPECT_LT((q - Problem::end()).norm(), 10 * tolerance);
  }
}

/// Rods with inertia tensors that are not diagonal, on a hinge, a ball and a universal joint.
Model Swing() {
  Model model;
  model.set_gravity({0, 0, -9.81});
  Mat3 inertia;
  inertia << 0.02, 0.004, 0, 0.004, 0.05, -0.003, 0, -0.003, 0.06;
  BodyId last = Model::ground();
  for (int k = 0; k < 3; ++k) {
    const BodyId rod = model.AddRigidBody({.name = "rod " + std::to_string(k),
                                           .mass = 1.0 + 0.5 * k,
                                           .inertia = inertia,
                                           .position = {0.4 + 0.8 * k, 0.1, 0},
                                           .orientation = RotationExp(Vec3(0.1 * k, 0.2, 0))});
    model.AddJointAt({.name = "joint " + std::to_string(k),
                      .type = k == 0   ? JointType::revolute
                              : k == 1 ? JointType::ball
                                       : JointType::universal,
                      .body_a = last,
                      .body_b = rod,
                      .point = {0.8 * k, 0, 0},
                      .axis = {0.2, 1, 0.1},
                      .axis_b = k == 2 ? std::optional(Vec3(1, -0.2, 0)) : std::nullopt});
    last = rod;
  }
  return model;
}

TEST(Adams, AgreesWithBdfAtEveryTolerance) {
  const System system = Swing().Compile();
  Simulation exact(system, Options(FormulationKind::coordinate_splitting, 1e-10));
  exact.advance_to(0.9);
  std::array<long, 3> steps{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double tolerance = std::pow(10, -3.0 - 2.0 * static_cast<double>(i));
    Simulation run(system, Options(IntegratorKind::adams, tolerance));
    run.advance_to(0.9);
    EXPECT_LT((run.q() - exact.q()).cwiseAbs().maxCoeff(), 10 * tolerance) << tolerance;
    EXPECT_LT((run.v() - exact.v()).cwiseAbs().maxCoeff(), 200 * tolerance) << tolerance;
    EXPECT_LT(run.constraint_residual(), tolerance);
    const Statistics& s = run.statistics();
    EXPECT_LT(s.residual_evaluations, 1.2 * static_cast<double>(s.steps) + 10);
    steps[i] = s.steps;
  }
  // Order 5 or 6: a hundredth of the error costs 100^(1/6) times the steps, at order 3 3.2 times.
  EXPECT_LT(steps[2], 2.7 * static_cast<double>(steps[1])) << steps[1];
}

TEST(Adams, OutputsWithinStepsAreAsAccurateAsSteps) {
  const System system = Swing().Compile();
  Simulation exact(system, Options(FormulationKind::coordinate_splitting, 1e-10));
  Simulation run(system, Options(IntegratorKind::adams, 1e-6));
  for (double t = 0.011; t < 0.4; t += 0.013) {
    exact.advance_to(t);
    run.advance_to(t);
    EXPECT_LT((run.q() - exact.q()).cwiseAbs().maxCoeff(), 1e-5) << t;
    EXPECT_LT((run.v() - exact.v()).cwiseAbs().maxCoeff(), 2e-4) << t;
  }
}

/// Torque-free: the angular momentum stays in space, the energy at all.
TEST(Adams, TorqueFreeBody) {
  Model model;
  const Vec3 inertia(1, 2, 3), w0(0.9, 0.1, 1.1);
  model.AddRigidBody(
      {.name = "top", .mass = 1, .inertia = inertia.asDiagonal(), .angular_velocity = w0});
  const System system = model.Compile();
  Simulation run(system, Options(IntegratorKind::adams, 1e-9));
  run.advance_to(20);
  const Vec3 w = run.v().tail<3>();
  const Vec3 momentum = Mat3::Map(run.q().data() + 3) * inertia.cwiseProduct(w);
  EXPECT_LT((momentum - inertia.cwiseProduct(w0)).norm(), 1e-7);
  EXPECT_NEAR(inertia.dot(w.cwiseAbs2()), inertia.dot(w0.cwiseAbs2()), 1e-7);
  EXPECT_EQ(run.last_order(), 5);
}

TEST(Adams, SimulatesRedundantLoops) {
  const System system = models::MakeLadder(1, models::LadderJoints::revolutes).model.Compile();
  Simulation implicit(system, Options(FormulationKind::coordinate_splitting, 1e-8));
  Simulation run(system, Options(IntegratorKind::adams, 1e-8));
  EXPECT_EQ(run.warnings().size(), 3u);
  for (double t : {0.123, 0.3, 0.5}) {
    implicit.advance_to(t);
    run.advance_to(t);
    EXPECT_LT((implicit.q() - run.q()).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_LT(run.constraint_residual(), 1e-7);
  }
}

TEST(Adams, BadOptionsAreRefused) {
  SmallSystem<problems::SimplePendulum> system;
  for (auto change : {+[](IntegratorOptions& o) { o.tolerance = 0; },
                      +[](IntegratorOptions& o) { o.adams.max_order = 6; },
                      +[](IntegratorOptions& o) { o.max_step = -1; }}) {
    IntegratorOptions options{.kind = IntegratorKind::adams};
    change(options);
    EXPECT_THROW(Adams(system, options), ModelError);
  }
}

double ChainErrorOf(const std::string& model,
                    const models::Chain& chain,
                    Method kind,
                    double tolerance,
                    std::string& integrator) {
  const System system = chain.model.Compile();
  Simulation run(system, Options(kind, tolerance));
  run.advance_to(1);
  integrator = run.statistics().integrator;
  return models::ChainError(models::MeasureChain(system, run.context(), chain),
                            *models::ChainReference(model, static_cast<int>(chain.rods.size())));
}

TEST(AutomaticIntegrator, StaysWithAdamsWhereNothingIsStiff) {
  std::string integrator;
  for (double tolerance : {1e-4, 1e-6}) {
    const double error = ChainErrorOf(
        "B1", models::MakeRigidChain(100), IntegratorKind::automatic, tolerance, integrator);
    EXPECT_LT(error, 10 * tolerance);
    EXPECT_EQ(integrator, "Adams: the model is not stiff");
  }
}

/// A hundred times the stiffness of B2: explicit steps alone would be 4000 and more.
TEST(AutomaticIntegrator, TakesBdfWhereBushingsAreStiff) {
  BushingParameters stiff = models::BenchmarkBushing();
  stiff.stiffness *= 100;
  stiff.damping *= 10;
  const System system = models::MakeBushingChain(20, stiff).model.Compile();
  Simulation exact(system, Options(FormulationKind::coordinate_splitting, 1e-7));
  exact.advance_to(0.2);
  Simulation run(system, Options(IntegratorKind::automatic, 1e-2));
  run.advance_to(0.2);
  const std::string& integrator = run.statistics().integrator;
  EXPECT_EQ(integrator.rfind("Adams to t = 0.0", 0), 0u) << integrator;
  EXPECT_NE(integrator.find("then BDF: stability holds explicit steps"), std::string::npos)
      << integrator;
  EXPECT_LT(run.statistics().steps, 600);
  EXPECT_LT((run.q() - exact.q()).cwiseAbs().maxCoeff(), 1e-1);
}

/// Two evaluations a step, which are far more accurate than the tolerance asks.
TEST(Adams, FollowsBushingsAtTheBoundOfStability) {
  const models::Chain chain = models::MakeBushingChain(10);
  const System system = chain.model.Compile();
  for (double tolerance : {1e-2, 1e-4}) {
    Simulation run(system, Options(IntegratorKind::adams, tolerance));
    run.advance_to(1);
    EXPECT_LT(models::ChainError(models::MeasureChain(system, run.context(), chain),
                                 *models::ChainReference("B2", 10)),
              tolerance / 100);
    // The fastest waves have ω = 3900/s, and h ω < 0.8 with one evaluation.
    EXPECT_LT(run.statistics().steps, 2400);
    EXPECT_LT(run.statistics().residual_evaluations, 4700);
    // Each failure bounds the steps after it.
    EXPECT_LT(run.statistics().error_test_failures, 80);
  }
}

/// At tight tolerances the waves of a chain on bushings ask for steps near those of stability.
TEST(AutomaticIntegrator, GoesBackToAdamsWhereBdfDoesNotPay) {
  const models::Chain chain = models::MakeBushingChain(10);
  const System system = chain.model.Compile();
  Simulation run(system, Options(IntegratorKind::automatic, 1e-5));
  double seconds = 0;
  long steps = 0, iterations = 0;
  for (int i = 1; i <= 50; ++i) {
    run.advance_to(0.02 * i);
    const Statistics& s = run.statistics();
    EXPECT_GT(s.steps, steps);
    EXPECT_GE(s.newton_iterations, iterations);
    EXPECT_GE(s.seconds_residual, seconds);
    steps = s.steps;
    iterations = s.newton_iterations;
    seconds = s.seconds_residual;
  }
  EXPECT_EQ(run.statistics().integrator.rfind("Adams: BDF, tried from t = ", 0), 0u)
      << run.statistics().integrator;
  EXPECT_GT(iterations, 0);
  EXPECT_LT(models::ChainError(models::MeasureChain(system, run.context(), chain),
                               *models::ChainReference("B2", 10)),
            1e-6);
}

/// The first look at a trial leaves it open, the second does not.
TEST(AutomaticIntegrator, JudgesATrialByWhatItsStepsCost) {
  const System system = models::MakeBushingChain(50).model.Compile();
  Simulation run(system, Options(IntegratorKind::automatic, 1e-3));
  run.advance_to(0.5);
  EXPECT_EQ(run.statistics().integrator.rfind("Adams: BDF, tried from t = ", 0), 0u)
      << run.statistics().integrator;
  EXPECT_GT(run.statistics().newton_iterations, 150);
}

/// What was known of the explicit steps before a trial is known after it.
TEST(AutomaticIntegrator, GoesBackToTwoEvaluations) {
  const System system = models::MakeBushingChain(10).model.Compile();
  Simulation run(system, Options(IntegratorKind::automatic, 1e-5));
  double t = 0;
  while (t < 0.2 && run.statistics().integrator.rfind("Adams: BDF", 0) != 0)
    run.advance_to(t += 0.001);
  ASSERT_LT(t, 0.2);
  const long steps = run.statistics().steps, evaluations = run.statistics().residual_evaluations;
  run.advance_to(t + 0.01);
  EXPECT_GT(static_cast<double>(run.statistics().residual_evaluations - evaluations),
            1.7 * static_cast<double>(run.statistics().steps - steps));
}

/// Fixed steps of both are as long, which tells nothing: there is no way back.
TEST(AutomaticIntegrator, StaysWithBdfAtFixedSteps) {
  const System system = models::MakeBushingChain(5).model.Compile();
  auto options = Options(IntegratorKind::automatic, 1e-4);
  options.integrator.fixed_step = 7e-5;
  Simulation run(system, options);
  run.advance_to(0.06);
  EXPECT_NE(run.statistics().integrator.find("then BDF: stability"), std::string::npos)
      << run.statistics().integrator;
}

/// The loop lies flat at times, where accelerations are not determined.
TEST(AutomaticIntegrator, PassesSingularPositions) {
  for (int n : {1, 10}) {
    const models::Ladder ladder = models::MakeLadder(n, models::LadderJoints::determinate);
    const System system = ladder.model.Compile();
    Simulation run(system, Options(IntegratorKind::automatic, 1e-5));
    run.advance_to(10);
    const Vec3 top = run.pose(ladder.top).p;
    const auto reference = *models::LadderReference(n);
    EXPECT_NEAR(top.x(), reference[0], 1e-3);
    EXPECT_NEAR(top.y(), reference[1], 1e-3);
    EXPECT_NE(run.statistics().integrator.find("explicit steps became short"), std::string::npos)
        << run.statistics().integrator;
  }
}

TEST(AutomaticIntegrator, OutputsAcrossTheChangeAgreeWithBdf) {
  const System system = models::MakeBushingChain(5).model.Compile();
  Simulation exact(system, Options(FormulationKind::coordinate_splitting, 1e-8));
  Simulation run(system, Options(IntegratorKind::automatic, 1e-2));
  for (double t = 0.0007; t < 0.1; t += 0.0007) {
    exact.advance_to(t);
    run.advance_to(t);
    EXPECT_LT((run.q() - exact.q()).cwiseAbs().maxCoeff(), 1e-2) << t;
  }
  EXPECT_NE(run.statistics().integrator.find("then BDF"), std::string::npos);
}

struct SpringsInSeries {
  static constexpr int n = 2, m = 0;
  Eigen::Vector2d mass() const { return {1, 0}; }
  std::vector<NormBlock> blocks() const { return {{0, 1}, {1, 1, BlockKind::algebraic}}; }
  template <class S>
  void Force(const S&,
             const Eigen::Matrix<S, 2, 1>& q,
             const Eigen::Matrix<S, 2, 1>& v,
             Eigen::Matrix<S, 2, 1>& f) const {
    f << -60.0 * (q[0] - v[1]), -30.0 * v[1] + 60.0 * (q[0] - v[1]);
  }
};

TEST(AutomaticIntegrator, AlgebraicStatesAreSolvedImplicitly) {
  SmallSystem<SpringsInSeries> system;
  EXPECT_THROW(Adams(system, {}), ModelError);
  IntegratorOptions options;
  options.kind = IntegratorKind::automatic;
  options.tolerance = 1e-6;
  const auto run = MakeIntegrator(system, options);
  const Eigen::Vector2d q(0.1, 0), v(0, 0.1 * 60 / 90), v_dot(-2, 0);
  run->Start(0, q, v, v_dot, VectorXd(0));
  while (run->t() < 2) run->Step();
  VectorXd q_end, v_end;
  run->Interpolate(2, q_end, v_end);
  EXPECT_NEAR(q_end[0], 0.1 * std::cos(2 * std::sqrt(20.0)), 1e-4);
  EXPECT_EQ(run->statistics().integrator, "BDF: there are algebraic states");
}

TEST(AutomaticIntegrator, KeepsTheLimitOfSteps) {
  const System system = models::MakeRigidChain(3).model.Compile();
  auto options = Options(IntegratorKind::automatic, 1e-8);
  options.integrator.max_steps = 20;
  Simulation run(system, options);
  try {
    run.advance_to(1);
    FAIL() << "no error";
  } catch (const SolverError& error) {
    EXPECT_NE(std::string(error.what()).find("within 20 steps"), std::string::npos) << error.what();
  }
  EXPECT_EQ(run.statistics().steps, 20);
}

}  // namespace adams_integrator_test
}  // namespace trunnion
