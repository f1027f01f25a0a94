// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <map>
#include <set>
#include <string>

#include "engine/model/model_elements.hpp"
#include "engine/model/structural_mesh.hpp"
#include "joints/node_support.hpp"

namespace trunnion {
namespace {

/// The components held at each node, each once.
std::map<int, std::set<int>> CollectSupports(const MeshBody& part) {
  const std::vector<bool> fixed = FindFixedNodes(part);
  std::map<int, std::set<int>> held;
  for (const MeshSupport& support : part.supports)
    for (const int node : part.mesh.node_set(support.node_set))
      if (!fixed[idx(node)])
        held[node].insert(support.components.begin(), support.components.end());
  return held;
}

template <class Rows>
void AddSupport(ModelData& data, const std::string& name, BodyIndex body, const Rows& rows) {
  const auto make = [body, rows](const ModelData&, const std::string&) {
    return UserConstraint<Rows, 1>({body}, rows);
  };
  AddElement(data,
             data.constraints,
             data.constraint_names,
             "constraint",
             name,
             {{BodyId(body), Vec3::Zero()}},
             make);
}

}  // namespace

std::string NameSupport(const MeshBody& part, int node, int component) {
  constexpr std::array<const char*, 6> names{"u1", "u2", "u3", "r1", "r2", "r3"};
  return part.name + "." + std::to_string(part.mesh.node_ids[idx(node)]) + "." +
         names[idx(component)];
}

std::vector<bool> FindFixedNodes(const MeshBody& part) {
  std::vector<bool> fixed(part.mesh.nodes.size(), false);
  for (const std::string& set : part.fixed_sets)
    for (const int node : part.mesh.node_set(set)) fixed[idx(node)] = true;
  return fixed;
}

void RequireSupports(const ModelData& data,
                     const MeshBody& part,
                     const std::vector<BodyKind>& kinds) {
  const std::string label = "mesh '" + part.name + "'";
  for (const MeshSupport& support : part.supports)
    for (const int component : support.components)
      Require(component >= 0 && component < 6,
              label,
              "the support of '" + support.node_set + "' has the component " +
                  std::to_string(component) + "; 0 to 2 are displacements, 3 to 5 rotations");
  for (const auto& [node, components] : CollectSupports(part)) {
    const std::string number = std::to_string(part.mesh.node_ids[idx(node)]);
    Require(kinds[idx(node)] != BodyKind::ground,
            label,
            "node " + number + " has a support but no element");
    Require(kinds[idx(node)] == BodyKind::rigid || components.empty() || *components.rbegin() < 3,
            label,
            "node " + number +
                " has no rotation to be held; support its displacements (0 to 2; in model files u1 "
                "to u3) only");
    for (const int c : components)
      Require(
          !data.constraint_names.contains(NameSupport(part, node, c)),
          label,
          "a constraint '" + NameSupport(part, node, c) + "' exists; give the mesh another name");
  }
}

void AddSupports(ModelData& data, const MeshBody& part, const std::vector<BodyIndex>& bodies) {
  const Mat3& axes = part.X_WM.R;
  for (const auto& [node, components] : CollectSupports(part))
    for (const int c : components) {
      const BodyIndex body = bodies[idx(node)];
      const std::string name = NameSupport(part, node, c);
      if (c < 3)
        AddSupport(data,
                   name,
                   body,
                   HeldDisplacement{axes.col(c), part.X_WM * part.mesh.nodes[idx(node)]});
      else
        AddSupport(data, name, body, HeldRotation{axes.col((c - 2) % 3), axes.col((c - 1) % 3)});
    }
}

}  // namespace trunnion
