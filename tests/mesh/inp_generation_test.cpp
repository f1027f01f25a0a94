// SPDX-License-Identifier: BSD-3-Clause
// Generated nodes and elements, other coordinates, other units.
#include <cmath>
#include <numbers>

#include "engine/mesh/import_report.hpp"
#include "engine/mesh/mesh_units.hpp"
#include "engine/mesh/read_inp.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace inp_generation_test {

using test::ExpectRefused;
using test::MeshFiles;

constexpr double kDegree = std::numbers::pi / 180;

const char* const kSteel = R"(*MATERIAL, NAME=STEEL
*ELASTIC
2.1E11, 0.3
*DENSITY
7850.
)";

Mesh Read(const std::string& text) { return ReadInp(MeshFiles().Write("mesh.inp", text)); }

Vec3 At(const Mesh& mesh, int id) {
  return mesh.nodes[static_cast<std::size_t>(mesh.FindNode(id))];
}

std::string Flat(const std::string& nodes, const std::string& elements) {
  return nodes + elements + kSteel + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n";
}

TEST(InpGeneration, NodesAndElementsOfABar) {
  // 4 × 2 × 2 cubes of side 0.5 from two lines of nodes, then a copy.
  const Mesh mesh = Read(Flat(R"(*NODE
1, 0, 0, 0
5, 2, 0, 0
1001, 0, 1, 0
1005, 2, 1, 0
*NGEN, NSET=FRONT
1, 5
*NGEN, NSET=BACK
1001, 1005, 1
*NFILL, NSET=FLOOR
FRONT, BACK, 2, 500
*NCOPY, CHANGE NUMBER=10, OLD SET=FLOOR, NEW SET=MIDDLE, SHIFT
0, 0, 0.5

*NCOPY, CHANGE NUMBER=10, OLD SET=MIDDLE, NEW SET=TOP, SHIFT
0, 0, 0.5
0, 0, 0, 0, 0, 1, 0.
)",
                              R"(*ELEMENT, TYPE=C3D8
1, 1, 2, 502, 501, 11, 12, 512, 511
*ELGEN, ELSET=LOWER
1, 4, 1, 1, 2, 500, 10
*ELCOPY, OLD SET=LOWER, ELEMENT SHIFT=100, SHIFT NODES=10, NEW SET=UPPER
*ELSET, ELSET=EALL
LOWER, UPPER
)"));
  EXPECT_EQ(mesh.nodes.size(), 5 * 3 * 3u);
  EXPECT_EQ(mesh.elements.size(), 16u);
  EXPECT_EQ(At(mesh, 503), Vec3(1, 0.5, 0));
  EXPECT_EQ(At(mesh, 1025), Vec3(2, 1, 1));
  const ImportReport report = MakeImportReport(mesh);
  EXPECT_NEAR(report.mass_properties.mass, 2 * 7850, 1e-8);
  EXPECT_EQ(report.part_sizes.size(), 1u);
  EXPECT_TRUE(report.bad_elements.empty());
  EXPECT_TRUE(ListDoubts(mesh).empty());
}

TEST(InpGeneration, AnArc) {
  const Mesh mesh = Read(R"(*NODE
1, 2, 0, 0
5, 0, 2, 1
9, 0, 0, 0.5
11, -1, 0, 0
13, 1, 0, 0
*NGEN, LINE=C
11, 13, 1, , 0, 0, 0, 0, 0, -1
1, 5, 2, 9
)");
  EXPECT_LT((At(mesh, 12) - Vec3(0, 1, 0)).norm(), 1e-14);
  const Vec3 middle = At(mesh, 3) - Vec3(0, 0, 0.5), start(2, 0, -0.5), end(0, 2, 0.5);
  EXPECT_NEAR(middle.norm(), start.norm(), 1e-14);
  EXPECT_NEAR(middle.dot(start), middle.dot(end), 1e-14);
}

TEST(InpGeneration, MistakesAreNamed) {
  const auto refused = [](const std::string& text, const std::vector<std::string>& words) {
    ExpectRefused<Error>([&] { Read("*NODE\n1,0,0,0\n9,2,0,0\n" + text); }, words);
  };
  refused("*NGEN\n1, 7, 1\n", {"mesh.inp:5", "node 7"});
  refused("*NGEN\n1, 9, 3\n", {"step"});
  refused("*NGEN, LINE=P\n1, 9, 4\n", {"LINE=P"});
  refused("*NFILL, BIAS=0.5\nA, B, 2, 1\n", {"BIAS is not read"});
  refused("*NCOPY, OLD SET=A, CHANGE NUMBER=1, REFLECT=POINT\n", {"REFLECT"});
  refused("*ELGEN\n1, 4, 1, 1\n", {"element 1"});
  refused("*NMAP, NSET=A\n", {"*NMAP is not read"});
  refused("*NODE, INPUT=nodes.txt\n", {"INPUT"});
}

TEST(InpCoordinates, CylindricalAndSphericalAndSystem) {
  const Mesh mesh = Read(R"(*NODE, SYSTEM=R
1, 1, 2, 3
*NODE, SYSTEM=C, NSET=RING
2, 2, 90, 5
3, 2., 210., -1
*NODE, SYSTEM=S
4, 2, 90, 30
*SYSTEM
1, 2, 3, 1, 3, 3, 0, 2, 3
*NODE
5, 1, 2, 3
*NODE, SYSTEM=C
6, 1, 90, 0
*SYSTEM
1, 2, 3
*NODE
7, 1, 1, 1
*SYSTEM
1, 2, 3, 2, 3, 9
*NODE
8, 1, 0, 1
*SYSTEM
*NODE
9, 1, 1, 1
)");
  const auto near = [&](int id, const Vec3& x) {
    EXPECT_LT((At(mesh, id) - x).norm(), 1e-14) << id << ": " << At(mesh, id).transpose();
  };
  near(1, {1, 2, 3});
  near(2, {0, 2, 5});
  near(3, {2 * std::cos(210 * kDegree), 2 * std::sin(210 * kDegree), -1});
  near(4, {0, 2 * std::cos(30 * kDegree), 1});
  near(5, {1 - 2, 2 + 1, 3 + 3});  // x' = y, y' = −x
  near(6, {1 - 1, 2, 3});
  near(7, {2, 3, 4});
  near(8, {1 + std::sqrt(0.5), 2 + std::sqrt(0.5), 4});
  near(9, {1, 1, 1});
  EXPECT_EQ(mesh.node_set("RING").size(), 2u);
  // Spherical coordinates have two conventions: the run says which was taken.
  ASSERT_EQ(ListDoubts(mesh).size(), 1u);
  EXPECT_NE(ListDoubts(mesh)[0].find("SYSTEM=S"), std::string::npos);
  ExpectRefused<Error>([] { Read("*NODE, SYSTEM=T\n1,0,0,0\n"); }, {"SYSTEM=T"});
}

struct UnitCase {
  const char* name;
  double length, force;
};

TEST(MeshUnits, AConsistentSystemBecomesSi) {
  const Mesh si = Read(R"(*NODE
1, 0, 0, 0
2, 2, 0, 0
3, 2, 1, 0
4, 0, 1, 0
*ELEMENT, TYPE=S4, ELSET=S
1, 1, 2, 3, 4
*ELEMENT, TYPE=B31, ELSET=B
2, 1, 2
*ELEMENT, TYPE=T3D2, ELSET=T
3, 2, 3
*MATERIAL, NAME=STEEL
*ELASTIC
2.1E11, 0.3
*DENSITY
7850
*MATERIAL, NAME=WOOD
*ELASTIC, TYPE=ENGINEERING CONSTANTS
11e9, 0.9e9, 0.5e9, 0.4, 0.45, 0.5, 0.7e9, 0.6e9, 0.04e9
*DENSITY
400
*SHELL SECTION, ELSET=S, MATERIAL=STEEL
0.01, 5
*BEAM SECTION, ELSET=B, MATERIAL=STEEL, SECTION=RECT
0.1, 0.2
0, 1, 0
*SOLID SECTION, ELSET=T, MATERIAL=STEEL
3e-4
)");
  constexpr double kInch = 0.0254, kFoot = 0.3048, kPound = 0.45359237 * 9.80665;
  for (const UnitCase& unit : {UnitCase{"m", 1, 1},
                               UnitCase{"mm", 1e-3, 1},
                               UnitCase{"cm", 1e-2, 1},
                               UnitCase{"um", 1e-6, 1e-6},
                               UnitCase{"in", kInch, kPound},
                               UnitCase{"ft", kFoot, kPound}}) {
    const double L = unit.length, stress = unit.force / (L * L), density = stress / (L * L);
    Mesh mesh = si;  // written in that unit
    for (Vec3& x : mesh.nodes) x /= L;
    mesh.sections[0].values[0] /= L;
    for (const std::size_t i : {0u, 1u}) mesh.sections[1].values[i] /= L;
    mesh.sections[2].values[0] /= L * L;
    for (auto& [name, material] : mesh.materials) {
      material.E /= stress;
      material.density /= density;
      if (!material.orthotropic) continue;
      material.orthotropic->E /= stress;
      material.orthotropic->G /= stress;
    }
    ConvertToSi(mesh, FindMeshUnit(unit.name));
    EXPECT_LT((At(mesh, 3) - Vec3(2, 1, 0)).norm(), 1e-14) << unit.name;
    EXPECT_NEAR(mesh.materials.at("STEEL").E / 2.1e11, 1, 1e-14);
    EXPECT_NEAR(mesh.materials.at("STEEL").density / 7850, 1, 1e-14);
    EXPECT_NEAR(mesh.materials.at("WOOD").orthotropic->G[2] / 0.04e9, 1, 1e-14);
    EXPECT_NEAR(mesh.sections[0].values[0], 0.01, 1e-16);
    EXPECT_EQ(mesh.sections[0].values[1], 5);
    EXPECT_NEAR(mesh.sections[1].values[1], 0.2, 1e-15);
    EXPECT_EQ(mesh.sections[1].values[3], 1);
    EXPECT_NEAR(mesh.sections[2].values[0], 3e-4, 1e-18);
    EXPECT_NEAR(
        MakeImportReport(mesh).structural_mass.mass / MakeImportReport(si).structural_mass.mass,
        1,
        1e-13);
  }
}

TEST(MeshUnits, MaterialsOfAnotherSystemAreNoticed) {
  const std::string nodes = "*NODE\n1, 0, 0, 0\n";
  Mesh si = Read(nodes + kSteel);
  EXPECT_TRUE(ListDoubts(si).empty());
  ExpectRefused<ModelError>([&] { ConvertToSi(si, FindMeshUnit("mm")); }, {"STEEL", "t/mm^3"});
  ExpectRefused<ModelError>([] { FindMeshUnit("inch"); }, {"'inch'", "'in'"});
  const Mesh mm = Read(nodes + "*MATERIAL, NAME=S\n*ELASTIC\n2.1e5, 0.3\n*DENSITY\n7.85e-9\n");
  ASSERT_EQ(ListDoubts(mm).size(), 1u);
  EXPECT_NE(ListDoubts(mm)[0].find("\"unit\": \"mm\""), std::string::npos);
}

}  // namespace inp_generation_test
}  // namespace trunnion
