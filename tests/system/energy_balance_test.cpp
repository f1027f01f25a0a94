// SPDX-License-Identifier: BSD-3-Clause
//
// The energy account of runs against closed forms, by every integrator; and a run that is wrong.
#include "engine/simulation/energy_balance.hpp"
#include "engine/simulation/conservative.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/support/user_events.hpp"

namespace trunnion {
namespace energy_balance_test {

constexpr double kMass = 2, kTolerance = 1e-6;

/// A cart on a rail along x.
struct Cart {
  Model model;
  BodyId cart;
  JointId rail;

  explicit Cart(std::optional<double> speed, std::optional<JointFriction> friction = {}) {
    cart = model.AddRigidBody(
        {.name = "cart", .mass = kMass, .inertia = Vec3(0.1, 0.1, 0.1).asDiagonal()});
    rail = model.AddJointAt({.name = "rail",
                             .type = JointType::prismatic,
                             .body_a = Model::ground(),
                             .body_b = cart,
                             .axis = {1, 0, 0},
                             .friction = friction,
                             .initial_rate = speed});
  }
};

struct Expected {
  double loads = 0, motions = 0, jumps = 0, damping = 0, friction = 0, stored = 0;
};

/// The account after a second, by every method.
void ExpectAccount(const Model& model,
                   const Expected& expected,
                   double accuracy,
                   const std::vector<UserEvent>& events = {}) {
  const System system = model.Compile();
  for (const Method method : kMethods) {
    SimulationOptions options = Options(method, kTolerance, events);
    options.energy_balance = true;
    Simulation run(system, options);
    run.advance_exactly_to(1);
    const EnergyAccount& a = *run.energy_account();
    const std::string label = method.name();
    EXPECT_NEAR(a.loads, expected.loads, accuracy) << label;
    EXPECT_NEAR(a.motions, expected.motions, accuracy) << label;
    EXPECT_NEAR(a.jumps, expected.jumps, accuracy) << label;
    EXPECT_NEAR(a.damping, expected.damping, accuracy) << label;
    EXPECT_NEAR(a.friction, expected.friction, accuracy) << label;
    EXPECT_NEAR(a.stored, expected.stored, accuracy) << label;
    EXPECT_LE(a.largest_defect, accuracy) << label;
    EXPECT_GE(a.largest_defect, std::abs(a.defect)) << label;
    const double sum = a.loads + a.motions + a.jumps - a.damping - a.friction + a.defect;
    EXPECT_NEAR(a.stored, sum, 1e-12 * (1 + a.turnover)) << label;
    EXPECT_TRUE(run.warnings().empty()) << label << ": " << run.warnings().front();
  }
}

TEST(EnergyBalance, ADamperTakesWhatTheCartLoses) {
  Cart c(3);
  c.model.AddSpringDamper({.name = "damper", .along = c.rail, .damping = 1.5});
  const double lost = kMass * 9 / 2 * (1 - std::exp(-2 * 1.5 / kMass));
  ExpectAccount(c.model, {.damping = lost, .stored = -lost}, 20 * kTolerance);
}

/// x = sin 3t / 2: kinetic energy goes in and out, the motor's spring keeps the rest.
TEST(EnergyBalance, AMotionDoesTheWork) {
  Cart c({});
  c.model.AddMotion({.name = "drive",
                     .along = c.rail,
                     .law = MakeHarmonic({.amplitude = 0.5, .angular_frequency = 3})});
  c.model.AddSpringDamper(
      {.name = "spring", .along = c.rail, .stiffness = 40, .damping = 2, .free_length = 0.0});
  const double x = 0.5 * std::sin(3), v0 = 1.5, v = 1.5 * std::cos(3);
  const double stored = kMass / 2 * (v * v - v0 * v0) + 20 * x * x;
  const double damping = 2 * 2.25 * (0.5 + std::sin(6) / 12);
  ExpectAccount(c.model, {.motions = stored + damping, .damping = damping, .stored = stored}, 1e-4);
}

/// F = 10 t: v = 2.5 t² at 2 kg.
TEST(EnergyBalance, AForceOverTimeDoesTheWork) {
  Cart c(0);
  c.model.AddAppliedLoad({.name = "push", .body = c.cart, .force = {.law = [](double t) {
                                                            return Vec3(10 * t, 0, 0);
                                                          }}});
  ExpectAccount(c.model, {.loads = 6.25, .stored = 6.25}, 20 * kTolerance);
}

/// A constant force has a potential, as gravity has: nothing comes from outside.
TEST(EnergyBalance, ConstantForcesKeepEnergy) {
  Cart c(0);
  c.model.AddAppliedLoad({.name = "push", .body = c.cart, .force = {.constant = {10, 0, 0}}});
  c.model.set_gravity({1, 0, -9.81});
  ExpectAccount(c.model, {}, 20 * kTolerance);
}

/// The rail presses with the weight; at 5 m/s nothing of the friction is regularized.
TEST(EnergyBalance, FrictionTakesTheRest) {
  Cart c(5, JointFriction{.coefficient = 0.3});
  c.model.set_gravity({0, 0, -9.81});
  const double force = 0.3 * kMass * 9.81, way = 5 - 0.3 * 9.81 / 2;
  ExpectAccount(c.model, {.friction = force * way, .stored = -force * way}, 1e-4);
}

/// 6 N s at half time: 2 m/s become 5 m/s.
TEST(EnergyBalance, AnImpulseIsAnEvent) {
  Cart c(2);
  const std::vector<UserEvent> hit{{.name = "hit", .time = 0.5, .action = [&](EventActions& act) {
                                      act.ApplyImpulse(c.cart, {6, 0, 0});
                                    }}};
  ExpectAccount(c.model, {.jumps = 21, .stored = 21}, 20 * kTolerance, hit);
}

/// A spring is switched off at half time: what it holds is gone.
TEST(EnergyBalance, ASwitchedSpringIsAnEvent) {
  Cart c({});
  c.model.AddMotion({.name = "drive", .along = c.rail, .law = MakeRamp(0.5, 0)});
  const ForceId spring = c.model.AddSpringDamper(
      {.name = "spring", .along = c.rail, .stiffness = 80, .free_length = 0.0});
  const std::vector<UserEvent> off{
      {.name = "off", .time = 0.5, .action = [&](EventActions& act) { act.SwitchOff(spring); }}};
  ExpectAccount(c.model, {.jumps = -10, .stored = -10}, 1e-9, off);
}

/// Elastic stops at high speed: the steps end where they begin and end to act.
TEST(EnergyBalance, ElasticStopsKeepEnergy) {
  Cart c(4);
  for (const StopSide side : {StopSide::upper, StopSide::lower}) {
    const bool upper = side == StopSide::upper;
    c.model.AddStop({.name = upper ? "right" : "left",
                     .along = c.rail,
                     .law = {.limit = upper ? 0.3 : -0.3, .side = side, .stiffness = 1e6}});
  }
  ExpectAccount(c.model, {}, 200 * kTolerance);
}

/// A rotor out of balance.
Model MakeRotor() {
  Model model;
  const BodyId rotor = model.AddRigidBody({.name = "rotor",
                                           .mass = kMass,
                                           .com = {0.3, 0, 0},
                                           .inertia = Vec3(0.1, 0.1, 0.1).asDiagonal()});
  model.AddJointAt({.name = "shaft",
                    .type = JointType::revolute,
                    .body_a = Model::ground(),
                    .body_b = rotor,
                    .axis = {0, 0, 1},
                    .initial_rate = 20});
  model.set_gravity({0, -9.81, 0});
  return model;
}

/// At this tolerance it loses energy for no reason: the account says how much.
TEST(EnergyBalance, AWrongRunIsTold) {
  const System system = MakeRotor().Compile();
  SimulationOptions options{.integrator = {.tolerance = 1e-2}, .threads = 1};
  options.energy_balance = true;
  Simulation run(system, options);
  const double before = run.kinetic_energy() + run.potential_energy();
  run.advance_exactly_to(60);
  const double drift = run.kinetic_energy() + run.potential_energy() - before;
  const EnergyAccount& a = *run.energy_account();
  ASSERT_GT(std::abs(drift), 0.02 * before);  // else it is no test
  EXPECT_NEAR(a.defect, drift, 1e-6 * before);
  EXPECT_NEAR(a.stored, drift, 1e-9 * before);
  EXPECT_EQ(a.loads, 0);
  EXPECT_GT(a.largest_defect, 0.01 * a.turnover);
}

/// Without gravity it turns evenly, φ = 20 t: the account knows by how much it is ahead or behind.
TEST(EnergyBalance, ARotorThatLeadsIsTold) {
  Model model = MakeRotor();
  model.set_gravity({});
  const System system = model.Compile();
  int seen = 0;
  for (const Method method : kMethods)
    for (const double tolerance : {1e-3, 1e-5}) {
      SimulationOptions options = Options(method, tolerance, {});
      options.energy_balance = true;
      Simulation run(system, options);
      run.advance_exactly_to(20);
      const EnergyAccount& a = *run.energy_account();
      ASSERT_TRUE(a.has_lead());
      const double error = run.coordinate(*model.FindJoint("shaft")) - 400;
      const std::string label = std::string(method.name()) + ", " + std::to_string(tolerance);
      if (std::abs(error) < tolerance) continue;
      ++seen;
      EXPECT_NEAR(20 * a.lead, error, 0.3 * std::abs(error)) << label;
      EXPECT_NEAR(a.lead_angle, std::abs(error), 0.3 * std::abs(error)) << label;
      EXPECT_NEAR(a.lead_tolerances * tolerance, a.lead_angle, 1e-9) << label;
    }
  EXPECT_GT(seen, 4);
}

/// A motion sets the pace, or a damper: energy says nothing of it.
TEST(EnergyBalance, NothingLeadsWhereThePaceIsSet) {
  Cart driven({}), damped(3);
  driven.model.AddMotion({.name = "drive", .along = driven.rail, .law = MakeRamp(0, 0.5)});
  damped.model.AddSpringDamper({.name = "damper", .along = damped.rail, .damping = 1.5});
  for (const Model* model : {&driven.model, &damped.model}) {
    const System system = model->Compile();
    SimulationOptions options{.threads = 1};
    options.energy_balance = true;
    Simulation run(system, options);
    run.advance_exactly_to(1);
    EXPECT_FALSE(run.energy_account()->has_lead());
  }
}

/// Nothing that a run does depends on its account.
TEST(EnergyBalance, ChangesNoBit) {
  Cart c(3, JointFriction{.coefficient = 0.1, .preload = 5});
  c.model.AddSpringDamper(
      {.name = "spring", .along = c.rail, .stiffness = 400, .damping = 1, .free_length = 0.1});
  const System system = c.model.Compile();
  for (const Method method : kMethods) {
    std::optional<VectorXd> q;
    for (const bool kept : {false, true}) {
      SimulationOptions options = Options(method, 1e-5, {});
      options.energy_balance = kept;
      Simulation run(system, options);
      run.advance_to(1);
      ASSERT_EQ(run.energy_account() != nullptr, kept);
      EXPECT_EQ(q.value_or(run.q()), run.q()) << method.name();
      q = run.q();
    }
  }
}

TEST(EnergyBalance, GoesOnFromACheckpoint) {
  Cart c(3);
  c.model.AddSpringDamper(
      {.name = "spring", .along = c.rail, .stiffness = 400, .damping = 1, .free_length = 0.1});
  const System system = c.model.Compile();
  SimulationOptions options{.threads = 1};
  options.energy_balance = true;
  Simulation whole(system, options), first(system, options), second(system, options);
  whole.advance_exactly_to(0.4);
  first.advance_exactly_to(0.4);
  second.LoadCheckpoint(first.SaveCheckpoint());
  whole.advance_to(1);
  second.advance_to(1);
  const EnergyAccount &a = *whole.energy_account(), &b = *second.energy_account();
  EXPECT_EQ(a.stored, b.stored);
  EXPECT_EQ(a.damping, b.damping);
  EXPECT_EQ(a.defect, b.defect);
  EXPECT_EQ(a.turnover, b.turnover);
}

/// What derives from a potential is found out by asking the elements.
TEST(Conservative, IsFoundElementByElement) {
  Cart c({});
  c.model.AddMotion({.name = "drive", .along = c.rail, .law = MakeRamp(0.2, 0)});
  c.model.AddSpringDamper(
      {.name = "spring", .along = c.rail, .stiffness = 40, .damping = 3, .free_length = 0.0});
  c.model.AddSpringDamper({.name = "damper", .along = c.rail, .damping = 1.5});
  c.model.AddMotor({.name = "motor", .along = c.rail, .law = [](double x, double, double) {
                      return LawValue{.f = -x, .df_dc = -1};
                    }});
  c.model.AddAppliedLoad({.name = "constant", .body = c.cart, .force = {.constant = {1, 2, 3}}});
  c.model.AddAppliedLoad({.name = "follower",
                          .body = c.cart,
                          .force = {.constant = {1, 2, 3}, .frame = AppliedVector::Frame::body}});
  c.model.AddAppliedLoad({.name = "in time", .body = c.cart, .force = {.law = [](double t) {
                                                               return Vec3(t, 1, 0);
                                                             }}});
  const System system = c.model.Compile();
  const Simulation run(system, {.threads = 1});
  const auto conservative = FindConservative(system, run.context());
  for (const ElementInfo& force : system.parts().forces) {
    const bool wanted = force.name == "spring" || force.name == "constant";
    EXPECT_EQ(conservative[idx(force.pool)][idx(force.index)], wanted) << force.name;
  }
}

}  // namespace energy_balance_test
}  // namespace trunnion
