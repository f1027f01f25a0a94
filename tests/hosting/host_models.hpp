// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/hosting/stepped_simulation.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "tests/support/message_of.hpp"

/// Small models with inputs.
namespace trunnion {

inline VectorLaw AlongX(MotionLaw law) {
  BreakFinder breaks = law.breaks();
  return {[law = std::move(law)](double t) { return Vec3(law(t).s, 0, 0); }, std::move(breaks)};
}

/// A free mass of 2 kg that the input "push" [N] drives along x.
struct PushedMass {
  static constexpr double kMass = 2;
  Model model;
  BodyId body;
  explicit PushedMass(double start = 0) {
    const MotionLaw push = model.AddInput("push", "N", start);
    body = model.AddPointMass({.name = "body", .mass = kMass});
    model.AddAppliedLoad({.name = "load", .body = body, .force = {.law = AlongX(push)}});
  }
};

/// A rod on a hinge with a spring and a motor, whose torque is the input "torque" [N·m].
struct DrivenRod {
  static constexpr double kMass = 2, kInertia = 0.167, kArm = 0.5;
  Model model;
  BodyId rod;
  JointId hinge;
  /// @param torque  in place of the input.
  explicit DrivenRod(MotionLaw torque = nullptr) {
    model.set_gravity({0, -9.81, 0});
    if (!torque) torque = model.AddInput("torque", "N·m");
    rod = model.AddRigidBody({.name = "rod",
                              .mass = kMass,
                              .com = {kArm, 0, 0},
                              .inertia = Vec3(0.002, kInertia, kInertia).asDiagonal()});
    hinge = model.AddJointAt({.name = "hinge",
                              .type = JointType::revolute,
                              .body_a = Model::ground(),
                              .body_b = rod,
                              .axis = {0, 0, 1}});
    model.AddSpringDamper({.name = "spring", .along = hinge, .stiffness = 40, .damping = 0.5});
    model.AddMotor({.name = "motor", .along = hinge, .law = MakeForceOverTime(torque)});
  }
};

}  // namespace trunnion
