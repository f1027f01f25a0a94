// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "forces/elements/solid_inertia.hpp"
#include "forces/elements/solid_law.hpp"

namespace trunnion {

/// The hexahedron with 8 points and the incompatible modes of QM6 at any displacement and strain
/// (C3D8I with NLGEOM): bends without locking.
///
///     F = Σ rᵢ ⊗ ∇Nᵢ + Σₖ aₖ ⊗ gₖ,   V(r) = min over a of Σₚ W(F) dV,   f = −∂V/∂r
///
/// with gₖ of solid_matrices.hpp. The nine components of a solve their equations ∂V/∂a = 0 by
/// Newton's method in every evaluation, from a = 0: they are no unknowns of the System, and no
/// memory. Damping acts on the rate of strain with a' from these equations:
/// f_d = −Bᵀ β C B r', B the strain rate per velocity of the points.
///
/// Energy    V [J] and the weight's; mass, weight and α of SolidInertia; the modes have no mass.
/// Range     strains for which the elastic equations of the modes converge; beyond, f is NaN, which
///           solvers treat as a step too large. With β > 0 the tangent leaves out ∂f_d/∂r.
/// Reference Taylor, Beresford & Wilson, Int. J. Numer. Meth. Eng. 10 (1976) 1211; Simo & Armero,
///           Int. J. Numer. Meth. Eng. 33 (1992) 1413 (condensation at finite strain).
/// Verified  tests/forces/solid_element_test.cpp; tests/validation/mesh_body_test.cpp: CalculiX
///           with NLGEOM.
class IncompatibleSolid {
 public:
  static constexpr int kBodies = 8;
  static constexpr int kBlockSize = 3;
  using Vector = LocalVector<8, 3>;
  using Matrix = LocalMatrix<8, 3>;
  /// ∇N of the points, then gₖ of the modes [1/m].
  using Gradient = Eigen::Matrix<double, 11, 3>;

  struct Point {
    Gradient gradient;
    double volume;  ///< dV [m³], > 0
  };

  IncompatibleSolid(const SolidInertia<8>& inertia,
                    const std::array<Point, 8>& points,
                    std::shared_ptr<const SolidLaw> law)
      : inertia_(inertia), points_(points), law_(std::move(law)) {}

  const std::array<BodyIndex, 8>& bodies() const { return inertia_.points(); }
  const SolidInertia<8>& inertia() const { return inertia_; }

  void CalcForce(const ElementContext& x, Vector& f) const;
  void Linearize(const ElementContext& x, Matrix& f_q, Matrix& f_v) const;
  double CalcEnergy(const ElementContext& x) const;
  /// Of the deformation alone [J].
  double CalcStrainEnergy(const ElementContext& x) const;
  /// F at the integration points for positions r of the points, a column each [m].
  std::array<Mat3, 8> CalcDeformationGradients(const Eigen::Matrix<double, 3, 8>& r) const;

  void AddInertia(const ElementContext& x, Vector& f) const { inertia_.AddInertia(x, f); }
  void LinearizeInertia(const ElementContext&, Matrix& M, Matrix&, Matrix&) const {
    inertia_.CalcMass(M);
  }
  double CalcKineticEnergy(const ElementContext& x) const { return inertia_.CalcKineticEnergy(x); }

 private:
  using Places = Eigen::Matrix<double, 3, 11>;  // of the points, then aₖ
  using Gradients = Eigen::Matrix<double, 33, 1>;
  using Hessian = Eigen::Matrix<double, 33, 33>;

  /// The points and the modes in equilibrium with them; NaN if there is none.
  Places Solve(const Eigen::Matrix<double, 3, 8>& r) const;
  /// ∂V/∂(r, a) at given places, and the second derivatives (with the stiffness of stresses where
  /// it is asked for).
  void Differentiate(const Places& places, Gradients& g, Hessian* H, bool stresses) const;
  /// Σ Bᵀ β C B dV over points and modes.
  Hessian CalcDamping(const Places& places) const;

  SolidInertia<8> inertia_;
  std::array<Point, 8> points_;
  std::shared_ptr<const SolidLaw> law_;
};

}  // namespace trunnion
