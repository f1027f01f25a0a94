// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/read_inp.hpp"

#include "engine/mesh/import_report.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace read_inp_test {

using test::ExpectRefused;
using test::MeshFiles;

const char* const kDeck = R"(*HEADING
 two cubes, a shell, a beam
** a comment
*NODE, NSET=Nall
 1, 0, 0, 0
 2, 1, 0, 0
 3, 1, 1, 0.
 4, 0, +1, 0
 5, 0, 0, 1d0
 6, 1, 0, 1
 7, 1, 1, 1
 8, 0, 1, 1
 12, 2, 0, 0
 13, 2, 1
 16, 2, 0, 1
 17, 2, 1, 1
*Node
 100, 9, 9, 9
*ELEMENT, TYPE=C3D8I,
 ELSET=Cubes
 2, 2, 12, 13, 3, 6, 16,
 17, 7
 1, 1, 2, 3, 4, 5, 6, 7, 8
*ELEMENT, TYPE=S4, ELSET=SKIN
 7, 5, 6, 7, 8
*ELEMENT, TYPE=B31, ELSET=BAR
 8, 17, 13
*NSET, NSET=odd, GENERATE
 1, 7, 2
*NSET, NSET=MORE
 odd, 2
*ELSET, ELSET=EVERY, GENERATE
 1, 2
*ELSET, ELSET=EVERY
 SKIN,
*MATERIAL, NAME=steel
*ELASTIC
 210e9, 0.3, 20.
*DENSITY
 7850,
*MATERIAL, NAME=WOOD
*ELASTIC, TYPE=ENGINEERING CONSTANTS
 11e9, 0.9e9, 0.5e9, 0.4, 0.45, 0.5, 0.7e9, 0.6e9,
 0.04e9
*DENSITY
 400
*EXPANSION
 1e-5
*ORIENTATION, NAME=GRAIN
 0, 2, 0, -1, 3, 0
*SOLID SECTION, ELSET=CUBES, MATERIAL=WOOD, ORIENTATION=GRAIN
*SHELL SECTION, ELSET=SKIN, MATERIAL=STEEL, OFFSET=0.5
 0.01
*BEAM SECTION, ELSET=BAR, MATERIAL=STEEL, SECTION=RECT
 0.1, 0.2
 0, 0, 1
*RIGID BODY, NSET=ODD, REF NODE=100
*STEP
*STATIC
*BOUNDARY
 1, 1, 3
*BOUNDARY
 2, 1
*END STEP
)";

TEST(ReadInp, ReadsWhatAMeshConsistsOf) {
  const Mesh mesh = ReadInp(MeshFiles().Write("deck.inp", kDeck));
  ASSERT_EQ(mesh.nodes.size(), 13u);
  EXPECT_EQ(mesh.nodes[4], Vec3(0, 0, 1));
  EXPECT_EQ(mesh.nodes[static_cast<std::size_t>(mesh.FindNode(13))], Vec3(2, 1, 0));
  ASSERT_EQ(mesh.elements.size(), 4u);
  EXPECT_EQ(mesh.elements[0].id, 1);
  EXPECT_EQ(mesh.elements[1].nodes, (std::vector{1, 8, 9, 2, 5, 10, 11, 6}));
  EXPECT_EQ(mesh.elements[2].type, MeshElementType::s4);
  EXPECT_EQ(mesh.node_set("NALL").size(), 12u);
  EXPECT_EQ(mesh.node_set("ODD"), (std::vector{0, 2, 4, 6}));
  EXPECT_EQ(mesh.node_set("MORE"), (std::vector{0, 1, 2, 4, 6}));
  EXPECT_EQ(mesh.element_set("CUBES"), (std::vector{0, 1}));
  EXPECT_EQ(mesh.element_set("EVERY"), (std::vector{0, 1, 2}));
  EXPECT_EQ(mesh.materials.at("STEEL").E, 210e9);
  EXPECT_EQ(mesh.materials.at("WOOD").orthotropic->G, Vec3(0.7e9, 0.6e9, 0.04e9));
  ASSERT_EQ(mesh.sections.size(), 3u);
  EXPECT_EQ(mesh.sections[0].axes.col(0), Vec3(0, 1, 0));
  EXPECT_EQ(mesh.sections[0].axes.col(1), Vec3(-1, 0, 0));
  EXPECT_EQ(mesh.sections[1].values, std::vector{0.01});
  EXPECT_EQ(mesh.sections[1].offset, 0.5);
  EXPECT_EQ(mesh.sections[2].profile, "RECT");
  EXPECT_EQ(mesh.sections[2].values, (std::vector{0.1, 0.2, 0.0, 0.0, 1.0}));
  ASSERT_EQ(mesh.rigid_ties.size(), 1u);
  EXPECT_EQ(mesh.rigid_ties[0].reference_node, mesh.FindNode(100));
  const std::vector<ElasticMaterial> materials = CalcElementMaterials(mesh);
  EXPECT_EQ(materials[0].density, 400);
  EXPECT_NEAR(materials[0].stiffness.inverse()(1, 1), 1 / 11e9, 1e-22);  // grain along y
}

TEST(ReadInp, NamesWhatItDoesNotRead) {
  const Mesh mesh = ReadInp(MeshFiles().Write("deck.inp", kDeck));
  std::string all;
  for (const std::string& entry : mesh.not_read) all += entry + "\n";
  for (const char* word :
       {"*HEADING", "*EXPANSION", "*STEP", "*STATIC", "*END STEP", "deck.inp:47"})
    EXPECT_NE(all.find(word), std::string::npos) << word << " in\n" << all;
  EXPECT_NE(all.find("*BOUNDARY (" + mesh.source + ":60 and 1 times more)"), std::string::npos)
      << all;
}

TEST(ReadInp, ReportTellsWhatWasRead) {
  Mesh mesh = ReadInp(MeshFiles().Write("deck.inp", kDeck));
  const ImportReport report = MakeImportReport(mesh);
  EXPECT_EQ(report.types.at(MeshElementType::c3d8i), 2);
  EXPECT_NEAR(report.mass_properties.mass, 800, 1e-10);
  EXPECT_LT((report.mass_properties.com - Vec3(1, 0.5, 0.5)).norm(), 1e-13);
  const Mat3 box = SolidBox(800, {2, 1, 1}).inertia;
  EXPECT_LT((report.mass_properties.inertia - box).norm(), 1e-10);
  EXPECT_EQ(report.lower, Vec3(0, 0, 0));
  EXPECT_EQ(report.upper, Vec3(9, 9, 9));
  EXPECT_EQ(report.part_sizes, std::vector{4});
  EXPECT_EQ(report.unused_nodes, std::vector{100});
  EXPECT_TRUE(report.bad_elements.empty());
  const std::string text = report.ToText();
  for (const char* word : {"2 C3D8I -> hex8_incompatible",
                           "1 S4 -> shell, 4 nodes",
                           "mass of the solids: 800",
                           "1 nodes without element: 100",
                           "not read: *BOUNDARY"})
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
  std::swap(mesh.elements[1].nodes[0], mesh.elements[1].nodes[6]);
  const ImportReport bad = MakeImportReport(mesh);
  ASSERT_EQ(bad.bad_elements.size(), 1u);
  EXPECT_NE(bad.ToText().find("bad: element 2"), std::string::npos);
  ExpectRefused<ModelError>([&] { RequireGoodElements(mesh); }, {"element 2", "inverted"});
}

TEST(ReadInp, CountsPartsThatAreNotConnected) {
  const Mesh mesh = ReadInp(MeshFiles().Write("deck.inp", R"(*NODE
1,0,0,0
2,1,0,0
3,0,1,0
4,0,0,1
5,5,0,0
6,6,0,0
7,5,1,0
8,5,0,1
*ELEMENT, TYPE=C3D4
1,1,2,3,4
2,5,6,7,8
)"));
  EXPECT_EQ(MakeImportReport(mesh).part_sizes, (std::vector{1, 1}));
  EXPECT_NE(MakeImportReport(mesh).mass_problem.find("element 1"), std::string::npos);
}

TEST(ReadInp, FollowsIncludes) {
  const MeshFiles files;
  files.Write("nodes.inp", "1, 0, 0, 0\n2, 1, 0, 0\n");
  const auto path =
      files.Write("deck.inp", "*INCLUDE, INPUT=nodes_and_more.inp\n*NSET, NSET=A\n1\n");
  files.Write("nodes_and_more.inp", "*NODE\n*INCLUDE, INPUT=nodes.inp\n");
  EXPECT_EQ(ReadInp(path).nodes.size(), 2u);
  ExpectRefused<FileError>(
      [&] { ReadInp(files.Write("lost.inp", "*INCLUDE, INPUT=nowhere.inp\n")); },
      {"lost.inp:1", "nowhere.inp"});
  ExpectRefused<FileError>([&] { ReadInp(files.Write("self.inp", "*INCLUDE, INPUT=self.inp\n")); },
                           {"self.inp:1"});
}

const std::string kTet = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n*ELEMENT,TYPE=C3D4,ELSET=E\n";

TEST(ReadInp, BadMeshesGiveOneClearMessage) {
  const MeshFiles files;
  const auto read = [&](const std::string& text) {
    return [&files, text] { ReadInp(files.Write("bad.inp", text)); };
  };
  ExpectRefused<ModelError>(read(kTet + "1,1,2,3,9\n"), {"bad.inp:7", "element 1", "node 9"});
  ExpectRefused<ModelError>(read(kTet + "1,1,2,3,3\n"), {"bad.inp:7", "a node twice"});
  ExpectRefused<ModelError>(read(kTet + "1,1,2,3,4\n1,1,2,3,4\n"),
                            {"bad.inp:8", "element 1", "twice"});
  ExpectRefused<ModelError>(read("*NODE\n1,0,0,0\n1,1,0,0\n"), {"bad.inp:3", "node 1", "twice"});
  ExpectRefused<ModelError>(read("*ELEMENT, TYPE=C3D6\n1,1,2,3,4,5,6\n"),
                            {"bad.inp:1", "C3D6", "C3D8I"});
  ExpectRefused<ModelError>(read(kTet + "1,1,2,3,4\n*NSET,NSET=A\n8\n"),
                            {"bad.inp:9", "'A'", "node 8"});
  ExpectRefused<ModelError>(read(kTet + "1,1,2,3,4\n*NSET,NSET=A\nB\n"), {"bad.inp:9", "'B'"});
  ExpectRefused<ModelError>(read("*HEADING\n"), {"no nodes"});
  ExpectRefused<ModelError>(read("*MATERIAL,NAME=M\n*ELASTIC,TYPE=ANISO\n1\n"),
                            {"bad.inp:2", "ANISO"});
  ExpectRefused<FileError>(read("*NODE\n1,0,zero,0\n"), {"bad.inp:2", "'zero'"});
  ExpectRefused<FileError>(read("*NODE\n1.5,0,0,0\n"), {"bad.inp:2", "'1.5'"});
  ExpectRefused<FileError>(read("1,0,0,0\n"), {"bad.inp:1", "keyword"});
  ExpectRefused<FileError>(read(kTet + "1,1,2,3\n"), {"bad.inp:7", "element 1", "4 nodes"});
  ExpectRefused<FileError>(read(kTet + "1,1,2,3,4,5\n"), {"bad.inp:7", "element 1", "4 nodes"});
  ExpectRefused<FileError>(read("*ELASTIC\n1,0.3\n"), {"bad.inp:1", "*MATERIAL"});
  ExpectRefused<FileError>(read("*MATERIAL,NAME=M\n*ELASTIC\n1\n"), {"bad.inp:2", "2 values"});
  ExpectRefused<FileError>(read("*NSET\n1\n"), {"bad.inp:1", "NSET"});
  ExpectRefused<FileError>(read("*NSET,NSET=A,GENERATE\n5,1\n"), {"bad.inp:2", "GENERATE"});
  ExpectRefused<FileError>([] { ReadInp("/nowhere.inp"); }, {"/nowhere.inp"});
}

TEST(ReadInp, SectionsAndMaterialsAreChecked) {
  const MeshFiles files;
  const auto materials = [&](const std::string& text) {
    return [&files, text] {
      CalcElementMaterials(ReadInp(files.Write("bad.inp", kTet + "1,1,2,3,4\n" + text)));
    };
  };
  const std::string steel = "*MATERIAL,NAME=M\n*ELASTIC\n1e9,0.3\n*DENSITY\n0\n";
  ExpectRefused<ModelError>(materials(steel + "*SOLID SECTION,ELSET=E,MATERIAL=M\n"),
                            {"'M'", "density"});
  ExpectRefused<ModelError>(materials(""), {"element 1", "no material"});
  ExpectRefused<ModelError>(materials("*SOLID SECTION,ELSET=E,MATERIAL=N\n"),
                            {"'N'", "does not exist"});
  ExpectRefused<ModelError>(materials(steel + "*SOLID SECTION,ELSET=F,MATERIAL=M\n"),
                            {"'F'", "has E"});
}

}  // namespace read_inp_test
}  // namespace trunnion
