// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/mesh.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

struct TypeFacts {
  const char* name;
  int nodes;
  std::optional<SolidType> solid;
};

const TypeFacts& Facts(MeshElementType type) {
  static const std::array<TypeFacts, 11> facts{{{"C3D4", 4, SolidType::tet4},
                                                {"C3D10", 10, SolidType::tet10},
                                                {"C3D8", 8, SolidType::hex8},
                                                {"C3D8I", 8, SolidType::hex8_incompatible},
                                                {"C3D20", 20, SolidType::hex20},
                                                {"C3D20R", 20, SolidType::hex20_reduced},
                                                {"S3", 3, {}},
                                                {"S4", 4, {}},
                                                {"S8R", 8, {}},
                                                {"B31", 2, {}},
                                                {"T3D2", 2, {}}}};
  return facts[static_cast<std::size_t>(type)];
}

const std::vector<int>& FindSet(const std::map<std::string, std::vector<int>>& sets,
                                const std::string& name,
                                const std::string& what) {
  const auto found = sets.find(name);
  if (found != sets.end()) return found->second;
  std::string names;
  for (const auto& [other, members] : sets) names += (names.empty() ? "" : ", ") + other;
  throw ModelError(what + " '" + name + "' does not exist; the mesh has " +
                   (names.empty() ? "none" : names));
}

}  // namespace

const char* ToString(MeshElementType type) { return Facts(type).name; }
int NumNodes(MeshElementType type) { return Facts(type).nodes; }
std::optional<SolidType> SolidTypeOf(MeshElementType type) { return Facts(type).solid; }

int Mesh::FindNode(int id) const {
  const auto found = std::lower_bound(node_ids.begin(), node_ids.end(), id);
  Require(
      found != node_ids.end() && *found == id, source, "there is no node " + std::to_string(id));
  return static_cast<int>(found - node_ids.begin());
}

const std::vector<int>& Mesh::node_set(const std::string& name) const {
  return FindSet(node_sets, name, source + ": the node set");
}

const std::vector<int>& Mesh::element_set(const std::string& name) const {
  return FindSet(element_sets, name, source + ": the element set");
}

NodeMatrix Mesh::CalcNodePositions(const MeshElement& element) const {
  NodeMatrix X(static_cast<Eigen::Index>(element.nodes.size()), 3);
  for (Eigen::Index i = 0; i < X.rows(); ++i)
    X.row(i) = nodes[static_cast<std::size_t>(element.nodes[static_cast<std::size_t>(i)])];
  return X;
}

std::string Mesh::NameNumber(int id) const {
  const MeshInstance* owner = nullptr;
  if (instances.size() > 1)
    for (const MeshInstance& instance : instances)
      if (instance.offset < id) owner = &instance;
  if (!owner) return std::to_string(id);
  return (owner->name.empty() ? "" : owner->name + ".") + std::to_string(id - owner->offset);
}

std::string Mesh::Describe(const MeshElement& element) const {
  return "element " + NameNumber(element.id) + " of '" + source + "'";
}

ElasticMaterial MakeElasticMaterial(const MeshMaterial& material, const Mat3& axes) {
  if (!material.orthotropic)
    return ElasticMaterial::Isotropic(material.name, material.E, material.nu, material.density);
  OrthotropicConstants constants = *material.orthotropic;
  constants.axes = axes;
  return MakeOrthotropic(material.name, constants, material.density);
}

void SetMaterial(Mesh& mesh, const MeshMaterial& material) {
  Require(mesh.sections.empty(),
          mesh.source + ": the mesh has sections of its own; change their materials instead");
  std::vector<int> all(mesh.elements.size());
  std::iota(all.begin(), all.end(), 0);
  mesh.element_sets["ALL ELEMENTS"] = all;
  mesh.materials[material.name] = material;
  mesh.sections.push_back(
      {.kind = SectionKind::solid, .element_set = "ALL ELEMENTS", .material = material.name});
}

std::vector<ElasticMaterial> CalcElementMaterials(const Mesh& mesh) {
  std::vector<ElasticMaterial> materials(mesh.elements.size());
  for (const MeshSection& section : mesh.sections) {
    const std::vector<int>& members = mesh.element_set(section.element_set);
    const auto found = mesh.materials.find(section.material);
    Require(found != mesh.materials.end(),
            mesh.source + ": the section of '" + section.element_set + "' uses the material '" +
                section.material + "', which does not exist");
    if (section.kind != SectionKind::solid) continue;
    const ElasticMaterial material = MakeElasticMaterial(found->second, section.axes);
    for (const int index : members)
      if (SolidTypeOf(mesh.elements[static_cast<std::size_t>(index)].type))
        materials[static_cast<std::size_t>(index)] = material;
  }
  for (std::size_t e = 0; e < materials.size(); ++e)
    Require(materials[e].density > 0 || !SolidTypeOf(mesh.elements[e].type),
            mesh.Describe(mesh.elements[e]) +
                " has no material; give its element set a *SOLID SECTION, or the mesh a material");
  return materials;
}

}  // namespace trunnion
