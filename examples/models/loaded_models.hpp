// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <string>

#include "engine/model/model.hpp"

/// Long chains and nets under large true reactions, where the multipliers belong into the iteration
/// matrix (docs/theory.md, section 4). SI units, gravity 9.81 m/s².
namespace trunnion::models {

struct ChainShape {
  int links = 100;
  double link_length = 0.1;  ///< [m]; 1 kg a metre
  double load = 1000;        ///< [kg] at the far end of the last link; 0: a rope alone
  double angle = 0.3;        ///< of the straight chain from the vertical [rad], released at rest
};

/// Links on ball joints, hanging from the ground. The axial inertia of a link is that of a rod of a
/// tenth of its length in diameter; the load is a point mass.
inline Model MakeHangingChain(const ChainShape& shape) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const double L = shape.link_length, mass = L, radius = 0.05 * L;
  const double axial = mass * radius * radius / 2, lateral = mass * L * L / 12 + axial / 2;
  const Mat3 turned = Eigen::AngleAxisd(-shape.angle, Vec3::UnitY()).toRotationMatrix();
  const Vec3 down = turned * Vec3(0, 0, -L);
  BodyId previous = Model::ground();
  const auto ball = [&](const std::string& name, BodyId body, const Vec3& point) {
    model.AddJointAt({.name = name,
                      .type = JointType::ball,
                      .body_a = previous,
                      .body_b = body,
                      .point = point});
    previous = body;
  };
  for (int k = 0; k < shape.links; ++k) {
    const BodyId link = model.AddRigidBody({.name = "link " + std::to_string(k + 1),
                                            .mass = mass,
                                            .inertia = Vec3(lateral, lateral, axial).asDiagonal(),
                                            .position = (k + 0.5) * down,
                                            .orientation = turned});
    ball("ball " + std::to_string(k + 1), link, k * down);
  }
  if (shape.load > 0) {
    const Vec3 end = shape.links * down;
    ball("hook", model.AddPointMass({.name = "load", .mass = shape.load, .position = end}), end);
  }
  return model;
}

/// The net of benchmark B5, K × K cubes, its bushings under a tension [N] along the line between
/// the cubes they tie.
inline Model MakePreloadedNet(int K, double tension) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  std::vector<BodyId> cubes;
  const auto place = [](double i, double j) { return Vec3(0.2 * i, 0.2 * j, 0); };
  const auto tie = [&](BodyId a, BodyId b, const Vec3& middle, int axis) {
    if (a == b) return;
    BushingParameters bushing;
    bushing.stiffness.diagonal() << 1e6, 1e6, 1e6, 1e4, 1e4, 1e4;
    bushing.damping.diagonal() << 1e2, 1e2, 1e2, 1, 1, 1;
    bushing.preload[axis] = tension;
    model.AddBushing({.a = model.AddMarkerAt({.body = a, .point = middle}),
                      .b = model.AddMarkerAt({.body = b, .point = middle}),
                      .parameters = bushing});
  };
  for (int j = 0; j < K; ++j) {
    for (int i = 0; i < K; ++i) {
      const bool rim = i == 0 || i == K - 1 || j == 0 || j == K - 1;
      cubes.push_back(
          rim ? Model::ground()
              : model.AddRigidBody(
                    {.mass = 1, .inertia = Mat3::Identity() / 600, .position = place(i, j)}));
      if (i > 0) tie(cubes[j * K + i - 1], cubes.back(), place(i - 0.5, j), 0);
      if (j > 0) tie(cubes[(j - 1) * K + i], cubes.back(), place(i, j - 0.5), 1);
    }
  }
  return model;
}

}  // namespace trunnion::models
