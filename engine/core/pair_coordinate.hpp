// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "engine/core/element.hpp"
#include "engine/core/pose.hpp"

namespace trunnion {

/// Two markers: frame F on body A and frame M on body B, both constant in their body. Body frames
/// have their origin in the centre of mass.
struct MarkerPair {
  BodyIndex A = kGround;
  BodyIndex B = kGround;
  Pose X_AF = {};     ///< pose of F in A
  Pose X_BM = {};     ///< pose of M in B
  double radius = 0;  ///< of the disc in the x-y plane of M, for CoordinateKind::disc_height [m]
};

/// Scalar functions of the pose of M relative to F, from which joints, couplings, springs, stops
/// and motors are made. d = p_FM expressed in F, Q = R_FM.
enum class CoordinateKind {
  offset_x,  ///< d_x [m]
  offset_y,  ///< d_y [m]
  offset_z,  ///< d_z [m]
  distance,  ///< |d| [m]; its direction is undefined at 0, where the derivatives are taken as zero
  angle,  ///< twist of M about z_F: atan2(Q₂₁ − Q₁₂, Q₁₁ + Q₂₂) [rad], ]−π, π]; equal to the
          ///< hinge angle when the z axes coincide
  /// Height of the lowest point of a thin disc over a plane, d_z − radius sqrt(1 − Q₃₃²) [m]: the
  /// disc has its centre in M and its axis along z_M, the plane is x-y of F. Undefined where the
  /// disc lies flat, Q₃₃ = ±1; the tilt counts as zero there.
  disc_height,
};
inline bool is_angle(CoordinateKind kind) { return kind == CoordinateKind::angle; }

/// Value and derivatives of a scalar coordinate c of two bodies, with respect to the increments
/// x = (dr_A, dφ_A, dr_B, dφ_B) ∈ ℝ¹².
struct CoordinateDerivatives {
  double value = 0;                ///< c [m or rad]
  Vec12 gradient = Vec12::Zero();  ///< ∂c/∂x, so that c' = gradient · (r'_A, w_A, r'_B, w_B)
  /// ∂(gradient)/∂x; row i, column j: derivative of gradient_i along x_j. Not symmetric, because
  /// rotational increments do not commute.
  Mat12 hessian = Mat12::Zero();
};

/// c and its gradient (the Hessian is left alone).
void CalcCoordinate(CoordinateKind kind,
                    const MarkerPair& pair,
                    const BodyState& A,
                    const BodyState& B,
                    CoordinateDerivatives& out);

/// c, gradient and Hessian.
void CalcCoordinateHessian(CoordinateKind kind,
                           const MarkerPair& pair,
                           const BodyState& A,
                           const BodyState& B,
                           CoordinateDerivatives& out);

/// The representative of `angle` + 2πk nearest to `reference` [rad]: how multi-turn angles stay
/// continuous.
double UnwrapAngle(double angle, double reference);

}  // namespace trunnion
