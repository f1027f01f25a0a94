// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "forces/elements/elastic_material.hpp"

namespace trunnion {

/// What a shell is made of.
struct ShellSection {
  double thickness = 0;         ///< t [m], > 0
  ElasticMaterial material{};   ///< in its own axes 1, 2, 3; 3 is normal to the shell
  Vec3 axis_1 = Vec3::UnitX();  ///< direction that gives, projected on the shell, material axis 1
  Vec3 axis_2 = Vec3::UnitY();  ///< gives axis 2 where axis_1 is normal to the shell
  double offset = 0;            ///< of the mid-surface from the nodes along the normal [m]
};

/// Linear stiffness and mass of a shell element with N = 3 or 4 nodes, in the axes of the given
/// positions; each node's translation (m) before its rotation (rad): [N/m; N; N·m] and
/// [kg; kg·m; kg·m²].
template <int N>
struct ShellMatrices {
  using Matrix = Eigen::Matrix<double, 6 * N, 6 * N>;
  Matrix stiffness = Matrix::Zero();
  Matrix mass = Matrix::Zero();
  double area = 0;  ///< of the mid-surface [m²]
};

/// A shell of first-order shear deformation without locking. With nodes xᵢ, directors Vᵢ (normals
/// of the bilinear surface there), displacements uᵢ and rotations θᵢ
///
///     u(ξ, z) = Σ Nᵢ uᵢ + z d,   d = Σ Nᵢ θᵢ × Vᵢ + Σ Pₖ Δβₖ τₖ
///     eₖ = ½ (Vᵢ + Vⱼ)·(uⱼ − uᵢ)/Lₖ + ½ τₖ·(θᵢ×Vᵢ + θⱼ×Vⱼ)     shear along edge k = (i, j)
///     Δβₖ = −3/2 eₖ/(1 + φₖ),   γₖ = eₖ φₖ/(1 + φₖ),   φₖ = 12 Dₖ/(Lₖ² Sₖ)
///
/// Pₖ is the quadratic function of edge k, τₖ its direction, Dₖ and Sₖ the bending and shear
/// stiffness of the section along it. γ inside comes from the edges, as in MITC4 and MITC3: thin
/// shells have no shear (Δβ makes edges Kirchhoff's), thick ones are MITC.
///
/// Membrane, N = 4: bilinear with the incompatible modes of QM6; the rotation about the normal is
/// tied to the displacements by Hughes and Brezzi's energy ½ G t ∫(½ curl u − θ·n)² dA. N = 3:
/// Felippa's optimal triangle with that rotation.
///
/// Quadrilaterals may be warped: strains are those of the true surface, zero under rigid motions.
///
/// Mass: consistent, ρ t Nᵢ Nⱼ for translations, ρ t³/12 Nᵢ Nⱼ for all rotations, that about the
/// normal included, where it is added inertia (t²/L² of the part's own).
///
/// Reference Katili, Int. J. Numer. Methods Eng. 36 (1993) 1859 and 1885 (DKMT, DKMQ); Dvorkin &
///           Bathe, Eng. Comput. 1 (1984) 77 (MITC4); Lee & Bathe, Comput. Struct. 82 (2004) 945
///           (MITC3); Taylor, Beresford & Wilson, Int. J. Numer. Methods Eng. 10 (1976) 1211 (QM6);
///           Hughes & Brezzi, Comput. Methods Appl. Mech. Eng. 72 (1989) 105; Felippa, Comput.
///           Methods Appl. Mech. Eng. 192 (2003) 2125.
/// Verified  tests/forces/shell_matrices_test.cpp.
///
/// @param X     positions of the nodes, counter-clockwise about the normal [m].
/// @param name  for messages.
/// @throws ModelError if the thickness is not positive, or the element has no area or a corner of
///         180 degrees or more.
template <int N>
ShellMatrices<N> CalcShellMatrices(const Eigen::Matrix<double, 3, N>& X,
                                   const ShellSection& section,
                                   const std::string& name);

/// Stresses in the middle of a shell on its two surfaces, plane stress xx, yy, xy [Pa] in the axes
/// 1, 2 of the material.
struct ShellStress {
  Vec3 top = Vec3::Zero(), bottom = Vec3::Zero();  ///< top: along the normal
  Mat3 axes = Mat3::Identity();                    ///< of material and normal, columns
};
/// The same for any displacements and rotations u of the nodes: (top, bottom) = of_u u.
template <int N>
struct ShellStressMatrix {
  Eigen::Matrix<double, 6, 6 * N> of_u;  ///< [Pa/m; Pa]
  Mat3 axes = Mat3::Identity();          ///< as in ShellStress
};
template <int N>
ShellStressMatrix<N> CalcShellStressMatrix(const Eigen::Matrix<double, 3, N>& X,
                                           const ShellSection& section,
                                           const std::string& name);
/// @param u  displacements and rotations of the nodes: as Superelement::CalcDeformation gives them.
template <int N>
ShellStress CalcShellStress(const Eigen::Matrix<double, 3, N>& X,
                            const ShellSection& section,
                            const Eigen::Matrix<double, 6 * N, 1>& u,
                            const std::string& name);
double CalcVonMises(const Vec3& plane_stress);  ///< √(σx² − σx σy + σy² + 3 τ²) [Pa]

/// Row sums of the blocks of a mass matrix, on its diagonal blocks: every node has the share of
/// its own.
template <int N>
void LumpShellMass(typename ShellMatrices<N>::Matrix& mass);

/// What uniform loads give the nodes of a shell.
template <int N>
struct ShellLoads {
  Eigen::Matrix<double, 3, N> normal = Eigen::Matrix<double, 3, N>::Zero();  ///< ∫ Nᵢ n dA [m²]
  Eigen::Matrix<double, N, 1> area = Eigen::Matrix<double, N, 1>::Zero();    ///< ∫ Nᵢ dA [m²]
};
template <int N>
ShellLoads<N> CalcShellLoads(const Eigen::Matrix<double, 3, N>& X);

}  // namespace trunnion
