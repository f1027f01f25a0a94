// SPDX-License-Identifier: BSD-3-Clause
// Parts and instances: files as Abaqus/CAE writes them.
#include <numbers>

#include "engine/mesh/import_report.hpp"
#include "engine/mesh/mesh_units.hpp"
#include "engine/mesh/read_inp.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace inp_assembly_test {

using test::ExpectRefused;
using test::MeshFiles;

constexpr double kDegree = std::numbers::pi / 180;

/// Two cubes side by side; the data line of the section is that of Abaqus/CAE.
std::string Part(const std::string& name, const std::string& more = "") {
  return "*PART, NAME=" + name + R"(
*NODE
1,0,0,0
2,1,0,0
3,1,1,0
4,0,1,0
5,0,0,1
6,1,0,1
7,1,1,1
8,0,1,1
9,2,0,0
10,2,1,0
11,2,0,1
12,2,1,1
*ELEMENT, TYPE=C3D8
1,1,2,3,4,5,6,7,8
2,2,9,10,3,6,11,12,7
*ELSET, ELSET=EALL, GENERATE
1,2,1
*NSET, NSET=LEFT
1,4,5,8
*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL
,
)" + more +
         "*END PART\n";
}

const char* const kSteel = R"(*MATERIAL, NAME=STEEL
*ELASTIC
2.1E11, 0.3
*DENSITY
7850.
)";

Mesh Read(const std::string& text) { return ReadInp(MeshFiles().Write("assembly.inp", text)); }

Mesh Assembled(const std::string& parts, const std::string& assembly) {
  return Read("*HEADING\n" + parts + "*ASSEMBLY, NAME=A\n" + assembly + "*END ASSEMBLY\n" + kSteel);
}

Vec3 At(const Mesh& mesh, int id) {
  return mesh.nodes[static_cast<std::size_t>(mesh.FindNode(id))];
}
Vec3 Only(const Mesh& mesh, const std::string& set) {
  EXPECT_EQ(mesh.node_set(set).size(), 1u) << set;
  return mesh.nodes[static_cast<std::size_t>(mesh.node_set(set)[0])];
}

TEST(InpAssembly, OneInstanceKeepsItsNumbers) {
  const Mesh mesh = Assembled(Part("P1"), R"(*Instance, name=P1-1, part=P1
*End Instance
*Nset, nset=Fix, instance=P1-1
1,4,5,8
*Nset, nset=Tip, instance=P1-1
 12,
)");
  EXPECT_EQ(mesh.node_ids.size(), 12u);
  EXPECT_EQ(At(mesh, 12), Vec3(2, 1, 1));
  EXPECT_EQ(mesh.node_set("FIX"), mesh.node_set("P1-1.LEFT"));
  EXPECT_EQ(mesh.node_set("LEFT"), mesh.node_set("P1-1.LEFT"));
  EXPECT_EQ(Only(mesh, "TIP"), Vec3(2, 1, 1));
  const ImportReport report = MakeImportReport(mesh);
  EXPECT_NEAR(report.mass_properties.mass, 15700, 1e-8);
  EXPECT_TRUE(ListDoubts(mesh).empty());
}

// Any translation and rotation, and the order of both.
TEST(InpAssembly, InstancesAreMovedThenTurned) {
  const Vec3 a(0.3, -2, 5), b(1, 0.5, 4), moved(10, 20, -3);
  for (const double angle : {90.0, -37.0, 200.0}) {
    std::ostringstream lines;
    lines.precision(17);
    lines << "*INSTANCE, NAME=I, PART=P1\n 10., 20., -3.\n 0.3, -2, 5, 1, 0.5, 4, " << angle
          << "\n*END INSTANCE\n";
    const Mesh mesh = Assembled(Part("P1"), lines.str());
    const Eigen::AngleAxisd R(angle * kDegree, (b - a).normalized());
    const Vec3 expected = a + R * (Vec3(2, 1, 1) + moved - a);
    EXPECT_LT((At(mesh, 12) - expected).norm(), 1e-13);
    EXPECT_NEAR(MakeImportReport(mesh).mass_properties.mass, 15700, 1e-8);
  }
  const Mesh only_moved =
      Assembled(Part("P1"), "*INSTANCE, NAME=I, PART=P1\n10.,0.,0.\n*END INSTANCE\n");
  EXPECT_EQ(At(only_moved, 12), Vec3(12, 1, 1));
}

TEST(InpAssembly, SeveralInstancesAndParts) {
  const Mesh mesh = Assembled(Part("P1") + Part("P2"), R"(*INSTANCE, NAME=P1-1, PART=P1
*END INSTANCE
*INSTANCE, NAME=P1-2, PART=P1
2.,0.,0.
*END INSTANCE
*INSTANCE, NAME=P2-1, PART=P2
0.,0.,7.
*END INSTANCE
*NODE
 1, 0.5, 0.5, 9.
*NSET, NSET=TIPS, INSTANCE=P1-2
12
*NSET, NSET=TIPS, INSTANCE=P2-1
 LEFT, 12
*NSET, NSET=MIXED
 P1-1.1, P1-2.LEFT, TIPS
*NSET, NSET=RP
 1,
*NSET, NSET=OF_ELEMENTS, ELSET=EALL, INSTANCE=P1-2
*ELSET, ELSET=LAST, INSTANCE=P2-1, GENERATE
2, 2
*NSET, NSET=OF_LAST, ELSET=LAST
)");
  EXPECT_NEAR(MakeImportReport(mesh).mass_properties.mass, 3 * 15700, 1e-8);
  ASSERT_EQ(mesh.instances.size(), 4u);
  EXPECT_EQ(mesh.instances[1].name, "P1-2");
  EXPECT_EQ(mesh.instances[1].offset, 100);
  EXPECT_EQ(At(mesh, 12), Vec3(2, 1, 1));
  EXPECT_EQ(At(mesh, 112), Vec3(4, 1, 1));
  EXPECT_EQ(At(mesh, 212), Vec3(2, 1, 8));
  EXPECT_EQ(Only(mesh, "RP"), Vec3(0.5, 0.5, 9));
  EXPECT_EQ(mesh.node_set("TIPS").size(), 6u);
  EXPECT_EQ(mesh.node_set("MIXED").size(), 1 + 4 + 6u);
  EXPECT_EQ(mesh.node_set("OF_ELEMENTS").size(), 12u);
  EXPECT_EQ(mesh.node_set("OF_LAST").size(), 8u);
  EXPECT_EQ(mesh.element_set("LAST").size(), 1u);
  EXPECT_EQ(mesh.Describe(mesh.elements[3]), "element P1-2.2 of '" + mesh.source + "'");
  // Three sets have this short name.
  ExpectRefused<ModelError>([&] { mesh.node_set("LEFT"); }, {"P1-1.LEFT", "P2-1.LEFT"});
  EXPECT_NE(MakeImportReport(mesh).ToText().find("P1-2 of part P1: its number n is 100 + n"),
            std::string::npos);
}

// CAE writes the mesh of independent instances into the instance.
TEST(InpAssembly, MeshWithinTheInstance) {
  std::string body = Part("X");
  body = body.substr(body.find("*NODE"));
  body = body.substr(0, body.find("*END PART"));
  const Mesh mesh = Assembled("*PART, NAME=P\n*END PART\n",
                              "*INSTANCE, NAME=P-1, PART=P\n0,0,1\n" + body + "*END INSTANCE\n");
  EXPECT_EQ(At(mesh, 12), Vec3(2, 1, 2));
  EXPECT_NEAR(MakeImportReport(mesh).mass_properties.mass, 15700, 1e-8);
}

// Axes of the material and of beams turn with the part.
TEST(InpAssembly, AxesTurnWithTheInstance) {
  const Mesh mesh = Assembled(R"(*PART, NAME=P
*NODE
1,0,0,0
2,1,0,0
3,1,1,0
4,0,1,0
5,0,0,1
6,1,0,1
7,1,1,1
8,0,1,1
*ELEMENT, TYPE=C3D8, ELSET=E
1,1,2,3,4,5,6,7,8
*ELEMENT, TYPE=B31, ELSET=B
2,1,2
*ORIENTATION, NAME=O
1,0,0,0,1,0
3, 90.
*SOLID SECTION, ELSET=E, MATERIAL=STEEL, ORIENTATION=O
*BEAM SECTION, ELSET=B, MATERIAL=STEEL, SECTION=RECT
0.1, 0.2
*END PART
)",
                              R"(*INSTANCE, NAME=I, PART=P
0,0,0
0,0,0,1,0,0,90
*END INSTANCE
)");
  ASSERT_EQ(mesh.sections.size(), 2u);
  EXPECT_EQ(mesh.sections[0].element_set, "I.E");
  EXPECT_LT((mesh.sections[0].axes.col(0) - Vec3(0, 0, 1)).norm(), 1e-15);
  ASSERT_EQ(mesh.sections[1].values.size(), 5u);
  EXPECT_LT((Vec3(mesh.sections[1].values.data() + 2) - Vec3(0, 1, 0)).norm(), 1e-15);
}

TEST(InpAssembly, MistakesAreNamed) {
  const auto refused = [](const std::string& parts,
                          const std::string& assembly,
                          const std::vector<std::string>& words) {
    ExpectRefused<Error>([&] { Assembled(parts, assembly); }, words);
  };
  refused(Part("P1"), "", {"no *INSTANCE"});
  refused(Part("P1") + Part("P1"), "", {"part 'P1' is defined twice"});
  refused(Part("P1"), "*INSTANCE, NAME=I, PART=P2\n*END INSTANCE\n", {"assembly.inp:27", "'P2'"});
  refused(Part("P1"), "*INSTANCE, NAME=I, PART=P1\n1,2,3\n1,2\n*END INSTANCE\n", {"rotation"});
  refused(Part("P1"), "*INSTANCE, NAME=I, PART=P1\n", {"'I'"});
  refused(Part("P1"),
          "*INSTANCE, NAME=I, PART=P1\n*END INSTANCE\n*NSET, NSET=A, INSTANCE=J\n1\n",
          {"no instance 'J'"});
  refused(Part("P1"),
          "*INSTANCE, NAME=I, PART=P1\n*END INSTANCE\n*NSET, NSET=A, INSTANCE=I\n99\n",
          {"'A' uses node 99"});
  refused(Part("P1"),
          "*INSTANCE, NAME=I, PART=P1\n*END INSTANCE\n*TIE, NAME=T\nA, B\n",
          {"assembly.inp:29: *TIE is not read", "interfaces"});
}

}  // namespace inp_assembly_test
}  // namespace trunnion
