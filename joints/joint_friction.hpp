// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/element.hpp"
#include "engine/core/pair_coordinate.hpp"

namespace trunnion {

enum class JointType;

/// Dry friction of a revolute, prismatic or cylindrical joint, from the reaction that it carries.
///
/// Slip       between the surfaces: s = r ω (revolute), u (prismatic), (u, r ω) (cylindrical), with
///            u [m/s] and ω [rad/s] the velocity of M along and about the axis z_F.
/// Press      N = N₀ + |F_⊥| + |T_⊥|/a_b [+ |T_z|/a_t, prismatic], with the force F and the torque
///            T about Mo that the joint exerts on B, ⊥ normal to the axis. A bearing of two ends, ℓ
///            apart, takes T by forces ± T/ℓ, so a_b = ℓ/2; a guide of width b has a_t = b/2.
/// Force      −μ N tanh(|s|/v_s) s/|s|, as a force along the axis and a torque r × it; a revolute
///            adds the torque of its thrust collar, −μ |F_z| tanh(|r_a ω|/v_s) r_a sign ω. Equal
///            and opposite on A, at Mo.
/// Energy     power −μ N |s| tanh(|s|/v_s) ≤ 0.
/// Range      regularized: a joint that should stick creeps at v_s atanh(load / (μ N)), which
///            bounds its drift; the damping of the stuck joint, μ N/v_s, is what makes it stiff.
///            Where the joint has redundant rows the reaction, and so N, is not unique: that of the
///            rows solved with is taken.
/// Reference  Haug, Computer-Aided Kinematics and Dynamics (1989) section 10 for multipliers as
///            normal forces; the split into radial, axial and bending parts is usual in multibody
///            codes (MSC Adams, joint friction).
/// Verified   tests/joints/joint_friction_test.cpp: differences, balance, power;
///            tests/system/friction_test.cpp: incline and pin in closed form.
struct JointFriction {
  double coefficient = 0;           ///< μ ≥ 0
  double stiction_velocity = 1e-3;  ///< v_s > 0 [m/s]: there 76 % of μ N are reached
  double radius = 0;                ///< r [m], > 0; of revolute and cylindrical only
  double axial_radius = 0;          ///< r_a [m] of the thrust collar; 0: none; of revolute only
  double bending_arm = 0;           ///< a_b [m]; 0: bending does not press
  double torsion_arm = 0;           ///< a_t [m]; 0: torsion does not press; of prismatic only
  double preload = 0;               ///< N₀ ≥ 0 [N]
};

/// True for the types above.
bool TakesFriction(JointType type);
/// @throws ModelError if a number is out of range or does not belong to the type.
void RequireValid(const JointFriction& friction, JointType type);

/// A joint's friction at one state.
struct FrictionState {
  JointType type;
  const MarkerPair& pair;
  const BodyState& A;
  const BodyState& B;
  Vec6 reaction;  ///< on B: force [N] in the world, torque about the centre of mass in B [N·m]
};

/// Generalized forces on (A, B).
void CalcJointFriction(const JointFriction& friction, const FrictionState& x, LocalVector<2>& f);
/// Overwrites ∂f/∂(dr, dφ) and ∂f/∂(r', w) at fixed reaction, and f_w = ∂f/∂reaction ∈ ℝ¹²ˣ⁶.
void LinearizeJointFriction(const JointFriction& friction,
                            const FrictionState& x,
                            LocalMatrix<2>& f_q,
                            LocalMatrix<2>& f_v,
                            Eigen::Matrix<double, 12, 6>& f_w);

}  // namespace trunnion
