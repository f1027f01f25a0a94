// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/shell_mesh.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "engine/mesh/import_report.hpp"
#include "engine/mesh/mesh_faces.hpp"
#include "engine/mesh/read_inp.hpp"
#include "examples/models/shell_parts.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace shell_mesh_test {

using models::MakeShellMesh;
using models::ShellCells;
using test::ExpectRefused;
using test::MeshFiles;

constexpr const char* kDeck = R"(
*NODE
 1, 0, 0, 0
 2, 2, 0, 0
 3, 2, 1, 0
 4, 0, 1, 0
 5, 3, 0.5, 0
 6, 3, 0.5, 4
 7, 0, 0, 5
*ELEMENT, TYPE=S4, ELSET=QUAD
 1, 1, 2, 3, 4
*ELEMENT, TYPE=S3, ELSET=TRIANGLE
 2, 2, 5, 3
*ELEMENT, TYPE=B31, ELSET=POST
 3, 5, 6
*ELEMENT, TYPE=T3D2, ELSET=STAY
 4, 7, 6
*MATERIAL, NAME=STEEL
*ELASTIC
 210e9, 0.3
*DENSITY
 7800
*SHELL SECTION, ELSET=QUAD, MATERIAL=STEEL, OFFSET=0.5
 0.01
*SHELL SECTION, ELSET=TRIANGLE, MATERIAL=STEEL
 0.02
*BEAM SECTION, ELSET=POST, MATERIAL=STEEL, SECTION=RECT
 0.1, 0.2
 1, 0, 0
*SOLID SECTION, ELSET=STAY, MATERIAL=STEEL
 1e-4
)";

Mesh ReadDeck(std::string deck, const std::string& from = "", const std::string& to = "") {
  if (!from.empty()) deck.replace(deck.find(from), from.size(), to);
  return ReadInp(MeshFiles().Write("deck.inp", deck));
}

TEST(ShellMesh, SectionsOfFiles) {
  const StructuralSections sections = CalcStructuralSections(ReadDeck(kDeck));
  EXPECT_EQ(sections.of_element, (std::vector{0, 1, 0, 0}));
  EXPECT_EQ(sections.shells[0].thickness, 0.01);
  // The nodes are on the top surface, the middle half a thickness below.
  EXPECT_NEAR(sections.shells[0].offset, -0.005, 1e-18);
  EXPECT_EQ(sections.shells[1].thickness, 0.02);
  EXPECT_EQ(sections.shells[1].offset, 0);
  EXPECT_NEAR(sections.beams[0].section.iz, 0.2 * 1e-3 / 12, 1e-16);  // 0.1 along direction 1
  EXPECT_EQ(sections.beams[0].y_axis, Vec3(1, 0, 0));
  EXPECT_NEAR(sections.trusses[0].axial_stiffness, 210e5, 1e-6);
}

TEST(ShellMesh, ReportHasMassAndElements) {
  const Mesh mesh = ReadDeck(kDeck);
  const ImportReport report = MakeImportReport(mesh);
  const double quad = 7800 * 2 * 0.01, triangle = 7800 * 0.5 * 0.02, post = 7800 * 4 * 0.02,
               stay = 7800 * 1e-4 * (mesh.nodes[6] - mesh.nodes[5]).norm();
  const double mass = quad + triangle + post + stay;
  const MassProperties& p = report.structural_mass;
  EXPECT_NEAR(p.mass, mass, 1e-11 * mass);
  const Vec3 first = quad * Vec3(1, 0.5, -0.005) + triangle * Vec3(7.0 / 3, 0.5, 0) +
                     post * Vec3(3, 0.5, 2) + stay * Vec3(1.5, 0.25, 4.5);
  EXPECT_LT((p.com - first / mass).norm(), 1e-12);
  EXPECT_EQ(report.structural_problem, "");
  const std::string text = report.ToText();
  for (const char* word : {"1 S4 -> shell, 4 nodes",
                           "1 S3 -> shell, 3 nodes",
                           "1 B31 -> beam, co-rotational Timoshenko",
                           "1 T3D2 -> cable that takes compression",
                           "mass of the shells, beams and trusses"})
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
  EXPECT_EQ(text.find("mass of the solids"), std::string::npos);
}

TEST(ShellMesh, MassOfAPlateIsThatOfABox) {
  Mesh mesh = MakeShellMesh(3, 2, [](double u, double v) { return Vec3(3 * u, 2 * v, 7); });
  SetShellSection(mesh, {.name = "steel", .E = 1, .nu = 0, .density = 2}, 0.1);
  const MassProperties p = CalcStructuralMass(mesh);
  const double m = 2 * 6 * 0.1;
  EXPECT_NEAR(p.mass, m, 1e-14);
  EXPECT_LT((p.com - Vec3(1.5, 1, 7)).norm(), 1e-13);
  Mat3 box = m / 12 * Vec3(4.01, 9.01, 13).asDiagonal();
  box(2, 2) += m * 0.01 / 12;  // added about the normal, shell_matrices.hpp
  EXPECT_LT((p.inertia - box).norm(), 1e-12);
}

TEST(ShellMesh, BadShellsAndSectionsAreNamed) {
  Mesh mesh = ReadDeck(kDeck);
  std::swap(mesh.elements[0].nodes[1], mesh.elements[0].nodes[2]);
  ASSERT_EQ(MakeImportReport(mesh).bad_elements.size(), 1u);
  ExpectRefused<ModelError>([&] { RequireGoodElements(mesh); }, {"element 1", "corner"});
  const auto refused = [](const char* from, const char* to, const std::vector<std::string>& words) {
    ExpectRefused<ModelError>([&] { CalcStructuralSections(ReadDeck(kDeck, from, to)); }, words);
  };
  refused("*SHELL SECTION, ELSET=QUAD",
          "*SHELL SECTION, ELSET=TRIANGLE",
          {"element 1", "S4", "*SHELL SECTION"});
  refused(" 0.01\n", " 0\n", {"QUAD", "thickness"});
  refused("SECTION=RECT", "SECTION=BOX", {"POST", "BOX", "RECT"});
  refused("*SOLID SECTION, ELSET=STAY, MATERIAL=STEEL\n 1e-4",
          "*SOLID SECTION, ELSET=STAY, MATERIAL=STEEL",
          {"STAY", "area"});
}

TEST(ShellMesh, QuadraticShellsAreSplitIntoFour) {
  Mesh mesh = MakeShellMesh(4, 3, models::HemisphereSurface, ShellCells::quadratic);
  SetShellSection(mesh, {.name = "steel", .E = 1, .nu = 0.3, .density = 1}, 0.04);
  const Mesh split = SplitQuadraticShells(mesh);
  EXPECT_EQ(split.elements.size(), 48u);
  EXPECT_EQ(split.nodes.size(), mesh.nodes.size() + 12);
  EXPECT_EQ(split.element_set("ALL ELEMENTS").size(), 48u);
  EXPECT_EQ(split.elements[5].id, mesh.elements[5].id);
  for (std::size_t i = mesh.nodes.size(); i < split.nodes.size(); ++i)
    EXPECT_NEAR(split.nodes[i].norm(), 10, 3e-2);  // of the quadratic surface, on the sphere
  const double area = 2 * std::numbers::pi * 100 * std::sin(72 * std::numbers::pi / 180) / 4;
  EXPECT_NEAR(CalcStructuralMass(mesh).mass, 0.04 * area, 0.01 * 0.04 * area);
  EXPECT_EQ(SplitQuadraticShells(split).nodes.size(), split.nodes.size());
}

// A set that clamps a region has the new nodes inside it, too; one without a mid-side node not.
TEST(ShellMesh, NewNodesAreInTheSetsOfTheirElement) {
  Mesh mesh = MakeShellMesh(2, 1, models::PlateSurface, ShellCells::quadratic);
  mesh.node_sets["FIRST"] = mesh.elements[0].nodes;
  mesh.node_sets["SECOND"] = mesh.elements[1].nodes;
  mesh.node_sets["SECOND"].pop_back();
  for (const char* set : {"FIRST", "SECOND"})
    std::sort(mesh.node_sets[set].begin(), mesh.node_sets[set].end());
  const Mesh split = SplitQuadraticShells(mesh);
  std::vector<int> first = mesh.node_set("FIRST");
  first.push_back(static_cast<int>(mesh.nodes.size()));
  EXPECT_EQ(split.node_set("FIRST"), first);
  EXPECT_EQ(split.node_set("SECOND"), mesh.node_set("SECOND"));
  EXPECT_EQ(split.node_set("U0"), mesh.node_set("U0"));
  EXPECT_EQ(FindShells(mesh, mesh.node_set("FIRST")), std::vector{0});
  EXPECT_EQ(FindShells(split, split.node_set("FIRST")), (std::vector{0, 2, 3, 4}));
  EXPECT_TRUE(FindShells(mesh, mesh.node_set("SECOND")).empty());
}

TEST(ShellMesh, ReportTellsWhatQuadraticShellsBecome) {
  Mesh mesh = MakeShellMesh(4, 3, models::PlateSurface, ShellCells::quadratic);
  SetShellSection(mesh, {.name = "steel", .E = 1, .nu = 0.3, .density = 1}, 0.04);
  const std::string text = MakeImportReport(mesh).ToText();
  for (const char* words : {"51 nodes, 12 elements",
                            "12 S8R -> four shells, 4 nodes, around a new node in the middle: "
                            "48 shells and 12 new nodes"})
    EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(ShellMesh, UniformLoads) {
  for (const ShellCells cells : {ShellCells::quads, ShellCells::triangles, ShellCells::quadratic}) {
    const Mesh mesh = MakeShellMesh(6, 6, models::CylinderSurface, cells);
    // A pressure on a surface gives the pressure times the projected area, of the mesh as it is.
    const MatrixXd loads = CalcShellLoads(mesh, Vec3::Zero(), 2);
    const Vec3 total = loads.rowwise().sum();
    EXPECT_LT((total - 2.0 * 300 * 300 * Vec3(1, 1, 0)).norm(), 1e-9);
    const Vec3 traction = CalcShellLoads(mesh, {1, 2, 3}).rowwise().sum();
    const double area = 300 * 300 * std::numbers::pi / 2;
    EXPECT_LT((traction / area - Vec3(1, 2, 3)).norm(), 0.02);
  }
}

}  // namespace shell_mesh_test
}  // namespace trunnion
