// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "engine/core/pose.hpp"
#include "engine/system/handles.hpp"

/// Bodies and markers as a Model takes them, with designated initializers. Every body has a
/// reference frame B of the user's choice; its centre of mass may be anywhere. World: W.
namespace trunnion {

struct RigidBody {
  std::string name{};       ///< unique among bodies; empty: "body_1", "body_2", ...
  double mass = 0;          ///< [kg], ≥ 0
  Vec3 com = Vec3::Zero();  ///< centre of mass in B [m]
  /// [kg·m²], symmetric; about the centre of mass in B axes unless inertia_frame says otherwise.
  Mat3 inertia = Mat3::Zero();
  /// Pose in B of the frame about whose origin and in whose axes `inertia` is given; Pose{} for the
  /// origin and axes of B itself.
  std::optional<Pose> inertia_frame{};

  /// Principal moments A, B, C with A + B < C, which no solid has, are an error unless this is set.
  bool allow_unphysical_inertia = false;

  Vec3 position = Vec3::Zero();         ///< p_WB, the origin of B [m]
  Mat3 orientation = Mat3::Identity();  ///< R_WB
  Vec3 velocity = Vec3::Zero();         ///< of the origin of B [m/s], world
  /// The angular velocity is the sum of both; give the one that is at hand [rad/s].
  Vec3 angular_velocity = Vec3::Zero();       ///< world axes
  Vec3 angular_velocity_body = Vec3::Zero();  ///< B axes

  /// Assembly of the initial conditions leaves the position as given.
  bool fixed_in_assembly = false;
  /// Assembly leaves `velocity`, or the angular velocity, as given, and joints that contradict it
  /// are an error; without the flag they change with least effort. Where the centre of mass is not
  /// the origin of B, keep_velocity keeps the angular velocity too.
  bool keep_velocity = false;
  bool keep_angular_velocity = false;
  /// L of the projection metric [m]; 0: the larger of the radius of gyration and the greatest
  /// distance from the centre of mass to a joint or force; 1 m if both vanish.
  double rotation_length = 0;

  Pose X_WB() const { return {orientation, position}; }
};

/// A mass without rotation: three translations, axes always those of the world.
struct PointMass {
  std::string name{};            ///< as for RigidBody
  double mass = 0;               ///< [kg], ≥ 0
  Vec3 position = Vec3::Zero();  ///< [m], world
  Vec3 velocity = Vec3::Zero();  ///< [m/s], world
  bool fixed_in_assembly = false;
  bool keep_velocity = false;  ///< as for RigidBody
  bool fixed = false;          ///< stays at `position`: a support, without unknowns
};

/// A frame fixed in a body, by its pose in the reference frame of the body.
struct Marker {
  std::string name{};  ///< unique among markers; empty: "marker_0", "marker_1", ...
  BodyId body{};
  Vec3 position = Vec3::Zero();         ///< in B [m]; zero on a point mass
  Mat3 orientation = Mat3::Identity();  ///< in B
};

/// A frame fixed in a body, by its pose in the world with the body where it is drawn.
struct MarkerAt {
  std::string name{};
  BodyId body{};
  Vec3 point = Vec3::Zero();    ///< [m], world
  Vec3 z_axis = Vec3::UnitZ();  ///< world, any length > 0
  /// World; only its part normal to z_axis counts. Not given: chosen.
  std::optional<Vec3> x_axis{};
};

}  // namespace trunnion
