// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// B with E' = B r' (6×3 a node): the variation sym(Fᵀ (d ⊗ ∇N)) of the Green strain in the Voigt
/// order xx, yy, zz, xy, xz, yz with 2 E_xy. Reference Belytschko et al., Nonlinear finite
/// elements, 2nd ed. (2014), 4.9.
inline Eigen::Matrix<double, 6, 3> StrainBlock(const Mat3& F, const Eigen::RowVector3d& g) {
  Eigen::Matrix<double, 6, 3> B;
  for (int c = 0; c < 3; ++c) B.row(c) = g[c] * F.col(c).transpose();
  B.row(3) = (g[1] * F.col(0) + g[0] * F.col(1)).transpose();
  B.row(4) = (g[2] * F.col(0) + g[0] * F.col(2)).transpose();
  B.row(5) = (g[2] * F.col(1) + g[1] * F.col(2)).transpose();
  return B;
}

}  // namespace trunnion
