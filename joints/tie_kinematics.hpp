// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/element.hpp"
#include "engine/core/turn.hpp"

/// A rigid body F (an interface frame) that moves with a place of a flexible body: the joint
/// between what joints and forces act on and the amplitudes of a floating frame of reference.
namespace trunnion {

/// Where an interface is, for amplitudes p: at X + u in the axes of the floating frame, turned by
/// the rotation vector θ.
struct TieState {
  BodyState frame;  ///< floating frame
  Vec3 X;           ///< [m]
  Vec3 u, theta;    ///< y = (u [m], θ [rad])
  Vec3 u_dot, theta_dot;
  BodyState F;
};

/// Equations   0 = r_F − r − R (X + u)                         [m], world
///             0 = ½ ax(E),  E = exp(−θ~) Rᵀ R_F              [rad], ax as in rotation.hpp
/// Components  (dr, dφ) of the floating frame, (du, dθ), (dr, dφ) of F: 18.
/// Range       E less than 180°; |θ| ≤ π, though shapes are linear: CalcTurn warns from 45° on and
///             ends a run at 172°.
/// Verified    tests/joints/interface_tie_test.cpp: nested automatic differentiation.
namespace tie {

using Rows = Vec6;
using Jacobian = Eigen::Matrix<double, 6, 18>;
using Matrix = Eigen::Matrix<double, 18, 18>;

Rows CalcResidual(const TieState& state);
Jacobian CalcJacobian(const TieState& state);                              ///< G
Rows CalcGamma(const TieState& state);                                     ///< G v' = γ
Matrix CalcGeometricStiffness(const TieState& state, const Vec6& lambda);  ///< ∂(Gᵀλ)/∂q
Jacobian CalcVelocityGradient(const TieState& state);                      ///< ∂(G v)/∂q
Turn CalcTurn(const TieState& state);                                      ///< |θ|

}  // namespace tie

}  // namespace trunnion
