// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"

/// Models in which masses or constraints do not go well with each other: on bodies and joints, what
/// section 4 of Ascher & Petzold (1993) shows on linear examples. SI units.
namespace trunnion::models {

/// Torque −damping (w_z − speed) on one body.
struct SpeedControl {
  double speed, damping;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    f[0].setZero();
    f[0][5] = -damping * (bodies[0].w.z() - speed);
  }
};

/// A crank of 0.5 m and a rod of 1 m, each of 1/√ratio kg, move a slider of √ratio kg. A motor
/// holds the crank near 2 rad/s.
inline Model MakeHeavySlider(double ratio, double damping) {
  Model model;
  const double light = 1 / std::sqrt(ratio), heavy = std::sqrt(ratio), speed = 2;
  const auto add_rod = [&](const char* name, double length, const Vec3& centre, double angle) {
    const double j = light * length * length / 12;
    return model.AddRigidBody({.name = name,
                               .mass = light,
                               .inertia = Vec3(j / 100, j, j).asDiagonal(),
                               .position = centre,
                               .orientation = RotationExp({0, 0, angle})});
  };
  const double x = std::cos(std::asin(0.5));
  const BodyId crank = add_rod("crank", 0.5, {0, 0.25, 0}, std::numbers::pi / 2);
  const BodyId rod = add_rod("rod", 1, {x / 2, 0.25, 0}, -std::asin(0.5));
  const BodyId slider = model.AddRigidBody({.name = "slider",
                                            .mass = heavy,
                                            .inertia = heavy * Mat3::Identity(),
                                            .position = {x, 0, 0}});
  const JointId pivot = model.AddJointAt(
      {.name = "pivot", .body_a = Model::ground(), .body_b = crank, .point = Vec3::Zero()});
  model.AddJointAt({.name = "guide",
                    .type = JointType::prismatic,
                    .body_a = Model::ground(),
                    .body_b = slider,
                    .point = {x, 0, 0},
                    .axis = {1, 0, 0}});
  model.AddJointAt({.name = "slider pin", .body_a = slider, .body_b = rod, .point = {x, 0, 0}});
  model.AddJointAt({.name = "crank pin",
                    .type = JointType::point_on_line,
                    .body_a = crank,
                    .body_b = rod,
                    .point = {0, 0.5, 0}});
  model.SetInitialCoordinate(pivot, 0, std::nullopt, speed);
  model.AddUserForce("motor", std::array{crank}, SpeedControl{speed, damping});
  return model;
}

/// The path (cos t, sin t, 0) [m] of the bead below.
template <class S>
Eigen::Matrix<S, 3, 1> BeadPath(const S& t) {
  using std::cos, std::sin;
  return {cos(t), sin(t), S(0.0)};
}

/// A wall of normal (sin νt, cos νt) through the path, which therefore turns at ν rad/s.
struct TurningWall {
  static constexpr int kRows = 2;
  double rate;  ///< ν [rad/s]
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  Eigen::Matrix<S, kRows, 1>& g) const {
    using std::cos, std::sin;
    const Eigen::Matrix<S, 3, 1> d = bodies[0].r - BeadPath(t);
    g[0] = sin(rate * t) * d.x() + cos(rate * t) * d.y();
    g[1] = d.z();
  }
};

/// Drag −c (v − u) in a fluid that moves with the path, and the force that keeps 1 kg on it.
struct MovingFluid {
  double drag;  ///< c [N·s/m]
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    using std::cos, std::sin;
    const Eigen::Matrix<S, 3, 1> u(-sin(t), cos(t), S(0.0));
    f[0].setZero();
    f[0].template head<3>() = -drag * (bodies[0].v - u) - BeadPath(t);
  }
};

/// A bead of 1 kg moves on the unit circle at 1 m/s, whatever wall it touches: example 4 of Ascher
/// & Petzold (1993) as a mechanism. Drag ν² kg/s.
inline Model MakeTurningWall(double rate) {
  Model model;
  const BodyId bead =
      model.AddPointMass({.name = "bead", .mass = 1, .position = {1, 0, 0}, .velocity = {0, 1, 0}});
  model.AddUserConstraint("wall", std::array{bead}, TurningWall{rate});
  model.AddUserForce("fluid", std::array{bead}, MovingFluid{rate * rate});
  return model;
}

}  // namespace trunnion::models
