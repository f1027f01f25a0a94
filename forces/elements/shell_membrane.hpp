// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "engine/core/types.hpp"

/// Membrane stiffness of shells with a rotation about the normal;
/// forces/elements/shell_matrices.hpp has the theory.
namespace trunnion {

/// A quadrature point (weight 1) of a quadrilateral.
struct MembranePoint {
  double r, s;                      ///< natural coordinates
  double area;                      ///< det J
  Eigen::Vector4d N;                ///< shape functions
  Eigen::Matrix<double, 4, 2> N_x;  ///< derivatives along t₁ and t₂ [1/m]
  Mat3 t;                           ///< t₁, t₂ and the normal, columns
};

/// Bilinear quadrilateral with incompatible modes and Hughes and Brezzi's rotation, 6 unknowns each
/// node.
/// @param J0       of the centre, tⱼ·∂x/∂ξ_α [m]
/// @param stiffness  of xx, yy, xy [N/m]
Eigen::Matrix<double, 24, 24> CalcQuadMembrane(const std::array<MembranePoint, 4>& points,
                                               const Eigen::Matrix2d& J0,
                                               const Mat3& stiffness);

/// Strains xx, yy, xy at a point, for the same unknowns; with r = s = 0 exact, elsewhere without
/// the incompatible modes.
Eigen::Matrix<double, 3, 24> CalcQuadStrain(const MembranePoint& point);

/// Felippa's optimal triangle (ALL-EFF template OPT), unknowns (u, v, θ) each node.
/// @param x  corners, counter-clockwise [m]
Eigen::Matrix<double, 9, 9> CalcTriangleMembrane(const Eigen::Matrix<double, 2, 3>& x,
                                                 const Mat3& stiffness);

/// Mean strains xx, yy, xy of the triangle.
Eigen::Matrix<double, 3, 9> CalcTriangleStrain(const Eigen::Matrix<double, 2, 3>& x);

}  // namespace trunnion
