// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "engine/fields/mesh_fields.hpp"

/// Fields of meshes of shells, beams and trusses: what MakeMeshRecoveries is made of. Internal to
/// the engine.
namespace trunnion {

/// @param info  a mesh, of which it takes the structural elements; refers to the forces in `parts`.
std::unique_ptr<MeshRecovery> MakeStructuralRecovery(const SystemParts& parts,
                                                     const MeshInfo& info);

}  // namespace trunnion
