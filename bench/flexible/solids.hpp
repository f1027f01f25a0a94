// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>

#include "bench/flexible/comparison.hpp"
#include "engine/mesh/craig_bampton.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/mesh/matrix_import.hpp"

/// Blocks, control arm, reduction and imported matrices.
namespace trunnion::bench {

inline void AddBlockModes(Comparison& out,
                          const std::string& name,
                          const LinearMesh& linear,
                          const std::vector<int>& clamp,
                          const Json& reference,
                          const std::string& key,
                          const std::string& mass) {
  const auto frequencies = [&](const std::vector<int>& fixed, int count) {
    return CalcFixedModes(linear.stiffness(), linear.mass(), fixed, count).CalcFrequencies();
  };
  out.AddList("block",
              name,
              "clamped-free [Hz], " + mass,
              ToVector(reference["clamped_free" + key]),
              frequencies(clamp, 10));
  out.AddList("block",
              name,
              "free-free [Hz], " + mass,
              ToVector(reference["free_free" + key]),
              frequencies({}, 16).tail(10));
}

inline void RunBlock(Comparison& out,
                     const std::string& name,
                     const Mesh& mesh,
                     const Json& reference) {
  const LinearMesh linear(mesh);
  const SparseMatrix& K = linear.stiffness();
  const std::vector<int> clamp = linear.FindUnknowns(mesh.node_set("CLAMP"));
  const int tip = linear.first_unknown(mesh.node_set("TIP").at(0)) + 2;
  const auto faces = FindFaces(mesh, mesh.node_set("ENDFACE"));
  const VectorXd pull = linear.CalcTractionLoad(faces, {0, 0, -1000 / CalcArea(mesh, faces)});
  out.Add("block",
          name,
          "tip force, uz [m]",
          reference["tip_force_uz"],
          SolveStatic(K, pull, clamp).u[tip]);
  const VectorXd weight = linear.CalcGravityLoad({0, 0, -9.81});
  out.Add("block",
          name,
          "gravity, uz [m]",
          reference["gravity_uz"],
          SolveStatic(K, weight, clamp).u[tip]);
  AddBlockModes(out, name, linear, clamp, reference, "_exact_mass_hz", "exact mass");
  if (name.find("c3d8i") == std::string::npos)  // CalculiX gives mass to its incompatible modes
    AddBlockModes(out,
                  name,
                  LinearMesh(mesh, MassIntegration::stiffness_points),
                  clamp,
                  reference,
                  "_hz",
                  "CalculiX mass");
}

inline void RunBlocks(Comparison& out) {
  const Json& d = out.references()["block"]["definition"];
  for (const auto& [name, reference] : out.references()["block"]["results"].items())
    if (const auto path = out.FindMesh(name + ".inp"); !path.empty())
      RunBlock(out, name, ReadMesh(path, d["E"], d["nu"], d["rho"]), reference);
}

struct Arm {
  Mesh mesh;
  LinearMesh linear;
  std::vector<InterfaceFrame> frames;
};

inline Arm MakeArm(const Comparison& out, const std::filesystem::path& path, MassIntegration mass) {
  const Json& d = out.references()["arm"]["definition"];
  Arm arm{ReadMesh(path, d["E"], d["nu"], d["rho"]),
          LinearMesh(ReadMesh(path, d["E"], d["nu"], d["rho"]), mass),
          {}};
  for (const std::string side : {"A", "B"})
    arm.frames.push_back({side,
                          ToVector(d[side + "_ref_point"]),
                          arm.linear.FindUnknowns(arm.mesh.node_set("BORE_" + side), {0})});
  return arm;
}

inline void AddArmMass(Comparison& out,
                       const std::string& name,
                       const Arm& arm,
                       const Json& reference) {
  const MassProperties ours = arm.linear.CalcMassProperties();
  out.Add("arm", name, "mass [kg]", reference["mass"], ours.mass);
  out.AddList("arm", name, "centre of mass [m]", ToVector(reference["com"]), ours.com);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      out.Add(
          "arm",
          name,
          "inertia " + std::to_string(i + 1) + std::to_string(j + 1) + " [kg m^2]",
          reference["inertia_about_com"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
          ours.inertia(i, j));
}

inline void AddArmModes(Comparison& out,
                        const std::string& name,
                        const Arm& arm,
                        const Json& reference) {
  const SparseMatrix &K = arm.linear.stiffness(), &M = arm.linear.mass();
  out.AddList("arm",
              name,
              "free, flexible bores [Hz]",
              ToVector(reference["free_free_bare"]),
              CalcFixedModes(K, M, {}, 16).CalcFrequencies().tail(10));
  const SparseMatrix T = CalcRigidTies(arm.linear.positions(), arm.frames);
  out.AddList("arm",
              name,
              "free, rigid bores [Hz]",
              ToVector(reference["free_free_rigid_bores"]),
              CalcFixedModes(CalcTied(K, T), CalcTied(M, T), {}, 16).CalcFrequencies().tail(10));
  std::vector<int> fixed = arm.linear.FindUnknowns(arm.mesh.node_set("BORE_A"));
  out.AddList("arm",
              name,
              "bore A fixed [Hz]",
              ToVector(reference["A_clamped"]),
              CalcFixedModes(K, M, fixed, 10).CalcFrequencies());
  const std::vector<int> bore_B = arm.linear.FindUnknowns(arm.mesh.node_set("BORE_B"));
  fixed.insert(fixed.end(), bore_B.begin(), bore_B.end());
  out.AddList("arm",
              name,
              "both bores fixed [Hz]",
              ToVector(reference["fixed_interface"]),
              CalcFixedModes(K, M, fixed, 12).CalcFrequencies());
  const MatrixXd K12 = ReduceCraigBampton(K, M, arm.linear.positions(), arm.frames, 0).K;
  for (int i = 0; i < 12; ++i)
    for (int j = i; j < 12; ++j)
      out.Add("arm",
              name,
              "condensed stiffness " + std::to_string(i + 1) + "," + std::to_string(j + 1),
              reference["K12"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)],
              K12(i, j));
}

inline void RunArms(Comparison& out) {
  for (const std::string size : {"coarse", "fine"}) {
    const std::string name = "arm_tet10_" + size;
    const auto path = out.FindMesh(name + ".inp");
    if (path.empty()) continue;
    const Json& reference = out.references()["arm"][size];
    AddArmMass(out, name, MakeArm(out, path, MassIntegration::exact), reference["mass"]);
    AddArmModes(out, name, MakeArm(out, path, MassIntegration::stiffness_points), reference);
  }
}

inline void RunCraigBampton(Comparison& out) {
  const std::string name = "arm_tet10_coarse";
  const Json& reference = out.references()["craig_bampton"];
  const Arm arm = MakeArm(out, out.FindMesh(name + ".inp"), MassIntegration::stiffness_points);
  const ReducedStructure reduced = ReduceCraigBampton(
      arm.linear.stiffness(), arm.linear.mass(), arm.linear.positions(), arm.frames, 10);
  const auto frequencies = [&](int first) {
    const Eigen::Index size = reduced.K.rows() - first;
    return CalcLowestModes(reduced.K.bottomRightCorner(size, size).sparseView(),
                           reduced.M.bottomRightCorner(size, size).sparseView(),
                           static_cast<int>(size))
        .CalcFrequencies();
  };
  out.AddList("craig_bampton",
              name,
              "22 unknowns, free [Hz]",
              ToVector(reference["free_free_hz"]).tail(16),
              frequencies(0).tail(16));
  out.AddList("craig_bampton",
              name,
              "22 unknowns, A held [Hz]",
              ToVector(reference["A_clamped_hz"]),
              frequencies(6));
  out.AddList("craig_bampton",
              name,
              "fixed-interface modes [Hz]",
              ToVector(reference["fixed_interface_hz"]),
              reduced.fixed_frequencies);
}

inline void RunImported(Comparison& out) {
  const auto add = [&](const std::string& name, int rigid, const Json& list) {
    const auto path = out.FindMesh(name + ".sti.gz");
    if (path.empty()) return;
    const ImportedMatrices imported = ReadCalculixMatrices(path.parent_path() / name);
    const VectorXd reference = ToVector(list);
    const int count = static_cast<int>(reference.size());
    out.AddList(
        "imported",
        name,
        "frequency [Hz]",
        reference,
        CalcLowestModes(imported.K, imported.M, rigid + count).CalcFrequencies().tail(count));
  };
  add("block_c3d8_clamped", 0, out.references()["imported_block_c3d8_clamped_hz"]);
  add("arm_coarse_free", 6, out.references()["arm"]["coarse"]["free_free_bare"]);
}

/// u(t) = u_static − Σ φ (φ·f) cos(ω t)/ω², with the highest modes left out, which hardly move. The
/// reference has the mass of CalculiX; its modes without mass follow statically.
inline void RunStepLoads(Comparison& out) {
  const Json& d = out.references()["block"]["definition"];
  const Eigen::Array<double, 5, 1> times{0.005, 0.01, 0.02, 0.03, 0.05};
  for (const auto& [type, name] :
       {std::pair{"C3D8", "block_c3d8_r1"}, {"C3D20R", "block_c3d20r_r1"}}) {
    const Mesh mesh = ReadMesh(out.FindMesh(std::string(name) + ".inp"), d["E"], d["nu"], d["rho"]);
    const LinearMesh linear(mesh, MassIntegration::stiffness_points);
    const std::vector<int> clamp = linear.FindUnknowns(mesh.node_set("CLAMP"));
    const int free = linear.size() - static_cast<int>(clamp.size());
    const SymmetricModes modes =
        CalcFixedModes(linear.stiffness(), linear.mass(), clamp, std::min(free, 400));
    const auto faces = FindFaces(mesh, mesh.node_set("ENDFACE"));
    const VectorXd load = linear.CalcTractionLoad(faces, {0, 0, -1000 / CalcArea(mesh, faces)});
    const int tip = linear.first_unknown(mesh.node_set("TIP").at(0)) + 2;
    const double at_rest = SolveStatic(linear.stiffness(), load, clamp).u[tip];
    const Eigen::ArrayXd amplitude = modes.shapes.row(tip).transpose().array() *
                                     (modes.shapes.transpose() * load).array() /
                                     modes.eigenvalues.array();
    VectorXd ours(5);
    for (int i = 0; i < 5; ++i)
      ours[i] = at_rest - (amplitude * (modes.eigenvalues.array().sqrt() * times[i]).cos()).sum();
    out.AddList("step_load",
                name,
                "tip uz [m] at time",
                ToVector(out.references()["step_load"][type]),
                ours);
  }
}

}  // namespace trunnion::bench
