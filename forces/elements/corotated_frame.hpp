// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

#include "engine/core/element.hpp"
#include "engine/core/pose.hpp"

/// The numbers K of frames for which the templates here and in superelement.hpp are compiled.
#define TRUNNION_SUPERELEMENT_SIZES(X) X(2) X(3) X(4) X(5) X(6)

namespace trunnion {

/// A frame on each of K bodies, and how these frames lie to each other when nothing is deformed.
template <int K>
struct FrameGroup {
  std::array<BodyIndex, K> bodies{};
  std::array<Pose, K> X_BF{};  ///< pose of frame i in the body frame of its body, constant
  std::array<Pose, K> X_EF{};  ///< pose of frame i in the element frame E, undeformed
};

/// Frame E that follows K frames in the mean, and their deformation seen from it.
///
///     Σ θᵢ = 0,  θᵢ = Log(R_Eᵀ R_i R_EFᵢᵀ)          defines R_E, the mean of the rotations
///     uᵢ = R_Eᵀ (pᵢ − p₁) − (xᵢ − x₁)               xᵢ the origin of frame i in E, undeformed
///     e = (u₁, θ₁, …, u_K, θ_K) ∈ ℝ⁶ᴷ               [m; rad], u₁ = 0
///
/// e does not change under a rigid motion of everything. That u counts from the first frame makes
/// no difference to matrices that give no force under a translation of all frames. With yᵢ = (R_Eᵀ
/// δpᵢ, R_Eᵀ × rotation increment of body i) the increments in E axes,
///
///     y = B x,   δe = D y,   φ_E = Φ y   (rotation increment of E, in E axes)
///     δuᵢ = yᵖᵢ − yᵖ₁ + ûᵢ~ φ_E,   δθᵢ = Gᵢ (yʳᵢ − φ_E),   Gᵢ = T(θᵢ)⁻ᵀ,   φ_E = (Σ Gᵢ)⁻¹ Σ Gᵢ yʳᵢ
///
/// with ûᵢ = R_Eᵀ (pᵢ − p₁) and x the increments (dr, dφ) of the bodies. For K = 2, E has the
/// orientation of the mid frame of forces/elements/mid_frame.hpp.
/// The mean is that nearest to a remembered one, so that E goes on when two frames are turned by
/// more than π against each other, where the mean of their rotations jumps.
/// Range     rotations θᵢ < π; the equation for R_E is singular where they are π.
/// Reference mean of rotations: Moakher, SIAM J. Matrix Anal. Appl. 24 (2002) 1-16; co-rotated
///           deformation forces: Yen & Petzold (1994), section 5.
/// Verified  tests/forces/superelement_test.cpp.
template <int K>
struct CorotatedFrame {
  using Vector = LocalVector<K>;
  using Matrix = LocalMatrix<K>;
  using Turn = Eigen::Matrix<double, 3, 6 * K>;

  Mat3 R_E;                   ///< axes of E in the world
  std::array<Vec3, K> u_hat;  ///< ûᵢ [m]
  std::array<Mat3, K> C;      ///< axes of body i in E
  std::array<Mat3, K> G;      ///< Gᵢ
  Mat3 mean_inverse;          ///< (Σ Gᵢ)⁻¹
  Vector e;

  Matrix CalcB(const FrameGroup<K>& frames) const;
  Turn CalcTurn() const;  ///< Φ
  Matrix CalcD(const Turn& turn) const;

  /// Dᵀ S.
  Vector CalcWrenches(const Vector& S) const;
  /// ∂(Dᵀ S)/∂y at fixed S, given D.
  Matrix CalcWrenchGradient(const Vector& S, const Matrix& D) const;
  /// Bᵀ W, the generalized forces of wrenches W in E axes at the frames.
  Vector CalcForce(const FrameGroup<K>& frames, const Vector& W) const;
  /// ∂(Bᵀ W)/∂y at fixed W.
  Matrix CalcForceGradient(const FrameGroup<K>& frames, const Vector& W, const Turn& turn) const;

  /// Velocities y' = B v, counted from the translation of frame 1.
  Vector CalcVelocity(const FrameGroup<K>& frames, std::span<const BodyState> all) const;
  /// ė = D y'.
  Vector CalcRate(const Vector& y_dot) const;
  /// ω_E = Φ y'.
  Vec3 CalcSpin(const Vector& y_dot) const;
  /// ∂ω_E/∂y at fixed velocities of the bodies.
  Turn CalcSpinGradient(const Vector& y_dot, const Turn& turn, const Matrix& D) const;
  /// ∂(Φᵀ c)/∂y, given ∂c/∂y.
  Matrix CalcTurnGradient(const Vec3& c, const Turn& c_y, const Matrix& D) const;
  /// ∂ė/∂y at fixed velocities of the bodies, given D.
  Matrix CalcRateGradient(const FrameGroup<K>& frames,
                          std::span<const BodyState> all,
                          const Vector& y_dot,
                          const Turn& turn,
                          const Matrix& D) const;

 private:
  Turn CalcOwnRotationGradient(
      int i, const Vector& y_dot, const Vec3& w_E, const Turn& turn, const Matrix& D) const;
};

/// @param remembered  Log of R_E from frame 1 as undeformed, −θ₁, at the last accepted state [rad]:
///                    where the mean is looked for.
template <int K>
CorotatedFrame<K> CalcCorotatedFrame(const FrameGroup<K>& frames,
                                     std::span<const BodyState> all,
                                     const Vec3& remembered = Vec3::Zero());

/// True if a frame is turned against the first by more than 60°: then the mean must be remembered.
template <int K>
bool IsFarTurned(const FrameGroup<K>& frames, std::span<const BodyState> all);

}  // namespace trunnion
