// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "engine/core/element.hpp"

namespace trunnion {

/// Mass and weight of a solid element between N points: M = m ⊗ I₃, constant, without gyroscopic
/// terms, exact at any rotation.
///
///     f = −M r'' − α M r' + m̂ g,   m̂ᵢ = Σⱼ mᵢⱼ;   T = ½ r'ᵀ M r',   V = −Σ m̂ᵢ g · rᵢ
///
/// α [1/s] is the mass-proportional part of Rayleigh's damping; it damps rigid motion, too.
template <int N>
class SolidInertia {
 public:
  using Vector = LocalVector<N, 3>;
  using Matrix = LocalMatrix<N, 3>;
  using NodalMass = Eigen::Matrix<double, N, N>;
  using Points = Eigen::Matrix<double, 3, N>;

  /// @param mass   m [kg], symmetric; its sum is that of the element.
  /// @param alpha  ≥ 0 [1/s]
  SolidInertia(const std::array<BodyIndex, N>& points, const NodalMass& mass, double alpha)
      : points_(points), mass_(mass), alpha_(alpha) {}

  const std::array<BodyIndex, N>& points() const { return points_; }
  double mass() const { return mass_.sum(); }  ///< [kg]

  Points Positions(const ElementContext& x) const {
    Points r;
    for (int i = 0; i < N; ++i) r.col(i) = at(x, i).r;
    return r;
  }
  /// Positions relative to the first point: a far origin costs no digits.
  Points Shape(const ElementContext& x) const {
    Points r;
    for (int i = 0; i < N; ++i) r.col(i) = at(x, i).r - at(x, 0).r;
    return r;
  }
  Points Velocities(const ElementContext& x) const {
    Points v;
    for (int i = 0; i < N; ++i) v.col(i) = at(x, i).v;
    return v;
  }

  /// Adds the weight and the damping −α M r'.
  void AddForce(const ElementContext& x, Vector& f) const;
  void AddVelocityGradient(Matrix& f_v) const {
    if (alpha_ > 0) AddBlocks(-alpha_, f_v);
  }
  void AddInertia(const ElementContext& x, Vector& f) const;
  void CalcMass(Matrix& M) const {
    M.setZero();
    AddBlocks(1, M);
  }
  double CalcKineticEnergy(const ElementContext& x) const;    ///< [J]
  double CalcPotentialEnergy(const ElementContext& x) const;  ///< of the weight [J]

 private:
  const BodyState& at(const ElementContext& x, int i) const {
    return x.bodies[static_cast<std::size_t>(points_[static_cast<std::size_t>(i)])];
  }
  void AddBlocks(double factor, Matrix& out) const {
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i)
        for (int c = 0; c < 3; ++c) out(3 * i + c, 3 * j + c) += factor * mass_(i, j);
  }

  std::array<BodyIndex, N> points_;
  NodalMass mass_;
  double alpha_;
};

}  // namespace trunnion
