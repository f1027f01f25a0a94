// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "forces/elements/solid_inertia.hpp"

namespace trunnion {

/// A solid element of N points with a linear stiffness K in axes that turn with it: large rotation,
/// small strain; the class of forces for which the CM iteration was made.
///
///     F̄ = Σ rᵢ ⊗ bᵢ = R U (polar),   uᵢ = Rᵀ rᵢ − Xᵢ,   V = ½ uᵀ K u
///
/// with bᵢ = mean of ∇Nᵢ over the element. f is the exact −∂V/∂r, with the part from ∂R/∂r; its
/// moment vanishes as it must. With p = K u, h = (tr U I − U)⁻¹ Σ uᵢ × pᵢ:
///
///     Rᵀ fᵢ = −pᵢ − bᵢ × h
///
/// Damping is β K u' with the velocity relative to the turning axes, u' = P Rᵀ r'.
///
/// Energy    V [J] and the weight's; mass, weight and α of SolidInertia.
/// Range     U near the identity (strains up to a few per cent); not for an element pressed flat.
/// Reference Felippa & Haugen, Comput. Methods Appl. Mech. Eng. 194 (2005) 2285; Mostafa,
///           Sivaselvan & Felippa, Int. J. Numer. Meth. Eng. 95 (2013) 145 (polar decomposition).
/// Verified  tests/forces/solid_element_test.cpp: finite differences, energy, rigid motion;
///           tests/validation/mesh_body_test.cpp: CalculiX with NLGEOM.
template <int N>
class CorotationalSolid {
 public:
  static constexpr int kBodies = N;
  static constexpr int kBlockSize = 3;
  using Vector = LocalVector<N, 3>;
  using Matrix = LocalMatrix<N, 3>;
  using Points = Eigen::Matrix<double, 3, N>;

  /// @param X                reference positions, a column each [m]
  /// @param K                stiffness [N/m], symmetric, without force in rigid motions
  /// @param mean_gradients   bᵢ, a column each [1/m]
  /// @param viscosity        β ≥ 0 [s]
  /// @param gauss_newton     tangents without ∂P/∂r: R̂ Pᵀ K P R̂ᵀ, symmetric semi-definite
  CorotationalSolid(const SolidInertia<N>& inertia,
                    const Points& X,
                    const Matrix& K,
                    const Points& mean_gradients,
                    double viscosity,
                    bool gauss_newton = false)
      : inertia_(inertia),
        X_(X.colwise() - X.col(0)),
        K_(K),
        b_(mean_gradients),
        viscosity_(viscosity),
        gauss_newton_(gauss_newton) {}

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
  using Spins = Eigen::Matrix<double, 3, 3 * N>;  // a column for each displacement of a point
  struct Frame {
    Mat3 R, U, H;     // H = (tr U I − U)⁻¹
    Points local;     // Rᵀ r
    Vector u, p;      // p = K (u + β u')
    Vec3 h;           // H Σ uᵢ × pᵢ
    Points velocity;  // Rᵀ r'
    Vec3 spin;        // of the axes, in them [rad/s]
    Vector force;     // in the turning axes
  };
  Frame CalcFrame(const ElementContext& x) const;
  /// Γ: spins of the axes with displacements in them.
  Spins CalcSpins(const Frame& frame) const;
  /// P: displacements relative to the turning axes.
  Matrix CalcProjector(const Frame& frame, const Spins& spins) const;
  /// ∂f/∂r in the turning axes, without approximation.
  Matrix CalcTangent(const Frame& frame, const Spins& spins, const Matrix& P) const;

  SolidInertia<N> inertia_;
  Points X_;
  Matrix K_;
  Points b_;
  double viscosity_;
  bool gauss_newton_;
};

}  // namespace trunnion
