// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "forces/elements/elastic_material.hpp"
#include "forces/elements/solid_shape.hpp"

/// Matrices and loads of one solid element with reference positions X of its nodes (n×3, [m]).
///
/// Unknowns are node-major: u = (u₁ₓ, u₁ᵧ, u₁ᵤ, u₂ₓ, ...) ∈ ℝ³ⁿ [m]. With ∂N/∂X and dV = w det J of
/// each integration point, and ε = B u in the Voigt order of ElasticMaterial:
///
///     K = Σ Bᵀ C B dV                  [N/m]
///     m = ρ Σ N Nᵀ dV,  M = m ⊗ I₃     [kg]
///     f = Σ N b dV                     [N]
///
/// hex8_incompatible adds the displacements (1 − ξₖ²) aₖ, with gradients taken with the Jacobian of
/// the centre, (det J₀/det J) J₀⁻ᵀ ∂/∂ξ, so that the patch test holds (QM6); the nine aₖ are
/// condensed, K = Kᵤᵤ − Kᵤₐ Kₐₐ⁻¹ Kₐᵤ, and have no mass.
///
/// Energy    ½ uᵀ K u [J]
/// Range     small strain, fixed orientation; total-Lagrangian and co-rotational elements are built
///           on SolidPoints and K.
/// Reference Zienkiewicz, Taylor & Zhu, The finite element method, 6th ed. (2005); Taylor,
///           Beresford & Wilson, Int. J. Numer. Meth. Eng. 10 (1976) 1211 (QM6); Hinton, Rock &
///           Zienkiewicz, Earthq. Eng. Struct. Dyn. 4 (1976) 245 (lumping).
/// Verified  tests/forces/solid_matrices_test.cpp: patch test, rigid motions, mass and inertia,
///           loads; tests/mesh/linear_mesh_test.cpp against CalculiX.
namespace trunnion {

/// Gradients and volumes at the integration points of one element, computed once.
struct SolidPoints {
  SolidType type;
  MatrixXd gradients;  ///< n×3P, [1/m]: columns 3p to 3p + 2 are ∂N/∂X at point p
  VectorXd volumes;    ///< P values w det J [m³], all > 0
  MatrixXd modes;      ///< 3×3P, ∂/∂X of the incompatible modes; no rows for other types

  int num_points() const { return static_cast<int>(volumes.size()); }
  auto gradient(int p) const { return gradients.middleCols<3>(3 * p); }  ///< n×3
  auto mode_gradient(int p) const { return modes.middleCols<3>(3 * p); }
};

/// @param rule  StiffnessRule(type) as a rule, or any other.
/// @param name  what the message calls the element, "element 12 of 'arm'".
/// @throws ModelError if X is not n×3 and finite, or det J ≤ 0 at a point or, for quadratic
///         elements, at a corner: an inverted, flat or too strongly curved element.
SolidPoints CalcSolidPoints(SolidType type,
                            const NodeMatrix& X,
                            std::span<const QuadraturePoint> rule,
                            const std::string& name);

/// B (6×3n) of gradients ∂N/∂X (n×3): ε = B u.
MatrixXd CalcStrainMatrix(const Eigen::Ref<const MatrixXd>& gradients);

/// K (3n×3n), symmetric to the last bit.
MatrixXd CalcStiffness(const SolidPoints& points, const Mat6& C);

/// Consistent m (n×n) [kg], M = m ⊗ I₃, by MassRule(type) or a coarser rule. The sum of all entries
/// is ρV. CalcSolidPoints has accepted X.
MatrixXd CalcConsistentMass(SolidType type,
                            const NodeMatrix& X,
                            std::span<const QuadraturePoint> rule,
                            double density);

/// Lumped masses of the nodes [kg], all > 0 with sum ρV: the diagonal of m scaled (HRZ).
NodeVector CalcLumpedMass(const Eigen::Ref<const MatrixXd>& consistent_mass);

/// ∫ N dV (n values, [m³]): a body force of density b [N/m³] loads node i with b times its share.
NodeVector CalcVolumeShares(SolidType type, const NodeMatrix& X);

/// Stresses [Pa] at the points, 6×P, of nodal displacements u ∈ ℝ³ⁿ.
Eigen::Matrix<double, 6, Eigen::Dynamic> CalcStress(const SolidPoints& points,
                                                    const Mat6& C,
                                                    const Eigen::Ref<const VectorXd>& u);

/// Displacement gradients ∂u/∂X of fields with nodal displacements U (3n×m): 9P×m, at each point
/// ∂u/∂X₁, ∂u/∂X₂, ∂u/∂X₃. Incompatible modes follow U as in K.
MatrixXd CalcDisplacementGradients(const SolidPoints& points,
                                   const Mat6& C,
                                   const Eigen::Ref<const MatrixXd>& U);

/// E (n×P): nodal values E s of values s at the stiffness points, by the least-squares fit that is
/// linear (tetrahedra) or trilinear (hexahedra) in ξ; constant for tet4.
/// Reference Hinton & Campbell, Int. J. Numer. Meth. Eng. 8 (1974) 461.
MatrixXd CalcExtrapolation(SolidType type);

}  // namespace trunnion
