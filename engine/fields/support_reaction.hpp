// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/mesh/mesh_body.hpp"
#include "engine/system/system.hpp"

namespace trunnion {

/// What holds a fixed node set of a mesh in its place.
///
///     R = −Σᵢ Σₑ (fᵢ − Σⱼ mᵢⱼ rⱼ''),   T = −Σᵢ (Xᵢ − c) × Σₑ (fᵢ − Σⱼ mᵢⱼ rⱼ'')
///
/// over the nodes i of the set and the elements e at them; f is all that an element exerts on its
/// nodes but inertia, c the mean position of the nodes. Shells and beams exert torques, too, and
/// have the inertia of forces/elements/corotated_inertia.hpp. The half of a bar's mass that is at
/// a node of the set has no part in it, nor in the System.
///
/// Verified  tests/system/mesh_results_test.cpp, structural_fields_test.cpp: rates of momentum and
///           angular momentum.
class SupportReaction {
 public:
  /// @param set  one of the fixed sets of the mesh. The System must outlive it.
  SupportReaction(const System& system, const MeshInfo& mesh, const std::string& set);

  struct Value {
    Vec3 force;   ///< on the mesh [N], world axes
    Vec3 torque;  ///< about centre() [N·m]
  };
  Value Calc(const ElementContext& x, const VectorXd& v_dot) const;
  const Vec3& centre() const { return centre_; }  ///< c [m], world

 private:
  struct Element {
    MeshInfo::Place place;
    std::vector<BodyIndex> bodies;  // of its nodes
    std::vector<bool> held;         // whether a node is in the set
    MatrixXd mass;                  // m [kg], of solids
  };
  using Loads = std::vector<std::pair<BodyIndex, Vec6>>;
  /// What an element exerts on its nodes, inertia included.
  Loads CalcLoads(const Element& element, const ElementContext& x, const VectorXd& v_dot) const;
  std::vector<Vec6> ListAccelerations(const VectorXd& v_dot) const;
  Vec3 Acceleration(BodyIndex body, const VectorXd& v_dot) const;

  const System& system_;
  std::vector<Element> elements_;
  bool structural_ = false;  // shells, beams and bars
  Vec3 centre_ = Vec3::Zero();
};

}  // namespace trunnion
