// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/mesh/mesh_faces.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "engine/mesh_body.hpp"
#include "engine/model.hpp"
#include "engine/structural_mesh.hpp"

namespace trunnion {
namespace {

std::size_t idx(int i) { return static_cast<std::size_t>(i); }

/// Puts the elements of a mesh into the parts of a System.
class MeshBuilder {
 public:
  MeshBuilder(const MeshBody& part, const std::vector<BodyIndex>& node_bodies, SystemParts& parts)
      : part_(part),
        node_bodies_(node_bodies),
        materials_(CalcElementMaterials(part.mesh)),
        parts_(parts) {}

  MeshInfo::Place Add(std::size_t e) {
    const MeshElement& element = part_.mesh.elements[e];
    const SolidType type = *SolidTypeOf(element.type);
    switch (type) {
      case SolidType::tet4:
        return Add<4, 1>(e, type);
      case SolidType::tet10:
        return Add<10, 4>(e, type);
      case SolidType::hex8:
      case SolidType::hex8_incompatible:
        return Add<8, 8>(e, type);
      case SolidType::hex20:
        return Add<20, 27>(e, type);
      case SolidType::hex20_reduced:
        return Add<20, 8>(e, type);
    }
    throw ModelError(part_.mesh.Describe(element) + ": no solid");
  }

  void Add(const MeshLoad& load) {
    const auto law = std::make_shared<const FaceLoadLaw>(load.law);
    const std::string label = "load on '" + load.set + "' of mesh '" + part_.name + "'";
    for (const ElementFace& face : FindFaces(part_.mesh, part_.mesh.node_set(load.set))) {
      const SolidType type = *SolidTypeOf(part_.mesh.elements[idx(face.element)].type);
      switch (GetFaceQuadrature(type, face.face).nodes.size()) {
        case 3:
          AddFace<3>(face, law, label);
          break;
        case 4:
          AddFace<4>(face, law, label);
          break;
        case 6:
          AddFace<6>(face, law, label);
          break;
        default:
          AddFace<8>(face, law, label);
      }
    }
  }

 private:
  template <int N, int P>
  MeshInfo::Place Add(std::size_t e, SolidType type) {
    const MeshElement& element = part_.mesh.elements[e];
    const NodeMatrix X = part_.mesh.CalcNodePositions(element);
    const std::string label = part_.mesh.Describe(element);
    std::array<BodyIndex, N> points;
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = node_bodies_[idx(element.nodes[i])];
    const auto inertia =
        MakeSolidInertia<N>(points, type, X, materials_[e].density, part_.mass, part_.alpha);
    if (part_.kinematics == MeshBody::Kinematics::corotational)
      return Place(
          parts_.AddElement(MakeCorotational<N>(inertia, type, X, *Law(e), label), {}, label));
    if constexpr (N == 8)
      if (type == SolidType::hex8_incompatible)
        return Place(parts_.AddElement(MakeIncompatible(inertia, X, Law(e), label), {}, label));
    return Place(
        parts_.AddElement(MakeTotalLagrangian<N, P>(inertia, type, X, Law(e), label), {}, label));
  }
  template <int N>
  void AddFace(const ElementFace& face,
               const std::shared_ptr<const FaceLoadLaw>& law,
               const std::string& label) {
    const MeshElement& element = part_.mesh.elements[idx(face.element)];
    const FaceQuadrature& rule = GetFaceQuadrature(*SolidTypeOf(element.type), face.face);
    std::array<BodyIndex, N> bodies;
    typename FaceLoad<N>::Points drawn;
    for (int i = 0; i < N; ++i) {
      const int node = element.nodes[idx(rule.nodes[idx(i)])];
      bodies[idx(i)] = node_bodies_[idx(node)];
      drawn.col(i) = part_.X_WM * part_.mesh.nodes[idx(node)];
    }
    parts_.AddElement(FaceLoad<N>(bodies, drawn, rule, law), {}, label);
  }

  static MeshInfo::Place Place(const ElementInfo& info) { return {info.pool, info.index}; }

  /// Elements of one material that follow each other share a law.
  std::shared_ptr<const SolidLaw> Law(std::size_t e) {
    if (!law_ || law_->C != materials_[e].stiffness)
      law_ = std::make_shared<const SolidLaw>(
          SolidLaw{part_.law, materials_[e].stiffness, part_.beta, part_.gauss_newton});
    return law_;
  }

  const MeshBody& part_;
  const std::vector<BodyIndex>& node_bodies_;
  std::vector<ElasticMaterial> materials_;
  std::shared_ptr<const SolidLaw> law_;
  SystemParts& parts_;
};

void Check(const MeshBody& part, const std::string& label) {
  Require(part.alpha >= 0 && part.beta >= 0 && std::isfinite(part.alpha + part.beta),
          label + ": damping must be finite and not negative");
  RequireFinite(part.velocity, label, "the velocity");
  RequireFinite(part.angular_velocity, label, "the angular velocity");
  RequireLoads(part, label);
  Require(part.law == SolidLaw::Kind::st_venant_kirchhoff ||
              part.kinematics != MeshBody::Kinematics::corotational,
          label + ": co-rotational elements are linear; neo_hookean needs total_lagrangian");
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
  Require(!part.mesh.elements.empty(), label + ": it has no element; give a mesh with elements");
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
            label + ": a body '" + node.name + "' exists; give the mesh another name");
  const auto shared = std::make_shared<const MeshBody>(std::move(part));
  const auto build = [shared, bodies](SystemParts& parts) {
    MeshInfo info{shared->name, bodies, {}, shared};
    MeshBuilder builder(*shared, bodies, parts);
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
