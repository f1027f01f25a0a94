// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// Integrals over the mass of a structure whose points move by X + Σ φⱼ pⱼ, with shapes φⱼ and
/// amplitudes pⱼ: every inertia term of a floating frame of reference is made of them.
///
/// Reference Schwertassek & Wallrapp, Dynamik flexibler Mehrkörpersysteme (1999), section 3.3;
///           Shabana, Dynamics of multibody systems, 4th ed. (2013), chapter 5.
struct InertiaIntegrals {
  double mass;                                 ///< ∫ dm
  Vec3 first;                                  ///< ∫ X dm [kg·m]
  Mat3 second;                                 ///< ∫ X Xᵀ dm [kg·m²]
  Eigen::Matrix3Xd shape_first;                ///< column j: ∫ φⱼ dm
  std::vector<Mat3> position_shape;            ///< j: ∫ X φⱼᵀ dm
  std::vector<std::vector<Mat3>> shape_shape;  ///< i, j: ∫ φᵢ φⱼᵀ dm
  /// i, j: ½ ∫ (X ψᵢⱼᵀ + ψᵢⱼ Xᵀ) dm of displacements ½ Σ ψᵢⱼ pᵢ pⱼ of second order, which neither
  /// move the centre of mass nor turn (∫ X × ψᵢⱼ dm = 0); empty: not known, taken as zero.
  std::vector<std::vector<Mat3>> foreshortening{};
};

}  // namespace trunnion
