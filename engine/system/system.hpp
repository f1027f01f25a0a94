// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bodies/rigid_body.hpp"
#include "engine/core/assembly_plan.hpp"
#include "engine/core/pool.hpp"
#include "engine/system/system_parts.hpp"
#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

/// By what element i of a pool counts: 0 where it is switched off.
double CalcForceScale(const ForcePoolBase& pool, int i, const ElementContext& x);

/// A compiled multibody model: bodies, element pools, sparsity patterns and assembly plans.
///
/// Configuration  q: per body in order, rigid (r, R by columns) ∈ ℝ¹², point r ∈ ℝ³ [m; –].
/// Velocity       v ∈ ℝⁿ: rigid (r', w), w in body axes [m/s; rad/s], point r'.
/// Constraints    g ∈ ℝᵐ in the order of the constraint pools and of their elements.
///
/// Immutable after construction and free of scratch, so that any number of SystemEvaluators, one
/// for each simulation, may use it at the same time. It must outlive them.
class System {
 public:
  explicit System(SystemParts parts);

  int num_velocities() const { return plans_.layout.num_components(); }  ///< n
  int num_constraints() const { return plans_.jacobian.num_rows(); }     ///< m
  int configuration_size() const { return configuration_size_; }
  int memory_size() const { return memory_size_; }  ///< slots of element memory

  int num_bodies() const { return num_bodies_; }                 ///< the ground included
  int num_blocks() const { return plans_.layout.num_bodies(); }  ///< bodies, then blocks of states
  const BodyInfo& body(BodyIndex b) const { return parts_.bodies[static_cast<std::size_t>(b)]; }
  const RigidBodyInertia& inertia(BodyIndex b) const {
    return inertias_[static_cast<std::size_t>(b)];
  }
  int configuration_offset(BodyIndex b) const {
    return configuration_offsets_[static_cast<std::size_t>(b)];
  }
  const BlockLayout& layout() const { return plans_.layout; }
  bool has_rotation(BodyIndex b) const { return b < num_bodies_ && layout().size(b) == 6; }
  bool has_position(BodyIndex b) const { return b < num_bodies_ && layout().active(b); }
  /// Component of v of state `i` of an element with states.
  int state_component(const ElementInfo& element, int i) const {
    return layout().offset(element.states) + i;
  }
  const SystemParts& parts() const { return parts_; }
  const Vec3& gravity() const { return parts_.gravity; }

  const VectorXd& metric() const { return metric_; }
  const std::vector<NormBlock>& norm_blocks() const { return norm_blocks_; }
  const std::vector<bool>& is_angle() const { return is_angle_; }
  const std::vector<bool>& is_rotational_row() const { return is_rotational_row_; }
  bool is_holonomic_row(int row) const { return is_holonomic_row_[static_cast<std::size_t>(row)]; }

  /// Of a body: that of its own inertia, without the mass of elements. Of states: 1 on the
  /// diagonal, 0 where they are algebraic.
  Mat6 CalcMassMatrix(BodyIndex b) const;
  /// The state as given, not yet assembled.
  void GetInitialState(VectorXd& q, VectorXd& v) const;
  /// Writes one body's state into q and v.
  void SetBodyState(BodyIndex b, const BodyState& state, VectorXd& q, VectorXd& v) const;
  BodyState GetBodyState(BodyIndex b, const VectorXd& q, const VectorXd& v) const;

  /// The body a component of v belongs to.
  BodyIndex FindBodyOfComponent(int i) const;
  /// First constraint row of an element.
  int first_row(const ElementInfo& element) const;
  int num_rows(const ElementInfo& element) const;
  std::string DescribeComponent(int i) const;
  std::string DescribeConstraint(int row) const;
  std::string NameOwner(int row) const;  ///< "joint 'hinge'": what a constraint row belongs to

  /// The first time after t [s] at which a law of an element breaks, by the order of the derivative
  /// of the accelerations that jumps.
  Break FindBreak(double t) const { return first_break_ ? first_break_(t) : Break{}; }
  int num_events() const { return num_events_; }  ///< event functions, see EventSource

  double CalcKineticEnergy(const ElementContext& x) const;  ///< [J]
  /// Of gravity and force elements [J]. @throws SolverError naming an element if that of a user is
  /// not finite.
  double CalcPotentialEnergy(const ElementContext& x) const;
  /// By what force `force` of parts().forces counts: 0 where it is switched off.
  double force_scale(int force, const ElementContext& x) const;
  /// What force `i` of parts().forces exerts on each of its bodies (see ForcePoolBase).
  std::vector<std::pair<BodyIndex, Vec6>> CalcLoads(int i, const ElementContext& x) const;

 private:
  friend class SystemEvaluator;
  friend class SystemParameters;

  /// Elements begin .. end − 1 of pool `pool`: the work of one task.
  struct Chunk {
    int pool;
    ElementRange range;
  };
  struct Plans {
    BlockLayout layout;
    BlockPattern pattern;
    MatrixPlan stiffness;            // forces, then constraints
    MatrixPlan damping;              // forces, then bodies
    std::optional<MatrixPlan> mass;  // forces, then bodies; none: no force has inertia
    MatrixPlan geometric_stiffness;  // constraints
    VectorPlan force;
    JacobianPlan jacobian;
    MatrixPlan reaction;  // constraint elements with a reaction force
    VectorPlan reaction_force;
  };
  struct ReactionForce {  // a constraint element that has one
    int pool;
    int index;
  };

  static std::vector<ReactionForce> FindReactionForces(const SystemParts& parts);
  static BreakFinder FindBreaks(const SystemParts& parts);
  static Plans MakePlans(SystemParts& parts, const std::vector<ReactionForce>& reaction_forces);
  void InitializeBodies();
  void AddStates(const BodyInfo& info, int offset);
  void InitializeElements();

  SystemParts parts_;
  std::vector<ReactionForce> reaction_forces_;
  Plans plans_;
  std::vector<Chunk> force_chunks_, constraint_chunks_;
  BreakFinder first_break_;  // empty: there are none
  int num_events_ = 0;
  int num_force_elements_ = 0;
  int num_elements_ = 0;
  std::vector<int> mass_blocks_;  // per body: its diagonal block in the pattern, −1: ground

  std::vector<RigidBodyInertia> inertias_;
  int num_bodies_ = 0;
  std::vector<int> configuration_offsets_;
  int configuration_size_ = 0;
  int memory_size_ = 0;
  VectorXd metric_;
  std::vector<NormBlock> norm_blocks_;
  std::vector<bool> is_angle_, is_rotational_row_, is_holonomic_row_;
};

}  // namespace trunnion
