// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "engine/mesh/mesh.hpp"

namespace trunnion {

/// What is to be seen of a mesh, by the indices of its nodes.
struct MeshSurface {
  /// Faces of solids that belong to one element only, normals outwards, and shells. Faces with
  /// nodes in the middle of their edges are divided at these.
  std::vector<std::array<int, 3>> triangles;
  /// Edges of these faces and of beams and trusses, divided in the same way, each once.
  std::vector<std::array<int, 2>> edges;
};

/// Verified  tests/system/mesh_fields_test.cpp: closed, area and volume of the unit cube.
MeshSurface FindSurface(const Mesh& mesh);

/// The nodes of the surface among the nodes with an element, both ascending.
std::vector<int> ListSurfaceColumns(const Mesh& mesh);

}  // namespace trunnion
