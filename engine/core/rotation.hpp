// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

/// The rotation group SO(3): exponential, logarithm and their derivatives.
///
/// A rotation vector θ ∈ ℝ³ [rad] stands for the rotation by |θ| about θ/|θ|. Perturbations are
/// right (body-frame) ones: R exp(φ~). With R(t) = R₀ exp(θ(t)~) the body-frame angular velocity is
/// w = T(θ) θ', and θ' = T(θ)⁻¹ w.
/// Source: Chirikjian, Stochastic Models, Information Theory, and Lie Groups 2 (2012), 10.3;
/// T is there the right Jacobian J_r.
namespace trunnion {

/// Skew matrix a~ with a~ b = a × b.
inline Mat3 Skew(const Vec3& a) {
  Mat3 s;
  s << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return s;
}

/// ax(Y) = (Y₃₂−Y₂₃, Y₁₃−Y₃₁, Y₂₁−Y₁₂), so that ⟨Y, φ~⟩ = φ · ax(Y).
inline Vec3 Axial(const Mat3& Y) {
  return {Y(2, 1) - Y(1, 2), Y(0, 2) - Y(2, 0), Y(1, 0) - Y(0, 1)};
}

/// exp(θ~). Any θ.
Mat3 RotationExp(const Vec3& theta);

/// The rotation vector of R with |θ| ≤ π. Accurate for all angles, π included (where the sign of θ
/// is arbitrary).
Vec3 RotationLog(const Mat3& R);

/// RotationLog(Aᵀ B), without the product where the angle is below 60°.
Vec3 RelativeRotationVector(const Mat3& A, const Mat3& B);

/// T(θ) with w = T(θ) θ'; T(θ)ᵀ = T(−θ). Any θ.
Mat3 RotationTangent(const Vec3& theta);

/// T(θ) θ', without the matrix.
Vec3 TimesRotationTangent(const Vec3& theta, const Vec3& rate);

/// T(θ)⁻¹ = I + θ~/2 + c(|θ|) θ~². |θ| < 2π.
Mat3 RotationTangentInverse(const Vec3& theta);

/// ∂(T(θ)⁻¹ a)/∂θ at fixed a ∈ ℝ³. |θ| < 2π.
Mat3 RotationTangentInverseDerivative(const Vec3& theta, const Vec3& a);

/// Nearest rotation matrix to a nearly orthonormal R (one Newton step of the polar decomposition;
/// error squared each call).
inline Mat3 Reorthonormalize(const Mat3& R) {
  return 0.5 * R * (3.0 * Mat3::Identity() - R.transpose() * R);
}

/// A rotation whose third column is `axis` (any length > 0); the first is chosen away from it.
Mat3 FrameWithZ(const Vec3& axis);

/// As above, with the first column along the part of `x` normal to `axis`, which must not vanish.
Mat3 FrameWithZX(const Vec3& axis, const Vec3& x);

}  // namespace trunnion
