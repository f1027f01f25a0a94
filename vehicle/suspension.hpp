// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <trunnion/model.hpp>
#include <trunnion/model_file.hpp>

/// A suspension as a list of bodies and of what connects them at named points, on one side and in
/// the middle. Templates (vehicle/suspension_templates.hpp) fill it from hardpoints.
///
/// Frame S of the suspension (ISO 8855 vehicle axes): x forward, y to the left, z up, origin in the
/// plane of symmetry. Points, axes and inertias of one side are those of the LEFT side in the
/// design position; the right side is its mirror in y (vehicle/mirror.hpp).
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
