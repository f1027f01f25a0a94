// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/mesh_faces.hpp"
#include "engine/model/model.hpp"

/// Meshes as parts of a Model: what Model::AddMesh is made of. Internal to the engine.
namespace trunnion {

/// Puts the solids of a mesh and the loads on their faces into the parts of a System.
class SolidBuilder {
 public:
  /// @param node_bodies  of every node; those of solids are points or rigid bodies.
  SolidBuilder(const MeshBody& part, const std::vector<BodyIndex>& node_bodies, SystemParts& parts);

  MeshInfo::Place Add(std::size_t e);  ///< @throws ModelError naming an element that is no solid
  void Add(const MeshLoad& load);

 private:
  template <int N, int P>
  MeshInfo::Place AddOf(std::size_t e, SolidType type);
  template <int N>
  void AddFace(const ElementFace& face,
               const std::shared_ptr<const FaceLoadLaw>& law,
               const std::string& label);
  std::shared_ptr<const SolidLaw> Law(std::size_t e);

  const MeshBody& part_;
  const std::vector<BodyIndex>& node_bodies_;
  std::vector<ElasticMaterial> materials_;
  std::shared_ptr<const SolidLaw> law_;
  SystemParts& parts_;
};

/// Adds a mesh with shells, beams or trusses, maybe with solids beside them. @throws ModelError as
/// Model::AddMesh.
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

/// @throws ModelError if a law and the kinematics do not go together.
void RequireLawOfSolids(const MeshBody& part, const std::string& label);

/// @throws ModelError naming a load without law or without a face.
void RequireLoads(const MeshBody& part, const std::string& label);

/// For every node: its set is in MeshBody::fixed_sets.
std::vector<bool> FindFixedNodes(const MeshBody& part);

}  // namespace trunnion
