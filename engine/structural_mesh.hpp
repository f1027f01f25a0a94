// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/mesh_body.hpp"
#include "engine/model.hpp"

/// Meshes as parts of a Model: what Model::AddMesh is made of. Internal to the engine.
namespace trunnion {

/// Adds a mesh of shells, beams and trusses. @throws ModelError as Model::AddMesh.
MeshId AddStructuralMesh(Model& model, ModelData& data, MeshBody part);

/// Adds the supports of a part as constraints on the bodies of its nodes.
/// @param bodies  of each node of the mesh; kGround: none.
void AddSupports(ModelData& data, const MeshBody& part, const std::vector<BodyIndex>& bodies);
/// @throws ModelError naming a set that does not exist, a component out of range, a rotation of a
///         node without rotation, or a name that another constraint has.
void RequireSupports(const ModelData& data,
                     const MeshBody& part,
                     const std::vector<BodyKind>& kinds);

/// The name of a support: "<mesh>.<number>.u1", ..., "r3".
std::string NameSupport(const MeshBody& part, int node, int component);

/// @throws ModelError naming a load without law or without a face.
void RequireLoads(const MeshBody& part, const std::string& label);

/// For every node: its set is in MeshBody::fixed_sets.
std::vector<bool> FindFixedNodes(const MeshBody& part);

}  // namespace trunnion
