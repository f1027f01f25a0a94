// SPDX-License-Identifier: BSD-3-Clause
// Dynamic runs of mechanisms that motions determine, alone and beside parts that move freely:
// interpolated outputs against closed forms and against the kinematic analysis.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <utility>

#include "bench/problems/method.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/measures.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/analysis/kinematics.hpp"
#include "solvers/consistency/redundancy.hpp"
#include "solvers/integrator/integrator.hpp"

namespace trunnion {
namespace {

using std::numbers::pi;

/// All that can be asked of a motion-driven model; the explicit ones see the accelerations.
constexpr auto kMethods = std::to_array<Method>({FormulationKind::coordinate_splitting,
                                                 FormulationKind::stabilized_index2,
                                                 FormulationKind::projected_invariants,
                                                 FormulationKind::index1_projected,
                                                 FormulationKind::index3,
                                                 FormulationKind::state_space,
                                                 IntegratorKind::explicit_method,
                                                 IntegratorKind::adams,
                                                 IntegratorKind::automatic});

/// Largest differences of a run from a reference (t, q, v) at 200 times, of any coordinate.
struct Deviation {
  double position = 0;  ///< [m or rad]
  double velocity = 0;  ///< [m/s or rad/s]
};

Deviation Compare(const System& system, const IntegratorOptions& options, double end) {
  Simulation run(system, {.integrator = options, .serial = true});
  SystemEvaluator evaluator(system, false);
  evaluator.ResetMemory(0, run.q(), run.v());
  KinematicPath path(evaluator, 0, run.q());
  Deviation worst;
  VectorXd x;
  for (int i = 1; i <= 200; ++i) {
    const double t = end * i / 200;
    run.advance_to(t);
    path.advance_to(t);
    evaluator.Difference(path.q(), run.q(), x);
    worst.position = std::max(worst.position, x.lpNorm<Eigen::Infinity>());
    worst.velocity = std::max(worst.velocity, (run.v() - path.v()).lpNorm<Eigen::Infinity>());
  }
  return worst;
}

/// A slider, moved by x = 0.1 sin 2πt.
struct Slider {
  Model model;
  MotionId motion;
  explicit Slider(bool beside_pendulum = false) {
    model.set_gravity({0, 0, -9.81});
    const BodyId a = model.AddRigidBody({.name = "a", .mass = 1, .inertia = Mat3::Identity()});
    const JointId p = model.AddJointAt({.name = "P",
                                        .type = JointType::prismatic,
                                        .body_a = Model::ground(),
                                        .body_b = a,
                                        .axis = {1, 0, 0}});
    motion =
        model.AddMotion({.name = "m",
                         .along = p,
                         .law = MakeHarmonic({.amplitude = 0.1, .angular_frequency = 2 * pi})});
    if (!beside_pendulum) return;
    const BodyId rod = model.AddRigidBody(
        {.name = "rod", .mass = 1, .inertia = 1e-3 * Mat3::Identity(), .position = {5, 0, -10}});
    model.AddJointAt({.name = "slow",
                      .type = JointType::revolute,
                      .body_a = Model::ground(),
                      .body_b = rod,
                      .point = {5, 1, 0},
                      .axis = {0, 1, 0},
                      .initial_rate = 0.1});
  }
};

TEST(DrivenOutputs, SliderFollowsItsLawWithEveryFormulation) {
  for (const bool beside : {false, true}) {
    const Slider slider(beside);
    const System system = slider.model.Compile();
    for (const auto method : kMethods) {
      for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
        Simulation run(system, {.integrator = With(method, {.tolerance = tolerance})});
        double position = 0, rate = 0, acceleration = 0;
        for (int i = 1; i <= 500; ++i) {
          const double t = 0.01 * i, w = 2 * pi;
          run.advance_to(t);
          const FrameMotion m = CalcFrameMotion(run, *slider.model.FindBody("a"), {}, true);
          position = std::max(position, std::abs(m.X.p.x() - 0.1 * std::sin(w * t)));
          rate = std::max(rate, std::abs(m.v.x() - 0.1 * w * std::cos(w * t)));
          acceleration = std::max(acceleration, std::abs(m.a.x() + 0.1 * w * w * std::sin(w * t)));
        }
        const auto label = ::testing::Message() << "method " << method.name() << " tolerance "
                                                << tolerance << " beside " << beside;
        EXPECT_LT(position, tolerance) << label;
        EXPECT_LT(rate, 10 * 2 * pi * tolerance) << label;
        EXPECT_LT(acceleration, 1e-9) << label;
      }
    }
  }
}

/// Shafts at an angle [rad] to each other, driven at 30 rad/s.
Model Cardan(double angle) {
  Model model;
  const Vec3 in(1, 0, 0), out(std::cos(angle), std::sin(angle), 0);
  const auto shaft = [&](const char* name, const Vec3& at, const Vec3& axis) {
    const BodyId body = model.AddRigidBody(
        {.name = name, .mass = 1, .inertia = 0.01 * Mat3::Identity(), .position = at});
    return std::pair(body,
                     model.AddJointAt({.name = std::string(name) + "_bearing",
                                       .type = JointType::revolute,
                                       .body_a = Model::ground(),
                                       .body_b = body,
                                       .point = at,
                                       .axis = axis}));
  };
  const auto [first, bearing] = shaft("first", -in, in);
  const auto [second, other] = shaft("second", out, out);
  // One arm of the cross on each shaft, normal to it and to the other arm.
  model.AddJointAt({.name = "cross",
                    .type = JointType::universal,
                    .body_a = first,
                    .body_b = second,
                    .axis = {0, 0, 1},
                    .axis_b = Vec3(-std::sin(angle), std::cos(angle), 0)});
  model.AddMotion({.name = "drive", .along = bearing, .law = MakeRamp(0, 30)});
  return model;
}

/// A slider-crank, crank a [m], rod b [m], driven at w [rad/s].
Model SliderCrank(double a, double b, double w) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const Vec3 y(0, 1, 0), pin(0, 0, a), end(std::sqrt(b * b - a * a), 0, 0);
  const auto body = [&](const char* name, const Vec3& at) {
    return model.AddRigidBody(
        {.name = name, .mass = 1, .inertia = 0.01 * Mat3::Identity(), .position = at});
  };
  const BodyId crank = body("crank", pin / 2), rod = body("rod", (pin + end) / 2);
  const BodyId slider = body("slider", end);
  const JointId hinge =
      model.AddJointAt({.name = "A", .body_a = Model::ground(), .body_b = crank, .axis = y});
  model.AddJointAt({.name = "B", .body_a = crank, .body_b = rod, .point = pin, .axis = y});
  model.AddJointAt({.name = "C", .body_a = rod, .body_b = slider, .point = end, .axis = y});
  model.AddJointAt({.name = "P",
                    .type = JointType::prismatic,
                    .body_a = Model::ground(),
                    .body_b = slider,
                    .point = end,
                    .axis = {1, 0, 0}});
  model.AddMotion({.name = "turn", .along = hinge, .law = MakeRamp(0, w)});
  return model;
}

/// A table on six legs whose feet are driven up and down.
Model Hexapod(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  Model model;
  const BodyId table = model.AddRigidBody(
      {.name = "table", .mass = 10, .inertia = Mat3::Identity(), .position = {0, 0, 1}});
  for (int i = 0; i < 6; ++i) {
    const auto at = [](double angle, double r, double z) {
      return Vec3(r * std::cos(angle), r * std::sin(angle), z);
    };
    const double foot_angle = pi / 3 * i, head_angle = foot_angle + (i % 2 ? -0.3 : 0.3);
    const Vec3 foot = at(foot_angle, 1, 0), head = at(head_angle, 0.6, 1);
    const std::string n = std::to_string(i);
    const BodyId carriage = model.AddRigidBody(
        {.name = "foot" + n, .mass = 1, .inertia = 0.01 * Mat3::Identity(), .position = foot});
    const JointId guide = model.AddJointAt({.name = "guide" + n,
                                            .type = JointType::prismatic,
                                            .body_a = Model::ground(),
                                            .body_b = carriage,
                                            .point = foot,
                                            .axis = {0, 0, 1}});
    model.AddJointAt({.name = "leg" + n,
                      .type = JointType::distance,
                      .body_a = carriage,
                      .body_b = table,
                      .point = foot,
                      .point_b = head});
    model.AddMotion({.name = "lift" + n,
                     .along = guide,
                     .law = MakeHarmonic({.amplitude = 0.05 * uniform(random),
                                          .angular_frequency = 3 + 10 * uniform(random)})});
  }
  return model;
}

/// A follower on a cam of ten random points a turn, at rest at both ends.
Model Cam(std::mt19937& random) {
  std::uniform_real_distribution<double> uniform(0.02, 0.1);
  TimePoints points{{-1, 0}, {0, 0}};
  for (int i = 1; i < 10; ++i) points.push_back({0.1 * i, uniform(random)});
  Model model;
  const BodyId follower =
      model.AddRigidBody({.name = "follower", .mass = 1, .inertia = Mat3::Identity()});
  const JointId guide = model.AddJointAt({.name = "guide",
                                          .type = JointType::prismatic,
                                          .body_a = Model::ground(),
                                          .body_b = follower,
                                          .axis = {0, 0, 1}});
  model.AddMotion({.name = "cam", .along = guide, .law = MakeSplineTable(points)});
  return model;
}

/// Positions within the tolerance, velocities within ten of it at the highest frequency w [rad/s];
/// `slack` for motions that are less smooth than polynomials take them for.
void ExpectFollows(const Model& model,
                   const std::string& name,
                   double tolerance,
                   Method method,
                   double w,
                   double slack = 1) {
  const System system = model.Compile();
  const Deviation d = Compare(system, With(method, {.tolerance = tolerance}), 0.9);
  const auto label = ::testing::Message()
                     << name << ", method " << method.name() << ", tolerance " << tolerance;
  EXPECT_LT(d.position, slack * tolerance) << label;
  EXPECT_LT(d.velocity, slack * 10 * w * tolerance) << label;
}

TEST(DrivenOutputs, MechanismsFollowTheKinematicAnalysis) {
  std::mt19937 random(7);
  constexpr auto kDefault = FormulationKind::coordinate_splitting;
  constexpr std::array kTolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  for (int i = 0; i < 10; ++i) {
    const double tolerance = kTolerances[static_cast<std::size_t>(i / 2)], part = 0.1 * i;
    const std::string n = std::to_string(i);
    ExpectFollows(Cardan(0.1 + part), "cardan " + n, tolerance, kDefault, 60);
    ExpectFollows(SliderCrank(0.1, 0.2 + part, 30), "crank " + n, tolerance, kDefault, 60);
    ExpectFollows(Hexapod(random), "hexapod " + n, tolerance, kDefault, 13);
    for (int k = 0; k < 2; ++k) ExpectFollows(Cam(random), "cam " + n, tolerance, kDefault, 60, 10);
  }
}

TEST(DrivenOutputs, EveryFormulationFollows) {
  std::mt19937 random(7);
  const Model cardan = Cardan(0.7), crank = SliderCrank(0.1, 0.3, 30), hexapod = Hexapod(random);
  for (const auto method : kMethods) {
    ExpectFollows(cardan, "cardan", 1e-5, method, 60);
    ExpectFollows(crank, "crank", 1e-5, method, 60);
    ExpectFollows(hexapod, "hexapod", 1e-5, method, 13);
  }
}

/// Nothing tells of the multipliers of shafts in line, which turn at a constant rate: an old matrix
/// made them grow to 1e36 while positions and velocities were exact.
TEST(DrivenOutputs, MultipliersStayBoundedWhereThePredictionIsExact) {
  for (const double angle : {1e-5, 1e-3, 0.7}) {
    const Model cardan = Cardan(angle);
    const System system = cardan.Compile();
    for (const auto method : kMethods) {
      if (method == FormulationKind::index3) continue;  // ill conditioned by itself
      SystemEvaluator evaluator(system, false);
      const Simulation start(system);
      evaluator.ResetMemory(0, start.q(), start.v());
      const auto integrator = MakeIntegrator(evaluator, With(method, {.tolerance = 1e-4}));
      integrator->SetActiveRows(AnalyzeRedundancy(evaluator, 0, start.q()).active);
      integrator->Start(0, start.q(), start.v(), start.v_dot(), start.lambda());
      while (integrator->t() < 3) {
        integrator->Step();
        ASSERT_LT(integrator->lambda().lpNorm<Eigen::Infinity>(), 1e3)
            << method.name() << " at " << integrator->t() << " s";
      }
    }
  }
}

}  // namespace
}  // namespace trunnion
