// SPDX-License-Identifier: BSD-3-Clause
// Friction of joints whose reactions redundant constraints leave undetermined is told of by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

/// A drawer on one guide, or on two parallel ones, the first of which rubs.
Model MakeDrawer(bool second_guide) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId drawer = model.AddRigidBody(
      {.name = "drawer", .mass = 2, .inertia = 0.1 * Mat3::Identity(), .velocity = {1, 0, 0}});
  const auto guide = [&](const char* name, double y, std::optional<JointFriction> friction) {
    model.AddJointAt({.name = name,
                      .type = JointType::prismatic,
                      .body_a = Model::ground(),
                      .body_b = drawer,
                      .point = {0, y, 0},
                      .axis = {1, 0, 0},
                      .friction = friction});
  };
  guide("left", second_guide ? -0.3 : 0, JointFriction{.coefficient = 0.2});
  if (second_guide) guide("right", 0.3, {});
  return model;
}

int CountWarnings(const Simulation& run) {
  return static_cast<int>(
      std::count_if(run.warnings().begin(), run.warnings().end(), [](const std::string& warning) {
        return warning.starts_with("friction of joint 'left': redundant");
      }));
}

TEST(AmbiguousFriction, IsToldOfByName) {
  const System two = MakeDrawer(true).Compile();
  EXPECT_EQ(CountWarnings(Simulation(two)), 1);
}

/// Alone the guide carries the weight, and its friction is μ m g.
TEST(AmbiguousFriction, OfUniqueReactionsThereIsNoWarning) {
  const System one = MakeDrawer(false).Compile();
  Simulation run(one);
  EXPECT_EQ(CountWarnings(run), 0);
  run.advance_to(0.2);
  EXPECT_NEAR(run.body(1).v.x(), 1 - 0.2 * 9.81 * 0.2, 1e-4);
}

}  // namespace
}  // namespace trunnion
