// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/element_context.hpp"
#include "engine/mesh/mesh.hpp"
#include "engine/system/system_parts.hpp"

/// Displacements, stresses and strain energies of flexible parts at a state of their System; see
/// docs/flexible_bodies.md, "Results of meshes".
namespace trunnion {

/// Of the n nodes of a part that carry an element, a column each.
struct MeshField {
  Eigen::Matrix3Xd positions;      ///< [m], world
  Eigen::Matrix3Xd displacements;  ///< from where the nodes are undeformed at the start [m], world
  /// Cauchy stress [Pa], world axes, Voigt order of ElasticMaterial, without viscous stresses:
  /// extrapolated from the integration points of each element, mean of the elements at a node.
  Eigen::Matrix<double, 6, Eigen::Dynamic> stress;
  VectorXd von_mises;  ///< of that mean [Pa]
  /// In meshes of shells the surface that has this stress: 1 top, −1 bottom, top being along the
  /// normal of the first shell at the node; 0: it is that of a beam or bar. Else empty.
  Eigen::VectorXi surface;
  double strain_energy;  ///< of the part [J]
};

/// What gives the fields of one flexible part: a mesh, or a reduced body that was made from one.
///
///     total-Lagrangian  σ = F S Fᵀ/det F,  W = Σ W(F) dV
///     co-rotational     σ = R C B (Rᵀ r − X) Rᵀ,  W = ½ Σ σ : C⁻¹ σ dV
///     reduced           σ = R (Σ σⱼ pⱼ) Rᵀ with σⱼ of the shape φⱼ and R of the floating frame,
///                       W = ½ Σ mⱼ ωⱼ² pⱼ²
///
///     shell             σ = R (Q (ε ± t/2 κ)) Rᵀ in the middle of the element, on both surfaces
///     beam, bar         σ = (N/A ± |M| of both ends/W) along its axis: no shear, no torsion
///     both              W = ½ eᵀ K e, of the element in the System
///
/// At a node with shells, top and bottom are averaged each over all its shells, and the one with
/// the larger von Mises stress is the stress there; a beam or bar at the node takes its place if
/// its own is larger still.
///
/// Verified  tests/system/mesh_fields_test.cpp: closed form after a large rotation, LinearMesh,
///           energy of the System, the full mesh beside the reduced body.
///           tests/system/structural_fields_test.cpp: closed forms, energy of the System.
class MeshRecovery {
 public:
  virtual ~MeshRecovery() = default;

  const std::string& name() const { return name_; }
  const Mesh& mesh() const { return *mesh_; }
  /// Indices in the mesh of the nodes with an element, ascending: the columns of a MeshField.
  const std::vector<int>& nodes() const { return nodes_; }
  int num_nodes() const { return static_cast<int>(nodes_.size()); }
  /// Where these nodes are undeformed at the start [m], world, 3×n.
  const Eigen::Matrix3Xd& start() const { return start_; }
  /// The body that carries it; kGround for a mesh, whose nodes are bodies.
  BodyIndex frame() const { return frame_; }

  /// @param x  a state of the System that this was made from.
  virtual MeshField Calc(const ElementContext& x) const = 0;
  /// Strain energy of every element [J], in the order of the mesh.
  virtual VectorXd CalcElementEnergies(const ElementContext& x) const = 0;

 protected:
  MeshRecovery(std::string name,
               std::shared_ptr<const Mesh> mesh,
               BodyIndex frame,
               const Pose& X_WM);
  std::string name_;
  std::shared_ptr<const Mesh> mesh_;
  std::vector<int> nodes_;
  Eigen::Matrix3Xd start_;
  BodyIndex frame_;
};
using MeshRecoveries = std::vector<std::unique_ptr<MeshRecovery>>;

/// Of all meshes, then of all reduced bodies that were made from a mesh. They refer to the parts.
MeshRecoveries MakeMeshRecoveries(const SystemParts& parts);

}  // namespace trunnion
