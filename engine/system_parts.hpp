// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/pool.hpp"
#include "engine/core/pose.hpp"

/// What a System is compiled from. Model writes it; it can also be filled by hand, e.g. with pools
/// of own element types. Everything is trusted here: inputs are checked by Model.
namespace trunnion {

enum class BodyKind {
  ground,  ///< the world: no unknowns
  rigid,   ///< 6 components of velocity (r', w), 12 numbers of configuration (r, R by columns)
  point,   ///< 3 components r', 3 numbers r
};

/// One body. Its body frame C has its origin in the centre of mass and the axes of the user's
/// reference frame B.
struct BodyInfo {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  double mass = 0;              ///< [kg]
  Mat3 inertia = Mat3::Zero();  ///< about the centre of mass, body axes [kg·m²]
  Vec3 com = Vec3::Zero();      ///< centre of mass in the reference frame [m]
  BodyState initial{};          ///< of the body frame
  /// L of the metric [m]: 1 for translations, L² for rotations; > 0.
  double rotation_length = 1;
  bool fixed_in_assembly = false;  ///< stays where it is when initial conditions are assembled
};

/// A named frame on a body.
struct MarkerInfo {
  std::string name;
  BodyIndex body = kGround;
  Pose X_CM;  ///< pose in the body frame
};

/// A wanted initial value of a constraint element's coordinate; see Model::SetInitialCoordinate.
struct InitialCoordinate {
  int joint = 0;
  int coordinate = 0;
  double value = 0;  ///< [m or rad]
  double rate = 0;   ///< [per s]
  bool has_value = true;
  bool has_rate = true;
};

/// Where an element with a name of its own lies: in which pool, at which place.
struct ElementInfo {
  std::string name;
  int pool = 0;
  int index = 0;
};

struct SystemParts {
  std::vector<BodyInfo> bodies;  ///< bodies[0] is the ground
  std::vector<std::unique_ptr<ForcePoolBase>> force_pools;
  std::vector<std::unique_ptr<ConstraintPoolBase>> constraint_pools;
  std::vector<MarkerInfo> markers;
  std::vector<ElementInfo> joints;       ///< in ConstraintPool<Joint>
  std::vector<ElementInfo> constraints;  ///< all other constraints: motions, couplings, user's
  std::vector<ElementInfo> forces;
  std::vector<InitialCoordinate> initial_coordinates;
  Vec3 gravity = Vec3::Zero();  ///< [m/s²], world
};

}  // namespace trunnion
