// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/support/random_state.hpp"

/// Joints assemble on their right branch from any drawn orientation, or are refused by name.
namespace trunnion {
namespace {

using test::RandomSource;

constexpr double kDegree = std::numbers::pi / 180;

/// Residual and branch of all joints of a model after the assembly.
void ExpectAssembled(const Simulation& run, const System& system, const std::string& what) {
  EXPECT_LT(run.constraint_residual(), 1e-10) << what;
  for (int j = 0; j < static_cast<int>(system.parts().joints.size()); ++j) {
    EXPECT_TRUE(GetJoint(system, JointId(j)).IsOnRightBranch(run.context())) << what;
    EXPECT_LT(GetJoint(system, JointId(j)).CalcMisalignment(run.context()), 1e-9) << what;
  }
}

RigidBody MakeBody(const std::string& name, const Vec3& position, const Mat3& R) {
  return {.name = name,
          .mass = 1,
          .com = {0.1, -0.2, 0.3},
          .inertia = Vec3(0.1, 0.12, 0.15).asDiagonal(),
          .position = position,
          .orientation = R};
}

/// A body (or two) drawn anywhere, with one joint between markers in random places.
struct OneJoint {
  Model model;
  JointId joint;

  OneJoint(JointType type, RandomSource& random, bool grounded, bool held) {
    RigidBody a = MakeBody("a", random.Vector(), random.Rotation());
    a.fixed_in_assembly = held;
    const BodyId on = grounded ? model.ground() : model.AddRigidBody(a);
    const BodyId b = model.AddRigidBody(MakeBody("b", random.Vector(), random.Rotation()));
    const auto marker = [&](BodyId body) {
      return model.AddMarker(
          {.body = body, .position = random.Vector(), .orientation = random.Rotation()});
    };
    const MarkerId F = marker(on), M = marker(b);
    joint = model.AddJoint({.name = "j", .type = type, .a = F, .b = M});
    if (has_length(type)) return;
  }
};

TEST(AssemblyBranches, EveryJointFromAnyOrientation) {
  for (const JointType type : kJointTypes) {
    for (unsigned seed = 0; seed < 200; ++seed) {
      RandomSource random(seed);
      const bool grounded = seed % 3 == 0, held = seed % 3 == 1;
      const OneJoint m(type, random, grounded, held);
      const std::string what = std::string(to_string(type)) + ", seed " + std::to_string(seed);
      const System system = m.model.Compile();
      try {
        const Simulation run(system);
        ExpectAssembled(run, system, what);
        EXPECT_EQ(run.degrees_of_freedom(), system.num_velocities() - system.num_constraints())
            << what;
      } catch (const Error& error) {
        ADD_FAILURE() << what << ": " << error.what();
      }
    }
  }
}

/// Axes permuted (x to y to z), as CAD frames often are: 120 deg about (1, 1, 1); and half turns.
TEST(AssemblyBranches, WeldsOfPermutedAndReversedAxesCoincide) {
  for (const Vec3& turn : {Vec3(Vec3(1, 1, 1).normalized() * 120 * kDegree),
                           Vec3(120 * kDegree, 0, 0),
                           Vec3(std::numbers::pi, 0, 0),
                           Vec3(0, 0, std::numbers::pi),
                           Vec3(0, 91 * kDegree, 0)}) {
    Model model;
    const BodyId b = model.AddRigidBody(MakeBody("b", {0, 0, 0}, RotationExp(turn)));
    model.AddJoint({.name = "weld",
                    .type = JointType::fixed,
                    .a = model.AddMarker({.body = model.ground()}),
                    .b = model.AddMarker({.body = b})});
    const System system = model.Compile();
    const Simulation run(system);
    EXPECT_EQ(run.degrees_of_freedom(), 0);
    EXPECT_LT(RotationLog(run.body(b.index()).R).norm(), 1e-10);
    ASSERT_EQ(run.warnings().size(), 1u);
    EXPECT_NE(run.warnings()[0].find("joint 'weld'"), std::string::npos) << run.warnings()[0];
  }
}

/// A prescribed angle, a gear and a screw see angles that mean nothing while the axes are apart.
TEST(AssemblyBranches, AnglesOfHingesDrawnFarOff) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomSource random(seed);
    Model model;
    std::vector<JointId> hinges;
    for (int i = 0; i < 2; ++i) {
      const BodyId b =
          model.AddRigidBody(MakeBody("b" + std::to_string(i), random.Vector(), random.Rotation()));
      const MarkerId F = model.AddMarker(
          {.body = model.ground(), .position = random.Vector(), .orientation = random.Rotation()});
      hinges.push_back(model.AddJoint({.name = "hinge" + std::to_string(i),
                                       .type = i == 0 ? JointType::revolute : JointType::screw,
                                       .a = F,
                                       .b = model.AddMarker({.body = b}),
                                       .pitch = i == 0 ? 0 : 0.01}));
    }
    model.AddMotion({.name = "drive", .along = hinges[0], .law = [](double t) {
                       return MotionValue{0.3 + t, 1, 0};
                     }});
    model.AddCoupling({.name = "gear", .first = hinges[1], .second = hinges[0], .ratio = -2});
    const System system = model.Compile();
    const std::string what = "seed " + std::to_string(seed);
    try {
      Simulation run(system);
      ExpectAssembled(run, system, what);
      EXPECT_EQ(run.degrees_of_freedom(), 0);
      const double angle = run.coordinate(JointId(0));
      EXPECT_NEAR(std::remainder(angle - 0.3, 2 * std::numbers::pi), 0, 1e-9) << what;
      run.advance_to(0.01);
      EXPECT_LT(run.constraint_residual(), 1e-6) << what;
    } catch (const Error& error) {
      ADD_FAILURE() << what << ": " << error.what();
    }
  }
}

/// A planar four-bar whose bars are drawn with any orientation: closed, or refused by name.
TEST(AssemblyBranches, LoopsCloseOnTheRightBranchOrAreRefusedByName) {
  int closed = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomSource random(seed);
    Model model;
    const double lengths[] = {0.8, 1.9, 1.4};
    BodyId bars[3];
    const double turn = seed < 30 ? 2.2 : 0.9;
    for (int i = 0; i < 3; ++i)
      bars[i] = model.AddRigidBody(MakeBody(
          "bar" + std::to_string(i), {0.5 * i, 0.5, 0}, RotationExp(turn * random.Vector())));
    const auto end = [&](BodyId body, double x) {
      return model.AddMarker({.body = body, .position = {x, 0, 0}});
    };
    model.AddJoint({.name = "O", .a = end(model.ground(), 0), .b = end(bars[0], 0)});
    model.AddJoint({.name = "A", .a = end(bars[0], lengths[0]), .b = end(bars[1], 0)});
    model.AddJoint({.name = "B", .a = end(bars[1], lengths[1]), .b = end(bars[2], lengths[2])});
    model.AddJoint({.name = "D", .a = end(model.ground(), 2), .b = end(bars[2], 0)});
    const System system = model.Compile();
    const std::string what = "seed " + std::to_string(seed);
    try {
      const Simulation run(system);
      ExpectAssembled(run, system, what);
      EXPECT_EQ(run.degrees_of_freedom(), 1) << what;
      ++closed;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find("joint '"), std::string::npos) << error.what();
    }
  }
  EXPECT_GE(closed, 50);
}

/// A flexible body is turned to its clamp, not bent to it: it starts without strain energy.
TEST(AssemblyBranches, FlexibleBodiesMoveWithoutDeformation) {
  for (const char* turn : {"5 deg", "60 deg", "120 deg"}) {
    const std::string text = R"({
      "include": ")" + std::string(TRUNNION_SOURCE_DIR) +
                             R"(/models/control_arm.json", "gravity": [0, 0, 0],
      "markers": [{"name": "wall", "body": "ground", "position": [0.01, 0.02, 0],
                   "orientation": {"rotation_vector": [")" +
                             turn + R"(", 0.2, 0.1]}}, {"name": "end", "body": "arm.A"}],
      "joints": [{"name": "clamp", "type": "fixed", "a": "wall", "b": "end"}],
      "forces": [{"name": "rubber", "remove": true}, {"name": "spring", "remove": true},
                 {"name": "bump", "remove": true}],
      "outputs": [], "plots": []})";
    const ModelFile file = ParseModel(text, TRUNNION_SOURCE_DIR "/models/turned.json");
    const System system = file.model.Compile();
    const Simulation run(system);
    ExpectAssembled(run, system, turn);
    EXPECT_LT(run.potential_energy(), 1e-9) << turn;
  }
}

/// A hinge that can close with its axes reversed only.
TEST(AssemblyBranches, ReversedAxisOfHeldBodiesIsRefusedByName) {
  Model model;
  RigidBody held = MakeBody("b", {0, 0, 0}, RotationExp({std::numbers::pi, 0, 0}));
  held.fixed_in_assembly = true;
  const BodyId b = model.AddRigidBody(held);
  model.AddJoint({.name = "hinge",
                  .a = model.AddMarker({.body = model.ground()}),
                  .b = model.AddMarker({.body = b})});
  try {
    const System system = model.Compile();
    const Simulation run(system);
    ADD_FAILURE() << "is not refused";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("hinge"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace trunnion
