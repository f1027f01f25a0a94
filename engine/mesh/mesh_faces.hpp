// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// A face of a solid element, in the order of FaceCorners.
struct ElementFace {
  int element;  ///< index in Mesh::elements
  int face;
};

/// Outer faces of the solids of a mesh whose corners all belong to a set of nodes: those that no
/// second element has.
std::vector<ElementFace> FindFaces(const Mesh& mesh, const std::vector<int>& nodes);

/// Shells of a mesh, by index, whose nodes all belong to a set.
std::vector<int> FindShells(const Mesh& mesh, const std::vector<int>& nodes);

/// Area as drawn [m²].
double CalcArea(const Mesh& mesh, const std::vector<ElementFace>& faces);

}  // namespace trunnion
