// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "engine/system/handle_checks.hpp"
#include "engine/system/handles.hpp"
#include "engine/system/system.hpp"
#include "joints/coordinate_coupling.hpp"
#include "joints/joint.hpp"

/// What a System reports about its joints and markers at a state, for results and diagnosis. The
/// state comes from State::context() or SystemEvaluator::Evaluate(t, q, v).
namespace trunnion {

const Joint& GetJoint(const System& system, JointId joint);
/// A motion or coupling; null for a user-defined constraint.
const CoordinateCoupling* FindCoupling(const System& system, ConstraintId constraint);
/// A force element of type E; null if the force is of another type.
template <ForceElement E>
const E* FindForceOfType(const System& system, ForceId force) {
  RequireHandle(system, force);
  const ElementInfo& info = system.parts().forces[static_cast<std::size_t>(force.index())];
  const auto* pool = dynamic_cast<const ForcePool<E>*>(
      system.parts().force_pools[static_cast<std::size_t>(info.pool)].get());
  return pool ? &pool->element(info.index) : nullptr;
}

/// Relative coordinates of a joint with their rates [m, m/s] or [rad, rad/s].
std::vector<CoordinateValue> CalcJointCoordinates(const System& system,
                                                  JointId joint,
                                                  const ElementContext& x);

/// What a force element says of itself; without columns of its own it gets those of the loads on
/// its bodies, and without places their centres of mass. Its own states are not among them.
ElementDescription DescribeForce(const System& system, ForceId force);
/// The numbers of these columns.
void WriteForceReport(const System& system,
                      ForceId force,
                      const ElementContext& x,
                      std::span<double> out);

/// Value and rate of a coordinate of a joint or of two markers [m, m/s] or [rad, rad/s].
/// @throws ModelError if the joint has no such coordinate, or a handle is not one of the System.
CoordinateValue CalcCoordinate(const System& system,
                               const CoordinateRef& ref,
                               const ElementContext& x);

/// What a joint exerts on body B (that of marker b): force and torque about the origin of marker b,
/// in world axes [N; N·m].
Reaction CalcJointReaction(const System& system,
                           JointId joint,
                           const ElementContext& x,
                           const VectorXd& lambda);

/// Drive force [N] or torque [N·m] of a motion along its coordinate, or of a coupling along its
/// first one; positive if it tends to increase the coordinate. 0 for a user-defined constraint.
double CalcDrive(const System& system, ConstraintId constraint, const VectorXd& lambda);

/// The same with all bodies at rest. @param bodies  is overwritten, and must outlive it.
ElementContext AtRest(const System& system,
                      const ElementContext& x,
                      std::vector<BodyState>& bodies);
/// Of loads on bodies as force pools give them [W].
double CalcPower(const System& system, const BodyLoads& loads, const ElementContext& x);
/// By pool and element: of a mesh without damping, so that its force is that at rest.
std::vector<std::vector<bool>> FindUndamped(const SystemParts& parts);

/// Power that dampers take out of the motion [W]: −Σ (f(q, v) − f(q, 0)) · v over all force
/// elements, finite elements included; what a force does for velocity's sake. Joint friction is not
/// in it. Without forces that are functions of time, motions and friction, kinetic and potential
/// energy fall by just this.
double CalcDampingPower(const System& system, const ElementContext& x);

/// Length L that weighs torques against forces in minimum-norm reactions [m]: the largest
/// rotation_length of the bodies, at least 1.
double CalcReactionLength(const System& system);

/// Pose of a marker in the world.
Pose CalcMarkerPose(const System& system, MarkerId marker, const ElementContext& x);

}  // namespace trunnion
