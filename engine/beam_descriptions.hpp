// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "engine/handles.hpp"
#include "forces/elements/beam.hpp"
#include "forces/elements/beam_section.hpp"

/// Beams as a Model takes them. They are forces: names are unique among forces.
namespace trunnion {

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
};

}  // namespace trunnion
