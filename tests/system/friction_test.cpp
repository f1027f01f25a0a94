// SPDX-License-Identifier: BSD-3-Clause
//
// Joint friction of the engine against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {
namespace friction_test {

constexpr double kGravity = 9.81;

SimulationOptions Options(double tolerance) {
  return {.integrator = {.tolerance = tolerance}, .threads = 1};
}

/// A block on an incline, a prismatic joint whose axis falls by `slope`.
System Incline(double slope, const JointFriction& friction, double speed = 0) {
  Model model;
  model.set_gravity({0, 0, -kGravity});
  const Vec3 down(std::cos(slope), 0, -std::sin(slope));
  const BodyId block = model.AddRigidBody(
      {.name = "block", .mass = 3, .inertia = 0.1 * Mat3::Identity(), .velocity = speed * down});
  model.AddJointAt({.name = "incline",
                    .type = JointType::prismatic,
                    .body_a = Model::ground(),
                    .body_b = block,
                    .axis = down,
                    .friction = friction});
  return model.Compile();
}

double Along(const Simulation& run, double slope, const Vec3& x) {
  (void)run;
  return x.dot(Vec3(std::cos(slope), 0, -std::sin(slope)));
}

/// From the speed u₀ ≫ v_s: u = u₀ + g (sin α − μ cos α) t.
TEST(JointFriction, BlockSlidesDownAnIncline) {
  const double slope = 0.5, mu = 0.3;
  const System system = Incline(slope, {.coefficient = mu}, 1);
  const double a = kGravity * (std::sin(slope) - mu * std::cos(slope));
  for (double tolerance : {1e-5, 1e-7}) {
    Simulation run(system, Options(tolerance));
    EXPECT_NEAR(Along(run, slope, run.v_dot().head<3>()), a, 1e-10);
    run.advance_to(1);
    EXPECT_NEAR(Along(run, slope, run.body(1).r), 1 + a / 2, 20 * tolerance);
  }
}

/// u' = A − B tanh(u/v_s) tends to v_s atanh(A/B), the creep that regularization leaves.
TEST(JointFriction, BlockSticksOnAnInclineUpToItsCreep) {
  const double slope = 0.2, mu = 0.3, vs = 1e-4;
  const System system = Incline(slope, {.coefficient = mu, .stiction_velocity = vs});
  Simulation run(system, Options(1e-6));
  run.advance_to(10);
  const double creep = vs * std::atanh(std::tan(slope) / mu);
  EXPECT_NEAR(Along(run, slope, run.body(1).v), creep, 1e-8);
  EXPECT_NEAR(Along(run, slope, run.body(1).r), 10 * creep, 1e-6);
  EXPECT_LT(run.statistics().steps, 300);
}

/// A block thrown uphill stops and stays: the loss of energy is the work of friction.
TEST(JointFriction, LossOfEnergyIsTheWorkOfFriction) {
  const double slope = 0.2, mu = 0.3;
  const System system = Incline(slope, {.coefficient = mu}, -2);
  Simulation run(system, Options(1e-7));
  const double start = run.kinetic_energy() + run.potential_energy();
  const double a = kGravity * (std::sin(slope) + mu * std::cos(slope));
  run.advance_to(1.5 * 2 / a);
  const double way = 4 / (2 * a), friction = mu * 3 * kGravity * std::cos(slope);
  const double loss = start - run.kinetic_energy() - run.potential_energy();
  EXPECT_NEAR(loss, friction * way, 1e-3 * friction * way);  // less at speeds below v_s
  EXPECT_NEAR(Along(run, slope, run.body(1).r), -way, 1e-3);
}

/// A balanced rotor on a horizontal pin carries its weight: constant torque μ m g r; on a vertical
/// one the thrust collar does.
TEST(JointFriction, RotorRunsDownLinearly) {
  for (const bool vertical : {false, true}) {
    Model model;
    model.set_gravity({0, 0, -kGravity});
    const Vec3 axis = vertical ? Vec3(0, 0, 1) : Vec3(0, 1, 0);
    const BodyId rotor = model.AddRigidBody({.name = "rotor",
                                             .mass = 3,
                                             .inertia = 0.2 * Mat3::Identity(),
                                             .angular_velocity = 20 * axis});
    model.AddJointAt(
        {.name = "pin",
         .body_a = Model::ground(),
         .body_b = rotor,
         .axis = axis,
         .friction = JointFriction{.coefficient = 0.2, .radius = 0.05, .axial_radius = 0.08}});
    const System system = model.Compile();
    const double torque = 0.2 * 3 * kGravity * (vertical ? 0.08 : 0.05);
    Simulation run(system, Options(1e-6));
    run.advance_to(5);
    EXPECT_NEAR(run.body(1).w.dot(axis), 20 - torque / 0.2 * 5, 1e-4);
  }
}

/// An arm that turns without gravity presses on its pin with m R sqrt(ω⁴ + ω'²), so that friction
/// and reaction act on each other: ω' = −κ ω², κ = 1/sqrt((I/(μ r m R))² − 1), ω = ω₀/(1 + κ ω₀ t).
TEST(JointFriction, ArmPressesOnItsPinByItsOwnDeceleration) {
  const double m = 2, R = 0.8, inertia = 0.1, mu = 0.5, r = 0.4, w0 = 3;
  Model model;
  const BodyId arm = model.AddRigidBody({.name = "arm",
                                         .mass = m,
                                         .inertia = inertia * Mat3::Identity(),
                                         .position = {R, 0, 0},
                                         .velocity = {0, w0 * R, 0},
                                         .angular_velocity = {0, 0, w0}});
  model.AddJointAt({.name = "pin",
                    .body_a = Model::ground(),
                    .body_b = arm,
                    .axis = {0, 0, 1},
                    .friction = JointFriction{.coefficient = mu, .radius = r}});
  const System system = model.Compile();
  const double ratio = (inertia + m * R * R) / (mu * r * m * R);
  const double kappa = 1 / std::sqrt(ratio * ratio - 1);
  for (auto kind : {FormulationKind::coordinate_splitting,
                    FormulationKind::stabilized_index2,
                    FormulationKind::projected_invariants,
                    FormulationKind::index1_projected}) {
    SimulationOptions options = Options(1e-6);
    options.integrator.bdf.formulation = kind;
    Simulation run(system, options);
    EXPECT_NEAR(run.v_dot()[5], -kappa * w0 * w0, 1e-9);
    run.advance_to(3);
    EXPECT_NEAR(run.body(1).w.z(), w0 / (1 + kappa * w0 * 3), 1e-4);
  }
}

/// A tube on a rod, turning and sliding: force and torque share μ N along the slip, whose direction
/// stays, and both speeds fall in proportion if r = sqrt(I/m).
TEST(JointFriction, CylindricalJointSharesFrictionAlongTheSlip) {
  const double m = 2, r = 0.3, mu = 0.2;
  Model model;
  model.set_gravity({0, 0, -kGravity});
  const BodyId tube = model.AddRigidBody({.name = "tube",
                                          .mass = m,
                                          .inertia = m * r * r * Mat3::Identity(),
                                          .velocity = {4, 0, 0},
                                          .angular_velocity = {10, 0, 0}});
  model.AddJointAt({.name = "rod",
                    .type = JointType::cylindrical,
                    .body_a = Model::ground(),
                    .body_b = tube,
                    .axis = {1, 0, 0},
                    .friction = JointFriction{.coefficient = mu, .radius = r}});
  const System system = model.Compile();
  Simulation run(system, Options(1e-7));
  run.advance_to(1);
  const double left = 1 - mu * kGravity / std::hypot(4, r * 10);
  EXPECT_NEAR(run.body(1).v.x(), 4 * left, 1e-5);
  EXPECT_NEAR(run.body(1).w.x(), 10 * left, 1e-4);
}

TEST(JointFriction, IsRefusedWhereItDoesNotBelong) {
  Model model;
  const BodyId body = model.AddRigidBody({.name = "b", .mass = 1, .inertia = Mat3::Identity()});
  try {
    model.AddJointAt({.name = "knee",
                      .type = JointType::ball,
                      .body_a = Model::ground(),
                      .body_b = body,
                      .friction = JointFriction{.coefficient = 0.1}});
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("joint 'knee': a ball joint takes no friction"),
              std::string::npos)
        << error.what();
  }
}

TEST(ModelFile, ReadsFriction) {
  const ModelFile file = ParseModel(R"({
    "gravity": [0, 0, -9.81],
    "bodies": [{"name": "rotor", "mass": 3, "inertia": [0.2, 0.2, 0.2],
                "angular_velocity": [0, 20, 0]}],
    "joints": [{"name": "pin", "type": "revolute", "body_a": "ground", "body_b": "rotor",
                "point": [0, 0, 0], "axis": [0, 1, 0],
                "friction": {"coefficient": 0.2, "radius": 0.05, "stiction_velocity": 1e-3}}]
  })",
                                    "test");
  const System system = file.model.Compile();
  Simulation run(system, Options(1e-6));
  EXPECT_NEAR(run.v_dot()[4], -0.2 * 3 * kGravity * 0.05 / 0.2, 1e-9);
}

}  // namespace friction_test
}  // namespace trunnion
