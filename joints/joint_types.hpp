// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engine/core/pair_coordinate.hpp"
#include "joints/joint_definition.hpp"
#include "joints/joint_friction.hpp"

/// The joints by name. Frames, equations and coordinates of each are in its header,
/// joints/<name>.hpp; an overview in joints/README.md.
namespace trunnion {

class Joint;

enum class JointType {
  ball,
  revolute,
  universal,
  cylindrical,
  prismatic,
  planar,
  fixed,
  screw,
  distance,
  revolute_spherical,
  point_on_line,
  point_on_plane,
  parallel_axes,
  perpendicular_axes,
  constant_velocity,
};

/// All types, in the order of the enumeration.
inline constexpr std::array kJointTypes{JointType::ball,
                                        JointType::revolute,
                                        JointType::universal,
                                        JointType::cylindrical,
                                        JointType::prismatic,
                                        JointType::planar,
                                        JointType::fixed,
                                        JointType::screw,
                                        JointType::distance,
                                        JointType::revolute_spherical,
                                        JointType::point_on_line,
                                        JointType::point_on_plane,
                                        JointType::parallel_axes,
                                        JointType::perpendicular_axes,
                                        JointType::constant_velocity};

/// The name of the enumerator, which is also the name in model files.
std::string_view to_string(JointType type);
/// Nothing if there is no joint of that name.
std::optional<JointType> JointTypeFromString(std::string_view name);

struct JointParameters {
  MarkerPair pair;    ///< frame F on body A, frame M on body B; A ≠ B, one may be the ground
  double length = 0;  ///< [m], > 0; of distance and revolute_spherical only
  double pitch = 0;   ///< advance of M along z_F [m] per radian of M about z_F; of screw only
  std::optional<JointFriction> friction{};  ///< of revolute, prismatic and cylindrical only
};
inline bool has_length(JointType type) {
  return type == JointType::distance || type == JointType::revolute_spherical;
}
inline bool has_pitch(JointType type) { return type == JointType::screw; }

/// Rows and coordinates of a type: a constant of the program.
const JointDefinition& DefinitionOf(JointType type);

/// @throws ModelError if A == B, a frame is not orthonormal to 1e-9, a number is not finite, or a
/// length is missing; the message starts with the name of the type.
Joint MakeJoint(JointType type, const JointParameters& parameters);

}  // namespace trunnion
