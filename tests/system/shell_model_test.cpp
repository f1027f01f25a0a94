// SPDX-License-Identifier: BSD-3-Clause
//
// Meshes of shells, beams and trusses as parts of a model.
#include <gtest/gtest.h>

#include <numbers>
#include <numeric>
#include <optional>

#include "engine/core/rotation.hpp"
#include "engine/model/beam_line.hpp"
#include "examples/models/shell_solutions.hpp"

namespace trunnion {
namespace shell_model_test {

using models::MakeShellMesh;
using models::ShellCells;
using models::ShellModel;

const MeshMaterial kSteel{.name = "steel", .E = 2e11, .nu = 0.3, .density = 7800};

Mesh PlateMesh(int nu, int nv, ShellCells cells = ShellCells::quads) {
  Mesh mesh = MakeShellMesh(nu, nv, models::PlateSurface, cells);
  SetShellSection(mesh, kSteel, 0.01);
  return mesh;
}

std::string Refusal(MeshBody part) {
  Model model;
  try {
    model.AddMesh(std::move(part));
  } catch (const ModelError& error) {
    EXPECT_EQ(model.num_bodies(), 1);  // the model is as it was
    return error.what();
  }
  return "";
}

void ExpectWords(const std::string& text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " is not in: " << text;
}

TEST(ShellModel, RefusesWhatItCannotBe) {
  ExpectWords(Refusal({.name = "p", .mesh = PlateMesh(1, 1), .alpha = 1}), {"mesh 'p'", "beta"});
  ExpectWords(Refusal({.name = "p", .mesh = PlateMesh(1, 1), .supports = {{"U7", {0}}}}),
              {"U7", "does not exist", "U0"});
  ExpectWords(Refusal({.name = "p", .mesh = PlateMesh(1, 1), .supports = {{"U0", {6}}}}),
              {"mesh 'p'", "component 6"});
  EXPECT_EQ(Refusal({.name = "p", .mesh = PlateMesh(1, 1), .supports = {{"U0", {}}}}), "");
  ExpectWords(
      Refusal(
          {.name = "p", .mesh = PlateMesh(1, 1), .kinematics = MeshBody::Kinematics::corotational}),
      {"mesh 'p'", "kinematics is for solids", "leave it out"});
  ExpectWords(Refusal({.name = "p", .mesh = PlateMesh(1, 1), .gauss_newton = true}),
              {"mesh 'p'", "gauss_newton", "leave it out"});
  ExpectWords(Refusal({.name = "p", .mesh = PlateMesh(1, 1), .loads = {{"U0", {}}}}),
              {"mesh 'p'", "'U0'", "has no law"});
  const auto one = [](double) { return 1.0; };
  ExpectWords(Refusal({.name = "p", .mesh = PlateMesh(1, 1), .loads = {{"U0", {.pressure = one}}}}),
              {"mesh 'p'", "'U0'", "finds no face", "all its nodes"});
  Mesh mesh = PlateMesh(1, 1);
  mesh.elements.push_back({9, MeshElementType::c3d4, {0, 1, 2, 3}});
  ExpectWords(Refusal({.name = "p", .mesh = mesh}), {"element 9", "no material"});
  mesh = PlateMesh(1, 1);
  mesh.sections.clear();
  ExpectWords(Refusal({.name = "p", .mesh = mesh}), {"element 1", "*SHELL SECTION"});
  mesh = PlateMesh(1, 1);
  mesh.nodes[3] = mesh.nodes[0];
  ExpectWords(Refusal({.name = "p", .mesh = mesh}), {"element 1", "corner"});
}

// A clamped region of S8R is clamped in its middle, too: nothing of it is left to move.
TEST(ShellModel, ClampedRegionOfQuadraticShells) {
  Mesh mesh = PlateMesh(2, 1, ShellCells::quadratic);
  mesh.node_sets["FIRST"] = mesh.elements[0].nodes;
  Model model;
  model.AddMesh({.mesh = mesh, .fixed_sets = {"FIRST"}});
  const System system = model.Compile();
  EXPECT_EQ(system.num_velocities(), 6 * (5 + 1));  // of the second: five nodes and a new one
}

/// A quarter of a cylinder of radius 300 whose hoop strain under the pressure is `strain`.
struct PressedCylinder {
  static constexpr double kE = 3e6, kNu = 0.3, kThickness = 3;
  static constexpr int kCells = 8;

  PressedCylinder(double pressure, bool following, ShellCells cells)
      : mesh(MakeShellMesh(cells == ShellCells::quadratic ? kCells / 2 : kCells,
                           cells == ShellCells::quadratic ? 1 : 2,
                           models::CylinderSurface,
                           cells)) {
    SetShellSection(mesh, {.name = "m", .E = kE, .nu = kNu, .density = 1}, kThickness);
    mesh.node_sets["ALL"].resize(mesh.nodes.size());
    std::iota(mesh.node_sets["ALL"].begin(), mesh.node_sets["ALL"].end(), 0);
    const FaceLoadLaw law{.pressure = [pressure](double t) { return pressure * t; },
                          .following = following};
    shell.emplace(MeshBody{.mesh = mesh,
                           .supports = {{"U0", {1, 3, 5}}, {"U1", {0, 4, 5}}, {"V0", {2}}},
                           .loads = {{"ALL", law}}});
  }
  /// Of both ends of the arc and of a node within.
  std::vector<double> CalcHoopStrains() const {
    const std::vector<int> nodes{mesh.node_set("U0")[1],
                                 mesh.node_set("U1")[0],
                                 models::FindNearest(mesh, models::CylinderSurface(0.5, 1))};
    std::vector<double> strains;
    for (const Vec3& u : shell->CalcDisplacements(nodes)) {
      const Vec3& X = mesh.nodes[static_cast<std::size_t>(nodes[strains.size()])];
      strains.push_back((X + u).head<2>().norm() / 300 - 1);
    }
    return strains;
  }
  Mesh mesh;
  std::optional<ShellModel> shell;
};

// The polygon of flat shells keeps its shape: with the angle Δ between its corners each wall has
// E t ε = p R cos(Δ/2), on the area as drawn; following, on one that is (1 + ε)(1 − ν ε) as large.
TEST(ShellModel, PressureInACylinder) {
  using Cylinder = PressedCylinder;
  const double half = std::numbers::pi / 4 / Cylinder::kCells, strain = 0.04;
  const double dead = Cylinder::kE * Cylinder::kThickness * strain / (300 * std::cos(half));
  const double following = dead / ((1 + strain) * (1 - Cylinder::kNu * strain));
  for (const ShellCells cells : {ShellCells::quads, ShellCells::quadratic}) {
    for (const double found : PressedCylinder(dead, false, cells).CalcHoopStrains())
      EXPECT_NEAR(found, strain, 1e-12);
    for (const double found : PressedCylinder(following, true, cells).CalcHoopStrains())
      EXPECT_NEAR(found, strain, 1e-12);
  }
}

// Dead loads on faces are the nodal forces of the undeformed surface.
TEST(ShellModel, DeadLoadsOnTrianglesAreThoseOfCalcShellLoads) {
  Mesh mesh = MakeShellMesh(3, 2, models::CylinderSurface, ShellCells::triangles);
  SetShellSection(mesh, {.name = "m", .E = 3e6, .nu = 0.3, .density = 1}, 3);
  mesh.node_sets["ALL"].resize(mesh.nodes.size());
  std::iota(mesh.node_sets["ALL"].begin(), mesh.node_sets["ALL"].end(), 0);
  const Vec3 traction(1, -2, 3);
  const double pressure = 2;
  ShellModel by_faces({.mesh = mesh,
                       .fixed_sets = {"U0"},
                       .loads = {{"ALL",
                                  {.pressure = [=](double t) { return pressure * t; },
                                   .following = false,
                                   .traction = [=](double t) { return Vec3(t * traction); }}}}});
  ShellModel by_nodes({.mesh = mesh, .fixed_sets = {"U0"}});
  const MatrixXd loads = CalcShellLoads(mesh, traction, pressure);
  for (Eigen::Index node = 0; node < loads.cols(); ++node)
    by_nodes.AddLoad(static_cast<int>(node), loads.col(node));
  const int corner = mesh.node_set("U1")[2];
  const Vec3 u = by_faces.CalcDisplacements({corner}).front();
  EXPECT_GT(u.norm(), 1);
  EXPECT_LT((u - by_nodes.CalcDisplacements({corner}).front()).norm(), 1e-8 * u.norm());
}

TEST(ShellModel, RefusesASupportWhoseNameIsTaken) {
  ShellModel shell({.name = "p", .mesh = PlateMesh(1, 1)});
  shell.model.AddMotion(
      {.name = "q.1.u1",
       .along = Between(shell.model.AddMarker({.body = Model::ground()}),
                        shell.model.AddMarker({.body = shell.model.node(shell.mesh, 3)})),
       .law = [](double) {
         return MotionValue{std::sqrt(2.0), 0, 0};
       }});
  const int bodies = shell.model.num_bodies();
  try {
    shell.model.AddMesh({.name = "q", .mesh = PlateMesh(1, 1), .supports = {{"U0", {0}}}});
    ADD_FAILURE() << "accepted";
  } catch (const ModelError& error) {
    ExpectWords(error.what(), {"mesh 'q'", "q.1.u1", "another name"});
  }
  EXPECT_EQ(shell.model.num_bodies(), bodies);
}

TEST(ShellModel, SupportsCarryTheWeight) {
  ShellModel shell({.name = "plate",
                    .mesh = PlateMesh(4, 4),
                    .X_WM = {RotationExp(Vec3(0.4, 0.2, -1)), Vec3(1, 2, 3)},
                    .supports = {{"U0", {0, 1, 2, 4}}, {"U1", {2, 1}}}});
  const Vec3 normal = RotationExp(Vec3(0.4, 0.2, -1)).col(2);
  shell.model.set_gravity(-9.81 * normal);
  const System system = shell.model.Compile();
  Simulation simulation(system);
  AdvanceLoads(simulation, 1.0);
  // Rows of four components at five nodes and of two at five others.
  ASSERT_EQ(simulation.lambda().size(), 30);
  EXPECT_TRUE(shell.model.FindConstraint("plate.1.r2").has_value());
  EXPECT_FALSE(shell.model.FindConstraint("plate.1.r1").has_value());
  double up = 0, across = 0;
  for (Eigen::Index row = 0; row < 30; ++row) {
    const std::string name = system.DescribeConstraint(static_cast<int>(row));
    if (name.find(".u3'") != std::string::npos) up -= simulation.lambda()[row];
    if (name.find(".u2'") != std::string::npos) across -= simulation.lambda()[row];
  }
  const double weight = 9.81 * 7800 * 0.01;
  EXPECT_NEAR(up, weight, 1e-6 * weight);
  EXPECT_NEAR(across, 0, 1e-6 * weight);
}

// A free plate, spun and let go, with its own vibrations.
TEST(ShellModel, FreeMotionKeepsItsEnergy) {
  Mesh mesh = PlateMesh(3, 2);
  ShellModel shell({.mesh = mesh, .velocity = {0.3, -0.2, 0.5}, .angular_velocity = {20, 5, 9}});
  const System system = shell.model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-8}});
  const double m = 78;
  const Vec3 centre(0.5, 0.5, 0), w(20, 5, 9);
  const Mat3 inertia = m / 12 * Vec3(1.0001, 1.0001, 2.0001).asDiagonal();
  const double energy =
      0.5 * m * (Vec3(0.3, -0.2, 0.5) + w.cross(centre)).squaredNorm() + 0.5 * w.dot(inertia * w);
  EXPECT_NEAR(simulation.kinetic_energy(), energy, 1e-12 * energy);
  simulation.advance_to(0.05);
  EXPECT_NEAR(simulation.kinetic_energy() + simulation.potential_energy(), energy, 1e-5 * energy);
  EXPECT_GT(simulation.potential_energy(), 1e-8 * energy);  // it does deform
}

TEST(ShellModel, BeamsOfAMeshAreThoseOfABeamLine) {
  Mesh mesh;
  mesh.source = "frame";
  for (int i = 0; i <= 4; ++i) {
    mesh.nodes.emplace_back(0.25 * i, 0.1 * i, 0);
    mesh.node_ids.push_back(i + 1);
    if (i > 0) mesh.elements.push_back({i, MeshElementType::b31, {i - 1, i}});
  }
  mesh.node_sets["ROOT"] = {0};
  mesh.element_sets["ALL"] = {0, 1, 2, 3};
  mesh.materials["steel"] = kSteel;
  mesh.sections.push_back({.kind = SectionKind::beam,
                           .element_set = "ALL",
                           .material = "steel",
                           .profile = "RECT",
                           .values = {0.02, 0.03, 0, 0, 1}});
  ShellModel ours({.mesh = mesh, .fixed_sets = {"ROOT"}});
  ours.AddLoad(4, {100, 2000, 3000});
  const Vec3 u = ours.CalcDisplacements({4}).front();

  Model model;
  const auto line = AddBeamLine(model,
                                {.points = PointsBetween(mesh.nodes[0], mesh.nodes[4], 4),
                                 .y_axis = Vec3::UnitZ(),
                                 .section = MakeRectangularSection(0.02, 0.03, 2e11, 0.3, 7800)});
  model.AddJointAt({.type = JointType::fixed,
                    .body_a = Model::ground(),
                    .body_b = line.nodes[0],
                    .point = mesh.nodes[0]});
  model.AddAppliedLoad({.body = line.nodes[4], .force = {.law = [](double t) {
                                                 return Vec3(t * Vec3(100, 2000, 3000));
                                               }}});
  const System system = model.Compile();
  Simulation simulation(system);
  AdvanceLoads(simulation, 1.0);
  const Vec3 expected = simulation.body(line.nodes[4].index()).r - mesh.nodes[4];
  EXPECT_GT(expected.norm(), 0.1);
  EXPECT_LT((u - expected).norm(), 1e-8);
}

// Two bars at 45°: u = P l/(2 E A cos²45°) for small P, in tension and in compression.
TEST(ShellModel, TrussesCarryTensionAndCompression) {
  Mesh mesh;
  mesh.source = "truss";
  mesh.nodes = {{-1, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  mesh.node_ids = {1, 2, 3};
  mesh.elements = {{1, MeshElementType::t3d2, {0, 2}}, {2, MeshElementType::t3d2, {1, 2}}};
  mesh.node_sets["FEET"] = {0, 1};
  mesh.node_sets["TOP"] = {2};
  mesh.element_sets["ALL"] = {0, 1};
  mesh.materials["steel"] = kSteel;
  mesh.sections.push_back(
      {.kind = SectionKind::solid, .element_set = "ALL", .material = "steel", .values = {1e-4}});
  for (const double P : {-10.0, 10.0}) {
    ShellModel truss({.mesh = mesh, .fixed_sets = {"FEET"}, .supports = {{"TOP", {1}}}});
    truss.AddLoad(2, {0, 0, P});
    const Vec3 u = truss.CalcDisplacements({2}).front();
    EXPECT_NEAR(u.z() / (P * std::sqrt(2.0) / (2e11 * 1e-4)), 1, 1e-4);
  }
  Model model;
  const MeshId id = model.AddMesh({.mesh = mesh});
  EXPECT_NEAR(model.body(model.node(id, 2)).mass, 7800 * 1e-4 * std::sqrt(2.0), 1e-12);
  EXPECT_TRUE(model.is_point(model.node(id, 2)));
  EXPECT_NE(Refusal({.mesh = mesh, .supports = {{"TOP", {3}}}}).find("node 3"), std::string::npos);
}

}  // namespace shell_model_test
}  // namespace trunnion
