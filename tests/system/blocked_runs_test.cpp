// SPDX-License-Identifier: BSD-3-Clause
//
// Runs that cannot go on say by name what holds them: mechanisms that lock up, friction that locks
// itself, steps that are used up. Times of the lock are those of closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/support/random_state.hpp"

namespace trunnion {
namespace blocked_runs_test {

struct Ending {
  std::string error;
  std::vector<std::string> warnings;
};

Ending Advance(const Model& model, const IntegratorOptions& options, double until) {
  const System system = model.Compile();
  Simulation run(system, {.integrator = options, .threads = 1});
  try {
    run.advance_to(until);
    return {"", run.warnings()};
  } catch (const SolverError& error) {
    return {error.what(), run.warnings()};
  }
}

void ExpectIn(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in: " << text;
}

double NumberAfter(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  return at == std::string::npos ? std::nan("") : std::stod(text.substr(at + mark.size()));
}

/// A rod between two points in the x-y plane.
BodyId AddRod(Model& model, const char* name, const Vec3& from, const Vec3& to) {
  return model.AddRigidBody({.name = name,
                             .mass = 1,
                             .inertia = Vec3(.01, .01, .01).asDiagonal(),
                             .position = (from + to) / 2});
}

constexpr double kStart = 0.1;  // angle of the driven crank at t = 0 [rad]; it turns with 1 rad/s

/// A crank longer than its rod: it cannot turn beyond sin a = rod / crank.
double BuildShortRod(Model& model) {
  constexpr double crank = .3, rod = .2;
  const Vec3 pin = crank * Vec3(std::cos(kStart), std::sin(kStart), 0);
  const Vec3 wrist(pin.x() + std::sqrt(rod * rod - pin.y() * pin.y()), 0, 0);
  const BodyId a = AddRod(model, "crank", Vec3::Zero(), pin), b = AddRod(model, "rod", pin, wrist);
  const BodyId c = AddRod(model, "piston", wrist, wrist);
  const JointId main = model.AddJointAt({.name = "main", .body_a = Model::ground(), .body_b = a});
  model.AddJointAt(
      {.name = "pin", .type = JointType::cylindrical, .body_a = a, .body_b = b, .point = pin});
  model.AddJointAt(
      {.name = "wrist", .type = JointType::ball, .body_a = b, .body_b = c, .point = wrist});
  model.AddJointAt({.name = "guide",
                    .type = JointType::prismatic,
                    .body_a = Model::ground(),
                    .body_b = c,
                    .point = wrist,
                    .axis = Vec3::UnitX()});
  model.AddMotion({.name = "motor", .along = main, .law = MakeRamp(0, 1)});
  return std::asin(rod / crank) - kStart;
}

/// A four-bar whose other two links are straight before the crank has gone round.
double BuildFourBar(Model& model) {
  constexpr double crank = .3, base = .5, coupler = .35, rocker = .25;
  const Vec3 pin = crank * Vec3(std::cos(kStart), std::sin(kStart), 0), foot(base, 0, 0);
  const double d = (foot - pin).norm();
  const double along = (d * d + coupler * coupler - rocker * rocker) / (2 * d);
  const Vec3 x = (foot - pin) / d, y(-x.y(), x.x(), 0);
  const Vec3 knee = pin + along * x + std::sqrt(coupler * coupler - along * along) * y;
  const BodyId a = AddRod(model, "crank", Vec3::Zero(), pin);
  const BodyId b = AddRod(model, "coupler", pin, knee), c = AddRod(model, "rocker", knee, foot);
  const JointId main = model.AddJointAt({.name = "main", .body_a = Model::ground(), .body_b = a});
  model.AddJointAt(
      {.name = "pin", .type = JointType::cylindrical, .body_a = a, .body_b = b, .point = pin});
  model.AddJointAt(
      {.name = "knee", .type = JointType::ball, .body_a = b, .body_b = c, .point = knee});
  model.AddJointAt({.name = "foot", .body_a = Model::ground(), .body_b = c, .point = foot});
  model.AddMotion({.name = "motor", .along = main, .law = MakeRamp(0, 1)});
  const double far = coupler + rocker;
  return std::acos((crank * crank + base * base - far * far) / (2 * crank * base)) - kStart;
}

/// Two links that a slider pulls straight.
double BuildPulledStraight(Model& model) {
  constexpr double link = .2, at = .3;
  const Vec3 knee(at / 2, std::sqrt(link * link - at * at / 4), 0), end(at, 0, 0);
  const BodyId a = AddRod(model, "upper", Vec3::Zero(), knee);
  const BodyId b = AddRod(model, "lower", knee, end), c = AddRod(model, "slider", end, end);
  model.AddJointAt({.name = "main", .body_a = Model::ground(), .body_b = a});
  model.AddJointAt(
      {.name = "knee", .type = JointType::cylindrical, .body_a = a, .body_b = b, .point = knee});
  model.AddJointAt(
      {.name = "end", .type = JointType::ball, .body_a = b, .body_b = c, .point = end});
  const JointId guide = model.AddJointAt({.name = "guide",
                                          .type = JointType::prismatic,
                                          .body_a = Model::ground(),
                                          .body_b = c,
                                          .point = end,
                                          .axis = Vec3::UnitX()});
  model.AddMotion({.name = "motor", .along = guide, .law = MakeRamp(0, 1)});
  return 2 * link - at;
}

/// The body that cannot go on, the joints, the motion and the time.
TEST(BlockedRuns, LockUpNamesJointsAndMotion) {
  struct Case {
    double (*build)(Model&);
    std::vector<std::string> names;
  };
  const std::vector<Case> cases{
      {BuildShortRod, {"motion 'motor'", "joint 'guide'", "joint 'wrist'"}},
      {BuildFourBar, {"motion 'motor'", "joint 'foot'", "joint 'knee'"}},
      {BuildPulledStraight, {"motion 'motor'", "joint 'main'", "joint 'end'"}}};
  for (const Case& c : cases)
    for (const Method method : {Method(FormulationKind::coordinate_splitting),
                                Method(FormulationKind::stabilized_index2),
                                Method(IntegratorKind::adams),
                                Method(IntegratorKind::automatic)})
      for (const double tolerance : {1e-3, 1e-6}) {
        Model model;
        const double time = c.build(model);
        const std::string error = Advance(model, With(method, {.tolerance = tolerance}), 3).error;
        ExpectIn(error, {"no step from t", "nearly singular", "body '"});
        ExpectIn(error, c.names);
        EXPECT_NEAR(NumberAfter(error, "from t = "), time, 1e-3) << error;
      }
}

/// A mast grows out of a slider whose guide has friction, 0.1 m high at first. Of the friction's
/// deceleration a, the mast presses with m h a, so that it locks where μ h m / (M a_b) = 1. It
/// grows so fast that the slider does not stop before.
struct Mast {
  double coefficient, arm, mast, slider;  // μ, a_b, m, M − m
  double rate;                            // of growing [m/s]

  double lock_time() const { return (arm * (mast + slider) / (coefficient * mast) - 0.1) / rate; }
  void Build(Model& model, const Mat3& R) const {
    model.set_gravity(R * Vec3(0, 0, -9.81));
    const auto add = [&](const char* name, double mass, double height, double rising) {
      return model.AddRigidBody({.name = name,
                                 .mass = mass,
                                 .inertia = Vec3(.01, .01, .01).asDiagonal(),
                                 .position = R * Vec3(0, 0, height),
                                 .velocity = R * Vec3(4, 0, rising)});
    };
    const BodyId low = add("slider", slider, 0, 0), high = add("mast", mast, 0.1, rate);
    model.AddJointAt({.name = "guide",
                      .type = JointType::prismatic,
                      .body_a = Model::ground(),
                      .body_b = low,
                      .axis = R.col(0),
                      .friction = JointFriction{.coefficient = coefficient, .bending_arm = arm}});
    const JointId lift = model.AddJointAt({.name = "lift",
                                           .type = JointType::prismatic,
                                           .body_a = low,
                                           .body_b = high,
                                           .axis = R.col(2)});
    model.AddMotion({.name = "raise", .along = lift, .law = MakeRamp(0, rate)});
  }
};

TEST(BlockedRuns, FrictionThatComesToLockItselfIsNamed) {
  test::RandomSource random(3);
  for (const Mast& mast : {Mast{.2, .05, 2, .5, 2}, Mast{.5, .1, 1, 1, 8}, Mast{.1, .03, 5, 1, 2}})
    for (const Method method : {Method(FormulationKind::coordinate_splitting),
                                Method(FormulationKind::stabilized_index2),
                                Method(IntegratorKind::automatic),
                                Method(IntegratorKind::adams),
                                Method(IntegratorKind::explicit_method)}) {
      Model model;
      mast.Build(model, random.Rotation());
      const Ending ending = Advance(model, With(method, {.tolerance = 1e-5}), 0.3);
      // Explicit steps end at the lock; implicit ones jump to rest.
      std::string told = ending.error;
      for (const std::string& warning : ending.warnings)
        if (told.empty()) told = warning;
      ExpectIn(told, {"friction locks itself in joint 'guide'", "gain ", "lever "});
      EXPECT_NEAR(NumberAfter(told, "t = "), mast.lock_time(), 1e-3) << told;
      EXPECT_NEAR(NumberAfter(told, "gain "), 1, 0.05) << told;
    }
}

/// A fast pendulum among slow ones, a damped wave that holds explicit steps, a force with kinks.
TEST(BlockedRuns, UsedUpStepsAreBlamed) {
  const auto used_up = [](const Model& model, Method method, long steps) {
    return Advance(model, With(method, {.tolerance = 1e-5, .max_steps = steps}), 1e3).error;
  };
  Model pendulums;
  pendulums.set_gravity({0, -9.81, 0});
  for (const char* name : {"slow", "fast", "other"}) {
    const double length = std::string(name) == "fast" ? 1e-3 : 1;
    const BodyId bob =
        pendulums.AddPointMass({.name = name, .mass = 1, .position = {length, 0, 0}});
    pendulums.AddJoint({.name = std::string("rod of ") + name,
                        .type = JointType::distance,
                        .a = pendulums.AddMarkerAt({.body = Model::ground()}),
                        .b = pendulums.AddMarkerAt({.body = bob, .point = {length, 0, 0}})});
  }
  for (const Method method : {Method(), Method(IntegratorKind::adams)})
    ExpectIn(used_up(pendulums, method, 300),
             {"within 300 steps", "limited by the error test at body 'fast' ("});

  Model spring;
  spring.set_gravity({0, 0, -9.81});
  for (const char* name : {"heavy", "light"}) {
    const double mass = std::string(name) == "light" ? 1e-2 : 1;
    const BodyId body = spring.AddPointMass({.name = name, .mass = mass});
    spring.AddSpringDamper({.name = std::string("spring of ") + name,
                            .along = Between(spring.AddMarkerAt({.body = Model::ground()}),
                                             spring.AddMarkerAt({.body = body}),
                                             CoordinateKind::offset_z),
                            .stiffness = mass == 1 ? 10. : 1e6,
                            .damping = mass == 1 ? 0. : 100.});
  }
  ExpectIn(used_up(spring, IntegratorKind::adams, 3000),
           {"within 3000 steps", "limited by stability at body 'light' ("});

  Model pushed;  // by a force with a kink every millisecond
  pushed.set_gravity({0, 0, 0});
  TimePoints points;
  for (int i = 0; i < 1000; ++i) points.push_back({1e-3 * i, static_cast<double>(i % 2)});
  pushed.AddMotor({.name = "push",
                   .along = Between(pushed.AddMarkerAt({.body = Model::ground()}),
                                    pushed.AddMarkerAt({.body = pushed.AddPointMass({.mass = 1})}),
                                    CoordinateKind::offset_x),
                   .law = MakeForceOverTime(MakeLinearTable(points))});
  ExpectIn(used_up(pushed, FormulationKind::coordinate_splitting, 300),
           {"breaks of laws over time ("});
}

}  // namespace blocked_runs_test
}  // namespace trunnion
