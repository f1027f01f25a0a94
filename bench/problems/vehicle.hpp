// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "engine/model/model.hpp"

/// A car of 30 bodies on rubber bushings: chassis, rack, and at each of four corners two control
/// arms, upright, wheel, tie rod and the two halves of a strut. The double wishbone of
/// models/suspension_corner.json at every corner; masses of chassis and struts, and the bushings,
/// are invented. It stands on a rig of four posts.
namespace trunnion::bench {

class VehicleBuilder {
 public:
  /// @param stiffness  factor on all bushings.
  explicit VehicleBuilder(double stiffness = 1) : stiffness_(stiffness) {
    model_.set_gravity({0, 0, -9.81});
    chassis_ = AddBody("chassis", {0, 0, 0.75}, kMass - 4 * kCorner, {620, 2900, 3200});
    rack_ = AddBody("rack", {kFront - 0.25, 0, 0.574}, 8, {1, 0.05, 1});
    for (const double side : {1.0, -1.0})
      AddBushing(
          "rack mount" + Side(side), chassis_, rack_, {kFront - 0.25, side * 0.3, 0.574}, 20);
    for (const bool front : {true, false})
      for (const double side : {1.0, -1.0}) AddCorner(front, side);
  }

  Model Take() { return std::move(model_); }

 private:
  static constexpr double kFront = 1.688, kRear = -1.688;   // axles [m]
  static constexpr double kHeight = 0.52;                   // of the suspension frame [m]
  static constexpr double kMass = 2155.7, kCorner = 135.3;  // of the car, and of one corner [kg]

  static std::string Side(double side) { return side > 0 ? " left" : " right"; }

  BodyId AddBody(const std::string& name, const Vec3& at, double mass, const Vec3& inertia) {
    return model_.AddRigidBody(
        {.name = name, .mass = mass, .inertia = inertia.asDiagonal(), .position = at});
  }

  /// Radial 8 kN/mm times `factor`, conical 500 N m/rad, damping 2 ms times the stiffness.
  void AddBushing(const std::string& name, BodyId a, BodyId b, const Vec3& at, double factor = 1) {
    BushingParameters p;
    p.stiffness.diagonal() << 8e6, 8e6, 8e6, 500, 500, 500;
    p.stiffness *= factor * stiffness_;
    p.damping = 2e-3 * p.stiffness;
    const MarkerId A = model_.AddMarkerAt({.name = name + ".a", .body = a, .point = at});
    const MarkerId B = model_.AddMarkerAt({.name = name + ".b", .body = b, .point = at});
    model_.AddBushing({.name = name, .a = A, .b = B, .parameters = p});
  }

  void AddCorner(bool front, double side) {
    const std::string corner = (front ? " front" : " rear") + Side(side);
    const auto at = [&](double x, double y, double z) {
      return Vec3(x + (front ? kFront : kRear), side * y, z + kHeight);
    };
    const BodyId lca = AddBody("lower arm" + corner, at(0, 0.547, -0.059), 23.965, {0.4, 0.4, 0.8});
    const BodyId uca =
        AddBody("upper arm" + corner, at(-0.106, 0.589, 0.218), 5.813, {0.03, 0.03, 0.06});
    const BodyId upright =
        AddBody("upright" + corner, at(-0.04, 0.751, -0.026), 19.45, {0.1656, 0.1934, 0.04367});
    const BodyId wheel =
        AddBody("wheel" + corner, at(-0.04, 0.91, -0.026), 71.105, {4.34457, 7.38782, 4.34457});
    const BodyId rod =
        AddBody("tie rod" + corner, at(-0.213, 0.6345, 0.019), 6, {0.05, 0.005, 0.05});
    AddBushing("lower front" + corner, chassis_, lca, at(0.223, 0.307, 0));
    AddBushing("lower rear" + corner, chassis_, lca, at(-0.223, 0.307, 0));
    AddBushing("upper front" + corner, chassis_, uca, at(-0.048, 0.446, 0.245));
    AddBushing("upper rear" + corner, chassis_, uca, at(-0.268, 0.478, 0.196));
    AddBushing("lower ball" + corner, lca, upright, at(-0.036, 0.787, -0.118), 3);
    AddBushing("upper ball" + corner, uca, upright, at(-0.053, 0.716, 0.215), 3);
    AddBushing("tie rod inner" + corner, front ? rack_ : chassis_, rod, at(-0.25, 0.448, 0.054), 3);
    AddBushing("tie rod outer" + corner, rod, upright, at(-0.176, 0.821, -0.016), 3);
    model_.AddJointAt({.name = "hub" + corner,
                       .body_a = upright,
                       .body_b = wheel,
                       .point = at(-0.04, 0.91, -0.026),
                       .axis = {0, 1, 0}});
    AddStrut(corner, lca, at(-0.04, 0.45, 0.45), at(-0.036, 0.62, -0.05));
    AddTyre(corner, wheel, at(-0.04, 0.91, -0.026), front);
  }

  void AddStrut(const std::string& corner, BodyId lca, const Vec3& top, const Vec3& foot) {
    const Vec3 middle = 0.5 * (top + foot), axis = top - foot;
    const BodyId tube =
        AddBody("strut tube" + corner, 0.75 * top + 0.25 * foot, 5, {0.05, 0.05, 0.01});
    const BodyId piston =
        AddBody("strut piston" + corner, 0.25 * top + 0.75 * foot, 4, {0.04, 0.04, 0.01});
    AddBushing("strut top" + corner, chassis_, tube, top, 0.5);
    AddBushing("strut foot" + corner, lca, piston, foot, 0.5);
    const JointId slide = model_.AddJointAt({.name = "strut" + corner,
                                             .type = JointType::cylindrical,
                                             .body_a = piston,
                                             .body_b = tube,
                                             .point = middle,
                                             .axis = axis});
    model_.AddSpringDamper({.name = "spring" + corner,
                            .along = CoordinateOf(slide, 0),
                            .stiffness = 167e3,
                            .damping = 12e3,
                            .preload = -11e3});
  }

  /// Springs between the hub and the road, which rises by 50 mm under each axle in turn.
  void AddTyre(const std::string& corner, BodyId wheel, const Vec3& hub, bool front) {
    const MarkerId road =
        model_.AddMarkerAt({.name = "road" + corner, .body = Model::ground(), .point = hub});
    const MarkerId centre =
        model_.AddMarkerAt({.name = "hub" + corner, .body = wheel, .point = hub});
    for (const CoordinateKind kind : {CoordinateKind::offset_x, CoordinateKind::offset_y})
      model_.AddSpringDamper(
          {.name = (kind == CoordinateKind::offset_x ? "grip x" : "grip y") + corner,
           .along = Between(road, centre, kind),
           .stiffness = 1.5e5,
           .damping = 1e3});
    const double begin = front ? 0.3 : 0.6, load = kMass / 4 * 9.81;
    model_.AddMotor({.name = "tyre" + corner,
                     .along = Between(road, centre, CoordinateKind::offset_z),
                     .law = [=](double z, double z_rate, double t) {
                       constexpr double k = 3e5, d = 500, length = 0.2, pi = std::numbers::pi;
                       const double s = std::clamp((t - begin) / length, 0.0, 1.0);
                       const double height = 0.025 * (1 - std::cos(2 * pi * s));
                       const double rate = 0.05 * pi / length * std::sin(2 * pi * s);
                       return LawValue{load - k * (z - height) - d * (z_rate - rate), -k, -d};
                     }});
  }

  Model model_;
  BodyId chassis_, rack_;
  double stiffness_;
};

}  // namespace trunnion::bench
