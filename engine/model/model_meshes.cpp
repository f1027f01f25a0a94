// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/mesh_faces.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "engine/model/model.hpp"
#include "engine/model/structural_mesh.hpp"

namespace trunnion {
namespace {

void Check(const MeshBody& part, const std::string& label) {
  Require(part.alpha >= 0 && part.beta >= 0 && std::isfinite(part.alpha + part.beta),
          label,
          "damping must be finite and not negative");
  RequireFinite(part.velocity, label, "the velocity");
  RequireFinite(part.angular_velocity, label, "the angular velocity");
  RequireLoads(part, label);
  RequireLawOfSolids(part, label);
}

/// The nodes of a mesh as bodies of a model; those without an element get none, kGround.
std::vector<BodyIndex> NumberNodes(const Mesh& mesh, BodyIndex first) {
  std::vector<BodyIndex> bodies(mesh.nodes.size(), kGround);
  for (const MeshElement& element : mesh.elements)
    for (const int node : element.nodes) bodies[idx(node)] = 1;
  for (BodyIndex& body : bodies)
    if (body != kGround) body = first++;
  return bodies;
}

std::vector<PointMass> MakeNodes(const MeshBody& part, const std::vector<BodyIndex>& bodies) {
  const std::vector<bool> fixed = FindFixedNodes(part);
  std::vector<PointMass> nodes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] == kGround) continue;
    const Vec3 arm = part.X_WM.R * part.mesh.nodes[i];
    PointMass node{.name = part.name + "." + std::to_string(part.mesh.node_ids[i]),
                   .position = part.X_WM.p + arm,
                   .fixed = fixed[i]};
    if (!fixed[i]) node.velocity = part.velocity + part.angular_velocity.cross(arm);
    nodes.push_back(std::move(node));
  }
  return nodes;
}

}  // namespace

void RequireLawOfSolids(const MeshBody& part, const std::string& label) {
  Require(part.law == SolidLaw::Kind::st_venant_kirchhoff ||
              part.kinematics != MeshBody::Kinematics::corotational,
          label,
          "co-rotational elements are linear; neo_hookean needs total_lagrangian");
}

void RequireLoads(const MeshBody& part, const std::string& label) {
  for (const MeshLoad& load : part.loads) {
    const std::string what = label + ": the load on '" + load.set + "'";
    Require(load.law.pressure || load.law.traction,
            what + " has no law; give a pressure or traction");
    const std::vector<int>& nodes = part.mesh.node_set(load.set);
    Require(
        !FindFaces(part.mesh, nodes).empty() || !FindShells(part.mesh, nodes).empty(),
        what + " finds no face; a face needs all its corners in the set, a shell all its nodes");
  }
}

MeshId Model::AddMesh(MeshBody part) {
  const int index = static_cast<int>(data_.meshes.size());
  part.name = ClaimName(data_.mesh_names, "mesh", part.name, index);
  const std::string label = "mesh '" + part.name + "'";
  Require(!part.mesh.elements.empty(), label, "it has no element; give a mesh with elements");
  part.X_WM.R = RequireRotation(part.X_WM.R, label);
  if (std::any_of(part.mesh.elements.begin(), part.mesh.elements.end(), [](const MeshElement& e) {
        return IsStructural(e.type);
      }))
    return AddStructuralMesh(*this, data_, std::move(part));
  Check(part, label);
  const std::vector<BodyIndex> bodies = NumberNodes(part.mesh, num_bodies());
  const std::vector<PointMass> nodes = MakeNodes(part, bodies);
  std::vector<BodyKind> kinds;
  for (const BodyIndex body : bodies)
    kinds.push_back(body == kGround ? BodyKind::ground : BodyKind::point);
  RequireSupports(data_, part, kinds);
  for (const PointMass& node : nodes)
    Require(!data_.body_names.contains(node.name),
            label,
            "a body '" + node.name + "' exists; give the mesh another name");
  const auto shared = std::make_shared<const MeshBody>(std::move(part));
  const auto build = [shared, bodies](SystemParts& parts) {
    MeshInfo info{shared->name, bodies, {}, shared};
    SolidBuilder builder(*shared, bodies, parts);
    for (std::size_t e = 0; e < shared->mesh.elements.size(); ++e)
      info.elements.push_back(builder.Add(e));
    for (const MeshLoad& load : shared->loads) builder.Add(load);
    return info;
  };
  SystemParts trial;
  build(trial);  // refuses bad elements before the model changes
  for (const PointMass& node : nodes) AddPointMass(node);
  AddSupports(data_, *shared, bodies);
  data_.mesh_names.emplace(shared->name, index);
  data_.meshes.push_back({shared->name, bodies, build});
  return MeshId(index);
}

BodyId Model::node(MeshId mesh, int index) const {
  Require(mesh.index() >= 0 && mesh.index() < static_cast<int>(data_.meshes.size()),
          "node: there is no such mesh");
  const ModelData::MeshEntry& entry = data_.meshes[idx(mesh.index())];
  Require(index >= 0 && index < static_cast<int>(entry.node_bodies.size()) &&
              entry.node_bodies[idx(index)] > kGround,
          "mesh '" + entry.name + "': it has no node of index " + std::to_string(index) +
              " with an element");
  return BodyId(entry.node_bodies[idx(index)]);
}

}  // namespace trunnion
