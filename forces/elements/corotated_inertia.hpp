// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "forces/elements/corotated_frame.hpp"

namespace trunnion {

/// Inertia of a part whose mass matrix is constant in the axes of its co-rotated frame E.
///
///     T = ½ y'ᵀ M y' [J],   y'ᵢ = R_Eᵀ (velocity of point i, angular velocity of body i)
///
/// with M ∈ ℝ⁶ᴷˣ⁶ᴷ, each frame's translations before its rotations [kg; kg·m; kg·m²]. With the
/// momenta π = M y' and ω_E = Φ y' the angular velocity of E, all in E axes, Lagrange's equations
/// give
///
///     −(M_x a + h) = Bᵀ (F − Φᵀ c),      c = Σ (ηᵢ × π^ηᵢ + αᵢ × π^αᵢ),   y'ᵢ = (ηᵢ, αᵢ)
///     Fᵖᵢ = −(π' + ω_E × π)^ηᵢ,          Fʳᵢ = −(π' + ω_E × π)^αᵢ + αᵢ × π^αᵢ
///
/// exactly, so that −(M_x a + h) · v = −dT/dt: the motion of a part without forces keeps its energy
/// and its momenta. A rigid part has the Newton-Euler equations.
///
/// Weight: the first moment of the part is m p₁ + R_E (S + A e), A = Σ over frames of the rows of
/// translation of M, S the one of the undeformed part; V = −g · (m p₁ + R_E (S + A e)) [J].
///
/// Reference the kinetic energy of co-rotational beams: Le, Battini & Hjiaj, Comput. Methods Appl.
///           Mech. Eng. 269 (2014) 538-565; the equations here are derived from it directly.
/// Verified  tests/forces/corotated_inertia_test.cpp.
template <int K>
class CorotatedInertia {
 public:
  using Vector = LocalVector<K>;
  using Matrix = LocalMatrix<K>;

  CorotatedInertia() = default;
  /// @param mass  M, symmetric.
  CorotatedInertia(const FrameGroup<K>& frames, const Matrix& mass);

  bool empty() const { return empty_; }
  const Matrix& mass() const { return mass_; }

  /// Adds −(M_x a + h) to f; `a` holds (r'', w') of the bodies of the group.
  void AddForce(const CorotatedFrame<K>& at,
                const FrameGroup<K>& frames,
                std::span<const BodyState> all,
                const Vector& a,
                Vector& f) const;
  /// Overwrites M_x and adds the derivatives of −(M_x a + h) to f_q and f_v.
  void Linearize(const CorotatedFrame<K>& at,
                 const FrameGroup<K>& frames,
                 std::span<const BodyState> all,
                 const Vector& a,
                 Matrix& M_x,
                 Matrix& f_q,
                 Matrix& f_v) const;
  double CalcKineticEnergy(const CorotatedFrame<K>& at,
                           const FrameGroup<K>& frames,
                           std::span<const BodyState> all) const;

  /// Weight in the acceleration of free fall g [m/s²], world.
  void AddWeight(const CorotatedFrame<K>& at,
                 const FrameGroup<K>& frames,
                 const Vec3& g,
                 Vector& f) const;
  void AddWeightGradient(const CorotatedFrame<K>& at,
                         const FrameGroup<K>& frames,
                         const Vec3& g,
                         Matrix& f_q) const;
  double CalcWeightEnergy(const CorotatedFrame<K>& at,
                          const FrameGroup<K>& frames,
                          std::span<const BodyState> all,
                          const Vec3& g) const;

 private:
  using Rows3 = Eigen::Matrix<double, 3, 6 * K>;

  Matrix mass_ = Matrix::Zero();
  Rows3 first_moment_ = Rows3::Zero();  // A
  Vec3 undeformed_ = Vec3::Zero();      // S
  double total_ = 0;                    // m
  bool empty_ = true;
};

/// (r'', w') of the bodies of a group; zero where the context has none.
template <int K>
LocalVector<K> LocalAccelerations(const ElementContext& x, const std::array<BodyIndex, K>& bodies) {
  LocalVector<K> a = LocalVector<K>::Zero();
  if (x.accelerations.empty()) return a;
  for (int i = 0; i < K; ++i)
    a.template segment<6>(6 * i) =
        x.accelerations[static_cast<std::size_t>(bodies[static_cast<std::size_t>(i)])];
  return a;
}

}  // namespace trunnion
