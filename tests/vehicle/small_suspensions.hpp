// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>

#include "tests/vehicle/hmmwv_front.hpp"
#include "vehicle/kc_rig.hpp"

/// Simple suspensions, and a root finder for their closed forms.
namespace trunnion::vehicle::test {

inline SuspensionBody Block(double mass, const Vec3& com) {
  return {.mass = mass, .com = com, .inertia = Mat3::Identity()};
}

/// Root of a rising or falling f between a and b.
inline double Bisect(const std::function<double(double)>& f, double a, double b) {
  const bool rising = f(b) > f(a);
  for (int i = 0; i < 200; ++i) ((f(0.5 * (a + b)) < 0) == rising ? a : b) = 0.5 * (a + b);
  return 0.5 * (a + b);
}

inline KcRigOptions AtCentre() { return {.support = WheelSupport::wheel_centre}; }

inline SuspensionData SemiTrailing(const Vec3& front, const Vec3& rear) {
  SuspensionData data;
  data.name = "rear";
  data.points = {{"arm_front", front},
                 {"arm_rear", rear},
                 {"wheel_centre", {-1.0, 0.7, 0}},
                 {"spring_upper", {-0.8, 0.5, 0.4}},
                 {"spring_lower", {-0.8, 0.5, -0.05}}};
  data.bodies = {{"arm", Block(10, {-0.9, 0.5, 0})}, {"wheel", Block(20, {-1.0, 0.7, 0})}};
  data.struts = {{.name = "spring", .law = {.stiffness = 3e4}}};
  data.wheel_radius = 0.3;
  return data;
}

/// Double wishbones with a vertical king-pin at y = 0.7 and a horizontal tie rod behind it.
inline SuspensionData Steered() {
  SuspensionData data = HmmwvFront();
  for (const auto& [name, z] : {std::pair("uca", 0.15), std::pair("lca", -0.15)}) {
    data.points[std::string(name) + "_outer"] = {0, 0.7, z};
    data.points[std::string(name) + "_front"] = {0.2, 0.4, z};
    data.points[std::string(name) + "_rear"] = {-0.2, 0.4, z};
  }
  data.points["wheel_centre"] = {0, 0.8, 0};
  data.points["tie_rod_inner"] = {-0.12, 0.35, -0.05};
  data.points["tie_rod_outer"] = {-0.15, 0.68, -0.05};
  data.wheel_radius = 0.3;
  return data;
}

}  // namespace trunnion::vehicle::test
