// SPDX-License-Identifier: BSD-3-Clause
//
// Meshes of solids as bodies of a model, against CalculiX.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "engine/core/rotation.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "examples/models/mesh_parts.hpp"
#include "solvers/analysis/eigenmodes.hpp"

namespace trunnion {
namespace mesh_body_test {

using models::LoadPath;
using models::MakeFaceLoad;
using models::MakeMeshPart;
using models::MeshPart;

const std::filesystem::path kData = std::filesystem::path(TRUNNION_SOURCE_DIR) / "tests/data";

const nlohmann::json& References() {
  static const nlohmann::json references =
      nlohmann::json::parse(std::ifstream(kData / "flexible_references.json"));
  return references;
}

Vec3 ToVec3(const nlohmann::json& list) {
  return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()};
}

Mesh ReadMesh(const std::string& name, const nlohmann::json& definition) {
  Mesh mesh = ReadInp(kData / "meshes" / (name + ".inp"));
  SetMaterial(mesh,
              {.name = "material",
               .E = definition["E"],
               .nu = definition["nu"],
               .density = definition.value("rho", 1.0)});
  return mesh;
}

struct BlockCase {
  std::string mesh;
  MeshBody::Kinematics kinematics;
  double tolerance;  ///< relative to the deflection
};

class LargeDeflection : public testing::TestWithParam<BlockCase> {};
using enum MeshBody::Kinematics;
// The same formulation as CalculiX has to give its seven digits. Co-rotational elements keep a
// linear stiffness in each element, an error of the order of the bending strain in one, L/10 long.
INSTANTIATE_TEST_SUITE_P(,
                         LargeDeflection,
                         testing::Values(BlockCase{"block_c3d4_r1", total_lagrangian, 2e-6},
                                         BlockCase{"block_c3d10_r1", total_lagrangian, 2e-6},
                                         BlockCase{"block_c3d8_r1", total_lagrangian, 2e-6},
                                         BlockCase{"block_c3d20r_r1", total_lagrangian, 2e-6},
                                         BlockCase{"block_c3d8i_r1", total_lagrangian, 2e-6},
                                         BlockCase{"block_c3d8i_r1", corotational, 1e-2},
                                         BlockCase{"block_c3d10_r1", corotational, 1e-2},
                                         BlockCase{"block_c3d20r_r1", corotational, 1e-2}),
                         [](const auto& parameter) {
                           return parameter.param.mesh + (parameter.param.kinematics == corotational
                                                              ? "_corotational"
                                                              : "");
                         });

// Turned into another direction, as everything has to be invariant under rotation.
TEST_P(LargeDeflection, CantileverBendsAsInCalculix) {
  const auto& [name, kinematics, tolerance] = GetParam();
  const auto& block = References()["block"];
  const Mesh mesh = ReadMesh(name, block["definition"]);
  const Pose X_WM{RotationExp(Vec3(0.3, -1.2, 0.7)), Vec3(10, -20, 5)};
  const double force = block["definition"]["large_deflection_force_z"];
  const MeshPart part =
      MakeMeshPart({.mesh = mesh,
                    .X_WM = X_WM,
                    .fixed_sets = {"CLAMP"},
                    .kinematics = kinematics,
                    .loads = {MakeFaceLoad(mesh, "ENDFACE", X_WM.R * Vec3(0, 0, force))}});
  const System system = part.model.Compile();
  LoadPath path(system);
  const int tip = mesh.node_set("TIP").at(0);
  const Vec3 start = X_WM * mesh.nodes[static_cast<std::size_t>(tip)];
  const auto& reference = block["results"][name];
  for (const auto& [t, quantity] :
       {std::pair{0.5, "large_deflection_half"}, std::pair{1.0, "large_deflection"}}) {
    const Vec3 expected = ToVec3(reference[quantity]);
    const Vec3 u = X_WM.R.transpose() * (part.Position(path.advance_to(t), tip) - start);
    EXPECT_LT((u - expected).norm(), tolerance * expected.norm()) << u.transpose();
  }
}

TEST(MeshBody, FortyFiveDegreeBendAgreesWithCalculix) {
  const auto& bend = References()["bend45"];
  const Mesh mesh = ReadMesh("bend45_c3d20_8x1x1", bend["definition"]);
  const MeshPart part = MakeMeshPart({.mesh = mesh,
                                      .fixed_sets = {"CLAMP"},
                                      .loads = {MakeFaceLoad(mesh, "ENDFACE", Vec3(0, 0, 600))}});
  const System system = part.model.Compile();
  LoadPath path(system);
  // The four corners are the nodes of the end farthest from its middle.
  std::vector<int> end = mesh.node_set("ENDFACE");
  Vec3 middle = Vec3::Zero();
  for (const int node : end) middle += mesh.nodes[static_cast<std::size_t>(node)] / 8.0;
  std::sort(end.begin(), end.end(), [&](int a, int b) {
    return (mesh.nodes[static_cast<std::size_t>(a)] - middle).norm() >
           (mesh.nodes[static_cast<std::size_t>(b)] - middle).norm();
  });
  end.resize(4);
  for (const auto& [t, load] : {std::pair{0.5, "P=300"}, std::pair{1.0, "P=600"}}) {
    const Vec3 expected = ToVec3(bend["bend45_c3d20_8x1x1"][load]);
    const Vec3 tip = part.MeanPosition(path.advance_to(t), end);
    EXPECT_LT((tip - expected).norm(), 2e-6 * expected.norm()) << tip.transpose();
  }
}

TEST(MeshBody, ModesOfTheSystemAreThoseOfTheLinearMesh) {
  const auto& block = References()["block"];
  const Mesh mesh = ReadMesh("block_c3d20r_r1", block["definition"]);
  MeshPart part = MakeMeshPart({.mesh = mesh,
                                .X_WM = {RotationExp(Vec3(1, 2, 0.5)), Vec3(1, 2, 3)},
                                .fixed_sets = {"CLAMP"}});
  const System system = part.model.Compile();
  SystemEvaluator evaluator(system);
  OperatingPoint at;
  system.GetInitialState(at.q, at.v);
  at.v_dot = VectorXd::Zero(at.v.size());
  at.lambda.resize(0);
  const Eigenmodes modes = CalcEigenmodesNear(evaluator, at, {0, 200}, 4);
  const auto& expected = block["results"]["block_c3d20r_r1"]["clamped_free_exact_mass_hz"];
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(CalcFrequency(modes.eigenvalues[i]) / expected[i].get<double>(), 1, 1e-6);
}

// A bar of rubber falls from the horizontal; CalculiX moves by 4e-5 m with half its last step.
TEST(MeshBody, SoftPendulumFallsAsInCalculix) {
  const auto& pendulum = References()["pendulum"];
  const Mesh mesh = ReadMesh("pendulum_c3d20r", pendulum["definition"]);
  MeshPart part = MakeMeshPart({.mesh = mesh, .fixed_sets = {"HINGE"}});
  part.model.set_gravity({0, 0, -pendulum["definition"]["g"].get<double>()});
  const System system = part.model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-3}});
  const int tip = mesh.node_set("TIP").at(0);
  for (const auto& [t, key] : {std::pair{0.2, "0.2"}, std::pair{0.4, "0.4"}}) {
    simulation.advance_to(t);
    const Vec3 r = part.Position(simulation.context(), tip);
    const auto& expected = pendulum["tip"][key];
    EXPECT_NEAR(r.x(), expected[0].get<double>(), 2e-4);
    EXPECT_NEAR(r.z(), expected[1].get<double>(), 2e-4);
    EXPECT_NEAR(r.y(), 0, 1e-6);
  }
}

// For ten seconds, forty radians, to a tenth of ten times the tolerance.
TEST(MeshBody, FreeFlightKeepsEnergy) {
  const auto& pendulum = References()["pendulum"];
  const Mesh mesh = ReadMesh("pendulum_c3d20r", pendulum["definition"]);
  MeshPart part =
      MakeMeshPart({.mesh = mesh, .velocity = {1, 2, 3}, .angular_velocity = {0, 4, 0}});
  const System system = part.model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-3}});
  const double energy = simulation.kinetic_energy() + simulation.potential_energy();
  simulation.advance_to(10);
  EXPECT_NEAR(simulation.kinetic_energy() + simulation.potential_energy(), energy, 1e-3 * energy);
}

// A following pressure on the whole surface of a free block, given by the set of all nodes: no
// resultant, and no side of an element within, so that the block shrinks by p (1 − 2ν)/E
// everywhere.
TEST(MeshBody, PressureAllAroundCompressesUniformly) {
  const Mesh mesh = ReadMesh("block_c3d4_r1", References()["block"]["definition"]);
  const auto pressure = [](double) { return 1e7; };
  MeshPart part = MakeMeshPart({.mesh = mesh, .loads = {{"NALL", {.pressure = pressure}}}});
  const System system = part.model.Compile();
  SystemEvaluator evaluator(system);
  OperatingPoint at;
  system.GetInitialState(at.q, at.v);
  const double strain = -1e7 * (1 - 2 * 0.3) / 210e9;
  at.q *= 1 + strain;  // positions of points only
  const VectorXd zero = VectorXd::Zero(at.v.size());
  Residuals r;
  DynamicsMatrices matrices;
  evaluator.InitializePatterns(r, matrices);
  evaluator.CalcResiduals(0, at.q, zero, zero, r);
  const double compressed = r.dynamics.norm();
  system.GetInitialState(at.q, at.v);
  evaluator.CalcResiduals(0, at.q, zero, zero, r);
  EXPECT_GT(r.dynamics.norm(), 1e3);
  EXPECT_LT(compressed, 2e-4 * r.dynamics.norm());  // small strain: 2e-5
}

TEST(MeshBody, LoadsWithoutLawOrFaceAreRefused) {
  const Mesh mesh = ReadMesh("block_c3d4_r1", References()["block"]["definition"]);
  const auto message = [&](const MeshLoad& load) -> std::string {
    try {
      MakeMeshPart({.name = "block", .mesh = mesh, .loads = {load}});
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({"NALL", {}}).find("has no law"), std::string::npos);
  const auto one = [](double) { return 1.0; };
  EXPECT_NE(message({"TIP", {.pressure = one}}).find("finds no face"), std::string::npos);
}

/// The energy that is missing at the end, over the integral of the damping power (Simpson's rule).
double CompareLostEnergy(const Results& results, double interval) {
  const VectorXd total = results.column("energy/total"),
                 power = results.column("energy/damping_power");
  double work = 0;
  for (Eigen::Index i = 0; i + 2 < power.size(); i += 2)
    work += interval / 3 * (power[i] + 4 * power[i + 1] + power[i + 2]);
  EXPECT_GT(power.minCoeff(), -1e-9 * power.maxCoeff());
  return (total[0] - total[total.size() - 1]) / work;
}

// A bar of rubber with both kinds of Rayleigh damping swings; what it loses is what is reported.
TEST(MeshBody, DampingDissipatesTheWorkItReports) {
  const auto& pendulum = References()["pendulum"];
  const Mesh mesh = ReadMesh("pendulum_c3d20r", pendulum["definition"]);
  for (const auto kinematics : {total_lagrangian, corotational}) {
    MeshPart part = MakeMeshPart({.mesh = mesh,
                                  .fixed_sets = {"HINGE"},
                                  .kinematics = kinematics,
                                  .alpha = 0.3,
                                  .beta = 2e-3});
    part.model.set_gravity({0, 0, -9.81});
    const System system = part.model.Compile();
    Simulation simulation(system, {.integrator = {.tolerance = 1e-5}});
    const double interval = 2e-3;
    const Results results =
        trunnion::Run(simulation, 0.4, interval, {}, {.bodies = false, .joints = false});
    EXPECT_NEAR(CompareLostEnergy(results, interval), 1, 1e-3);
  }
}

}  // namespace mesh_body_test
}  // namespace trunnion
