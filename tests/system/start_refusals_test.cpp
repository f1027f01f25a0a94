// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "bodies/mass_properties.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "tests/support/random_state.hpp"

/// Models without accelerations at the start: what is wrong is named.
namespace trunnion {
namespace start_refusals_test {

using test::RandomSource;

std::string Refusal(const Model& model) {
  try {
    const System system = model.Compile();
    const Simulation run(system);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// A zero moment of inertia about a slanted axis is a rounded one.
TEST(StartRefusals, ABodyWithoutInertiaAboutASlantedAxis) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    RandomSource random(seed);
    const Mat3 R = seed == 0 ? Mat3::Identity() : random.Rotation();
    const double size = std::pow(10.0, random.Uniform(-6, 6));
    for (const bool held : {false, true}) {
      Model model;
      const BodyId rod =
          model.AddRigidBody({.name = "rod",
                              .mass = 1,
                              .inertia = size * R * Vec3(0, 1, 1).asDiagonal() * R.transpose(),
                              .angular_velocity = {0.1, 0.2, 1}});
      if (held)  // nothing turns about the axis without inertia
        model.AddJointAt({.body_a = model.ground(), .body_b = rod, .axis = R.col(1)});
      const std::string message = Refusal(model);
      if (held) {
        EXPECT_EQ(message, "") << "seed " << seed;
      } else {
        EXPECT_NE(message.find("without mass (body 'rod') is held by no constraint"),
                  std::string::npos)
            << "seed " << seed << ", size " << size << ": " << message;
      }
    }
  }
}

/// A small moment is none that is missing.
TEST(StartRefusals, ASmallInertiaIsNotRefused) {
  RandomSource random(5);
  const Mat3 R = random.Rotation();
  Model model;
  model.AddRigidBody({.mass = 1,
                      .inertia = R * Vec3(1e-9, 1, 1).asDiagonal() * R.transpose(),
                      .angular_velocity = {0.1, 0.2, 1}});
  EXPECT_EQ(Refusal(model), "");
}

/// A slider at a height h over its guide, moving: m a = −μ N, and the moment h μ N presses with
/// h μ N/a_b, so N = m g/(1 − μ h/a_b). Beyond μ = a_b/h it jams.
TEST(StartRefusals, FrictionThatLocksItselfIsNamed) {
  constexpr double kHeight = 0.4, kArm = 0.05, kGravity = 9.81;
  RandomSource random(11);
  for (const double share : {0.5, 0.95, 1.05, 3.0}) {
    const Mat3 R = random.Rotation();
    const double mu = share * kArm / kHeight;
    Model model;
    model.set_gravity(R * Vec3(0, 0, -kGravity));
    const BodyId slider = model.AddRigidBody({.name = "slider",
                                              .mass = 2,
                                              .inertia = Vec3(0.1, 0.2, 0.15).asDiagonal(),
                                              .position = R * Vec3(0, 0, kHeight),
                                              .velocity = R.col(0)});
    model.AddJointAt({.name = "guide",
                      .type = JointType::prismatic,
                      .body_a = model.ground(),
                      .body_b = slider,
                      .axis = R.col(0),
                      .friction = JointFriction{.coefficient = mu, .bending_arm = kArm}});
    if (share < 1) {
      const System system = model.Compile();
      const Simulation run(system);
      EXPECT_NEAR(R.col(0).dot(run.v_dot().head<3>()), -mu * kGravity / (1 - share), 1e-5);
      continue;
    }
    const std::string message = Refusal(model);
    EXPECT_NE(message.find("friction locks itself in joint 'guide'"), std::string::npos) << message;
    EXPECT_EQ(message.find("without mass"), std::string::npos) << message;
    EXPECT_NE(message.find("lever 0.4 m, 8 times"), std::string::npos) << message;
    const std::size_t at = message.find("a solution up to ");
    ASSERT_NE(at, std::string::npos) << message;
    EXPECT_NEAR(std::stod(message.substr(at + 17)), kArm / kHeight, 2e-3 * share * kArm / kHeight);
  }
}

}  // namespace start_refusals_test
}  // namespace trunnion
