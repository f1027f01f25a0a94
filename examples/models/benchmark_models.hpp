// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "engine/model/model.hpp"

/// Benchmark models shared by tests, benchmarks and examples. SI units, gravity 9.81 m/s².
namespace trunnion::models {

/// A model and the handles that its outputs need.
struct Chain {
  Model model;
  std::vector<BodyId> rods;
  MarkerId tip;     ///< far end of the last rod
  MarkerId middle;  ///< far end of rod ceil(N/2)
};

/// Rod along +x from x = k − 1 to x = k: 1 m, 1 kg, principal inertia 0.005 and 1/12 + 0.0025.
inline BodyId AddRod(Model& model, int k) {
  const Vec3 inertia(0.005, 1.0 / 12 + 0.0025, 1.0 / 12 + 0.0025);
  return model.AddRigidBody({.name = "rod " + std::to_string(k),
                             .mass = 1,
                             .inertia = inertia.asDiagonal(),
                             .position = {k - 0.5, 0, 0}});
}

inline void AddOutputs(Chain& chain) {
  const std::size_t n = chain.rods.size();
  chain.tip =
      chain.model.AddMarker({.name = "tip", .body = chain.rods[n - 1], .position = {0.5, 0, 0}});
  chain.middle = chain.model.AddMarker(
      {.name = "middle", .body = chain.rods[(n + 1) / 2 - 1], .position = {0.5, 0, 0}});
}

/// B1: n rods in a row, ball joints at the ground and between them, horizontal and at rest.
inline Chain MakeRigidChain(int n) {
  Chain chain;
  chain.model.set_gravity({0, 0, -9.81});
  for (int k = 1; k <= n; ++k) {
    chain.rods.push_back(AddRod(chain.model, k));
    chain.model.AddJointAt({.name = "ball " + std::to_string(k),
                            .type = JointType::ball,
                            .body_a = k == 1 ? Model::ground() : chain.rods[k - 2],
                            .body_b = chain.rods[k - 1],
                            .point = {k - 1.0, 0, 0}});
  }
  AddOutputs(chain);
  return chain;
}

/// The bushing of B2 and B5: 1e6 N/m, 1e2 N·s/m, 1e4 N·m/rad, 1 N·m·s/rad.
inline BushingParameters BenchmarkBushing() {
  BushingParameters bushing;
  bushing.stiffness.diagonal() << 1e6, 1e6, 1e6, 1e4, 1e4, 1e4;
  bushing.damping.diagonal() << 1e2, 1e2, 1e2, 1, 1, 1;
  return bushing;
}

/// B2: the same rods on six-component bushings between coincident frames at their ends.
inline Chain MakeBushingChain(int n, const BushingParameters& bushing = BenchmarkBushing()) {
  Chain chain;
  chain.model.set_gravity({0, 0, -9.81});
  for (int k = 1; k <= n; ++k) {
    chain.rods.push_back(AddRod(chain.model, k));
    const std::string name = "bushing " + std::to_string(k);
    const BodyId previous = k == 1 ? Model::ground() : chain.rods[k - 2];
    const MarkerId a = chain.model.AddMarker(
        {.name = name + ".a", .body = previous, .position = {k == 1 ? 0.0 : 0.5, 0, 0}});
    const MarkerId b = chain.model.AddMarker(
        {.name = name + ".b", .body = chain.rods[k - 1], .position = {-0.5, 0, 0}});
    chain.model.AddBushing({.name = name, .a = a, .b = b, .parameters = bushing});
  }
  AddOutputs(chain);
  return chain;
}

/// How the joints of a planar mechanism are drawn in space.
enum class LadderJoints {
  revolutes,    ///< revolutes everywhere, as a user draws it: three redundant rows a loop
  determinate,  ///< one ball and one point-on-line joint a coupler: no redundancy
};

struct Ladder {
  Model model;
  std::vector<BodyId> uprights, couplers;
  MarkerId top;  ///< top of the first upright, B0
};

/// B3 / IFToMM A02: n four-bar loops; n + 1 uprights on ground revolutes at x = 0..n, n couplers
/// between their tops, slender uniform rods of 1 m and 1 kg in the x-y plane, g in −y; upright, the
/// tops moving at 1 m/s in +x.
inline Ladder MakeLadder(int n, LadderJoints joints) {
  Ladder ladder;
  Model& model = ladder.model;
  model.set_gravity({0, -9.81, 0});
  const double j = 1.0 / 12, thin = 1e-3;
  for (int i = 0; i <= n; ++i) {
    ladder.uprights.push_back(model.AddRigidBody({.name = "upright " + std::to_string(i),
                                                  .mass = 1,
                                                  .inertia = Vec3(j, thin, j).asDiagonal(),
                                                  .position = {1.0 * i, 0.5, 0},
                                                  .velocity = {0.5, 0, 0},
                                                  .angular_velocity = {0, 0, -1}}));
    model.AddJointAt({.name = "foot " + std::to_string(i),
                      .body_a = Model::ground(),
                      .body_b = ladder.uprights.back(),
                      .point = {1.0 * i, 0, 0}});
  }
  ladder.top =
      model.AddMarker({.name = "B0", .body = ladder.uprights.front(), .position = {0, 0.5, 0}});
  for (int i = 0; i < n; ++i) {
    const std::string number = std::to_string(i);
    ladder.couplers.push_back(model.AddRigidBody({.name = "coupler " + number,
                                                  .mass = 1,
                                                  .inertia = Vec3(thin, j, j).asDiagonal(),
                                                  .position = {i + 0.5, 1, 0},
                                                  .velocity = {1, 0, 0}}));
    const bool free = joints == LadderJoints::determinate;
    // Left end: a revolute carries the coupler; right end: two more equations close the loop.
    model.AddJointAt({.name = "left " + number,
                      .body_a = ladder.uprights[i],
                      .body_b = ladder.couplers.back(),
                      .point = {1.0 * i, 1, 0}});
    model.AddJointAt({.name = "right " + number,
                      .type = free ? JointType::point_on_line : JointType::revolute,
                      .body_a = ladder.uprights[i + 1],
                      .body_b = ladder.couplers.back(),
                      .point = {i + 1.0, 1, 0}});
  }
  return ladder;
}

struct Net {
  Model model;
  std::vector<BodyId> cubes;  ///< row by row; the corners are the ground
};

/// B5: K × K cubes of 1 kg, J = 1/600, at 0.2 m spacing in the x-y plane, each tied to its right
/// and its upper neighbour by a bushing midway. The corners are fixed: parts of the ground. K ≥ 3.
inline Net MakeBushingNet(int K) {
  Net net;
  net.model.set_gravity({0, 0, -9.81});
  const auto place = [](double i, double j) { return Vec3(0.2 * i, 0.2 * j, 0); };
  const auto tie = [&](BodyId a, BodyId b, const Vec3& middle) {
    if (a == b) return;  // two corners: nothing moves
    net.model.AddBushing({.a = net.model.AddMarkerAt({.body = a, .point = middle}),
                          .b = net.model.AddMarkerAt({.body = b, .point = middle}),
                          .parameters = BenchmarkBushing()});
  };
  for (int j = 0; j < K; ++j) {
    for (int i = 0; i < K; ++i) {
      const bool corner = (i == 0 || i == K - 1) && (j == 0 || j == K - 1);
      net.cubes.push_back(
          corner ? Model::ground()
                 : net.model.AddRigidBody(
                       {.mass = 1, .inertia = Mat3::Identity() / 600, .position = place(i, j)}));
      if (i > 0) tie(net.cubes[j * K + i - 1], net.cubes.back(), place(i - 0.5, j));
      if (j > 0) tie(net.cubes[(j - 1) * K + i], net.cubes.back(), place(i, j - 0.5));
    }
  }
  return net;
}

}  // namespace trunnion::models
