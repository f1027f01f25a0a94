// SPDX-License-Identifier: BSD-3-Clause
// A motion that starts with a speed: what moves does not depend on the axes of the world.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace driven_start_frame_test {

/// A housing on a bushing that is stiff along one of its axes only carries a slider, which a motion
/// moves against another body; the whole model turned by `frame`.
Model MakeModel(const Mat3& frame) {
  Model model;
  const Mat3 axes = frame * RotationExp(Vec3(0.4, -0.7, 0.2));
  const auto add = [&](const char* name, double mass, const Vec3& at) {
    return model.AddRigidBody({.name = name,
                               .mass = mass,
                               .inertia = mass * Vec3(0.02, 0.03, 0.04).asDiagonal(),
                               .position = frame * at,
                               .orientation = frame});
  };
  const BodyId housing = add("housing", 2, {0.1, 0.2, 0}), slider = add("slider", 1, {0.4, 0, 0.3});
  const BodyId free = add("free", 3, {1, 0.5, -0.2});
  BushingParameters mount;
  mount.stiffness.diagonal() << 1e6, 1e3, 1, 1e4, 10, 1;
  model.AddBushing(
      {.name = "mount",
       .a = model.AddMarker({.body = Model::ground(), .orientation = axes}),
       .b = model.AddMarkerAt(
           {.body = housing, .point = Vec3::Zero(), .z_axis = axes.col(2), .x_axis = axes.col(0)}),
       .parameters = mount});
  model.AddJointAt({.name = "guide",
                    .type = JointType::cylindrical,
                    .body_a = housing,
                    .body_b = slider,
                    .point = frame * Vec3(0.3, 0.1, 0.1),
                    .axis = frame * Vec3(1, 2, -1)});
  const auto marker = [&](BodyId body) { return model.AddMarker({.body = body}); };
  const double drawn = (Vec3(1, 0.5, -0.2) - Vec3(0.4, 0, 0.3)).norm();
  model.AddMotion(
      {.name = "push", .along = Between(marker(slider), marker(free)), .law = MakeRamp(drawn, 2)});
  return model;
}

TEST(DrivenStart, VelocitiesTurnWithTheModel) {
  const System drawn = MakeModel(Mat3::Identity()).Compile();
  const Simulation first(drawn);
  EXPECT_GT(first.kinetic_energy(), 0.1);
  for (const Vec3& turn : {Vec3(0, 0, 1.2), Vec3(1, -0.5, 0.3), Vec3(-2, 1, 1)}) {
    const Mat3 frame = RotationExp(turn);
    const System turned = MakeModel(frame).Compile();
    const Simulation second(turned);
    EXPECT_NEAR(second.kinetic_energy(), first.kinetic_energy(), 1e-8);
    for (const BodyIndex b : {1, 2, 3}) {
      EXPECT_LT((second.body(b).v - frame * first.body(b).v).norm(), 1e-8) << b;
      EXPECT_LT((second.body(b).w - first.body(b).w).norm(), 1e-8) << b;
    }
  }
}

}  // namespace driven_start_frame_test
}  // namespace trunnion
