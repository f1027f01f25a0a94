// SPDX-License-Identifier: BSD-3-Clause
// Solids beside shells, beams and bars in one mesh.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/analyses/equilibrium.hpp"
#include "engine/core/rotation.hpp"
#include "engine/fields/mesh_fields.hpp"
#include "engine/mesh/mesh_body.hpp"
#include "engine/model/couplings.hpp"
#include "engine/model/model.hpp"

namespace trunnion {
namespace mixed_mesh_test {

constexpr int kCells = 4;
constexpr double kLength = 2, kSide = 0.25, kThickness = 0.01;
constexpr double kE = 7e10, kSkinE = 2.1e11;  // no Poisson effect: uniform stress is exact

/// A square bar of C3D8I along x with skins of S4 on top and bottom.
Mesh MakeBar() {
  Mesh mesh;
  mesh.source = "bar";
  const auto number = [](int i, int j, int k) { return 1 + j + 2 * (k + 2 * i); };
  for (int i = 0; i <= kCells; ++i)
    for (int k = 0; k <= 1; ++k)
      for (int j = 0; j <= 1; ++j) {
        mesh.node_ids.push_back(number(i, j, k));
        mesh.nodes.emplace_back(kLength * i / kCells, kSide * j, kSide * k);
      }
  const auto add = [&](MeshElementType type, const std::string& set, std::vector<int> ids) {
    for (int& id : ids) id = mesh.FindNode(id);
    mesh.element_sets[set].push_back(static_cast<int>(mesh.elements.size()));
    mesh.elements.push_back({static_cast<int>(mesh.elements.size()) + 1, type, ids});
  };
  for (int i = 0; i < kCells; ++i) {
    std::vector<int> cube;
    for (const int k : {0, 1})
      for (const auto& [a, b] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}})
        cube.push_back(number(i + a, b, k));
    add(MeshElementType::c3d8i, "SOLID", cube);
    for (const int k : {0, 1})
      add(MeshElementType::s4,
          "SKIN",
          {number(i, 0, k), number(i + 1, 0, k), number(i + 1, 1, k), number(i, 1, k)});
  }
  for (const int j : {0, 1})
    for (const int k : {0, 1}) {
      mesh.node_sets["ROOT"].push_back(mesh.FindNode(number(0, j, k)));
      mesh.node_sets["TIP"].push_back(mesh.FindNode(number(kCells, j, k)));
    }
  for (auto& [name, nodes] : mesh.node_sets) std::sort(nodes.begin(), nodes.end());
  mesh.materials["A"] = {.name = "A", .E = kE, .nu = 0, .density = 2700};
  mesh.materials["S"] = {.name = "S", .E = kSkinE, .nu = 0, .density = 7850};
  mesh.sections = {
      {.kind = SectionKind::solid, .element_set = "SOLID", .material = "A"},
      {.kind = SectionKind::shell, .element_set = "SKIN", .material = "S", .values = {kThickness}}};
  return mesh;
}

class MixedMesh : public testing::TestWithParam<MeshBody::Kinematics> {};

TEST_P(MixedMesh, StretchIsThatOfBothTogether) {
  for (const Vec3& turn : {Vec3(0, 0, 0), Vec3(0.4, -2, 1)}) {
    Model model;
    const MeshBody part{.name = "bar",
                        .mesh = MakeBar(),
                        .X_WM = {RotationExp(turn), Vec3(1, 2, 3)},
                        .fixed_sets = {"ROOT"},
                        .kinematics = GetParam()};
    const MeshId mesh = model.AddMesh(part);
    const MeshInterface end = AddMeshInterface(model, mesh, part, {"end", "TIP"}, false);
    const double force = 1e5;
    model.AddAppliedLoad({.body = end.body, .force = {Vec3(part.X_WM.R * Vec3(force, 0, 0))}});
    const System system = model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    const double stiffness = (kE * kSide * kSide + 2 * kSkinE * kSide * kThickness) / kLength;
    const double u = force / stiffness;
    const Vec3 drawn = part.X_WM * Vec3(kLength, kSide / 2, kSide / 2);
    const Vec3 moved = part.X_WM.R.transpose() * (simulation.body(end.body.index()).r - drawn);
    EXPECT_LT((moved - Vec3(u, 0, 0)).norm(), 1e-4 * u);

    const MeshRecoveries recoveries = MakeMeshRecoveries(system.parts());
    const MeshField field = recoveries[0]->Calc(simulation.context());
    EXPECT_NEAR(field.strain_energy / (0.5 * force * u), 1, 1e-4);
    const VectorXd energies = recoveries[0]->CalcElementEnergies(simulation.context());
    EXPECT_NEAR(energies.sum() / field.strain_energy, 1, 1e-12);
    EXPECT_GT(energies.minCoeff(), 0);
    // The stiffer skins have the larger stress at their nodes, which are all nodes.
    EXPECT_NEAR(field.von_mises.minCoeff() / (kSkinE * u / kLength), 1, 1e-3);
    EXPECT_NEAR(field.von_mises.maxCoeff() / (kSkinE * u / kLength), 1, 1e-3);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinematics,
                         MixedMesh,
                         testing::Values(MeshBody::Kinematics::total_lagrangian,
                                         MeshBody::Kinematics::corotational));

TEST(MixedMeshInMotion, FallsAndSpinsAsARigidBody) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const MeshBody part{.name = "bar", .mesh = MakeBar(), .velocity = {1, 0, 0}};
  model.AddMesh(part);
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-7}});
  const MeshRecoveries recoveries = MakeMeshRecoveries(system.parts());
  const double mass = 2700 * kLength * kSide * kSide + 2 * 7850 * kLength * kSide * kThickness;
  EXPECT_NEAR(simulation.kinetic_energy() / (mass / 2), 1, 1e-12);
  simulation.advance_to(0.1);
  const MeshField field = recoveries[0]->Calc(simulation.context());
  for (Eigen::Index i = 0; i < field.displacements.cols(); ++i)
    EXPECT_LT((field.displacements.col(i) - Vec3(0.1, 0, -0.5 * 9.81 * 0.01)).norm(), 1e-5);
}

/// Two loose pieces in one mesh are what they are in meshes of their own.
TEST(MixedMeshInMotion, PiecesApartDoNotDisturbEachOther) {
  const auto tip = [](bool with_plate) {
    Mesh mesh = MakeBar();
    if (with_plate) {  // at nodes of its own
      const int first = static_cast<int>(mesh.nodes.size());
      for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}}) {
        mesh.node_ids.push_back(mesh.node_ids.back() + 1);
        mesh.nodes.emplace_back(x, y, 5);
      }
      mesh.element_sets["SKIN"].push_back(static_cast<int>(mesh.elements.size()));
      mesh.elements.push_back({99, MeshElementType::s4, {first, first + 1, first + 2, first + 3}});
      mesh.node_sets["ROOT"].insert(mesh.node_sets["ROOT"].end(), {first, first + 3});
    }
    Model model;
    model.set_gravity({0, 0, -9.81});
    const MeshId id = model.AddMesh({.name = "bar", .mesh = mesh, .fixed_sets = {"ROOT"}});
    const System system = model.Compile();
    Simulation simulation(system);
    SolveStatics(simulation);
    const int node = mesh.node_set("TIP")[0];
    return Vec3(simulation.body(model.node(id, node).index()).r -
                mesh.nodes[static_cast<std::size_t>(node)]);
  };
  const Vec3 alone = tip(false), beside = tip(true);
  EXPECT_GT(alone.norm(), 1e-6);
  EXPECT_LT((alone - beside).norm(), 1e-7 * alone.norm());
}

}  // namespace mixed_mesh_test
}  // namespace trunnion
