// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/analyses/linear.hpp"
#include "engine/analyses/load_steps.hpp"
#include "engine/model/model.hpp"
#include "examples/models/shell_parts.hpp"

/// Solutions of shell problems with the analyses of the engine, for tests and benchmarks.
namespace trunnion::models {

/// A shell in a model of its own.
struct ShellModel {
  explicit ShellModel(MeshBody part) : mesh(model.AddMesh(std::move(part))) {}

  void AddLoad(int node, const Vec3& force, const Vec3& torque = Vec3::Zero()) {
    AppliedLoad load{.body = model.node(mesh, node)};
    load.force.law = [force](double t) { return Vec3(t * force); };
    if (!torque.isZero(0)) load.torque.law = [torque](double t) { return Vec3(t * torque); };
    model.AddAppliedLoad(std::move(load));
  }
  /// Displacements of nodes under the loads, which have grown from nothing.
  std::vector<Vec3> CalcDisplacements(const std::vector<int>& nodes,
                                      const LoadStepOptions& options = {}) const {
    const System system = model.Compile();
    Simulation simulation(system);
    std::vector<Vec3> out;
    for (const int node : nodes) out.push_back(-Position(simulation, node));
    AdvanceLoads(simulation, 1.0, options);
    for (std::size_t i = 0; i < nodes.size(); ++i) out[i] += Position(simulation, nodes[i]);
    return out;
  }
  /// The `count` frequencies nearest to one, ascending [Hz].
  std::vector<double> CalcFrequencies(int count, double near) const {
    const System system = model.Compile();
    Simulation simulation(system);
    std::vector<double> out;
    for (const Mode& mode : CalcModes(simulation, {.damping = false, .count = count, .near = near}))
      out.push_back(mode.frequency);
    return out;
  }

  Model model;
  MeshId mesh;

 private:
  Vec3 Position(const Simulation& simulation, int node) const {
    return simulation.body(model.node(mesh, node).index()).r;
  }
};

/// Displacement of a problem over its published value. The loads are `scale` times the given ones,
/// and so small that the solution is the linear one.
inline double CalcRatio(const ShellProblem& problem, double scale) {
  ShellModel shell(problem.part);
  shell.model.set_gravity(scale * problem.gravity);
  for (const auto& [node, force] : problem.loads)
    if (problem.part.mesh.nodes.size() > static_cast<std::size_t>(node))
      shell.AddLoad(node, scale * force);
  const Vec3 u =
      shell.CalcDisplacements({problem.probe}, {.first_step = 1, .largest_step = 1}).front();
  return problem.sign * u[problem.direction] / (scale * problem.reference);
}

/// A unit square 1 % thick of steel in the x-y plane, with its theory of thin plates:
/// reference/fe_references.md, section 5, from Timoshenko & Woinowsky-Krieger and Leissa.
struct PlateCase {
  const char* name;
  std::vector<std::string> clamped;    ///< edges
  std::vector<std::string> supported;  ///< edges without deflection
  double near;                         ///< [Hz]
  std::vector<double> frequencies;     ///< [Hz]
};
inline const std::vector<PlateCase>& PlateCases() {
  static const std::vector<std::string> all{"U0", "U1", "V0", "V1"};
  static const std::vector<PlateCase> cases{
      {"CCCC", all, {}, 90, {89.641, 182.829, 182.829, 269.582, 327.773, 329.318}},
      {"SSSS", {}, all, 50, {49.171, 122.929, 122.929, 196.686, 245.857, 245.857}},
      {"CFFF", {"U0"}, {}, 9, {8.647, 21.191, 53.022, 67.754, 77.116, 134.983}},
      {"FFFF", {}, {}, 60, {33.550, 48.815, 60.458, 86.691, 86.691}}};
  return cases;
}
inline ShellModel MakePlate(Mesh mesh, const PlateCase& plate) {
  if (mesh.sections.empty())
    SetShellSection(mesh, {.name = "steel", .E = 210e9, .nu = 0.3, .density = 7850}, 0.01);
  MeshBody part{.mesh = std::move(mesh), .fixed_sets = plate.clamped};
  for (const std::string& edge : plate.supported) part.supports.push_back({edge, {0, 1, 2}});
  return ShellModel(std::move(part));
}
/// Deflection of the centre under the pressure of 10 kPa, over the one of thin plates.
inline double CalcPlateDeflection(const Mesh& mesh, const PlateCase& plate, double published) {
  constexpr double kScale = 1e-2;
  ShellModel shell = MakePlate(mesh, plate);
  const MatrixXd loads = CalcShellLoads(mesh, Vec3::Zero(), -kScale * 1e4);
  for (Eigen::Index i = 0; i < loads.cols(); ++i) shell.AddLoad(static_cast<int>(i), loads.col(i));
  const int centre = FindNearest(mesh, {0.5, 0.5, 0});
  return -shell.CalcDisplacements({centre}, {.first_step = 1, .largest_step = 1})[0].z() /
         (kScale * published);
}

}  // namespace trunnion::models
