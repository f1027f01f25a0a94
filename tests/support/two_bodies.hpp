// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/model/model.hpp"

namespace trunnion::test {

inline const Mat3 kBox = Vec3(1.0, 1.2, 1.5).asDiagonal();  ///< an inertia [kg·m²]

/// Two rigid bodies in a chain from the ground, and a free point mass.
struct TwoBodies {
  Model model;
  BodyId a, b, point;
  MarkerId on_ground, on_a, also_on_a, on_b, on_point;
  JointId hinge, ball;

  TwoBodies() {
    a = model.AddRigidBody({.name = "a", .mass = 2, .com = {0.1, 0.2, 0.3}, .inertia = kBox});
    b = model.AddRigidBody({.name = "b", .mass = 1, .inertia = kBox, .position = {1, 0, 0}});
    point = model.AddPointMass({.name = "point", .mass = 0.5, .position = {0, 2, 0}});
    on_ground = model.AddMarker({.name = "on_ground", .body = model.ground()});
    on_a = model.AddMarker({.name = "on_a", .body = a, .position = {0.5, 0, 0}});
    also_on_a = model.AddMarker({.name = "also_on_a", .body = a});
    on_b = model.AddMarker({.name = "on_b", .body = b, .position = {-0.5, 0, 0}});
    on_point = model.AddMarker({.name = "on_point", .body = point});
    hinge = model.AddJoint(
        {.name = "hinge", .type = JointType::revolute, .a = on_ground, .b = also_on_a});
    ball = model.AddJoint({.name = "ball", .type = JointType::ball, .a = on_a, .b = on_b});
  }
};

}  // namespace trunnion::test
