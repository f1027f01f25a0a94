// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "engine/core/laws.hpp"
#include "engine/system/handles.hpp"
#include "joints/joint_types.hpp"

/// Joints, motions and couplings as a Model takes them. The equations, frames and coordinates of
/// each joint type are in joints/<type>.hpp: F is marker a, M is marker b.
namespace trunnion {

/// A joint between two markers.
struct JointBetween {
  std::string name{};  ///< unique among joints and other constraints; empty: "joint_0", ...
  JointType type = JointType::revolute;
  MarkerId a{};  ///< frame F
  MarkerId b{};  ///< frame M, on another body
  /// Of distance and revolute_spherical [m]; not given: the distance of the points as drawn.
  std::optional<double> length{};
  double pitch = 0;  ///< of screw: advance [m] per radian
  /// Of revolute, prismatic and cylindrical; see joints/joint_friction.hpp.
  std::optional<JointFriction> friction{};

  /// Wanted initial value and rate of the joint's first coordinate [m, m/s or rad, rad/s]; met by
  /// the assembly of the initial conditions.
  std::optional<double> initial_coordinate{};
  std::optional<double> initial_rate{};
};

/// A joint by a point and axes in the world, with the bodies where they are drawn. Makes the
/// markers "<name>.a" and "<name>.b".
struct JointAt {
  std::string name{};
  JointType type = JointType::revolute;
  BodyId body_a{};
  BodyId body_b{};
  Vec3 point = Vec3::Zero();  ///< origin of F, and of M if point_b is not given [m], world
  Vec3 axis = Vec3::UnitZ();  ///< z axis of F, world, any length > 0
  /// x axis of F: only its part normal to `axis` counts. Not given: chosen.
  std::optional<Vec3> x_axis{};
  /// Origin of M: the other end of a distance joint, the guided point of point_on_line and so on.
  std::optional<Vec3> point_b{};
  /// z axis of M: the arm on B of universal (required; normal to `axis`), the axis on B of
  /// perpendicular_axes (required) and the shaft on B of constant_velocity. Others have M along F.
  std::optional<Vec3> axis_b{};
  std::optional<double> length{};
  double pitch = 0;
  std::optional<JointFriction> friction{};
  std::optional<double> initial_coordinate{};
  std::optional<double> initial_rate{};
};

/// Prescribed motion: the coordinate follows law(t) [m or rad]. The law gives the first two
/// derivatives too.
struct Motion {
  std::string name{};
  CoordinateRef along{};
  MotionLaw law{};
};

/// Rolling of a thin disc without slip on a plane that it touches; see joints/rolling.hpp.
struct RollingDisc {
  std::string name{};
  MarkerId plane{};   ///< its x-y plane
  MarkerId disc{};    ///< centre, and axis along z, on another body
  double radius = 0;  ///< [m], > 0
};

/// A blade that may not move sideways over a plane; see joints/rolling.hpp.
struct KnifeEdge {
  std::string name{};
  MarkerId plane{};  ///< its z axis is the normal
  MarkerId blade{};  ///< contact at its origin, blade along its x axis, on another body
};

/// first − ratio · second = phase. Two angles: a gear; external gears with radii r₁ (first) and r₂
/// have the ratio −r₂/r₁. A displacement and an angle: rack and pinion, the ratio is the radius
/// [m].
struct Coupling {
  std::string name{};
  CoordinateRef first{};
  CoordinateRef second{};
  double ratio = 1;
  /// In the unit of `first`; not given: as drawn.
  std::optional<double> phase{};
};

}  // namespace trunnion
