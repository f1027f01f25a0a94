// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/warning_printer.hpp"

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/mesh_units.hpp"
#include "engine/mesh/reduced_part.hpp"

namespace trunnion::command {

std::vector<std::string> ListMeshDoubts(const System& system) {
  std::vector<std::string> doubts;
  const auto add = [&](const std::string& name, const Mesh& mesh) {
    for (const std::string& doubt : ListDoubts(mesh))
      doubts.push_back("mesh '" + name + "' (" + mesh.source + "): " + doubt);
  };
  for (const MeshInfo& info : system.parts().meshes) add(info.name, info.part->mesh);
  for (const ReducedBodyInfo& info : system.parts().reduced_bodies)
    if (info.part->mesh) add(info.name, *info.part->mesh);
  return doubts;
}

}  // namespace trunnion::command
