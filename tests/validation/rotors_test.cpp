// SPDX-License-Identifier: BSD-3-Clause
//
// Bodies that turn on and on with their centres of mass off the axis, against uniform rotations:
// what the formula errs by on a circle must not add up turn by turn.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace rotors_test {

constexpr double kRate = 2 * std::numbers::pi;  // one turn a second

Mat3 Inertia(double x, double y, double z) { return Vec3(x, y, z).asDiagonal(); }

/// A body at `r` that turns with the rate about the z axis of the world.
BodyId AddTurning(Model& model,
                  const char* name,
                  double mass,
                  const Mat3& inertia,
                  const Vec3& r,
                  double own = 0) {
  return model.AddRigidBody({.name = name,
                             .mass = mass,
                             .inertia = inertia,
                             .position = r,
                             .velocity = kRate * Vec3(-r.y(), r.x(), 0),
                             .angular_velocity = {0, 0, own == 0 ? kRate : own}});
}

void BuildRotor(Model& model) {
  const BodyId rotor = AddTurning(model, "rotor", 2, Inertia(.01, .01, .02), {.1, 0, 0});
  model.AddJointAt({.name = "hinge", .body_a = Model::ground(), .body_b = rotor});
}

void BuildBarOnABall(Model& model) {
  const BodyId bar = AddTurning(model, "bar", 1, Inertia(1e-5, 1. / 12, 1. / 12), {.5, 0, 0});
  model.AddJointAt(
      {.name = "ball", .type = JointType::ball, .body_a = Model::ground(), .body_b = bar});
}

void BuildFlywheelOnACrank(Model& model) {
  const BodyId crank = AddTurning(model, "crank", .5, Inertia(.01, .01, .01), {0, 0, 0});
  const BodyId wheel =
      AddTurning(model, "flywheel", 2, Inertia(.01, .01, .02), {.2, 0, 0}, -3 * kRate);
  model.AddJointAt({.name = "main", .body_a = Model::ground(), .body_b = crank});
  model.AddJointAt({.name = "pin", .body_a = crank, .body_b = wheel, .point = {.2, 0, 0}});
}

void BuildFreeDumbbell(Model& model) {
  const BodyId a = AddTurning(model, "a", 1, Inertia(.01, .01, .01), {.2, 0, 0});
  const BodyId b = AddTurning(model, "b", 2, Inertia(.01, .01, .01), {-.1, 0, 0});
  model.AddJointAt({.name = "weld", .type = JointType::fixed, .body_a = a, .body_b = b});
}

void BuildWhirlingChain(Model& model) {
  BodyId last = Model::ground();
  for (int i = 0; i < 5; ++i) {
    const std::string name = "link" + std::to_string(i);
    const BodyId link = AddTurning(
        model, name.c_str(), .5, Inertia(1e-4, .5 * .04 / 12, .5 * .04 / 12), {.2 * i + .1, 0, 0});
    model.AddJointAt({.name = "joint" + std::to_string(i),
                      .type = JointType::ball,
                      .body_a = last,
                      .body_b = link,
                      .point = {.2 * i, 0, 0}});
    last = link;
  }
}

/// Two point masses on a massless rod: no body turns.
void BuildRodOfPoints(Model& model) {
  const auto add = [&](const char* name, double x) {
    return model.AddPointMass(
        {.name = name, .mass = 1, .position = {x, 0, 0}, .velocity = {0, kRate * x, 0}});
  };
  const MarkerId a = model.AddMarker({.body = add("a", .1)});
  const MarkerId b = model.AddMarker({.body = add("b", -.1)});
  model.AddJoint({.name = "rod", .type = JointType::distance, .a = a, .b = b});
}

struct Outcome {
  double angle, energy;  // error [rad], and relative
};

Outcome Turn(const std::function<void(Model&)>& build, double tolerance, int turns) {
  Model model;
  model.set_gravity({0, 0, 0});
  build(model);
  const System system = model.Compile();
  Simulation run(system, {.integrator = {.tolerance = tolerance}, .threads = 1});
  const double start = run.kinetic_energy();
  const int last = system.num_bodies() - 1;
  const Vec3 from = run.body(last).r;
  run.advance_to(turns);
  const Vec3 to = run.body(last).r;
  return {std::atan2(from.cross(to).z(), from.dot(to)), run.kinetic_energy() / start - 1};
}

/// What the tolerance promises of a motion that nothing holds: errors as of a rate that is wrong by
/// a tolerance a second, here a turn. The angle then errs by a tolerance a turn, and energy by
/// 2 tolerance / kRate of itself, however long the run is. Of points, whose angle is that of their
/// places alone, positions and velocities may err like that, and energy by twice as much.
void ExpectPromise(const char* name,
                   const std::function<void(Model&)>& build,
                   double tolerance,
                   int turns) {
  const Outcome o = Turn(build, tolerance, turns);
  EXPECT_LT(std::abs(o.angle), tolerance * turns) << name << ", " << tolerance;
  EXPECT_LT(std::abs(o.energy), 4 * tolerance / kRate) << name << ", " << tolerance;
}

TEST(Rotors, ErrorsOfTurnsDoNotAddUp) {
  constexpr int kTurns = 200;
  for (const double tolerance : {1e-3, 1e-5}) {
    ExpectPromise("rotor", BuildRotor, tolerance, kTurns);
    ExpectPromise("bar", BuildBarOnABall, tolerance, kTurns);
    ExpectPromise("flywheel", BuildFlywheelOnACrank, tolerance, kTurns);
    ExpectPromise("dumbbell", BuildFreeDumbbell, tolerance, kTurns);
    ExpectPromise("chain", BuildWhirlingChain, tolerance, kTurns);
    ExpectPromise("points", BuildRodOfPoints, tolerance, kTurns);
  }
}

TEST(Rotors, AThousandTurns) {
  for (const double tolerance : {1e-2, 1e-5}) ExpectPromise("rotor", BuildRotor, tolerance, 1000);
}

}  // namespace rotors_test
}  // namespace trunnion
