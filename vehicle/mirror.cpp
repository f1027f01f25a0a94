// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/mirror.hpp"

#include <algorithm>

namespace trunnion::vehicle {
namespace {

Vec3 MirrorDirection(const Vec3& v) { return {v.x(), -v.y(), v.z()}; }
Vec3 MirrorRotation(const Vec3& axis) { return -MirrorDirection(axis); }

/// z is an axis of rotation of the joint: its first coordinate is an angle about it, or it is one
/// arm of a cross.
bool TurnsAboutZ(JointType type) {
  return type == JointType::revolute || type == JointType::universal ||
         type == JointType::revolute_spherical || type == JointType::constant_velocity;
}

}  // namespace

SuspensionBody Mirror(SuspensionBody body) {
  const Mat3 S = Vec3(1, -1, 1).asDiagonal();
  body.com = MirrorDirection(body.com);
  body.inertia = S * body.inertia * S;
  return body;
}

SuspensionBushing Mirror(SuspensionBushing bushing) {
  Vec6 d;
  d << 1, -1, 1, -1, 1, -1;
  const Mat6 D = d.asDiagonal();
  bushing.stiffness = D * bushing.stiffness * D;
  bushing.damping = D * bushing.damping * D;
  bushing.preload = D * bushing.preload;
  for (std::size_t i = 1; i < 6; i += 2) {
    Curve::Points& points = bushing.curves[i];
    for (auto& [x, y] : points) {
      x = -x;
      y = -y;
    }
    std::reverse(points.begin(), points.end());
  }
  return bushing;
}

Connection Mirror(Connection c) {
  const auto turn = [&](const Vec3& v) {
    return TurnsAboutZ(c.joint) && !c.bushing ? MirrorRotation(v) : MirrorDirection(v);
  };
  c.point = MirrorDirection(c.point);
  c.axis = turn(c.axis);
  if (c.x_axis) c.x_axis = turn(*c.x_axis);
  if (c.axis_b) c.axis_b = turn(*c.axis_b);
  if (c.point_b) c.point_b = MirrorDirection(*c.point_b);
  if (c.bushing) c.bushing = Mirror(*c.bushing);
  return c;
}

Strut Mirror(Strut strut) {
  strut.point_a = MirrorDirection(strut.point_a);
  strut.point_b = MirrorDirection(strut.point_b);
  return strut;
}

TorsionSpring Mirror(TorsionSpring spring) {
  spring.point = MirrorDirection(spring.point);
  spring.axis = MirrorRotation(spring.axis);
  return spring;
}

SuspensionParts Mirror(SuspensionParts parts) {
  const auto each = [](auto& list) {
    for (auto& item : list) item = Mirror(item);
  };
  each(parts.bodies);
  each(parts.connections);
  each(parts.struts);
  each(parts.torsion_springs);
  return parts;
}

WheelEnd Mirror(WheelEnd wheel) {
  wheel.centre = MirrorDirection(wheel.centre);
  wheel.spin_axis = MirrorDirection(wheel.spin_axis);
  if (wheel.steer_axis) {
    wheel.steer_axis->lower.point = MirrorDirection(wheel.steer_axis->lower.point);
    wheel.steer_axis->upper.point = MirrorDirection(wheel.steer_axis->upper.point);
  }
  return wheel;
}

}  // namespace trunnion::vehicle
