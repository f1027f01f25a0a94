// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/read_msh.hpp"

#include "engine/mesh/import_report.hpp"
#include "forces/elements/solid_matrices.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace read_msh_test {

using test::ExpectRefused;
using test::MeshFiles;

const std::string kFormat = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";

/// A tetrahedron with a named volume, and a face of it in a named and in an unnamed group.
const std::string kTet = kFormat + R"($PhysicalNames
2
2 5 "Clamp here"
3 1 "Body"
$EndPhysicalNames
$Entities
0 0 1 1
7 0 0 0 1 1 0 2 5 6 0
1 0 0 0 1 1 1 1 1 1 7
$EndEntities
$Nodes
2 4 1 4
2 7 0 3
1
2
3
0 0 0
1 0 0
0 1 0
3 1 0 1
4
0 0 1e0
$EndNodes
$Elements
2 2 1 2
2 7 2 1
1 1 2 3
3 1 4 1
2 1 2 3 4
$EndElements
$Periodic
0
$EndPeriodic
)";

TEST(ReadMsh, ReadsElementsAndPhysicalGroups) {
  const Mesh mesh = ReadMsh(MeshFiles().Write("tet.msh", kTet));
  ASSERT_EQ(mesh.nodes.size(), 4u);
  EXPECT_EQ(mesh.nodes[3], Vec3(0, 0, 1));
  ASSERT_EQ(mesh.elements.size(), 1u);
  EXPECT_EQ(mesh.elements[0].id, 2);
  EXPECT_EQ(mesh.elements[0].type, MeshElementType::c3d4);
  EXPECT_EQ(mesh.node_set("CLAMP HERE"), (std::vector{0, 1, 2}));
  EXPECT_EQ(mesh.node_set("PHYSICAL_2_6"), (std::vector{0, 1, 2}));
  EXPECT_EQ(mesh.node_set("BODY").size(), 4u);
  EXPECT_EQ(mesh.element_set("BODY"), std::vector{0});
  ASSERT_EQ(mesh.not_read.size(), 1u);
  EXPECT_NE(mesh.not_read[0].find("$Periodic"), std::string::npos);
}

/// One element with its nodes where gmsh's manual puts them (section 9.2), in gmsh's order.
std::string OneElement(int gmsh_type, const std::vector<Vec3>& nodes) {
  const std::string n = std::to_string(nodes.size());
  std::string text = kFormat + "$Nodes\n1 " + n + " 1 " + n + "\n3 1 0 " + n + "\n", element = "1";
  for (std::size_t i = 1; i <= nodes.size(); ++i) {
    text += std::to_string(i) + "\n";
    element += " " + std::to_string(i);
  }
  for (const Vec3& x : nodes)
    text += std::to_string(x[0]) + " " + std::to_string(x[1]) + " " + std::to_string(x[2]) + "\n";
  return text + "$EndNodes\n$Elements\n1 1 1 1\n3 1 " + std::to_string(gmsh_type) + " 1\n" +
         element + "\n$EndElements\n";
}

std::vector<Vec3> WithMiddles(std::vector<Vec3> corners,
                              const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
  for (const auto& [a, b] : edges) corners.push_back((corners[a] + corners[b]) / 2);
  return corners;
}

TEST(ReadMsh, PutsTheNodesOfQuadraticElementsInOurOrder) {
  const MeshFiles files;
  const std::vector<Vec3> tet = WithMiddles({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                            {{0, 1}, {1, 2}, {2, 0}, {3, 0}, {2, 3}, {1, 3}});
  const Mesh tet_mesh = ReadMsh(files.Write("tet10.msh", OneElement(11, tet)));
  EXPECT_EQ(tet_mesh.elements.at(0).type, MeshElementType::c3d10);
  EXPECT_LT(
      (tet_mesh.CalcNodePositions(tet_mesh.elements[0]) - NaturalNodes(SolidType::tet10)).norm(),
      1e-15);
  const std::vector<Vec3> hex = WithMiddles({{-1, -1, -1},
                                             {1, -1, -1},
                                             {1, 1, -1},
                                             {-1, 1, -1},
                                             {-1, -1, 1},
                                             {1, -1, 1},
                                             {1, 1, 1},
                                             {-1, 1, 1}},
                                            {{0, 1},
                                             {0, 3},
                                             {0, 4},
                                             {1, 2},
                                             {1, 5},
                                             {2, 3},
                                             {2, 6},
                                             {3, 7},
                                             {4, 5},
                                             {4, 7},
                                             {5, 6},
                                             {6, 7}});
  const Mesh hex_mesh = ReadMsh(files.Write("hex20.msh", OneElement(17, hex)));
  EXPECT_EQ(hex_mesh.elements.at(0).type, MeshElementType::c3d20r);
  EXPECT_LT(
      (hex_mesh.CalcNodePositions(hex_mesh.elements[0]) - NaturalNodes(SolidType::hex20)).norm(),
      1e-15);
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(ReadMsh, BadFilesGiveOneClearMessage) {
  const MeshFiles files;
  const auto read = [&](const std::string& text) {
    return [&files, text] { ReadMsh(files.Write("bad.msh", text)); };
  };
  ExpectRefused<FileError>(read(Replaced(kTet, "4.1 0", "2.2 0")), {"bad.msh:2", "4.1 ASCII"});
  ExpectRefused<FileError>(read(Replaced(kTet, "4.1 0", "4.1 1")), {"bad.msh:2", "binary"});
  ExpectRefused<FileError>(read("solid\n"), {"bad.msh:1", "$MeshFormat"});
  ExpectRefused<FileError>(read(Replaced(kTet, "0 0 1e0", "0 0")), {"bad.msh:25", "3 values"});
  ExpectRefused<FileError>(read(kTet.substr(0, kTet.find("$EndNodes"))), {"EndNodes"});
  ExpectRefused<ModelError>(read(Replaced(kTet, "2 1 2 3 4", "2 1 2 3 8")),
                            {"element 2", "node 8"});
  ExpectRefused<ModelError>(read(Replaced(kTet, "3 1 4 1", "3 1 6 1")), {"type 6"});
  ExpectRefused<FileError>([] { ReadMsh("/nowhere.msh"); }, {"/nowhere.msh"});
}

}  // namespace read_msh_test
}  // namespace trunnion
