// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

/// Three coordinates of the rotation Q = R_FM of a frame M against F: what rotational stiffness of
/// a bushing acts on. ψ is the rotation increment of M from F, in F axes: δQ = ψ~ Q.
///
///     rotation vector   θ = Log Q, followed beyond half a turn         gradient G = T(θ)⁻ᵀ
///     tilt and twist    Q = exp(σ~) exp(τ a~), σ ⊥ a, about an axis a of F and M;  σ + τ a
///     bryant            (−Q₂₃, Q₁₃, atan(Q₂₁/Q₂₂))
///
/// Tilt and twist: with m = Q a, s = a × m, c = a · m, α the angle between a and m,
///
///     σ = f s,  f = α/sin α           G = f (c I − m aᵀ) + g s sᵀ + a nᵀ,   n = (a + m)/(1 + c)
///     g = −df/dc = (1 − f c)/sin² α
///
/// It agrees with θ to second order in V = ½ k θ², differs by ½ σ × τ a; σ does not depend on τ, so
/// that M may turn about a for ever. Undefined at α = π.
///
/// Verified tests/forces/bushing_turns_test.cpp: gradients by automatic differentiation.
namespace trunnion {

struct RotationMeasure {
  Vec3 theta = Vec3::Zero();         ///< the coordinates [rad]
  Mat3 gradient = Mat3::Identity();  ///< G = ∂theta/∂ψ

  /// ∂(G ω)/∂ψ at fixed ω, and ∂(Gᵀ S)/∂ψ at fixed S. Of bryant measures not needed, zero.
  Mat3 CalcRateGradient(const Vec3& omega) const;
  Mat3 CalcTorqueGradient(const Vec3& S) const;

  enum class Kind { rotation_vector, tilt_and_twist, bryant } kind = Kind::rotation_vector;
  /// Of tilt and twist: as above, and g' = dg/dc.
  int axis = 2;
  Vec3 m = Vec3::UnitZ(), s = Vec3::Zero();
  double c = 1, f = 1, g = 1.0 / 3, dg = 0;
};

/// @param remembered  the rotation vector at the last accepted state, see FollowRotation.
RotationMeasure MeasureRotationVector(const Mat3& Q, const Vec3& remembered);
/// @param axis        a: 0, 1 or 2.
/// @param remembered  the twist at the last accepted state, which may have turned many times.
RotationMeasure MeasureTiltAndTwist(const Mat3& Q, int axis, double remembered);
/// @param remembered  the third angle at the last accepted state.
RotationMeasure MeasureBryant(const Mat3& Q, double remembered);

}  // namespace trunnion
