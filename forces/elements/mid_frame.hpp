// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

/// Deformation of two frames F and M seen from the frame halfway between them.
///
/// With d = p_FM in F axes, Q = R_FM, θ = Log Q (engine/core/rotation.hpp) and A = exp(θ~/2), the
/// axes of the mid frame in F,
///
///     e = (u, θ),   u = Aᵀ d                                      [m; rad]
///     δe = E (δd, ψ),   ψ the rotation increment of M from F, in F axes,
///
///     E = [ Aᵀ   u~ P ]       P = Aᵀ (I + A)⁻¹ = Aᵀ − (I − t~)/2,   t = tan(|θ|/4) θ/|θ|
///         [ 0    T⁻ᵀ  ]       P ψ is the rotation of the mid frame, in its own axes
///
/// With the chord as stretch e₁ = |d| in place of u₁, δe₁ = nᵀ δd with n = d/|d|: an elongation of
/// the straight line between the ends, which a rotation of that line against the mid frame leaves
/// alone.
///
/// e does not change under a rigid motion of both frames. θ is the same seen from F, from M and
/// from the mid frame, and exchanging F and M changes the sign of e only: no end is preferred.
/// Range     |θ| < 2π, followed beyond π (engine/core/followed_rotation.hpp); u and with it V would
///           jump with Log there.
/// Reference Crisfield & Jelenić, Proc. R. Soc. London A 455 (1999) 1125-1147: the rotation halfway
///           is that of linear interpolation of the relative rotation vector at the mid point.
/// Verified  tests/forces/beam_test.cpp.
namespace trunnion {

struct MidFrameDeformation {
  Vec3 u;      ///< [m], mid-frame axes
  Vec3 theta;  ///< [rad], F, M or mid-frame axes alike
  Mat3 A;      ///< axes of the mid frame in F
  Mat3 P;      ///< rotation of the mid frame for a unit of ψ
  Mat3 G;      ///< T(θ)⁻ᵀ: δθ = G ψ
  bool chord;  ///< e₁ is |d|

  Vec6 e() const;
  /// E ∈ ℝ⁶ˣ⁶.
  Mat6 CalcE() const;
  /// E ν for ν = (d', ω).
  Vec6 CalcRate(const Vec6& nu) const;
  /// Eᵀ S.
  Vec6 CalcWrench(const Vec6& S) const;
  /// ∂(E ν)/∂(d, ψ) at fixed ν.
  Mat6 CalcRateGradient(const Vec6& nu) const;
  /// ∂(Eᵀ S)/∂(d, ψ) at fixed S.
  Mat6 CalcWrenchGradient(const Vec6& S) const;

 private:
  Vec3 Direction() const { return A * u.normalized(); }  // n
  /// ∂n/∂d.
  Mat3 CalcDirectionGradient() const;
};

/// @param remembered  θ at the last accepted state; zero: Log Q.
MidFrameDeformation CalcMidFrame(const Vec3& d,
                                 const Mat3& Q,
                                 bool chord = false,
                                 const Vec3& remembered = Vec3::Zero());

}  // namespace trunnion
