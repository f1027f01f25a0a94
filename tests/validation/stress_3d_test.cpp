// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdio>

#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"

/// The stress test of Yen & Petzold with rigid bodies in space: a chain of two bodies whose stiff
/// bushing turns into a fixed joint as its stiffness grows. Nothing is damped, and the bushing
/// starts unloaded, so that it oscillates at up to 1e5 rad/s with an amplitude of about load/k.
namespace trunnion {
namespace stress_3d_test {

/// Full stiffness matrix of unit size, positive definite, with cross terms of every kind.
Mat6 UnitStiffness() {
  Mat6 A;
  A << 1.0, 0.2, -0.1, 0.1, 0.0, 0.2,  //
      0.0, 0.9, 0.3, -0.1, 0.2, 0.0,   //
      0.1, 0.0, 1.1, 0.0, 0.1, -0.2,   //
      0.0, 0.1, 0.0, 0.5, 0.1, 0.0,    //
      -0.1, 0.0, 0.2, 0.0, 0.6, 0.1,   //
      0.0, 0.2, 0.0, 0.1, 0.0, 0.4;
  return A * A.transpose();
}

struct Chain {
  Model model;
  BodyId second;
  MarkerId tip;
};

/// `stiffness` 0: a fixed joint instead of the bushing.
Chain MakeChain(JointType root, double stiffness) {
  Chain chain;
  Model& model = chain.model;
  model.set_gravity({0, 0, -9.81});
  const Mat3 R = RotationExp({0.3, -0.2, 0.5});
  // A rigid rotation about the ground joint in the origin; about the hinge axis for a hinge.
  const Vec3 axis = R * Vec3(0.6, 0.48, 0.64);
  const Vec3 omega = root == JointType::revolute ? Vec3(2 * axis) : Vec3(0.5, 1.0, -2.0);
  const auto body = [&](const char* name, double mass, const Vec3& inertia, const Vec3& position) {
    return model.AddRigidBody({.name = name,
                               .mass = mass,
                               .inertia = inertia.asDiagonal(),
                               .position = R * position,
                               .orientation = R,
                               .velocity = omega.cross(R * position),
                               .angular_velocity = omega});
  };
  const BodyId first = body("first", 2, {0.02, 0.2, 0.21}, {0.5, 0, 0.1});
  chain.second = body("second", 1, {0.06, 0.08, 0.03}, {1.2, 0.3, 0});
  model.AddJointAt({.name = "root",
                    .type = root,
                    .body_a = model.ground(),
                    .body_b = first,
                    .point = Vec3::Zero(),
                    .axis = axis});
  const Vec3 between = R * Vec3(1, 0.1, 0);
  const MarkerId a = model.AddMarkerAt({.body = first, .point = between, .z_axis = {1, 1, 0}});
  const MarkerId b =
      model.AddMarkerAt({.body = chain.second, .point = between, .z_axis = {1, 1, 0}});
  if (stiffness > 0) {
    BushingParameters parameters;
    parameters.stiffness = stiffness * UnitStiffness();
    model.AddBushing({.name = "bushing", .a = a, .b = b, .parameters = parameters});
  } else {
    model.AddJoint({.name = "weld", .type = JointType::fixed, .a = a, .b = b});
  }
  chain.tip = model.AddMarker({.body = chain.second, .position = {0.3, 0.2, -0.1}});
  return chain;
}

struct Outcome {
  Vec3 tip;
  Mat3 R;
  long steps;
};

Outcome Run(const Chain& chain, double tolerance) {
  const System system = chain.model.Compile();
  Simulation run(system, {.integrator = {.tolerance = tolerance}, .threads = 1});
  run.advance_to(1);
  return {run.pose(chain.tip).p, run.body(chain.second.index()).R, run.statistics().steps};
}

/// With the default settings.
void CheckConvergence(JointType root) {
  const double tolerance = IntegratorOptions{}.tolerance;
  const Outcome rigid = Run(MakeChain(root, 0), 1e-10);
  double softest = 0;
  for (double k = 1e4; k < 2e9; k *= 10) {
    const Outcome stiff = Run(MakeChain(root, k), tolerance);
    const double error =
        std::max((stiff.tip - rigid.tip).norm(), RotationLog(rigid.R.transpose() * stiff.R).norm());
    if (softest == 0) softest = error;
    // 1/k with a factor for the phase of the oscillation, down to what the tolerance allows.
    EXPECT_LE(error, 3 * softest * 1e4 / k + 100 * tolerance) << "k = " << k;
    std::printf("| %s | %.0e | %.0e | %.2e | %ld |\n",
                root == JointType::ball ? "ball" : "revolute",
                tolerance,
                k,
                error,
                stiff.steps);
  }
  EXPECT_GT(softest, 1e-4);  // the bushing matters
  EXPECT_LT(softest, 0.2);
}

TEST(Stress3D, BushingOnABallBecomesAFixedJoint) { CheckConvergence(JointType::ball); }
TEST(Stress3D, BushingOnAHingeBecomesAFixedJoint) { CheckConvergence(JointType::revolute); }

}  // namespace stress_3d_test
}  // namespace trunnion
