// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>

#include <trunnion/trunnion.hpp>

#include "tests/vehicle/truck_tyre.hpp"

namespace trunnion::vehicle::test {

/// A cart of 6 t on four tyres; its wheels are part of it, or turn on hinges.
struct Cart {
  Model model;
  BodyId cart;
  std::array<BodyId, 4> wheels;
  std::array<JointId, 4> hinges;
  std::array<ForceId, 4> tyres;
  std::array<MarkerId, 4> hubs;
  double height;

  Cart(const Tyre& like,
       bool hinged,
       const Mat3& R = Mat3::Identity(),
       double speed = 0,
       double steer = 0) {
    const double R0 = like.data.radius;
    height = R0 - 6000 * 9.81 / 4 / like.data.stiffness;
    model.set_gravity({0, 0, -9.81});
    cart = model.AddRigidBody({.name = "cart",
                               .mass = hinged ? 5600.0 : 6000.0,
                               .com = {0, 0, 0.4},
                               .inertia = Vec3(3000, 9000, 10000).asDiagonal(),
                               .position = R * Vec3(0, 0, height),
                               .orientation = R,
                               .velocity = R * Vec3(speed, 0, 0)});
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 place(i < 2 ? 1.6 : -1.6, i % 2 ? -0.9 : 0.9, 0);
      const std::string name = std::to_string(i);
      wheels[i] = cart;
      const Mat3 turned = i < 2 ? Mat3(R * RotationExp(steer * Vec3::UnitZ())) : R;
      if (hinged) {
        wheels[i] =
            model.AddRigidBody({.name = "wheel_" + name,
                                .mass = 100,
                                .inertia = Vec3(5, 8, 5).asDiagonal(),
                                .position = R * (place + Vec3(0, 0, height)),
                                .orientation = turned,
                                .velocity = R * Vec3(speed, 0, 0),
                                .angular_velocity = turned * Vec3(0, speed / (R0 - 0.01), 0)});
        hinges[i] = model.AddJointAt({.name = "hinge_" + name,
                                      .body_a = cart,
                                      .body_b = wheels[i],
                                      .point = R * (place + Vec3(0, 0, height)),
                                      .axis = turned * Vec3::UnitY()});
      }
      Tyre tyre = like;
      tyre.name = "tyre_" + name;
      tyre.side = i % 2 ? TyreSide::right : TyreSide::left;
      tyre.wheel = hubs[i] = model.AddMarker(
          {.name = "hub_" + name, .body = wheels[i], .position = hinged ? Vec3(0, 0, 0) : place});
      tyres[i] = AddTyre(model, tyre);
    }
  }
};

}  // namespace trunnion::vehicle::test
