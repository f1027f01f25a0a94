// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>
#include <string>

#include "engine/core/element.hpp"
#include "engine/core/pair_kinematics.hpp"
#include "joints/joint_definition.hpp"
#include "joints/joint_types.hpp"

namespace trunnion {

/// Value and rate of one relative coordinate [m, m/s] or [rad, rad/s].
struct CoordinateValue {
  double value = 0;
  double rate = 0;
};

/// A force and the torque about a stated point, both in world axes [N; N·m].
struct Reaction {
  Vec3 force = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};

/// A joint between frame F on body A and frame M on body B, of any JointType.
///
/// Unknowns   x = (dr_A, dφ_A, dr_B, dφ_B) ∈ ℝ¹² and λ ∈ ℝ^rows [N, or N·m where is_rotational].
/// Equations  g(x) ∈ ℝ^rows as in the header of the joint (joints/revolute.hpp, ...); g_t = 0.
/// Blocks     all from gradient and Hessian H_i of each row (engine/core/pair_kinematics.hpp):
///            G_i = gradient_i, K = Σ λ_i H_i, L_i = ẋᵀ H_i, γ_i = −ẋᵀ H_i ẋ.
/// Memory     one slot if the joint has a twist angle (revolute, cylindrical, planar, screw,
///            parallel axes): the last accepted multi-turn angle [rad]. Without memory in the
///            context the angle is the one in ]−π, π].
/// Verified   tests/joints/joint_test.cpp: every type against central differences and automatic
///            differentiation, invariance under rigid motions, balance, rank of G.
class Joint {
 public:
  static constexpr int kBodies = 2;
  static constexpr int kMaxRows = JointDefinition::kMaxRows;

  /// Use MakeJoint, which checks the parameters.
  Joint(JointType type, const JointParameters& parameters);

  JointType type() const { return type_; }
  const MarkerPair& pair() const { return parameters_.pair; }
  std::array<BodyIndex, 2> bodies() const { return {pair().A, pair().B}; }
  int num_rows() const { return definition_->num_rows; }
  /// 6 − rows: the relative freedoms left; each joint's rows are independent on its branch.
  int num_freedoms() const { return 6 - num_rows(); }
  bool is_rotational(int row) const {
    return definition_->rows[row].kind == JointRow::Kind::orientation;
  }

  /// The blocks of the ConstraintElement concept.
  void Calc(const ElementContext& context,
            LocalRows<kMaxRows>& g,
            LocalRows<kMaxRows>& g_t,
            LocalJacobian<2, kMaxRows>& G) const;
  void CalcGamma(const ElementContext& context, LocalRows<kMaxRows>& gamma) const;
  void CalcGeometricStiffness(const ElementContext& context,
                              std::span<const double> lambda,
                              LocalMatrix<2>& K) const;
  void CalcVelocityGradient(const ElementContext& context, LocalJacobian<2, kMaxRows>& L) const;

  /// Friction, if the joint has it (ReactionForceElement).
  bool has_reaction_force() const { return parameters_.friction.has_value(); }
  const std::optional<JointFriction>& friction() const { return parameters_.friction; }
  void CalcReactionForce(const ElementContext& context,
                         std::span<const double> lambda,
                         LocalVector<2>& f) const;
  void LinearizeReactionForce(const ElementContext& context,
                              std::span<const double> lambda,
                              LocalMatrix<2>& f_q,
                              LocalMatrix<2>& f_v,
                              LocalJacobian<2, kMaxRows>& f_lambda) const;

  /// The relative coordinates of the joint, as listed in its header.
  int num_coordinates() const { return definition_->num_coordinates; }
  const JointCoordinate& coordinate(int i) const { return definition_->coordinates[i]; }
  /// @param[out] out  at least num_coordinates() long.
  void CalcCoordinates(const ElementContext& context, std::span<CoordinateValue> out) const;

  /// What the joint exerts on B: the force and its torque about Mo, in world axes. It is
  /// −Gᵀλ on B, carried over from the centre of mass.
  Reaction CalcReaction(const ElementContext& context, std::span<const double> lambda) const;
  /// What the joint exerts on A: the force and its torque about Fo, in world axes.
  Reaction CalcReactionOnA(const ElementContext& context, std::span<const double> lambda) const;

  /// False if the pose is near a spurious root of the equations (see JointBranch): then the model
  /// is drawn with an axis reversed, or the marker points of a distance joint coincide.
  bool IsOnRightBranch(const ElementContext& context) const;
  /// How far the axes are from where the joint wants them [rad]: the angle of z_F and z_M, of F and
  /// M, or of the twist; 0 for joints without such a root.
  double CalcMisalignment(const ElementContext& context) const;
  /// g and G with angles in place of their sines, so that the right branch is the only root and G
  /// has full rank from any pose: for the assembly. Equal to Calc at the root, to first order.
  void CalcSingleRoot(const ElementContext& context,
                      LocalRows<kMaxRows>& g,
                      LocalJacobian<2, kMaxRows>& G) const;
  /// What an equation holds, in the axes of marker F: "rotation about y", for messages.
  std::string DescribeRow(int row) const;

  /// Element memory (ElementWithMemory).
  int num_memory() const { return has_twist_ ? 1 : 0; }
  void set_memory(int first) { memory_ = first; }
  void UpdateMemory(const ElementContext& context, std::span<double> all_memory) const;
  /// The first value: the angle in ]−π, π], for a screw the turn that fits its offset best.
  void InitializeMemory(const ElementContext& context, std::span<double> all_memory) const;

 private:
  PairKinematics MakeKinematics(const ElementContext& context) const;
  PairKinematics MakeRowKinematics(const ElementContext& context) const;
  FrictionState MakeFrictionState(const ElementContext& context,
                                  const LocalJacobian<2, kMaxRows>& G,
                                  std::span<const double> lambda) const;
  double Unwrap(double angle, const ElementContext& context) const;
  double CalcTwist(const PairKinematics& x, const ElementContext& context, Vec12& gradient) const;
  double CalcRow(const JointRow& row,
                 const PairKinematics& x,
                 const ElementContext& context,
                 Vec12& gradient) const;
  void AddRowHessian(const JointRow& row, const PairKinematics& x, Mat12& H) const;
  CoordinateValue CalcCoordinate(const JointCoordinate& coordinate,
                                 const PairKinematics& x,
                                 const ElementContext& context) const;

  JointType type_;
  bool has_twist_ = false;
  PairKinematics::Parts row_parts_ = PairKinematics::Parts::separations;
  int memory_ = 0;
  JointParameters parameters_;
  const JointDefinition* definition_;  // an immutable constant of the program
};
static_assert(ReactionForceElement<Joint> && ElementWithMemory<Joint>);

}  // namespace trunnion
