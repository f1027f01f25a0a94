// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/wheel_posture.hpp"

#include <cmath>
#include <limits>

namespace trunnion::vehicle {

WheelPosture CalcWheelPosture(const Simulation& simulation,
                              const SuspensionHandles& suspension,
                              const SuspensionSide& side) {
  const auto pose = [&](MarkerId marker) {
    return CalcFrameMotion(simulation, marker, suspension.frame).X;
  };
  const double s = side.side == Side::left ? 1 : -1;
  const Pose wheel = pose(side.wheel);
  const Vec3 z = Vec3::UnitZ(), e = s * wheel.R.col(1);
  WheelPosture p{.centre = wheel.p, .carrier = pose(side.carrier)};
  p.contact = wheel.p - side.radius * (z - e.z() * e).normalized();
  p.toe = std::atan2(e.x(), s * e.y());
  p.camber = -std::asin(e.z());
  p.caster = p.inclination = p.scrub_radius = p.caster_trail =
      std::numeric_limits<double>::quiet_NaN();
  if (!side.steer_lower.is_set()) return p;
  const Vec3 lower = pose(side.steer_lower).p, k = pose(side.steer_upper).p - lower;
  p.caster = std::atan2(-k.x(), k.z());
  p.inclination = std::atan2(-s * k.y(), k.z());
  const Vec3 from_axis = p.contact - (lower + k * ((p.contact.z() - lower.z()) / k.z()));
  const Vec3 heading = (s * e).cross(z).normalized();
  p.scrub_radius = s * from_axis.dot(z.cross(heading));
  p.caster_trail = -from_axis.dot(heading);
  return p;
}

}  // namespace trunnion::vehicle
