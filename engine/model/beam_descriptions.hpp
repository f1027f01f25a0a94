// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/system/handles.hpp"
#include "forces/elements/beam.hpp"
#include "forces/elements/beam_section.hpp"

/// Beams, cables and superelements as a Model takes them. They are forces: names are unique among
/// forces.
namespace trunnion {

/// Where the mass of a beam is.
enum class BeamMass {
  consistent,  ///< in the element, with the velocities of the linear beam
  lumped,      ///< half of it, with its rotary inertia, at each end
  none,
};

/// A beam element between two markers on rigid bodies (nodes, parts, the ground).
struct BeamBetween {
  std::string name{};
  MarkerId a{};
  MarkerId b{};
  std::variant<BeamSection, BeamSectionMatrices> section{};
  BeamFormulation formulation = BeamFormulation::corotational;
  /// Section axis y, world, with the bodies as drawn; only its part normal to the line from a to b
  /// counts. Then the element is straight as drawn, whatever the axes of the markers. Not given:
  /// the axes of the markers are those of the end sections, x along the beam or tangent to it, and
  /// the shape as drawn, curved or twisted, is the one without stress.
  std::optional<Vec3> y_axis{};
  /// Strain (Γ, κ) that the beam has as drawn [–; 1/m]; Γ_x > 0 is tension.
  Vec6 prestrain = Vec6::Zero();
  double damping_time = 0;  ///< β [s], ≥ 0: damping β K on the deformation; ζ = β ω/2
  BeamMass mass = BeamMass::consistent;
};

/// A cable (or bar) between the points of two markers: an axial force E A (l − l₀)/l₀ [N] only.
struct Cable {
  std::string name{};
  MarkerId a{};
  MarkerId b{};
  double axial_stiffness = 0;      ///< E A [N], > 0
  std::optional<double> length{};  ///< l₀ without stress [m], > 0; not given: as drawn
  double damping_time = 0;         ///< β [s], ≥ 0: damping β E A/l₀
  /// Not set, the force is zero for l < l₀, and that of the law above from the strain `onset` on;
  /// in between it is continuously differentiable. It is damped while it lengthens only.
  bool compression = false;
  double onset = 1e-6;  ///< [–], > 0
};

/// A linear elastic part between two to six markers on rigid bodies, condensed to them; see
/// forces/elements/superelement.hpp. As drawn it is without stress.
struct SuperelementBetween {
  std::string name{};
  std::vector<MarkerId> markers{};
  /// N markers: 6N×6N, each marker's translations before its rotations [N/m; N; N·m].
  MatrixXd stiffness{};
  MatrixXd damping{};       ///< the same times seconds; empty: none
  double damping_time = 0;  ///< β [s], ≥ 0: β times the stiffness is added to the damping
  MatrixXd mass{};  ///< 6N×6N in the same order [kg; kg·m; kg·m²], beside that of the bodies;
                    ///< empty: none
  /// Axes of the matrices in the world, with the bodies as drawn.
  Mat3 axes = Mat3::Identity();
};

}  // namespace trunnion
