// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/mesh_surface.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace trunnion {
namespace {

/// Nodes of a face around it: corners, then the middles of the edges after each, if it has any.
struct Face {
  std::vector<int> corners, middles;
};

/// The node between two corners of a quadratic solid, counted in the element.
int FindMiddle(SolidType type, int a, int b) {
  const NodeMatrix natural = NaturalNodes(type);
  const Eigen::RowVector3d middle = (natural.row(a) + natural.row(b)) / 2;
  int node = IsTetrahedron(type) ? 4 : 8;
  while (natural.row(node) != middle) ++node;
  return node;
}

/// The faces of each solid type, counted in the element, outwards.
std::vector<Face> ListFaces(SolidType type) {
  std::vector<Face> faces;
  for (int f = 0; f < NumFaces(type); ++f) {
    const auto inwards = FaceCorners(type, f);
    Face face{{inwards.rbegin(), inwards.rend()}, {}};
    const std::size_t n = face.corners.size();
    for (std::size_t i = 0; IsQuadratic(type) && i < n; ++i)
      face.middles.push_back(FindMiddle(type, face.corners[i], face.corners[(i + 1) % n]));
    faces.push_back(std::move(face));
  }
  return faces;
}

class Builder {
 public:
  void Add(const Face& face) {
    const std::vector<int>&c = face.corners, &m = face.middles;
    const std::size_t n = c.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (m.empty()) {
        AddEdge(c[i], c[(i + 1) % n]);
      } else {
        AddEdge(c[i], m[i]);
        AddEdge(m[i], c[(i + 1) % n]);
        surface_.triangles.push_back({c[i], m[i], m[(i + n - 1) % n]});
      }
    }
    const std::vector<int>& core = m.empty() ? c : m;
    for (std::size_t i = 2; i < n; ++i)
      surface_.triangles.push_back({core[0], core[i - 1], core[i]});
  }
  void AddEdge(int a, int b) { edges_.emplace(std::minmax(a, b), 0); }

  MeshSurface Take() {
    for (const auto& [edge, unused] : edges_) surface_.edges.push_back({edge.first, edge.second});
    return std::move(surface_);
  }

 private:
  MeshSurface surface_;
  std::map<std::pair<int, int>, int> edges_;
};

Face FaceOf(const MeshElement& element, const Face& local) {
  Face face;
  for (const int i : local.corners) face.corners.push_back(element.nodes[idx(i)]);
  for (const int i : local.middles) face.middles.push_back(element.nodes[idx(i)]);
  return face;
}

/// Corners and middles of a shell follow each other in its nodes.
Face ShellFace(const MeshElement& element) {
  const auto corners = element.type == MeshElementType::s3 ? 3 : 4;
  return {{element.nodes.begin(), element.nodes.begin() + corners},
          {element.nodes.begin() + corners, element.nodes.end()}};
}

}  // namespace

MeshSurface FindSurface(const Mesh& mesh) {
  std::map<SolidType, std::vector<Face>> local;
  std::map<std::vector<int>, std::pair<int, Face>> faces;  // by sorted corners: how often
  Builder builder;
  for (const MeshElement& element : mesh.elements) {
    if (const auto type = SolidTypeOf(element.type)) {
      auto& own = local[*type];
      if (own.empty()) own = ListFaces(*type);
      for (const Face& of_type : own) {
        Face face = FaceOf(element, of_type);
        std::vector<int> key = face.corners;
        std::sort(key.begin(), key.end());
        auto& [count, stored] = faces[std::move(key)];
        if (++count == 1) stored = std::move(face);
      }
    } else if (NumNodes(element.type) == 2) {
      builder.AddEdge(element.nodes[0], element.nodes[1]);
    } else {
      builder.Add(ShellFace(element));
    }
  }
  for (const auto& [key, face] : faces)
    if (face.first == 1) builder.Add(face.second);
  return builder.Take();
}

std::vector<int> ListSurfaceColumns(const Mesh& mesh) {
  enum : char { no_element, inside, outside };
  std::vector<char> place(mesh.nodes.size(), no_element);
  for (const MeshElement& element : mesh.elements)
    for (const int node : element.nodes) place[idx(node)] = inside;
  const MeshSurface surface = FindSurface(mesh);
  for (const auto& edge : surface.edges)  // every node of a triangle is on an edge, too
    for (const int node : edge) place[idx(node)] = outside;
  std::vector<int> columns;
  int column = 0;
  for (const char at : place) {
    if (at == outside) columns.push_back(column);
    if (at != no_element) ++column;
  }
  return columns;
}

}  // namespace trunnion
