// SPDX-License-Identifier: BSD-3-Clause
#include "tests/random/small_meshes.hpp"

#include "engine/mesh/linear_mesh.hpp"

namespace trunnion::random {
namespace {

void AddNode(Mesh& mesh, const Vec3& p) {
  mesh.nodes.push_back(p);
  mesh.node_ids.push_back(static_cast<int>(mesh.nodes.size()));
}

/// Elements of the layers i and i + 1 of `per_layer` nodes each, in the given order.
void AddElements(
    Mesh& mesh, MeshElementType type, int elements, int per_layer, const std::vector<int>& order) {
  std::vector<int> all;
  for (int e = 0; e < elements; ++e) {
    std::vector<int> nodes;
    for (const int k : order) nodes.push_back(per_layer * e + k);
    mesh.elements.push_back({e + 1, type, nodes});
    all.push_back(e);
  }
  mesh.element_sets["ALL"] = all;
  for (int k = 0; k < per_layer; ++k) {
    mesh.node_sets["BEGIN"].push_back(k);
    mesh.node_sets["END"].push_back(per_layer * elements + k);
  }
}

void SetMaterial(Mesh& mesh, double E, double density) {
  mesh.materials["STUFF"] = {.name = "STUFF", .E = E, .nu = 0.3, .density = density};
}

}  // namespace

Mesh MakeBar(int elements, double length, double width, double youngs_modulus, double density) {
  Mesh mesh;
  mesh.source = "bar";
  for (int i = 0; i <= elements; ++i) {
    const double x = length * i / elements;
    for (const auto& [y, z] : {std::pair(0.0, 0.0), {width, 0.0}, {width, width}, {0.0, width}})
      AddNode(mesh, {x, y, z});
  }
  AddElements(mesh, MeshElementType::c3d8i, elements, 4, {0, 1, 2, 3, 4, 5, 6, 7});
  SetMaterial(mesh, youngs_modulus, density);
  mesh.sections.push_back({SectionKind::solid, "ALL", "STUFF"});
  return mesh;
}

Mesh MakeStrip(int elements, double length, double width, double thickness, double youngs_modulus) {
  Mesh mesh;
  mesh.source = "strip";
  for (int i = 0; i <= elements; ++i)
    for (const double y : {0.0, width}) AddNode(mesh, {length * i / elements, y, 0});
  AddElements(mesh, MeshElementType::s4, elements, 2, {0, 2, 3, 1});
  SetMaterial(mesh, youngs_modulus, 1000);
  mesh.sections.push_back({.kind = SectionKind::shell,
                           .element_set = "ALL",
                           .material = "STUFF",
                           .values = {thickness}});
  return mesh;
}

std::shared_ptr<const ReducedPart> TheReducedBar() {
  static const std::shared_ptr<const ReducedPart> part = [] {
    const Mesh mesh = MakeBar(4, 0.6, 0.05, 2e8, 2000);
    const LinearMesh linear(mesh);
    return std::make_shared<ReducedPart>(
        MakeReducedPart(mesh, linear, {{"begin", "BEGIN"}, {"end", "END"}}, 2));
  }();
  return part;
}

}  // namespace trunnion::random
