// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "engine/mesh/mesh_body.hpp"
#include "engine/mesh/shell_mesh.hpp"

/// Meshes of shells and the classical shell problems, for tests and benchmarks.
namespace trunnion::models {

enum class ShellCells {
  quads,      ///< S4
  triangles,  ///< S3, two each cell
  quadratic,  ///< S8R
};

/// nu×nv cells on the surface x(u, v), u and v in [0, 1]; n along ∂x/∂u × ∂x/∂v. Sets U0, U1, V0
/// and V1 are its edges.
inline Mesh MakeShellMesh(int nu,
                          int nv,
                          const std::function<Vec3(double u, double v)>& x,
                          ShellCells cells = ShellCells::quads) {
  const bool quadratic = cells == ShellCells::quadratic;
  const int step = quadratic ? 2 : 1, rows = step * nu, columns = step * nv;
  Mesh mesh;
  mesh.source = "shell";
  std::vector<int> index(static_cast<std::size_t>((rows + 1) * (columns + 1)), -1);
  const auto at = [&](int i, int j) -> int& {
    return index[static_cast<std::size_t>(i * (columns + 1) + j)];
  };
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j <= columns; ++j) {
      if (quadratic && i % 2 == 1 && j % 2 == 1) continue;
      at(i, j) = static_cast<int>(mesh.nodes.size());
      mesh.nodes.push_back(x(static_cast<double>(i) / rows, static_cast<double>(j) / columns));
      mesh.node_ids.push_back(at(i, j) + 1);
      if (i == 0) mesh.node_sets["U0"].push_back(at(i, j));
      if (i == rows) mesh.node_sets["U1"].push_back(at(i, j));
      if (j == 0) mesh.node_sets["V0"].push_back(at(i, j));
      if (j == columns) mesh.node_sets["V1"].push_back(at(i, j));
    }
  const auto add = [&](MeshElementType type, std::vector<int> nodes) {
    mesh.elements.push_back({static_cast<int>(mesh.elements.size()) + 1, type, std::move(nodes)});
  };
  for (int i = 0; i < rows; i += step)
    for (int j = 0; j < columns; j += step) {
      const int a = at(i, j), b = at(i + step, j), c = at(i + step, j + step), d = at(i, j + step);
      if (quadratic)
        add(MeshElementType::s8r,
            {a, b, c, d, at(i + 1, j), at(i + 2, j + 1), at(i + 1, j + 2), at(i, j + 1)});
      if (cells == ShellCells::quads) add(MeshElementType::s4, {a, b, c, d});
      if (cells == ShellCells::triangles) {
        add(MeshElementType::s3, {a, b, c});
        add(MeshElementType::s3, {a, c, d});
      }
    }
  return mesh;
}

/// The node nearest to a place.
inline int FindNearest(const Mesh& mesh, const Vec3& place) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < mesh.nodes.size(); ++i)
    if ((mesh.nodes[i] - place).norm() < (mesh.nodes[best] - place).norm()) best = i;
  return static_cast<int>(best);
}

/// A linear static problem: a supported shell under nodal loads and weight, and what is asked.
struct ShellProblem {
  MeshBody part{};
  std::vector<std::pair<int, Vec3>> loads{};  ///< node, force [N]
  Vec3 gravity = Vec3::Zero();
  int probe = 0;      ///< node
  int direction = 0;  ///< of its displacement
  double sign = 1;
  double reference = 0;  ///< published [m]
};

/// The surfaces x(u, v) of the problems.
inline Vec3 RoofSurface(double u, double v) {
  const double a = u * 40 * std::numbers::pi / 180;
  return {25 * std::sin(a), 25 * v, 25 * std::cos(a)};
}
inline Vec3 CylinderSurface(double u, double v) {
  const double a = u * std::numbers::pi / 2;
  return {300 * std::cos(a), 300 * std::sin(a), 300 * v};
}
inline Vec3 HemisphereSurface(double u, double v) {
  const double a = u * std::numbers::pi / 2, b = v * 72 * std::numbers::pi / 180;
  return {10 * std::cos(a) * std::cos(b), 10 * std::sin(a) * std::cos(b), 10 * std::sin(b)};
}
inline Vec3 TwistedSurface(double u, double v) {
  const double a = u * std::numbers::pi / 2, s = 1.1 * v - 0.55;
  return {12 * u, s * std::cos(a), s * std::sin(a)};
}
inline Vec3 PlateSurface(double u, double v) { return {u, v, 0}; }

/// The problems of MacNeal & Harder, Finite Elem. Anal. Des. 1 (1985) 3 and Belytschko et al.,
/// Comput. Methods Appl. Mech. Eng. 51 (1985) 221, on a mesh of the surfaces above with their
/// edges U0, U1, V0, V1. A mesh without sections gets its material.

/// Scordelis-Lo roof, quarter: weight, vertical displacement in the middle of the free edge.
inline ShellProblem MakeRoof(Mesh mesh) {
  if (mesh.sections.empty())
    SetShellSection(mesh, {.name = "roof", .E = 4.32e8, .nu = 0, .density = 36}, 0.25);
  ShellProblem out;
  out.part.supports = {{"V0", {0, 2}}, {"U0", {0, 4, 5}}, {"V1", {1, 3, 5}}};
  out.gravity = {0, 0, -10};
  out.probe = FindNearest(mesh, RoofSurface(1, 1));
  out.direction = 2;
  out.sign = -1;
  out.reference = 0.3024;
  out.part.mesh = std::move(mesh);
  return out;
}

/// Pinched cylinder with end diaphragms, octant: displacement under the load. The published value
/// has no shear deformation.
inline ShellProblem MakePinchedCylinder(Mesh mesh) {
  if (mesh.sections.empty())
    SetShellSection(mesh, {.name = "cylinder", .E = 3e6, .nu = 0.3, .density = 1}, 3);
  ShellProblem out;
  out.part.supports = {{"V0", {0, 1}}, {"U0", {1, 3, 5}}, {"U1", {0, 4, 5}}, {"V1", {2, 3, 4}}};
  out.probe = FindNearest(mesh, CylinderSurface(1, 1));
  out.loads = {{out.probe, {0, -0.25, 0}}};
  out.direction = 1;
  out.sign = -1;
  out.reference = 1.8248e-5;
  out.part.mesh = std::move(mesh);
  return out;
}

/// Hemisphere with an 18° hole, quarter: displacement under one of the two pairs of loads.
inline ShellProblem MakeHemisphere(Mesh mesh) {
  if (mesh.sections.empty())
    SetShellSection(mesh, {.name = "hemisphere", .E = 6.825e7, .nu = 0.3, .density = 1}, 0.04);
  ShellProblem out;
  out.probe = FindNearest(mesh, HemisphereSurface(0, 0));
  mesh.node_sets["HELD"] = {out.probe};
  out.part.supports = {{"U0", {1, 3, 5}}, {"U1", {0, 4, 5}}, {"HELD", {2}}};
  out.loads = {{out.probe, {1, 0, 0}}, {FindNearest(mesh, HemisphereSurface(1, 0)), {0, -1, 0}}};
  out.reference = 0.0940;
  out.part.mesh = std::move(mesh);
  return out;
}

/// Beam twisted by 90°, clamped: tip displacement along a tip load in the plane (z, direction 2) or
/// out of the plane (y, 1) of the section there.
inline ShellProblem MakeTwistedBeam(Mesh mesh, int direction) {
  if (mesh.sections.empty())
    SetShellSection(mesh, {.name = "beam", .E = 29e6, .nu = 0.22, .density = 1}, 0.32);
  ShellProblem out;
  out.part.fixed_sets = {"U0"};
  std::vector<int> tip = mesh.node_set("U1");
  std::sort(tip.begin(), tip.end(), [&](int a, int b) {
    return mesh.nodes[static_cast<std::size_t>(a)].z() <
           mesh.nodes[static_cast<std::size_t>(b)].z();
  });
  for (std::size_t i = 0; i < tip.size(); ++i) {  // uniform along the edge
    const double share = i == 0 || i + 1 == tip.size() ? 0.5 : 1.0;
    out.loads.emplace_back(tip[i],
                           share / static_cast<double>(tip.size() - 1) * Vec3::Unit(direction));
  }
  out.probe = FindNearest(mesh, {12, 0, 0});
  out.direction = direction;
  out.reference = direction == 2 ? 5.424e-3 : 1.754e-3;
  out.part.mesh = std::move(mesh);
  return out;
}

}  // namespace trunnion::models
