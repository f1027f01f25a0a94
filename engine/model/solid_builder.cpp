// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <memory>
#include <string>

#include "engine/mesh/mesh_faces.hpp"
#include "engine/model/structural_mesh.hpp"

namespace trunnion {
namespace {

MeshInfo::Place Place(const ElementInfo& info) { return {info.pool, info.index}; }

}  // namespace

SolidBuilder::SolidBuilder(const MeshBody& part,
                           const std::vector<BodyIndex>& node_bodies,
                           SystemParts& parts)
    : part_(part),
      node_bodies_(node_bodies),
      materials_(CalcElementMaterials(part.mesh)),
      parts_(parts) {}

/// Elements of one material that follow each other share a law.
std::shared_ptr<const SolidLaw> SolidBuilder::Law(std::size_t e) {
  if (!law_ || law_->C != materials_[e].stiffness)
    law_ = std::make_shared<const SolidLaw>(
        SolidLaw{part_.law, materials_[e].stiffness, part_.beta, part_.gauss_newton});
  return law_;
}

template <int N, int P>
MeshInfo::Place SolidBuilder::AddOf(std::size_t e, SolidType type) {
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
void SolidBuilder::AddFace(const ElementFace& face,
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

MeshInfo::Place SolidBuilder::Add(std::size_t e) {
  const MeshElement& element = part_.mesh.elements[e];
  const SolidType type = *SolidTypeOf(element.type);
  switch (type) {
    case SolidType::tet4:
      return AddOf<4, 1>(e, type);
    case SolidType::tet10:
      return AddOf<10, 4>(e, type);
    case SolidType::hex8:
    case SolidType::hex8_incompatible:
      return AddOf<8, 8>(e, type);
    case SolidType::hex20:
      return AddOf<20, 27>(e, type);
    case SolidType::hex20_reduced:
      return AddOf<20, 8>(e, type);
  }
  throw ModelError(part_.mesh.Describe(element) + ": no solid");
}

void SolidBuilder::Add(const MeshLoad& load) {
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

}  // namespace trunnion
