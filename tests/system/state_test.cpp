// SPDX-License-Identifier: BSD-3-Clause
//
// What a Simulation shows does not change while it is looked at, and handles find it.
#include "engine/simulation/state.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion {
namespace {

/// A door on three hinges with friction: two of them are redundant, and the reactions need states
/// beside the one shown.
struct Door {
  Door() {
    model.set_gravity({0, 0, -9.81});
    leaf = model.AddRigidBody({.name = "leaf",
                               .mass = 20,
                               .inertia = Vec3(6, 6, 1).asDiagonal(),
                               .position = {0.4, 0, 1},
                               .velocity = {0, 0.4, 0},
                               .angular_velocity = {0, 0, 1}});
    for (const double z : {0.2, 1.0, 1.8})
      hinges.push_back(model.AddJointAt({.name = "hinge" + std::to_string(hinges.size()),
                                         .body_a = Model::ground(),
                                         .body_b = leaf,
                                         .point = {0, 0, z}}));
  }
  Model model;
  BodyId leaf;
  std::vector<JointId> hinges;
};

TEST(State, ContextStaysWhileReactionsAreSolvedFor) {
  Door door;
  const System system = door.model.Compile();
  Simulation run(system);
  run.advance_to(0.37);
  const ElementContext& x = run.context();
  const std::vector<BodyState> before(x.bodies.begin(), x.bodies.end());
  const double t = x.t;
  const BodyState* const place = x.bodies.data();
  run.lambda();
  run.constraint_residual();
  run.evaluator().Evaluate(0, VectorXd::Zero(run.q().size()), VectorXd::Zero(run.v().size()));
  EXPECT_EQ(x.bodies.data(), place);
  EXPECT_EQ(x.t, t);
  for (std::size_t b = 0; b < before.size(); ++b) {
    EXPECT_EQ(x.bodies[b].r, before[b].r);
    EXPECT_EQ(x.bodies[b].R, before[b].R);
    EXPECT_EQ(x.bodies[b].v, before[b].v);
    EXPECT_EQ(x.bodies[b].w, before[b].w);
  }
}

/// A point mass m on a rod turns about z with ω: all that is asked has a closed form.
TEST(State, QueriesByHandleAgreeWithTheCircle) {
  constexpr double kRadius = 0.7, kSpeed = 3, kMass = 2;
  Model model;
  model.set_gravity(Vec3::Zero());
  const BodyId arm = model.AddRigidBody({.name = "arm",
                                         .mass = kMass,
                                         .com = {kRadius, 0, 0},
                                         .inertia = Vec3(0.1, 0.1, 0.1).asDiagonal(),
                                         .angular_velocity = {0, 0, kSpeed}});
  const MarkerId tip = model.AddMarker({.name = "tip", .body = arm, .position = {kRadius, 0, 0}});
  const JointId hinge = model.AddJointAt(
      {.name = "hinge", .body_a = Model::ground(), .body_b = arm, .point = {0, 0, 0}});
  const ForceId weight =
      model.AddAppliedLoad({.name = "push", .body = arm, .force = {.constant = {0, 0, 5}}});
  Simulation run(model.Compile(), {.integrator = {.tolerance = 1e-9}});
  run.advance_to(1);
  const Vec3 e(std::cos(kSpeed), std::sin(kSpeed), 0), n(-e.y(), e.x(), 0);
  EXPECT_NEAR(run.coordinate(hinge), kSpeed, 1e-6);
  EXPECT_NEAR(run.rate(hinge), kSpeed, 1e-6);
  EXPECT_LT((run.pose(tip).p - kRadius * e).norm(), 1e-6);
  EXPECT_LT(run.pose(arm).p.norm(), 1e-6);
  EXPECT_LT((run.velocity(tip) - kSpeed * kRadius * n).norm(), 1e-5);
  EXPECT_LT(run.velocity(arm).norm(), 1e-5);
  EXPECT_LT((run.angular_velocity(arm) - Vec3(0, 0, kSpeed)).norm(), 1e-6);
  EXPECT_LT((run.acceleration(tip) + kSpeed * kSpeed * kRadius * e).norm(), 1e-4);
  EXPECT_LT(run.acceleration(arm).norm(), 1e-4);
  EXPECT_LT(
      (run.reaction(hinge).force - Vec3(0, 0, -5) + kMass * kSpeed * kSpeed * kRadius * e).norm(),
      1e-3);
  EXPECT_LT((run.force(weight).force - Vec3(0, 0, 5)).norm(), 1e-12);
  EXPECT_NEAR(
      run.kinetic_energy(), 0.5 * (0.1 + kMass * kRadius * kRadius) * kSpeed * kSpeed, 1e-4);
}

TEST(State, HandlesOfAnotherModelAreRefused) {
  Door door;
  Simulation run(door.model.Compile());
  EXPECT_THROW(run.reaction(JointId(7)), ModelError);
  EXPECT_THROW(run.reaction(JointId()), ModelError);
  EXPECT_THROW(run.coordinate(JointId(7)), ModelError);
  EXPECT_THROW(run.coordinate(CoordinateOf(door.hinges[0], 1)), ModelError);
  EXPECT_THROW(run.coordinate(Between(MarkerId(99), MarkerId(98))), ModelError);
  EXPECT_THROW(run.pose(BodyId(9)), ModelError);
  EXPECT_THROW(run.velocity(MarkerId(99)), ModelError);
  EXPECT_THROW(run.drive(ConstraintId(0)), ModelError);
  EXPECT_THROW(run.force(ForceId(0)), ModelError);
}

TEST(State, SimulationKeepsATemporarySystem) {
  Door door;
  Simulation run(door.model.Compile());
  run.advance_to(0.1);
  EXPECT_NEAR(run.coordinate(door.hinges[0]), 0.1, 1e-4);
}

}  // namespace
}  // namespace trunnion
