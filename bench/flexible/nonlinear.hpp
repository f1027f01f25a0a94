// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>

#include "bench/flexible/comparison.hpp"
#include "examples/models/mesh_parts.hpp"

/// Large rotations: meshes as bodies of a model, beside CalculiX with NLGEOM.
namespace trunnion::bench {

/// The clamped block under a dead load that bends it by half its length.
inline void RunLargeDeflections(Comparison& out) {
  const Json& block = out.references()["block"];
  const Json& definition = block["definition"];
  for (const auto& [name, reference] : block["results"].items()) {
    if (!reference.contains("large_deflection")) continue;
    const auto path = out.FindMesh(name + ".inp");
    if (path.empty()) continue;
    const Mesh mesh = ReadMesh(path, definition["E"], definition["nu"], definition["rho"]);
    const double force = definition["large_deflection_force_z"];
    models::MeshPart part =
        models::MakeMeshPart({.mesh = mesh,
                              .fixed_sets = {"CLAMP"},
                              .loads = {models::MakeFaceLoad(mesh, "ENDFACE", {0, 0, force})}});
    const System system = part.model.Compile();
    models::LoadPath loads(system);
    const int tip = mesh.node_set("TIP").at(0);
    for (const auto& [t, quantity] :
         {std::pair{0.5, "large_deflection_half"}, std::pair{1.0, "large_deflection"}}) {
      const Vec3 u =
          part.Position(loads.advance_to(t), tip) - mesh.nodes[static_cast<std::size_t>(tip)];
      const VectorXd expected = ToVector(reference[quantity]);
      for (const int axis : {0, 2})
        out.Add("large",
                name,
                std::string(quantity) + (axis == 0 ? " ux" : " uz"),
                expected[axis],
                u[axis]);
    }
  }
}

}  // namespace trunnion::bench
