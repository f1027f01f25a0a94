// SPDX-License-Identifier: BSD-3-Clause
// Meshes with instances of parts and in other units, as bodies of model files; what `run` says.
#include <cstdlib>

#include "engine/analyses/equilibrium.hpp"
#include "engine/batch/check.hpp"
#include "engine/model_file/model_file.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

constexpr const char* kCubes = R"(*HEADING
*PART, NAME=P1
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
*NSET, NSET=TIP
12
*NSET, NSET=ROOT
1,4,5,8
*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL
,
*END PART
*ASSEMBLY, NAME=A
*INSTANCE, NAME=P1-1, PART=P1
*END INSTANCE
*INSTANCE, NAME=P.2-1, PART=P1
5.,0.,0.
0,0,0, 0,0,1, 90.
*END INSTANCE
*NSET, NSET=FIX, INSTANCE=P1-1
1,4,5,8
*NSET, NSET=FIX, INSTANCE=P.2-1
ROOT
*END ASSEMBLY
*MATERIAL, NAME=STEEL
*ELASTIC
2.1E11, 0.3
*DENSITY
7850.
)";

struct Files {
  test::MeshFiles files;
  std::string inp, model;

  explicit Files(const std::string& text = kCubes, const std::string& name = "cubes.inp")
      : inp(name) {
    model = files.Write("model.json", "").string();
    files.Write(name, text);
  }
  ModelFile Parse(const std::string& body, const std::string& sections = "") const {
    return ParseModel(R"({ "gravity": [0, 0, -9.81], "bodies": [{ "name": "m.x", "type": "mesh",
                          "mesh": ")" +
                          inp + R"(", "fixed_sets": ["fix"])" + body + "}]" + sections + "}",
                      model);
  }
  ModelFile OnMarker(const std::string& body) const {
    return Parse("", R"(, "markers": [{ "name": "k", "body": ")" + body + R"(" }])");
  }
};

TEST(MeshInstances, NodesByInstanceAndNumberOrSet) {
  const Files files;
  for (const auto& [name, node] : {std::pair("m.x.12", "m.x.12"),
                                   {"m.x.P1-1.12", "m.x.12"},
                                   {"m.x.p.2-1.12", "m.x.112"},
                                   {"m.x.P.2-1.TIP", "m.x.112"},
                                   {"m.x.112", "m.x.112"}}) {
    const ModelFile file = files.OnMarker(name);
    EXPECT_EQ(file.model.marker(*file.model.FindMarker("k")).body, *file.model.FindBody(node))
        << name;
  }
  const ModelFile file = files.OnMarker("m.x.P.2-1.12");
  const RigidBody& node = file.model.body(*file.model.FindBody("m.x.112"));
  EXPECT_LT((node.position - Vec3(-1, 7, 1)).norm(), 1e-14);
  for (const char* wrong : {"m.x.P1-1.13", "m.x.P1-3.12", "m.x.P1-1.", "m.x.TIP"})
    test::ExpectRefused<FileError>([&] { files.OnMarker(wrong); },
                                   {"/markers/0/body", "mesh 'm.x'"});
  EXPECT_NE(CheckModel(file).meshes[0].import_report.find("mass of the solids: 31400 kg"),
            std::string::npos);
}

/// The cubes in mm, t and MPa.
std::string InMillimetres() {
  std::string text = kCubes;
  const std::size_t begin = text.find("*NODE\n") + 6, end = text.find("*ELEMENT");
  std::istringstream lines(text.substr(begin, end - begin));
  std::ostringstream scaled;
  for (std::string line; std::getline(lines, line);) {
    int id = 0, x = 0, y = 0, z = 0;
    std::sscanf(line.c_str(), "%d,%d,%d,%d", &id, &x, &y, &z);
    scaled << id << ',' << 1000 * x << ',' << 1000 * y << ',' << 1000 * z << '\n';
  }
  text.replace(begin, end - begin, scaled.str());
  for (const auto& [from, to] :
       {std::pair("5.,0.,0.", "5000.,0.,0."), {"2.1E11", "2.1E5"}, {"7850.", "7.85E-9"}})
    text.replace(text.find(from), std::string(from).size(), to);
  return text;
}

Vec3 Tip(const ModelFile& file) {
  const System system = file.model.Compile();
  Simulation simulation(system);
  SolveStatics(simulation);
  return simulation.body(file.model.FindBody("m.x.112")->index()).r;
}

TEST(MeshInstances, MillimetresAreTheSameAsMetres) {
  const Files si, mm(InMillimetres(), "millimetres.inp");
  const std::string load = R"(, "forces": [{ "name": "f", "type": "load",
      "body": "m.x.P.2-1.12", "force": [0, 0, -1e6] }])";
  const Vec3 expected = Tip(si.Parse("", load)) - Vec3(-1, 7, 1);
  const Vec3 tip = Tip(mm.Parse(R"(, "unit": "mm")", load)) - Vec3(-1, 7, 1);
  EXPECT_GT(expected.norm(), 1e-5);
  EXPECT_LT((tip - expected).norm(), 1e-8 * expected.norm() + 1e-14);
  test::ExpectRefused<FileError>([&] { si.Parse(R"(, "unit": "mm")"); },
                                 {"/bodies/0/unit", "STEEL", "t/mm^3"});
  test::ExpectRefused<FileError>([&] { si.Parse(R"(, "unit": "inch")"); },
                                 {"/bodies/0/unit", "'inch'", "'in'"});
}

// What is not read and what looks like another unit is told by the run, on stderr.
TEST(MeshInstances, RunTellsWhatItDoesNotRead) {
  const Files files(InMillimetres() + "*BOUNDARY\nFIX, 1, 3\n*STEP\n*STATIC\n*CLOAD\nTIP, 3, 1.\n" +
                    "*OUTPUT, FIELD\n*END STEP\n");
  files.files.Write("run.json",
                    R"({ "bodies": [{ "name": "m", "type": "mesh", "mesh": "cubes.inp",
                       "fixed_sets": ["FIX"] }], "run": { "until": 1e-9, "output_interval": 1e-9 } })");
  const auto folder = std::filesystem::path(files.model).parent_path();
  const std::string line =
      "cd '" + folder.string() + "' && '" TRUNNION_COMMAND "' run run.json > out.txt 2> err.txt";
  EXPECT_EQ(std::system(line.c_str()), 0);
  std::ifstream stream(folder / "err.txt");
  const std::string err{std::istreambuf_iterator<char>(stream), {}};
  for (const char* word : {"warning: mesh 'm'",
                           "*BOUNDARY (cubes.inp:45)",
                           "*CLOAD (cubes.inp:49)",
                           "supports, loads",
                           "\"unit\": \"mm\""})
    EXPECT_NE(err.find(word), std::string::npos) << word << " in\n" << err;
  for (const char* word : {"*OUTPUT", "*HEADING", "*STATIC"})
    EXPECT_EQ(err.find(word), std::string::npos) << word << " in\n" << err;
}

}  // namespace
}  // namespace trunnion
