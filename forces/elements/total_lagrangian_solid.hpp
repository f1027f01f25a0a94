// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "forces/elements/solid_inertia.hpp"
#include "forces/elements/solid_law.hpp"

namespace trunnion {

/// A solid element of N points and P integration points at any displacement and strain.
///
///     F = Σ rᵢ ⊗ ∇Nᵢ,   V = Σₚ W(F) dV,   fᵢ = −Σₚ F (S + β C E') ∇Nᵢ dV,   E' = sym(Fᵀ F')
///
/// with gradients and volumes of the reference shape, so that its placement in the world and large
/// rotations need nothing special: the element exerts no force in any rigid motion, and its damping
/// none in any rigid velocity.
///
/// Energy    V [J] and the weight's; mass, weight and α of SolidInertia.
/// Reference Belytschko, Liu, Moran & Elkhodary, Nonlinear finite elements, 2nd ed. (2014), 4.9.
/// Verified  tests/forces/solid_element_test.cpp: finite differences, energy, rigid motion, patch;
///           tests/validation/mesh_body_test.cpp: CalculiX with NLGEOM.
template <int N, int P>
class TotalLagrangianSolid {
 public:
  static constexpr int kBodies = N;
  static constexpr int kBlockSize = 3;
  using Vector = LocalVector<N, 3>;
  using Matrix = LocalMatrix<N, 3>;
  using Gradient = Eigen::Matrix<double, N, 3>;

  struct Point {
    Gradient gradient;  ///< ∇N [1/m]
    double volume;      ///< dV [m³], > 0
  };

  TotalLagrangianSolid(const SolidInertia<N>& inertia,
                       const std::array<Point, P>& points,
                       std::shared_ptr<const SolidLaw> law)
      : inertia_(inertia), points_(points), law_(std::move(law)) {}

  const std::array<BodyIndex, N>& bodies() const { return inertia_.points(); }
  const SolidInertia<N>& inertia() const { return inertia_; }

  void CalcForce(const ElementContext& x, Vector& f) const;
  void Linearize(const ElementContext& x, Matrix& f_q, Matrix& f_v) const;
  double CalcEnergy(const ElementContext& x) const;
  /// Of the deformation alone [J].
  double CalcStrainEnergy(const ElementContext& x) const;

  void AddInertia(const ElementContext& x, Vector& f) const { inertia_.AddInertia(x, f); }
  void LinearizeInertia(const ElementContext&, Matrix& M, Matrix&, Matrix&) const {
    inertia_.CalcMass(M);
  }
  double CalcKineticEnergy(const ElementContext& x) const { return inertia_.CalcKineticEnergy(x); }

 private:
  SolidInertia<N> inertia_;
  std::array<Point, P> points_;
  std::shared_ptr<const SolidLaw> law_;
};

}  // namespace trunnion
