// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/types.hpp"

/// Cross-sections of beams: the constants of a section, and the matrices that elements take.
///
/// Section axes: x along the axis of the beam, y and z in the section. Resultants (n, m) = (N, V_y,
/// V_z, M_x, M_y, M_z) [N; N·m] and strains (Γ, κ) = (elongation, shear strains, twist and
/// curvatures) [–; 1/m] are those at the origin of the axes, M_y bends in the plane x-z.
namespace trunnion {

/// A homogeneous isotropic section. The principal axes are turned by `orientation` about x.
struct BeamSection {
  double youngs_modulus = 0;  ///< E [N/m²], > 0
  double shear_modulus = 0;   ///< G [N/m²], > 0
  double density = 0;         ///< ρ [kg/m³], ≥ 0
  double area = 0;            ///< A [m²], > 0
  double iy = 0;              ///< ∫z² dA about the centroid, principal axes [m⁴], > 0
  double iz = 0;              ///< ∫y² dA about the centroid, principal axes [m⁴], > 0
  double torsion = 0;         ///< J of the torsional stiffness G J [m⁴], > 0
  double shear_y = 0;         ///< shear factor k: stiffness k G A; 0: rigid in shear (Bernoulli)
  double shear_z = 0;
  double orientation = 0;                              ///< [rad]
  Eigen::Vector2d centroid = Eigen::Vector2d::Zero();  ///< (y, z) [m]
  Eigen::Vector2d shear_centre = Eigen::Vector2d::Zero();
};

/// Solid rectangle, `width` along y and `height` along z [m]. Torsion by Saint-Venant's series to
/// rounding (Timoshenko & Goodier, Theory of Elasticity, art. 109), shear factors 5/6.
/// @throws ModelError if a dimension or the material is impossible.
BeamSection MakeRectangularSection(
    double width, double height, double youngs_modulus, double poisson_ratio, double density);
/// Circular tube or, with inner_radius = 0, bar; shear factor of Cowper, J. Appl. Mech. 33 (1966).
/// @throws ModelError if a dimension or the material is impossible.
BeamSection MakeCircularSection(double outer_radius,
                                double inner_radius,
                                double youngs_modulus,
                                double poisson_ratio,
                                double density);

/// What elements take of a section.
struct BeamSectionMatrices {
  /// (Γ, κ) = F (n, m): flexibility [1/N; 1/(N·m)], symmetric; zero where it is rigid.
  Mat6 flexibility = Mat6::Zero();
  /// Mass per length [kg/m; kg; kg·m]: kinetic energy ½ (v, w)ᵀ M (v, w) per length, v the velocity
  /// of the origin and w the angular velocity in section axes.
  Mat6 mass = Mat6::Zero();
};

/// @throws ModelError naming `label` and the constant that is impossible.
BeamSectionMatrices CalcSectionMatrices(const BeamSection& section, const std::string& label);

/// Uncoupled section by its stiffnesses (E A, G A_y, G A_z, G J, E I_y, E I_z) [N; N·m²], infinity
/// allowed, mass [kg/m] and rotary inertia about x, y, z [kg·m].
/// @throws ModelError naming `label` if a stiffness is not positive or an inertia is negative.
BeamSectionMatrices CalcSectionMatrices(const Vec6& stiffness,
                                        double mass,
                                        const Vec3& rotary_inertia,
                                        const std::string& label);

}  // namespace trunnion
