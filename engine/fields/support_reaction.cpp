// SPDX-License-Identifier: BSD-3-Clause
#include "engine/fields/support_reaction.hpp"

#include "engine/core/pool.hpp"
#include "engine/mesh/shell_mesh.hpp"
#include "forces/elements/beam.hpp"
#include "forces/elements/solid_matrices.hpp"
#include "forces/elements/superelement.hpp"

namespace trunnion {
namespace {

MatrixXd CalcMass(const MeshBody& part, const MeshElement& element, double density) {
  const SolidType type = *SolidTypeOf(element.type);
  const MatrixXd m =
      CalcConsistentMass(type, part.mesh.CalcNodePositions(element), MassRule(type), density);
  if (part.mass == SolidMass::consistent) return m;
  return CalcLumpedMass(m).asDiagonal();
}

/// What element i exerts on its nodes, its inertia included, if the pool is of its type.
template <class E>
void AddInertia(const ForcePoolBase& pool,
                int i,
                const ElementContext& x,
                std::vector<std::pair<BodyIndex, Vec6>>& loads) {
  const auto* typed = dynamic_cast<const ForcePool<E>*>(&pool);
  if (!typed) return;
  LocalVector<E::kBodies> f = LocalVector<E::kBodies>::Zero();
  typed->element(i).AddInertia(x, f);
  for (int k = 0; k < E::kBodies; ++k) loads[idx(k)].second += f.template segment<6>(6 * k);
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
    if (IsStructural(element.type))
      structural_ = true;
    else
      held.mass = CalcMass(part, element, materials[e].density);
    elements_.push_back(std::move(held));
  }
}

Vec3 SupportReaction::Acceleration(BodyIndex body, const VectorXd& v_dot) const {
  if (!system_.layout().active(body)) return Vec3::Zero();
  return v_dot.segment<3>(system_.layout().offset(body));
}

std::vector<Vec6> SupportReaction::ListAccelerations(const VectorXd& v_dot) const {
  const BlockLayout& layout = system_.layout();
  std::vector<Vec6> list(system_.parts().bodies.size(), Vec6::Zero());
  for (BodyIndex b = 0; b < static_cast<BodyIndex>(list.size()); ++b)
    list[idx(b)].head(layout.size(b)) = v_dot.segment(layout.offset(b), layout.size(b));
  return list;
}

SupportReaction::Loads SupportReaction::CalcLoads(const Element& element,
                                                  const ElementContext& x,
                                                  const VectorXd& v_dot) const {
  const ForcePoolBase& pool = *system_.parts().force_pools[idx(element.place.pool)];
  const int index = element.place.index;
  Loads loads = pool.CalcLoads(index, x);
  if (element.mass.size() == 0) {
    AddInertia<Superelement<3>>(pool, index, x, loads);
    AddInertia<Superelement<4>>(pool, index, x, loads);
    AddInertia<Beam>(pool, index, x, loads);
    return loads;
  }
  for (std::size_t i = 0; i < element.bodies.size(); ++i)
    for (std::size_t j = 0; j < element.bodies.size(); ++j)
      loads[i].second.head<3>() -=
          element.mass(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) *
          Acceleration(element.bodies[j], v_dot);
  return loads;
}

SupportReaction::Value SupportReaction::Calc(const ElementContext& x, const VectorXd& v_dot) const {
  std::vector<Vec6> accelerations;
  ElementContext moving = x;
  if (structural_) {
    accelerations = ListAccelerations(v_dot);
    moving.accelerations = accelerations;
  }
  Value sum{Vec3::Zero(), Vec3::Zero()};
  for (const Element& element : elements_) {
    const Loads loads = CalcLoads(element, moving, v_dot);
    for (std::size_t i = 0; i < element.bodies.size(); ++i) {
      if (!element.held[i]) continue;
      const Vec3 force = loads[i].second.head<3>();
      sum.force -= force;
      sum.torque -= (x.bodies[idx(element.bodies[i])].r - centre_).cross(force);
      sum.torque -= loads[i].second.tail<3>();  // a fixed body has the axes of the world
    }
  }
  return sum;
}

}  // namespace trunnion
