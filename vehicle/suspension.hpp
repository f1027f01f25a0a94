// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <trunnion/model.hpp>
#include <trunnion/model_file.hpp>

#include "vehicle/suspension_parts.hpp"

/// A suspension as a list of bodies and of what connects them at named points, on one side and in
/// the middle. Templates (vehicle/suspension_templates.hpp) fill it from hardpoints.
///
/// Frame S of the suspension (ISO 8855 vehicle axes): x forward, y to the left, z up, origin in the
/// plane of symmetry. Points, axes and inertias of one side are those of the LEFT side in the
/// design position; the right side is its mirror in y (vehicle/mirror.hpp).
namespace trunnion::vehicle {

/// A point fixed in a body.
struct SuspensionPoint {
  std::string body{};
  Vec3 point = Vec3::Zero();  ///< [m]
};

/// The king-pin: the line through two points about which the wheel is steered.
struct SteerAxis {
  SuspensionPoint lower{}, upper{};
};

/// What wheel and steering geometry are measured at.
struct WheelEnd {
  std::string wheel = "wheel";            ///< the body that spins
  std::string carrier = "upright";        ///< the body that it spins on
  std::string bearing = "wheel_bearing";  ///< the connection between them, along `spin_axis`
  Vec3 centre = Vec3::Zero();             ///< [m]
  Vec3 spin_axis = Vec3::UnitY();         ///< outboard, any length > 0
  double radius = 0;                      ///< from the centre to the road, loaded [m], > 0
  std::optional<SteerAxis> steer_axis{};
};

/// Names of bodies in connections: "chassis" is the body that carries the suspension; on a side a
/// name means the body of that side, else the one in the middle; in the middle "left.NAME" and
/// "right.NAME" mean those of a side. In the model they are "<name>.left.NAME", "<name>.NAME".
struct Suspension {
  std::string name{};
  SuspensionParts side{};    ///< left; mirrored to the right
  SuspensionParts centre{};  ///< once
  WheelEnd wheel{};          ///< left
  /// Joint in the middle whose first coordinate [m or rad] steers; empty: none.
  std::string steering{};
};

enum class Side { left, right };
/// "left", "right".
const char* ToString(Side side);

/// Handles of one side of a suspension in a model.
struct SuspensionSide {
  Side side = Side::left;
  MarkerId wheel{};    ///< on the wheel: its centre, y along the axis of spin, to the LEFT
  MarkerId carrier{};  ///< the same frame on the carrier, in the design position
  /// On the steer axis; not set: none.
  MarkerId steer_lower{}, steer_upper{};
  double radius = 0;                              ///< [m]
  std::map<std::string, CoordinateRef> struts{};  ///< their lengths, by name
};

struct SuspensionHandles {
  std::vector<SuspensionSide> sides{};  ///< left before right
  JointId steering{};                   ///< not set: none
  MarkerId frame{};                     ///< frame S on the chassis
  SectionParts added{};                 ///< to the model, by name

  const SuspensionSide* Find(Side side) const;
};

enum class Sides { both, left, right };

/// Adds the suspension to `chassis`, frame S at the pose X_BS in the frame of that body. Bodies are
/// drawn in the design position; their reference frames are S, and move with the chassis.
/// @throws ModelError naming what is missing or wrong: bodies, names that occur twice, a middle
/// part that needs both sides where there is one.
SuspensionHandles AddSuspension(Model& model,
                                const Suspension& suspension,
                                BodyId chassis = Model::ground(),
                                const Pose& X_BS = {},
                                Sides sides = Sides::both);

}  // namespace trunnion::vehicle
