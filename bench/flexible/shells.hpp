// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bench/flexible/comparison.hpp"
#include "engine/mesh/linear_static.hpp"

/// Plates and the classical shell problems, of solids.
namespace trunnion::bench {

/// A shell's mesh with its supports: set and directions.
struct Shell {
  Shell(const Mesh& m,
        const std::vector<std::pair<std::string, std::vector<int>>>& supports,
        MassIntegration mass = MassIntegration::exact)
      : mesh(m), linear(m, mass), probe(linear.first_unknown(m.node_set("PROBE").at(0))) {
    for (const auto& [set, directions] : supports)
      for (const int i : linear.FindUnknowns(mesh.node_set(set), directions)) fixed.push_back(i);
  }
  double Solve(const VectorXd& load, int direction) const {
    return SolveStatic(linear.stiffness(), load, fixed).u[probe + direction];
  }
  VectorXd PointLoad(int unknown, double force) const {
    return force * VectorXd::Unit(linear.size(), unknown);
  }

  const Mesh& mesh;
  LinearMesh linear;
  int probe;
  std::vector<int> fixed;
};

inline void AddShell(Comparison& out,
                     const std::string& name,
                     const char* quantity,
                     double calculix,
                     double published,
                     double ours) {
  out.Add("shells", name, std::string(quantity) + ", CalculiX", calculix, ours);
  out.Add("shells", name, std::string(quantity) + ", published", published, ours);
}

inline void RunPlate(Comparison& out,
                     const std::string& name,
                     const std::filesystem::path& path,
                     const Json& reference) {
  const Mesh mesh = ReadMesh(path, 210e9, 0.3, 7850);
  const std::vector<int> all{0, 1, 2};
  const Shell clamped(mesh,
                      {{"U0", all}, {"U1", all}, {"V0", all}, {"V1", all}},
                      MassIntegration::stiffness_points);
  // The reference spreads the pressure over the thickness, as a weight.
  const auto z = clamped.linear.positions().row(2);
  const double g = 1e4 / (7850 * (z.maxCoeff() - z.minCoeff()));
  const VectorXd load = clamped.linear.CalcGravityLoad({0, 0, -g});
  out.Add(
      "shells", name, "clamped, centre uz [m]", reference["clamped_wc"][2], clamped.Solve(load, 2));
  const auto modes = [&](const char* key, const std::vector<int>& fixed, int rigid) {
    if (!reference.contains(key)) return;
    const VectorXd list = ToVector(reference[key]);
    const int count = static_cast<int>(list.size());
    out.AddList(
        "shells",
        name,
        std::string(key + 5) + " [Hz], CalculiX mass",
        list,
        CalcFixedModes(clamped.linear.stiffness(), clamped.linear.mass(), fixed, rigid + count)
            .CalcFrequencies()
            .tail(count));
  };
  modes("freq_CCCC", clamped.fixed, 0);
  modes("freq_CFFF", clamped.linear.FindUnknowns(mesh.node_set("U0")), 0);
  modes("freq_FFFF", {}, 6);
}

inline void RunPinched(Comparison& out,
                       const std::string& name,
                       const std::filesystem::path& path,
                       const Json& reference) {
  const Mesh mesh = ReadMesh(path, 3e6, 0.3, 1);
  const Shell shell(mesh, {{"V0", {0, 1}}, {"U0", {1}}, {"U1", {0}}, {"V1", {2}}});
  AddShell(out,
           name,
           "-uy under the load",
           -reference["U"][1].get<double>(),
           1.8248e-5,
           -shell.Solve(shell.PointLoad(shell.probe + 1, -0.25), 1));
}

inline void RunScordelis(Comparison& out,
                         const std::string& name,
                         const std::filesystem::path& path,
                         const Json& reference) {
  const Mesh mesh = ReadMesh(path, 4.32e8, 0.0, 36);
  const Shell shell(mesh, {{"V0", {0, 2}}, {"U0", {0}}, {"V1", {1}}});
  AddShell(out,
           name,
           "-uz at the edge",
           -reference["U"][2].get<double>(),
           0.3024,
           -shell.Solve(shell.linear.CalcGravityLoad({0, 0, -10}), 2));
}

inline void RunHemisphere(Comparison& out,
                          const std::string& name,
                          const std::filesystem::path& path,
                          const Json& reference) {
  const Mesh mesh = ReadMesh(path, 6.825e7, 0.3, 1);
  Shell shell(mesh, {{"U0", {1}}, {"U1", {0}}, {"PROBE", {2}}});
  Eigen::Index other = 0;
  (shell.linear.positions().colwise() - Vec3(0, 10, 0)).colwise().norm().minCoeff(&other);
  const VectorXd load =
      shell.PointLoad(shell.probe, 1) - shell.PointLoad(static_cast<int>(3 * other) + 1, 1);
  AddShell(out, name, "ux under the load", reference["U"][0], 0.0940, shell.Solve(load, 0));
}

inline void RunTwisted(Comparison& out,
                       const std::string& name,
                       const std::filesystem::path& path,
                       const Json& reference) {
  const Mesh mesh = ReadMesh(path, 29e6, 0.22, 1);
  const Shell shell(mesh, {{"U0", {0, 1, 2}}});
  const auto faces = FindFaces(mesh, mesh.node_set("U1"));
  const double area = CalcArea(mesh, faces);
  const auto solve = [&](int k) {
    return shell.Solve(shell.linear.CalcTractionLoad(faces, Vec3::Unit(k) / area), k);
  };
  AddShell(out, name, "in plane, uz", reference["in_plane_uz"], 5.424e-3, solve(2));
  AddShell(out, name, "out of plane, uy", reference["out_of_plane_uy"], 1.754e-3, solve(1));
}

inline void RunShells(Comparison& out) {
  for (const auto& [name, reference] : out.references()["shells_c3d20r"].items()) {
    const auto path = out.FindMesh(name + ".inp");
    if (path.empty()) continue;
    const std::string kind = name.substr(0, name.find('_'));
    if (kind == "plate") RunPlate(out, name, path, reference);
    if (kind == "pinched") RunPinched(out, name, path, reference);
    if (kind == "scordelis") RunScordelis(out, name, path, reference);
    if (kind == "hemi") RunHemisphere(out, name, path, reference);
    if (kind == "twisted") RunTwisted(out, name, path, reference);
  }
}

}  // namespace trunnion::bench
