// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/pose.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/handles.hpp"

/// What a Simulation shows of frames: motion of markers and bodies, absolute or relative.
namespace trunnion {

/// A frame to measure: a marker, or the reference frame of a body.
struct FrameRef {
  MarkerId marker{};
  BodyId body{};  ///< used if no marker is set

  FrameRef() = default;                  ///< none: where it is optional, the world
  FrameRef(MarkerId of) : marker(of) {}  // NOLINT: implicit, so that a marker can stand for it
  FrameRef(BodyId of) : body(of) {}      // NOLINT
  bool is_set() const { return marker.is_set() || body.is_set(); }
};

/// Motion of a frame M in a frame F, in F axes.
struct FrameMotion {
  Pose X;                     ///< pose X_FM
  Vec3 v = Vec3::Zero();      ///< velocity of the origin as seen in F [m/s]
  Vec3 w = Vec3::Zero();      ///< angular velocity [rad/s]
  Vec3 a = Vec3::Zero();      ///< acceleration of the origin as seen in F [m/s²]
  Vec3 alpha = Vec3::Zero();  ///< angular acceleration as seen in F [rad/s²]
};

/// Motion of `frame` as seen from `from` (not set: the world) at the state that `simulation` shows.
/// @param with_accelerations  false: a and alpha stay zero and cost nothing.
FrameMotion CalcFrameMotion(const Simulation& simulation,
                            const FrameRef& frame,
                            const FrameRef& from = {},
                            bool with_accelerations = false);

/// Angle [rad] of `axis` against the plane with normal `normal`, both in one frame: asin of their
/// cosine, in [−π/2, π/2]; positive on the side of the normal. Lengths > 0 do not matter.
double CalcInclination(const Vec3& axis, const Vec3& normal);

/// Direction [rad] of the part of `axis` in the plane with normal `normal`, from `zero` on,
/// positive about the normal, in ]−π, π].
double CalcAzimuth(const Vec3& axis, const Vec3& normal, const Vec3& zero);

/// Amplitudes p [m] of a reduced body at the state that the simulation shows.
VectorXd CalcAmplitudes(const Simulation& simulation,
                        const ReducedBodyParts& body,
                        const ReducedPart& part);

/// Positions of all nodes of the part in the world, 3×nodes [m]; stresses follow by
/// LinearMesh::CalcNodalStress from part.shapes · p.
Eigen::Matrix3Xd CalcNodePositions(const Simulation& simulation,
                                   const ReducedBodyParts& body,
                                   const ReducedPart& part);

}  // namespace trunnion
