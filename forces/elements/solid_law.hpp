// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// Stored energy of a solid as a function of the Green strain E = ½ (FᵀF − I), in reference axes.
/// Voigt order xx, yy, zz, xy, xz, yz; strains with 2 E_xy, so that W' = S · E'.
struct SolidLaw {
  enum class Kind {
    st_venant_kirchhoff,  ///< W = ½ Eᵀ C E, any elastic material; softens in strong compression
    neo_hookean,          ///< W = ½ μ (tr FᵀF − 3) − μ ln J + ½ λ ln² J, isotropic
  };
  Kind kind = Kind::st_venant_kirchhoff;
  Mat6 C = Mat6::Zero();      ///< [Pa]; of neo_hookean that at small strain, with λ = C(0, 1)
                              ///< and μ = C(3, 3)
  double viscosity = 0;       ///< β [s]: S += β C E', stiffness-proportional damping of the
                              ///< deformation alone
  bool gauss_newton = false;  ///< tangents without the stiffness of stresses
};

/// W [J/m³], S and C = ∂S/∂E [Pa] at F. J = det F > 0 for neo_hookean, otherwise all are NaN.
struct SolidStress {
  double energy;
  Vec6 stress;
  Mat6 tangent;
};
SolidStress CalcStress(const SolidLaw& law, const Mat3& F);

/// Green strain in the Voigt order.
Vec6 CalcGreenStrain(const Mat3& F);

/// The symmetric matrix of a stress in the Voigt order.
inline Mat3 StressMatrix(const Vec6& s) {
  Mat3 S;
  S << s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2];
  return S;
}

}  // namespace trunnion
