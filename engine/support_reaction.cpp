// SPDX-License-Identifier: BSD-3-Clause
#include "engine/support_reaction.hpp"

#include "forces/elements/solid_matrices.hpp"

namespace trunnion {
namespace {

std::size_t idx(int i) { return static_cast<std::size_t>(i); }

MatrixXd CalcMass(const MeshBody& part, const MeshElement& element, double density) {
  const SolidType type = *SolidTypeOf(element.type);
  const MatrixXd m =
      CalcConsistentMass(type, part.mesh.CalcNodePositions(element), MassRule(type), density);
  if (part.mass == SolidMass::consistent) return m;
  return CalcLumpedMass(m).asDiagonal();
}

}  // namespace

SupportReaction::SupportReaction(const System& system, const MeshInfo& info, const std::string& set)
    : system_(system) {
  const MeshBody& part = *info.part;
  std::vector<bool> in_set(part.mesh.nodes.size(), false);
  const std::vector<int>& nodes = part.mesh.node_set(set);
  for (const int node : nodes) {
    in_set[idx(node)] = true;
    centre_ += part.X_WM * part.mesh.nodes[idx(node)] / static_cast<double>(nodes.size());
  }
  const std::vector<ElasticMaterial> materials = CalcElementMaterials(part.mesh);
  for (std::size_t e = 0; e < info.elements.size(); ++e) {
    const MeshElement& element = part.mesh.elements[e];
    Element held{info.elements[e], {}, {}, {}};
    bool any = false;
    for (const int node : element.nodes) {
      held.bodies.push_back(info.nodes[idx(node)]);
      held.held.push_back(in_set[idx(node)]);
      any = any || in_set[idx(node)];
    }
    if (!any) continue;
    held.mass = CalcMass(part, element, materials[e].density);
    elements_.push_back(std::move(held));
  }
}

Vec3 SupportReaction::Acceleration(BodyIndex body, const VectorXd& v_dot) const {
  if (!system_.layout().active(body)) return Vec3::Zero();
  return v_dot.segment<3>(system_.layout().offset(body));
}

SupportReaction::Value SupportReaction::Calc(const ElementContext& x, const VectorXd& v_dot) const {
  Value sum{Vec3::Zero(), Vec3::Zero()};
  for (const Element& element : elements_) {
    const auto loads =
        system_.parts().force_pools[idx(element.place.pool)]->CalcLoads(element.place.index, x);
    for (std::size_t i = 0; i < element.bodies.size(); ++i) {
      if (!element.held[i]) continue;
      Vec3 force = loads[i].second.head<3>();
      for (std::size_t j = 0; j < element.bodies.size(); ++j)
        force -= element.mass(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) *
                 Acceleration(element.bodies[j], v_dot);
      sum.force -= force;
      sum.torque -= (x.bodies[idx(element.bodies[i])].r - centre_).cross(force);
    }
  }
  return sum;
}

}  // namespace trunnion
