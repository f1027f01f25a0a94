// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bench/flexible/comparison.hpp"
#include "engine/simulation/simulation.hpp"
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

/// The nodes of a set farthest from its middle: the four corners of an end face.
inline std::vector<int> FindCorners(const Mesh& mesh, std::vector<int> nodes) {
  const auto at = [&](int node) { return mesh.nodes[static_cast<std::size_t>(node)]; };
  Vec3 middle = Vec3::Zero();
  for (const int node : nodes) middle += at(node) / static_cast<double>(nodes.size());
  std::sort(nodes.begin(), nodes.end(), [&](int a, int b) {
    return (at(a) - middle).norm() > (at(b) - middle).norm();
  });
  nodes.resize(4);
  return nodes;
}

/// The 45-degree bend of Bathe & Bolourchi as a solid, clamped, with a dead load on its end.
inline void RunBends(Comparison& out) {
  const Json& bend = out.references()["bend45"];
  for (const auto& [name, reference] : bend.items()) {
    if (name == "definition") continue;
    const auto path = out.FindMesh(name + ".inp");
    if (path.empty()) continue;
    const Mesh mesh = ReadMesh(path, bend["definition"]["E"], bend["definition"]["nu"], 1);
    const models::MeshPart part =
        models::MakeMeshPart({.mesh = mesh,
                              .fixed_sets = {"CLAMP"},
                              .loads = {models::MakeFaceLoad(mesh, "ENDFACE", {0, 0, 600})}});
    const System system = part.model.Compile();
    models::LoadPath loads(system);
    const std::vector<int> corners = FindCorners(mesh, mesh.node_set("ENDFACE"));
    for (const auto& [t, load] : {std::pair{0.5, "P=300"}, std::pair{1.0, "P=600"}})
      out.AddList("bend45",
                  name,
                  std::string("tip [m], ") + load,
                  ToVector(reference[load]),
                  part.MeanPosition(loads.advance_to(t), corners));
  }
}

/// A bar of rubber that falls from the horizontal about a hinge.
inline void RunPendulum(Comparison& out) {
  const Json& pendulum = out.references()["pendulum"];
  const Json& d = pendulum["definition"];
  const Mesh mesh = ReadMesh(out.FindMesh("pendulum_c3d20r.inp"), d["E"], d["nu"], d["rho"]);
  models::MeshPart part = models::MakeMeshPart({.mesh = mesh, .fixed_sets = {"HINGE"}});
  part.model.set_gravity({0, 0, -d["g"].get<double>()});
  const System system = part.model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-5}});
  for (const auto& [t, reference] : pendulum["tip"].items()) {
    simulation.advance_to(std::stod(t));
    const Vec3 r = part.Position(simulation.context(), mesh.node_set("TIP").at(0));
    out.Add("pendulum", "pendulum_c3d20r", "tip x [m], t = " + t, reference[0], r.x());
    out.Add("pendulum", "pendulum_c3d20r", "tip z [m], t = " + t, reference[1], r.z());
  }
}

}  // namespace trunnion::bench
