// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include <trunnion/math.hpp>

#include "vehicle/suspension_templates.hpp"

/// The front suspension of a HMMWV with a linear spring: Project Chrono, data/vehicle/hmmwv
/// (BSD-3-Clause). The inertias of the arms break the triangle inequality there.
namespace trunnion::vehicle::test {

inline Mat3 InAxes(const Vec3& principal, const Vec3& z, const Vec3& x) {
  const Mat3 R = FrameWithZX(z, x);
  return R * principal.asDiagonal() * R.transpose();
}

/// Massless tie rods on the chassis.
inline SuspensionData HmmwvFront() {
  SuspensionData data;
  data.name = "front";
  data.points = {{"wheel_centre", {-0.040, 0.910, -0.026}},
                 {"uca_front", {-0.048, 0.446, 0.245}},
                 {"uca_rear", {-0.268, 0.478, 0.196}},
                 {"uca_outer", {-0.053, 0.716, 0.215}},
                 {"lca_front", {0.223, 0.307, 0}},
                 {"lca_rear", {-0.223, 0.307, 0}},
                 {"lca_outer", {-0.036, 0.787, -0.118}},
                 {"damper_upper", {0.104, 0.498, 0.323}},
                 {"damper_lower", {0.097, 0.543, -0.047}},
                 {"spring_upper", {0.104, 0.510, 0.197}},
                 {"spring_lower", {0.097, 0.543, -0.047}},
                 {"tie_rod_inner", {-0.250, 0.448, 0.054}},
                 {"tie_rod_outer", {-0.176, 0.821, -0.016}}};
  const auto& p = data.points;
  const auto arm = [&](const std::string& name) {
    const Vec3 front = p.at(name + "_front"), rear = p.at(name + "_rear"),
               u = p.at(name + "_outer");
    return std::pair((rear - u).cross(front - u).eval(), (front - rear).eval());
  };
  const auto [uz, ux] = arm("uca");
  const auto [lz, lx] = arm("lca");
  data.bodies = {{"uca",
                  {.mass = 5.813,
                   .com = {-0.106, 0.589, 0.218},
                   .inertia = InAxes({0.03, 0.03, 0.06276}, uz, ux),
                   .allow_unphysical_inertia = true}},
                 {"lca",
                  {.mass = 23.965,
                   .com = {0, 0.547, -0.059},
                   .inertia = InAxes({0.4, 0.4, 0.8938}, lz, lx),
                   .allow_unphysical_inertia = true}},
                 {"upright",
                  {.mass = 19.45,
                   .com = {-0.040, 0.751, -0.026},
                   .inertia = Vec3(0.1656, 0.1934, 0.04367).asDiagonal()}},
                 {"wheel",
                  {.mass = 71.105,
                   .com = {-0.040, 0.910, -0.026},
                   .inertia = Vec3(4.34457, 7.38782, 4.34457).asDiagonal()}}};
  data.struts = {{.name = "spring", .law = {.stiffness = 167062, .free_length = 0.339}},
                 {.name = "damper", .law = {.damping = 19015.5692}}};
  data.wheel_radius = 0.47;
  return data;
}

/// The tie rod of 6 kg.
inline void AddTieRodBody(SuspensionData& data) {
  const Vec3 inner = data.points.at("tie_rod_inner"), outer = data.points.at("tie_rod_outer");
  data.bodies["tie_rod"] = {.mass = 6,
                            .com = 0.5 * (inner + outer),
                            .inertia = InAxes({0.05, 0.05, 0.5}, outer - inner, Vec3::UnitX()),
                            .allow_unphysical_inertia = true};
}

inline SuspensionBushing Diagonal(const std::array<double, 6>& stiffness, double damping_time) {
  SuspensionBushing bushing;
  bushing.stiffness = Eigen::Map<const Vec6>(stiffness.data()).asDiagonal();
  bushing.damping = damping_time * bushing.stiffness;
  return bushing;
}

/// At each of the four points: radial, radial, axial, conical, conical, torsion (invented).
inline void AddSyntheticBushings(SuspensionData& data) {
  const SuspensionBushing lower = Diagonal({8e6, 8e6, 1e6, 1500, 1500, 100}, 2e-3);
  const SuspensionBushing upper = Diagonal({5e6, 5e6, 6e5, 900, 900, 60}, 2e-3);
  data.bushings = {
      {"lca_front", lower}, {"lca_rear", lower}, {"uca_front", upper}, {"uca_rear", upper}};
}

/// One midway for each arm, free about its axis; the law of the source is the rotation vector.
inline void AddMidwayBushings(SuspensionData& data) {
  SuspensionBushing bushing;
  bushing.stiffness.diagonal() << 7e7, 7e7, 7e7, 1e5, 1e5, 0;
  bushing.damping.diagonal() << 3.5e4, 3.5e4, 3.5e4, 500, 500, 0;
  bushing.twist_axis = -1;
  data.bushings = {{"lca", bushing}, {"uca", bushing}};
}

/// The progressive spring of the source, odd in the deflection.
inline void UseSpringTable(SuspensionData& data) {
  Curve::Points points;
  const std::array<double, 11> force{0,
                                     3629.923,
                                     8991.945,
                                     17818.165,
                                     31840.681,
                                     52791.592,
                                     82402.997,
                                     122406.996,
                                     174535.686,
                                     240521.166,
                                     322095.536};
  for (int i = -10; i <= 10; ++i)
    points.push_back({0.02 * i, (i < 0 ? -1 : 1) * force[static_cast<std::size_t>(std::abs(i))]});
  SpringDamper& law = data.struts.front().law;
  law.stiffness = 0;
  law.spring_curve = Curve::Table(points);
}

}  // namespace trunnion::vehicle::test
