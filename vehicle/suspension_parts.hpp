// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <trunnion/model.hpp>

/// What suspensions consist of. Points, axes and inertias are in frame S of the suspension, in the
/// design position: vehicle/suspension.hpp.
namespace trunnion::vehicle {

struct SuspensionBody {
  std::string name{};
  double mass = 0;              ///< [kg]
  Vec3 com = Vec3::Zero();      ///< in S [m]
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, S axes [kg·m²]
  bool allow_unphysical_inertia = false;
};

/// A bushing in the axes of its connection; see BushingParameters, forces/bushing.hpp.
struct SuspensionBushing {
  Mat6 stiffness = Mat6::Zero();  ///< [N/m, N·m/rad]
  Mat6 damping = Mat6::Zero();    ///< [N·s/m, N·m·s/rad]
  Vec6 preload = Vec6::Zero();    ///< [N, N·m]
  /// Force [N or N·m] over deflection [m or rad] in place of the stiffness; empty: none.
  std::array<Curve::Points, 6> curves{};
  Interpolation interpolation = Interpolation::linear;
  BushingMeasure measure = BushingMeasure::energy;
  std::optional<int> twist_axis{};  ///< as of BushingParameters
  /// Its z and x axes, in place of those of the template.
  std::optional<Vec3> axis{}, x_axis{};
};

/// What holds body b on body a: a joint, or a bushing in its place.
struct Connection {
  std::string name{};
  std::string a{}, b{};       ///< names of bodies, see Suspension
  Vec3 point = Vec3::Zero();  ///< [m]
  JointType joint = JointType::ball;
  Vec3 axis = Vec3::UnitZ();  ///< z axis of the joint or bushing, any length > 0
  /// x axis: its part normal to `axis`. Not given: chosen.
  std::optional<Vec3> x_axis{};
  std::optional<Vec3> axis_b{};   ///< as of JointAt
  std::optional<Vec3> point_b{};  ///< as of JointAt: the other end of a distance joint [m]
  std::optional<SuspensionBushing> bushing{};
};

/// A spring, a damper, stops, or several of them along the line between two points.
struct Strut {
  std::string name{};
  std::string a{}, b{};
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();  ///< [m]
  /// Over the length of the line, tension positive; its name and coordinate are not read. The force
  /// of gas is a negative preload without stiffness.
  SpringDamper law{};
  std::vector<StopLaw> stops{};  ///< limits of the length [m]
};

/// A torsion spring between two bodies about an axis, relaxed in the design position.
struct TorsionSpring {
  std::string name{};
  std::string a{}, b{};
  Vec3 point = Vec3::Zero();  ///< [m]
  Vec3 axis = Vec3::UnitY();
  double stiffness = 0;  ///< [N·m/rad]
  double damping = 0;    ///< [N·m·s/rad]
};

/// Rack and pinion, or gears: first − ratio · second is as in the design position. Both are joints
/// of the same list of parts, by their first coordinates.
struct Gear {
  std::string name{};
  std::string first{}, second{};
  double ratio = 1;  ///< [m/rad], or pure
};

struct SuspensionParts {
  std::vector<SuspensionBody> bodies{};
  std::vector<Connection> connections{};
  std::vector<Strut> struts{};
  std::vector<TorsionSpring> torsion_springs{};
  std::vector<Gear> gears{};
};

}  // namespace trunnion::vehicle
