// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "vehicle/suspension.hpp"

/// Kinds of suspensions over their hardpoints. What each needs: docs/suspensions.md.
namespace trunnion::vehicle {

/// A spring or a damper between the hardpoints "<name>_upper" on the chassis and "<name>_lower" on
/// a part. Sign of forces: Strut.
struct StrutData {
  std::string name = "spring";
  std::string on{};  ///< the part; empty: that of the template
  SpringDamper law{};
  std::vector<StopLaw> stops{};
};

/// A rack that slides along y on the chassis and carries the tie rods.
struct RackSteering {
  SuspensionBody rack{};
  Vec3 axis = Vec3::UnitY();  ///< positive travel
  /// With a ratio a pinion turns about `pinion_axis` at `pinion_point` and moves the rack by
  /// `ratio` [m/rad]; its angle is the input then.
  std::optional<double> ratio{};
  SuspensionBody pinion{};
  Vec3 pinion_point = Vec3::Zero(), pinion_axis = Vec3::UnitX();
};

/// A Pitman arm on the left side, an idler on the right, and the link between them, which carries
/// the tie rods. The idler has no mass. The angle of the arm is the input.
struct PitmanSteering {
  SuspensionBody arm{}, link{};
  Vec3 pivot = Vec3::Zero(), arm_end = Vec3::Zero();  ///< of the arm; its universal joint [m]
  Vec3 idler_pivot = Vec3::Zero(), idler_end = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();       ///< of both pivots
  Vec3 link_axis = Vec3::UnitX();  ///< of the universal joint on the link, normal to `axis`
};

/// A bar along y through the hardpoint "bar_pivot", in two halves that turn on the chassis and
/// twist against each other. Its arm ends at "bar_end"; a rod of fixed length goes from there to
/// "bar_link" on a part. The half is the body "bar", which need not be given.
struct AntiRollBar {
  double stiffness = 0;  ///< torque over twist, one end against the other [N·m/rad], > 0
  std::string on{};      ///< as of StrutData
};

struct SubframeMount {
  Vec3 point = Vec3::Zero();  ///< left [m]
  SuspensionBushing bushing{};
};
/// A frame between chassis and suspension on bushings, mirrored.
struct Subframe {
  SuspensionBody body{};
  std::map<std::string, SubframeMount> mounts{};
  /// Connections that it carries in place of the chassis; empty: all. Springs and dampers stay.
  std::vector<std::string> connections{};
};

struct SuspensionData {
  std::string name{};
  std::map<std::string, Vec3> points{};  ///< hardpoints of the left side, in S [m]
  std::map<std::string, SuspensionBody> bodies{};
  std::map<std::string, SuspensionBushing> bushings{};  ///< by the connection that they replace
  std::vector<StrutData> struts{};
  double wheel_radius = 0;     ///< from the centre to the road, loaded [m]
  double toe = 0, camber = 0;  ///< in the design position [rad]; signs: vehicle/wheel_posture.hpp
  std::variant<std::monostate, RackSteering, PitmanSteering> steering{};
  std::optional<AntiRollBar> anti_roll_bar{};
  std::optional<Subframe> subframe{};
};

/// Each throws ModelError naming a hardpoint, body or bushing that is missing or that the kind does
/// not have.
/// Two wishbones on hinges or bushings, ball joints at the upright, a tie rod.
Suspension MakeDoubleWishbone(const SuspensionData& data);
/// A lower wishbone, an upright that slides along its strut toward a ball joint at the top, a tie
/// rod. The rod of the strut may be a body.
Suspension MakeMacPherson(const SuspensionData& data);
/// Four rods and a tie rod between chassis and upright. It has no steer axis of its own.
Suspension MakeMultilink(const SuspensionData& data);
/// An arm that turns about the line through its two hardpoints: across the vehicle for a trailing
/// arm, oblique for a semi-trailing one.
Suspension MakeTrailingArm(const SuspensionData& data);
/// One axle for both wheels, held by rods: two lower links with two upper links, or with a link in
/// the middle and a Panhard rod. The last two are not mirrored.
Suspension MakeSolidAxle(const SuspensionData& data);

/// By the name of the kind in model files. @throws ModelError naming those known.
Suspension MakeSuspension(std::string_view kind, const SuspensionData& data);

}  // namespace trunnion::vehicle
