// SPDX-License-Identifier: BSD-3-Clause
//
// A run that rounding far from the origin stops says so.
#include <gtest/gtest.h>

#include <string>

#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace {

/// "" if a chain of four rods, drawn `far` [m] from the origin, swings for 2 s at 1e-8.
std::string RunChain(double far) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  BodyId last = Model::ground();
  for (int i = 0; i < 4; ++i) {
    const double x = far + 0.3 * i;
    const BodyId rod = model.AddRigidBody({.mass = 1,
                                           .inertia = Vec3(0.001, 0.01, 0.01).asDiagonal(),
                                           .position = {x + 0.15, -far, far}});
    model.AddJointAt({.type = i > 0 ? JointType::ball : JointType::revolute,
                      .body_a = last,
                      .body_b = rod,
                      .point = {x, -far, far},
                      .axis = {0, 1, 0}});
    last = rod;
  }
  const System system = model.Compile();
  try {
    Simulation run(system, {.integrator = {.tolerance = 1e-8}, .threads = 1});
    run.advance_to(2);
  } catch (const SolverError& error) {
    return error.what();
  }
  return "";
}

TEST(FarMessages, RoundingIsNamed) {
  EXPECT_EQ(RunChain(1e5), "");
  const std::string message = RunChain(1e6);
  EXPECT_NE(message.find("1e+06 m from the origin"), std::string::npos) << message;
  EXPECT_NE(message.find("draw it nearer to the origin"), std::string::npos) << message;
}

}  // namespace
}  // namespace trunnion
