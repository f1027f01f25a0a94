// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/pose.hpp"
#include "engine/handles.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/simulation.hpp"

/// Flexible bodies in a floating frame of reference; docs/flexible_bodies.md, "Reduced bodies".
namespace trunnion {

/// One body of a ReducedPart. Its reference frame B is the frame of the mesh.
struct ReducedBody {
  std::string name{};  ///< unique among bodies, not empty
  std::shared_ptr<const ReducedPart> part{};

  Vec3 position = Vec3::Zero();         ///< p_WB, the origin of the mesh [m]
  Mat3 orientation = Mat3::Identity();  ///< R_WB
  Vec3 velocity = Vec3::Zero();         ///< of the origin of B [m/s], world
  /// The angular velocity is the sum of both [rad/s].
  Vec3 angular_velocity = Vec3::Zero();       ///< world axes
  Vec3 angular_velocity_body = Vec3::Zero();  ///< B axes

  /// Fraction of critical damping, ≥ 0: one number for each shape, one for all, or none (0).
  std::vector<double> damping_ratios{};
};

/// What a reduced body consists of in a Model.
struct ReducedBodyParts {
  BodyId frame;                    ///< "<name>": the floating frame, mean axes of the deformed body
  std::vector<BodyId> interfaces;  ///< "<name>.<interface>": what joints, forces and markers are on
  std::vector<BodyId> amplitudes;  ///< "<name>.p1", ...: points that hold three amplitudes each
  ForceId force;                   ///< "<name>": mass, weight, stiffness and damping
  int num_constraints = 0;         ///< that tie the interfaces and hold unused amplitudes
};

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
