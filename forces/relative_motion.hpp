// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/pair_coordinate.hpp"

/// Relative motion of two markers in six components: what a bushing deforms by.
///
///     d = R_Fᵀ (p_M − p_F)                        offset of Mo from Fo, in F axes [m]
///     Q = R_Fᵀ R_M                                axes of M in F
///     ν = H v = (d', ω)                           rate of d, and angular velocity of M relative
///                                                 to F, both in F axes [m/s; rad/s]
///     f = Hᵀ W                                    generalized forces of a wrench W = (force,
///     torque)
///                                                 in F axes on B at Mo, and −W on A at the same
///                                                 point: forces and moments balance
///
/// with C = R_Fᵀ R_B and the arms a_A, a_B of Mo from the centres of mass of A and B, in F axes,
///
///     H = [ −R_Fᵀ   a_A~ R_AFᵀ    R_Fᵀ   −a_B~ C ]
///         [  0      −R_AFᵀ        0       C      ]  ∈ ℝ⁶ˣ¹².
///
/// d comes from the difference of the body positions, so that a far origin costs no digits.
/// Verified  tests/forces/relative_motion_test.cpp: H, N and the geometric term by differences.
namespace trunnion {

struct RelativeMotion {
  using Mat6x12 = Eigen::Matrix<double, 6, 12>;

  Vec3 d;      ///< [m], F axes
  Mat3 Q;      ///< R_FM
  Mat3 R_F;    ///< axes of F in the world
  Mat3 R_AF;   ///< axes of F in A
  Mat3 C;      ///< axes of B in F
  Vec3 arm_A;  ///< Mo from the centre of mass of A, in F axes [m]
  Vec3 arm_B;  ///< Mo from the centre of mass of B, in F axes [m]
  Vec6 nu;     ///< ν

  /// ν = H v; also ∂(d, ψ)/∂x with ψ the rotation increment of M from F, in F axes.
  Mat6x12 CalcH() const;
  /// f = Hᵀ W, without H.
  Vec12 CalcForce(const Vec6& W) const;
};

RelativeMotion CalcRelativeMotion(const MarkerPair& pair, const BodyState& A, const BodyState& B);

/// The state with all bodies of an element: x.bodies[pair.A], x.bodies[pair.B].
RelativeMotion CalcRelativeMotion(const MarkerPair& pair, const ElementContext& x);

/// N = ∂(H v)/∂x at fixed v = (r'_A, w_A, r'_B, w_B).
RelativeMotion::Mat6x12 CalcRateGradient(const RelativeMotion& k,
                                         const BodyState& A,
                                         const BodyState& B);

/// Adds ∂(Hᵀ W)/∂x at fixed W, the geometric stiffness of the wrench, to f_q.
void AddWrenchGradient(const RelativeMotion& k, const Vec6& W, LocalMatrix<2>& f_q);

}  // namespace trunnion
