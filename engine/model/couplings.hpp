// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/model/model.hpp"

/// Couplings of many nodes with one body: what joints, bushings and loads on a region of a mesh act
/// on. The body may have no mass of its own. Nodes are points (of solids, PointMass) or rigid
/// bodies (of beams and shells).
namespace trunnion {

/// The nodes move rigidly with the body, as drawn (RBE2, *RIGID BODY): three constraints "<name>.
/// <node>" a point, 0 = r_node − r − R X [m]; a fixed joint of that name for a node with rotation.
struct RigidCoupling {
  std::string name{};  ///< of its constraints, not empty
  BodyId body{};       ///< rigid body or ground
  std::vector<BodyId> nodes{};
};
/// What a coupling has added to the model.
struct CouplingSize {
  int constraints = 0;
  int joints = 0;
};
/// @throws ModelError if there is no node, a node is missing or the body itself, or the body is a
/// point.
CouplingSize AddRigidCoupling(Model& model, const RigidCoupling& coupling);

/// The body follows the weighted mean of points (RBE3) and adds no stiffness to them: a load on it
/// becomes forces on the points.
///
///     0 = r − Σ wᵢ rᵢ          Σ wᵢ = 1, r at the mean of the points as drawn
///     0 = J⁻¹ Σ wᵢ Xᵢ × Rᵀ rᵢ   Xᵢ: points as drawn from their mean, J = Σ wᵢ (Xᵢ² − Xᵢ Xᵢᵀ)
///
/// So R is the rotation that fits the points best, min Σ wᵢ |rᵢ − r − R Xᵢ|², at any displacement
/// (Kabsch, Acta Cryst. A 32 (1976) 922; linear: the distributing coupling of finite-element
/// codes). The sums run over further points without mass, "<name>.sum.0", ..., six nodes each;
/// results, pictures and checks leave them out.
struct MeanCoupling {
  std::string name{};             ///< of its constraints and points, not empty
  BodyId body{};                  ///< rigid, without further constraints unless they leave it free
  std::vector<BodyId> nodes{};    ///< points, at least three that are not in one line
  std::vector<double> weights{};  ///< > 0, relative; empty: equal
};
/// @throws ModelError as AddRigidCoupling, or if weights are no positive numbers, one a node, or
/// the points are in one line.
CouplingSize AddMeanCoupling(Model& model, const MeanCoupling& coupling);

/// Ties nodes of two meshes that are drawn at the same place (to `distance` [m]) by ball joints
/// "<name>.0", ...; returns their number.
/// @throws ModelError if none, or one twice, is so near.
int AddNodeTies(Model& model,
                const std::string& name,
                const std::vector<BodyId>& a,
                const std::vector<BodyId>& b,
                double distance = 1e-6);

struct MeshInterface {
  BodyId body;
  CouplingSize size;
};
/// A body without mass, "<mesh>.<interface>", in the axes of the mesh, that a node set moves
/// rigidly with, or (`follows`) that follows the mean of the set: what an interface, or a following
/// frame, is of a reduced body. Its coupling has the same name. Nodes without an element are passed
/// over.
/// @param part  what Model::AddMesh got, as `mesh`.
MeshInterface AddMeshInterface(Model& model,
                               MeshId mesh,
                               const MeshBody& part,
                               const PartInterface& interface,
                               bool follows = false);

/// Bodies of the nodes of a mesh, e.g. of `mesh.node_set("BORE")`.
std::vector<BodyId> NodesOf(const Model& model, MeshId mesh, const std::vector<int>& nodes);

}  // namespace trunnion
