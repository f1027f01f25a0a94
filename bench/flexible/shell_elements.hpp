// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/flexible/comparison.hpp"
#include "examples/models/shell_solutions.hpp"

/// Shell elements in a model beside published values, by the analyses of the engine.
namespace trunnion::bench {

/// Meshes to solve a problem on: those of files, then own ones.
inline std::vector<std::pair<std::string, Mesh>> ShellMeshes(
    Comparison& out,
    const std::vector<std::string>& files,
    Vec3 (*surface)(double, double),
    const std::vector<std::pair<int, int>>& sizes) {
  std::vector<std::pair<std::string, Mesh>> meshes;
  for (const std::string& name : files)
    if (const auto path = out.FindMesh(name + ".inp"); !path.empty())
      meshes.emplace_back(name, ReadInp(path));
  for (const auto& [nu, nv] : sizes)
    for (const auto cells : {models::ShellCells::quads, models::ShellCells::triangles})
      meshes.emplace_back((cells == models::ShellCells::quads ? "S4 " : "S3 ") +
                              std::to_string(nu) + "x" + std::to_string(nv),
                          models::MakeShellMesh(nu, nv, surface, cells));
  return meshes;
}

inline void AddShellProblem(Comparison& out,
                            const std::string& mesh,
                            const std::string& quantity,
                            const models::ShellProblem& problem,
                            double scale) {
  out.Add("shell_elements",
          mesh,
          quantity,
          problem.reference,
          problem.reference * models::CalcRatio(problem, scale));
}

/// The material of the pinched cylinder without shear deformation, as in the published series.
inline void MakeStiffInShear(Mesh& mesh) {
  const double E = 3e6, nu = 0.3, G = E / (2 * (1 + nu));
  MeshMaterial material{.name = "thin", .density = 1};
  material.orthotropic =
      OrthotropicConstants{.E = {E, E, E}, .nu = {nu, nu, nu}, .G = {G, 1e4 * G, 1e4 * G}};
  SetShellSection(mesh, material, 3);
}

inline void RunClassicalShells(Comparison& out) {
  for (auto& [name, mesh] : ShellMeshes(
           out, {"scordelis_s4_16", "scordelis_s8r_8"}, models::RoofSurface, {{8, 8}, {32, 32}}))
    AddShellProblem(out, name, "Scordelis-Lo roof, -uz [m]", models::MakeRoof(mesh), 1e-3);
  for (auto& [name, mesh] : ShellMeshes(out,
                                        {"pinched_s4_16", "pinched_s8r_8"},
                                        models::CylinderSurface,
                                        {{32, 32}, {64, 64}})) {
    AddShellProblem(out, name, "pinched cylinder, -uy [m]", models::MakePinchedCylinder(mesh), 1);
    MakeStiffInShear(mesh);
    AddShellProblem(out, name, "the same, no shear, -uy [m]", models::MakePinchedCylinder(mesh), 1);
  }
  for (auto& [name, mesh] : ShellMeshes(
           out, {"hemi_s4_16", "hemi_s8r_8"}, models::HemisphereSurface, {{8, 8}, {32, 32}}))
    AddShellProblem(out, name, "hemisphere, ux [m]", models::MakeHemisphere(mesh), 1e-3);
  for (auto& [name, mesh] : ShellMeshes(out,
                                        {"twisted_s4_12x2", "twisted_s4_24x4", "twisted_s8r_12x2"},
                                        models::TwistedSurface,
                                        {{48, 8}}))
    for (const int direction : {2, 1})
      AddShellProblem(
          out,
          name,
          direction == 2 ? "twisted beam, in plane [m]" : "twisted beam, out of plane [m]",
          models::MakeTwistedBeam(mesh, direction),
          1e-2);
}

inline void RunPlateElements(Comparison& out) {
  const auto& cases = models::PlateCases();
  for (const auto& [name, mesh] :
       ShellMeshes(out, {"plate_s4_16", "plate_s8r_8"}, models::PlateSurface, {{32, 32}})) {
    for (const auto& [plate, theory] :
         {std::pair{cases[0], 0.0006579664}, std::pair{cases[1], 0.002112422}})
      out.Add("shell_elements",
              name,
              std::string("plate ") + plate.name + ", centre [m]",
              theory,
              theory * models::CalcPlateDeflection(mesh, plate, theory));
    for (const models::PlateCase& plate : cases) {
      const auto ours =
          models::MakePlate(mesh, plate)
              .CalcFrequencies(static_cast<int>(plate.frequencies.size()), plate.near);
      for (std::size_t i = 0; i < ours.size(); ++i)
        out.Add("shell_elements",
                name,
                std::string("plate ") + plate.name + " [Hz] " + std::to_string(i + 1),
                plate.frequencies[i],
                ours[i]);
    }
  }
}

/// Sze, Liu & Lo, Finite Elem. Anal. Des. 40 (2004) 1551: the hemisphere under 200 times the loads
/// of the linear problem; and the elastica (Mattiasson 1981).
inline void RunLargeRotationsOfShells(Comparison& out) {
  for (const auto& [name, mesh] :
       ShellMeshes(out, {}, models::HemisphereSurface, {{16, 16}, {24, 24}})) {
    const models::ShellProblem problem = models::MakeHemisphere(mesh);
    models::ShellModel shell(problem.part);
    for (const auto& [node, force] : problem.loads) shell.AddLoad(node, 200 * force);
    const auto u = shell.CalcDisplacements({problem.loads[0].first, problem.loads[1].first});
    out.Add("shell_elements", name, "hemisphere, 200 N, ux [m]", 4.067, u[0].x());
    out.Add("shell_elements", name, "hemisphere, 200 N, -uy [m]", 8.178, -u[1].y());
  }
  const auto strip = [](double u, double v) { return Vec3(10 * u, v, 0); };
  for (auto& [name, mesh] : ShellMeshes(out, {}, strip, {{8, 1}, {32, 1}})) {
    SetShellSection(mesh, {.name = "strip", .E = 1.2e6, .nu = 0, .density = 1}, 0.1);
    models::ShellModel shell({.mesh = mesh, .fixed_sets = {"U0"}});
    for (const int node : mesh.node_set("U1")) shell.AddLoad(node, {0, 0, 2});
    const Vec3 tip = shell.CalcDisplacements({mesh.node_set("U1")[0]}).front();
    out.Add("shell_elements", name, "elastica, PL2/EI = 4, -ux/L", 0.32894, -tip.x() / 10);
    out.Add("shell_elements", name, "elastica, PL2/EI = 4, uz/L", 0.66996, tip.z() / 10);
  }
}

inline void RunShellElements(Comparison& out) {
  RunClassicalShells(out);
  RunPlateElements(out);
  RunLargeRotationsOfShells(out);
}

}  // namespace trunnion::bench
