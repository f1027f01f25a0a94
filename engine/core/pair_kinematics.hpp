// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/pair_coordinate.hpp"

namespace trunnion {

/// Relative pose of two markers F (on A) and M (on B) with the building blocks of every joint and
/// coordinate: scalar functions c of the relative pose, their gradients ∂c/∂x and "Hessians"
/// H = ∂(gradient)/∂x with respect to the increments x = (dr_A, dφ_A, dr_B, dφ_B) ∈ ℝ¹².
///
/// Along a motion ẋ stands for the velocities, so for a row g = c(x):
///     ġ = gradient · ẋ ,   g̈ = gradient · ẍ + ẋᵀ H ẋ ,   ∂(gradient · ẋ)/∂x = ẋᵀ H .
/// H is not symmetric (rotational increments do not commute).
///
/// With a = p_AF (in A), b = p_BM (in B), Q = R_FM, D = p_FM in the world:
///     separation  n_W · D                          n fixed in the world   [m]
///     offset      n_F · (R_WFᵀ D)                  n fixed in F           [m]
///     distance    |D|                                                     [m]
///     orientation ⟨C, Q⟩ = Σ C_ij Q_ij             C constant             [–]
///     angle       atan2(⟨C_s, Q⟩, ⟨C_c, Q⟩)                               [rad]
/// D is formed from r_B − r_A first, so a far origin costs no digits. The Add...Hessian functions
/// accumulate and, for the first two and the orientation, are linear in n or C: a weighted sum of
/// rows costs as much as one row.
/// Verified  tests/core/pair_coordinate_test.cpp.
class PairKinematics {
 public:
  /// What parts are computed: `separations` is enough for separation and distance.
  enum class Parts { all, separations };

  /// Refers to its arguments.
  PairKinematics(const MarkerPair& pair,
                 const BodyState& A,
                 const BodyState& B,
                 Parts parts = Parts::all);

  const Mat3& R_FM() const { return Q_; }
  const Vec3& p_FM_W() const { return D_; }               ///< p_WM − p_WF [m], world
  Vec3 p_FM_F() const { return R_WF_.transpose() * D_; }  ///< the same in F

  double Separation(const Vec3& n_W, Vec12& gradient) const;
  double Offset(const Vec3& n_F, Vec12& gradient) const;
  /// At D = 0, where the direction is undefined, gradient and Hessian are zero.
  double Distance(Vec12& gradient) const;
  double Orientation(const Mat3& C, Vec12& gradient) const;
  /// In ]−π, π]; where both functions vanish the value and the derivatives are zero.
  double Angle(const Mat3& C_s, const Mat3& C_c, Vec12& gradient) const;

  void AddSeparationHessian(const Vec3& n_W, Mat12& H) const;
  void AddOffsetHessian(const Vec3& n_F, Mat12& H) const;
  void AddDistanceHessian(double weight, Mat12& H) const;
  void AddOrientationHessian(const Mat3& C, Mat12& H) const;
  void AddAngleHessian(const Mat3& C_s, const Mat3& C_c, double weight, Mat12& H) const;

 private:
  double Value(const Mat3& C) const { return C.cwiseProduct(Q_).sum(); }

  const Vec3 &a_, &b_;
  const Mat3 &R_A_, &R_B_, &R_AF_, &R_BM_;
  Vec3 D_;
  Mat3 R_WF_, Q_;
};

/// C_s, C_c of the twist of M about z_F: ⟨C_s, Q⟩ = Q₂₁ − Q₁₂, ⟨C_c, Q⟩ = Q₁₁ + Q₂₂.
Mat3 TwistSine();
Mat3 TwistCosine();

}  // namespace trunnion
