// SPDX-License-Identifier: BSD-3-Clause
#include "joints/joint_types.hpp"

#include <Eigen/LU>
#include <cmath>
#include <string>

#include "engine/core/error.hpp"
#include "joints/ball.hpp"
#include "joints/constant_velocity.hpp"
#include "joints/cylindrical.hpp"
#include "joints/distance.hpp"
#include "joints/fixed.hpp"
#include "joints/joint.hpp"
#include "joints/parallel_axes.hpp"
#include "joints/perpendicular_axes.hpp"
#include "joints/planar.hpp"
#include "joints/point_on_line.hpp"
#include "joints/point_on_plane.hpp"
#include "joints/prismatic.hpp"
#include "joints/revolute.hpp"
#include "joints/revolute_spherical.hpp"
#include "joints/screw.hpp"
#include "joints/universal.hpp"

namespace trunnion {
namespace {

constexpr std::array<std::string_view, kJointTypes.size()> kNames{"ball",
                                                                  "revolute",
                                                                  "universal",
                                                                  "cylindrical",
                                                                  "prismatic",
                                                                  "planar",
                                                                  "fixed",
                                                                  "screw",
                                                                  "distance",
                                                                  "revolute_spherical",
                                                                  "point_on_line",
                                                                  "point_on_plane",
                                                                  "parallel_axes",
                                                                  "perpendicular_axes",
                                                                  "constant_velocity"};

// In the order of JointType.
std::array<JointDefinition, kJointTypes.size()> MakeDefinitions() {
  return {BallDefinition(),
          RevoluteDefinition(),
          UniversalDefinition(),
          CylindricalDefinition(),
          PrismaticDefinition(),
          PlanarDefinition(),
          FixedDefinition(),
          ScrewDefinition(),
          DistanceDefinition(),
          RevoluteSphericalDefinition(),
          PointOnLineDefinition(),
          PointOnPlaneDefinition(),
          ParallelAxesDefinition(),
          PerpendicularAxesDefinition(),
          ConstantVelocityDefinition()};
}

void RequireFrame(const Pose& X, const std::string& what) {
  if (!X.R.allFinite() || !X.p.allFinite())
    throw ModelError(what + " has a number that is not finite");
  const double error = (X.R.transpose() * X.R - Mat3::Identity()).norm();
  if (error <= 1e-9 && X.R.determinant() > 0) return;
  throw ModelError(what + " has axes that are not orthonormal and right-handed (error " +
                   std::to_string(error) + "); give a rotation matrix");
}

}  // namespace

std::string_view to_string(JointType type) { return kNames[static_cast<std::size_t>(type)]; }

std::optional<JointType> JointTypeFromString(std::string_view name) {
  for (JointType type : kJointTypes) {
    if (to_string(type) == name) return type;
  }
  return std::nullopt;
}

const JointDefinition& DefinitionOf(JointType type) {
  static const auto definitions = MakeDefinitions();
  return definitions[static_cast<std::size_t>(type)];
}

Joint MakeJoint(JointType type, const JointParameters& parameters) {
  const std::string name = std::string(to_string(type)) + " joint";
  const MarkerPair& pair = parameters.pair;
  Require(pair.A != pair.B, name + " connects a body with itself; give two different bodies");
  RequireFrame(pair.X_AF, name + ": frame F on body A");
  RequireFrame(pair.X_BM, name + ": frame M on body B");
  if (has_length(type) && !(std::isfinite(parameters.length) && parameters.length > 0))
    throw ModelError(name + " needs a length > 0 m, not " + std::to_string(parameters.length));
  Require(std::isfinite(parameters.pitch), name + " needs a finite pitch [m/rad]");
  if (parameters.friction) RequireValid(*parameters.friction, type);
  return Joint(type, parameters);
}

}  // namespace trunnion
