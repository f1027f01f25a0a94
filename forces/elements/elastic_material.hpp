// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/types.hpp"

namespace trunnion {

/// Linear elastic material: σ = C ε with density ρ.
///
/// Voigt order is xx, yy, zz, xy, xz, yz (that of CalculiX and Abaqus); shear strains are
/// engineering strains γ = 2ε, so that σᵀε is twice the energy density. Stresses [Pa], strains [-].
///
///     isotropic    λ = E ν/((1+ν)(1−2ν)),  G = E/(2(1+ν)),  C = λ m mᵀ + G diag(2,2,2,1,1,1)
///     orthotropic  C₀⁻¹ = [1/E₁ −ν₁₂/E₁ −ν₁₃/E₁; · 1/E₂ −ν₂₃/E₂; · · 1/E₃] ⊕ diag(1/Gᵢⱼ)
///                  C = T C₀ Tᵀ with the orientation R of the material axes
///
/// with m = (1,1,1,0,0,0). ν₁₂ is the contraction along 2 under tension along 1, ν₁₂/E₁ = ν₂₁/E₂.
///
/// Reference Lekhnitskii, Theory of elasticity of an anisotropic body (1963), sections 2, 3 and 5.
/// Verified  tests/forces/elastic_material_test.cpp: closed forms, invariance, refusals.
struct ElasticMaterial {
  std::string name;               ///< what error messages call it
  Mat6 stiffness = Mat6::Zero();  ///< C [Pa], symmetric positive definite, in reference axes
  double density = 0;             ///< ρ [kg/m³], > 0

  /// @param E   Young's modulus [Pa], > 0
  /// @param nu  Poisson's ratio [-], −1 < ν < ½
  /// @throws ModelError naming the material if a number is not finite or out of its range.
  static ElasticMaterial Isotropic(const std::string& name, double E, double nu, double density);
};

/// Engineering constants in the material axes 1, 2, 3.
struct OrthotropicConstants {
  Vec3 E;                        ///< E₁, E₂, E₃ [Pa]
  Vec3 nu;                       ///< ν₁₂, ν₁₃, ν₂₃ [-]
  Vec3 G;                        ///< G₁₂, G₁₃, G₂₃ [Pa]
  Mat3 axes = Mat3::Identity();  ///< columns: material axes in reference axes
};

/// @throws ModelError naming the material if C₀ is not positive definite, or `axes` is not a
///         rotation (1e-9), or the density is not positive.
ElasticMaterial MakeOrthotropic(const std::string& name,
                                const OrthotropicConstants& constants,
                                double density);

/// T with σ_reference = T σ_material, for material axes R (columns, in reference axes); the strains
/// follow ε_material = Tᵀ ε_reference.
Mat6 CalcStressRotation(const Mat3& R);

/// Equivalent stress of von Mises, √(3/2 s:s) with the deviator s [Pa].
double CalcVonMises(const Vec6& stress);

}  // namespace trunnion
