// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/mesh_faces.hpp"

#include <algorithm>
#include <map>

#include "engine/mesh/shell_mesh.hpp"
#include "forces/elements/solid_faces.hpp"

namespace trunnion {

namespace {

/// What two elements that share a face have in common.
std::vector<int> SortedCorners(const Mesh& mesh, const ElementFace& face) {
  const MeshElement& element = mesh.elements[static_cast<std::size_t>(face.element)];
  std::vector<int> corners;
  for (const int corner : FaceCorners(*SolidTypeOf(element.type), face.face))
    corners.push_back(element.nodes[static_cast<std::size_t>(corner)]);
  std::sort(corners.begin(), corners.end());
  return corners;
}

std::vector<bool> MarkNodes(const Mesh& mesh, const std::vector<int>& nodes) {
  std::vector<bool> in_set(mesh.nodes.size(), false);
  for (const int node : nodes) in_set[static_cast<std::size_t>(node)] = true;
  return in_set;
}

}  // namespace

std::vector<ElementFace> FindFaces(const Mesh& mesh, const std::vector<int>& nodes) {
  const std::vector<bool> in_set = MarkNodes(mesh, nodes);
  std::vector<ElementFace> faces;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const MeshElement& element = mesh.elements[e];
    const std::optional<SolidType> type = SolidTypeOf(element.type);
    if (!type) continue;
    for (int face = 0; face < NumFaces(*type); ++face) {
      const auto corners = FaceCorners(*type, face);
      if (std::all_of(corners.begin(), corners.end(), [&](int corner) {
            const int node = element.nodes[static_cast<std::size_t>(corner)];
            return in_set[static_cast<std::size_t>(node)];
          }))
        faces.push_back({static_cast<int>(e), face});
    }
  }
  std::map<std::vector<int>, int> count;
  for (const ElementFace& face : faces) ++count[SortedCorners(mesh, face)];
  std::erase_if(faces,
                [&](const ElementFace& face) { return count[SortedCorners(mesh, face)] > 1; });
  return faces;
}

std::vector<int> FindShells(const Mesh& mesh, const std::vector<int>& nodes) {
  const std::vector<bool> in_set = MarkNodes(mesh, nodes);
  std::vector<int> shells;
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const MeshElement& element = mesh.elements[e];
    if (IsShell(element.type) &&
        std::all_of(element.nodes.begin(), element.nodes.end(), [&](int node) {
          return in_set[static_cast<std::size_t>(node)];
        }))
      shells.push_back(static_cast<int>(e));
  }
  return shells;
}

double CalcArea(const Mesh& mesh, const std::vector<ElementFace>& faces) {
  double area = 0;
  for (const ElementFace& face : faces) {
    const MeshElement& element = mesh.elements[static_cast<std::size_t>(face.element)];
    area += CalcFaceShares(*SolidTypeOf(element.type), mesh.CalcNodePositions(element), face.face)
                .sum();
  }
  return area;
}

}  // namespace trunnion
