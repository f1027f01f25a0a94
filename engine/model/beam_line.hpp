// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "engine/model/model.hpp"

namespace trunnion {

/// A line of straight beam elements through points, with a rigid body as node at each of them.
struct BeamLine {
  std::string name{};           ///< nodes "<name>.node_0", ..., elements "<name>.0", ...
  std::vector<Vec3> points{};   ///< of the nodes [m], world; two or more, none twice in a row
  Vec3 y_axis = Vec3::UnitY();  ///< as in BeamBetween
  std::variant<BeamSection, BeamSectionMatrices> section{};
  BeamFormulation formulation = BeamFormulation::corotational;
  double damping_time = 0;  ///< as in BeamBetween
  /// As in BeamBetween, except that lumped mass is given to the new nodes, which is cheaper than in
  /// elements; bodies given as start or end keep the mass they have.
  BeamMass mass = BeamMass::consistent;
  /// Bodies, drawn anywhere, that take the place of the first and the last node.
  BodyId start{}, end{};
};

struct BeamLineParts {
  std::vector<BodyId> nodes;  ///< start and end included; new ones have the axes of an element
  std::vector<ForceId> elements;
};

/// Adds nodes, their markers and elements.
/// @throws ModelError as Model::AddBeam, or if there are fewer than two points.
BeamLineParts AddBeamLine(Model& model, const BeamLine& line);

/// `elements` + 1 points evenly from `from` to `to`.
std::vector<Vec3> PointsBetween(const Vec3& from, const Vec3& to, int elements);

}  // namespace trunnion
