// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/element_context.hpp"
#include "engine/core/pose.hpp"
#include "engine/system/handles.hpp"
#include "engine/system/system.hpp"
#include "joints/joint.hpp"

namespace trunnion {

struct Switches;

/// The state of a System that a Simulation shows, and what can be asked of it by handle.
///
/// Whatever is asked, nothing of it changes, contexts and vectors that were handed out included,
/// until the Simulation shows another state. Accelerations and multipliers are solved for when
/// they are first asked for. Queries throw ModelError if a handle is not one of this System.
class State {
 public:
  explicit State(const System& system) : system_(system) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const System& system() const { return system_; }
  double t() const { return t_; }           ///< [s]
  const VectorXd& q() const { return q_; }  ///< configuration, see System
  const VectorXd& v() const { return v_; }  ///< velocities ∈ ℝⁿ, see System
  /// Accelerations v' ∈ ℝⁿ and multipliers λ ∈ ℝᵐ of the acceleration level: as accurate as the
  /// state. With redundant constraints λ is the minimum-norm choice.
  /// @throws SolverError if the accelerations are not determined.
  const VectorXd& v_dot() const { return Accelerations().first; }
  const VectorXd& lambda() const { return Accelerations().second; }
  /// All bodies, as elements see them.
  const ElementContext& context() const;

  /// Body frame: origin in the centre of mass. Velocities as in BodyState.
  BodyState body(BodyIndex b) const { return system_.GetBodyState(b, q_, v_); }
  Pose pose(BodyId body) const;                      ///< of its reference frame B in the world
  Pose pose(MarkerId marker) const;                  ///< in the world
  Vec3 velocity(BodyId body) const;                  ///< of the origin of B [m/s], world
  Vec3 velocity(MarkerId marker) const;              ///< of its origin [m/s], world
  Vec3 angular_velocity(BodyId body) const;          ///< [rad/s], world axes
  Vec3 acceleration(BodyId body) const;              ///< of the origin of B [m/s²], world
  Vec3 acceleration(MarkerId marker) const;          ///< of its origin [m/s²], world
  double coordinate(const CoordinateRef& of) const;  ///< of a joint or of two markers [m or rad]
  double rate(const CoordinateRef& of) const;        ///< its derivative [m/s or rad/s]

  /// What a joint exerts on body B (that of marker b): force [N] and torque [N·m] about the origin
  /// of marker b, in world axes.
  Reaction reaction(JointId joint) const;
  /// Drive force [N] or torque [N·m] of a motion along its coordinate, or of a coupling along its
  /// first one; positive if it tends to increase the coordinate. 0 for a user-defined constraint.
  double drive(ConstraintId motion) const;
  /// What a force element exerts on one of its bodies: force [N] and torque [N·m] about the centre
  /// of mass, in world axes. @param on  not set: the last of its bodies.
  Reaction force(ForceId force, BodyId on = {}) const;

  /// A number that a force element reports, by the name that its column has in results after that
  /// of the element: "force_x" of a bushing, "length" of a spring.
  double report(ForceId force, const std::string& column) const;

  double kinetic_energy() const { return system_.CalcKineticEnergy(context()); }  ///< [J]
  /// Gravity and force elements with a potential [J].
  double potential_energy() const { return system_.CalcPotentialEnergy(context()); }

 private:
  friend class Simulation;
  using AccelerationPair = std::pair<VectorXd, VectorXd>;

  const AccelerationPair& Accelerations() const;
  void Show(double t,
            const VectorXd& q,
            const VectorXd& v,
            const std::vector<double>& memory,
            std::shared_ptr<const Switches> switches);
  void Accelerate(VectorXd v_dot, VectorXd lambda) {
    accelerations_ = {std::move(v_dot), std::move(lambda)};
    has_accelerations_ = true;
  }

  const System& system_;
  double t_ = 0;
  VectorXd q_, v_;
  std::vector<double> memory_;
  std::shared_ptr<const Switches> switches_;  // null: all is on
  std::function<void(const State&, VectorXd& v_dot, VectorXd& lambda)> solve_;

  // Filled when first asked for, then constant until Show.
  mutable bool has_context_ = false, has_accelerations_ = false;
  mutable std::vector<BodyState> bodies_;
  mutable ElementContext context_;
  mutable AccelerationPair accelerations_;
};

}  // namespace trunnion
