// SPDX-License-Identifier: BSD-3-Clause
// Models, meshes and shapes that were damaged at random: each gives a model, or one message with
// the name of the file. Nothing hangs, nothing crashes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

#include "engine/batch/check.hpp"
#include "engine/core/error.hpp"
#include "engine/mesh/matrix_import.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/mesh/read_msh.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/system/geometry.hpp"
#include "tests/support/mutations.hpp"

namespace trunnion {
namespace damaged_models_test {

namespace fs = std::filesystem;

/// A part with all that generates, copies and names; two instances of it.
const std::string kInp = R"(*HEADING
A bar
*PART, NAME=BAR
*NODE
1, 0, 0, 0
3, 1., 0, 0
101, 0, .5, 0
103, 1, .5, 0
*NGEN, NSET=FRONT
1, 3
*NGEN, NSET=BACK
101, 103, 1
*NFILL, NSET=FLOOR
FRONT, BACK, 1, 100
*NCOPY, CHANGE NUMBER=10, OLD SET=FLOOR, NEW SET=TOP, SHIFT
0, 0, 0.5
0, 0, 0, 0, 0, 1, 0.
*ELEMENT, TYPE=C3D8, ELSET=FIRST
1, 1, 2, 102, 101, 11, 12, 112, 111
*ELGEN, ELSET=EALL
1, 2, 1, 1
*NSET, NSET=SIDE, GENERATE
1, 3, 1
*ELSET, ELSET=ALL
EALL, 1, 2
*ORIENTATION, NAME=TURNED
1, 0, 0, 0, 1, 0
3, 30.
*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL, ORIENTATION=TURNED
*END PART
*ASSEMBLY, NAME=A
*INSTANCE, NAME=ONE, PART=BAR
*END INSTANCE
*INSTANCE, NAME=TWO, PART=BAR
2, 0, 0
2, 0, 0, 2, 0, 1, 90.
*END INSTANCE
*NSET, NSET=HELD, INSTANCE=ONE
SIDE, 101
*END ASSEMBLY
*MATERIAL, NAME=STEEL
*ELASTIC, TYPE=ENGINEERING CONSTANTS
2e11, 2e11, 2e11, .3, .3, .3, 8e10, 8e10,
8e10
*DENSITY
7850.
)";

const std::string kShellInp = R"(*NODE, NSET=ALL
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 2, 0.5, 0
*NODE, SYSTEM=C
6, 3., 45., 0
*ELEMENT, TYPE=S4, ELSET=PLATE
1, 1, 2, 3, 4
*ELEMENT, TYPE=S3, ELSET=PLATE
2, 2, 5, 3
*ELEMENT, TYPE=B31, ELSET=ROD
3, 5, 6
*MATERIAL, NAME=STEEL
*ELASTIC
2e11, 0.3
*DENSITY
7850,
*SHELL SECTION, ELSET=PLATE, MATERIAL=STEEL, OFFSET=SPOS
0.01
*BEAM SECTION, ELSET=ROD, MATERIAL=STEEL, SECTION=RECT
0.02, 0.03
0, 0, 1
*NSET, NSET=HELD
1, 4
*INCLUDE, INPUT=more.inp
)";

const std::string kMsh = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
2 5 "held"
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
)";

const std::string kObj = "v 0 0 0\nv 1 0 0.5\nv 0 1 0\nv 1 1 1\nf 1/1 2//3 3\nf 1 2 4 -1\n";
const std::string kStl =
    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
    "endfacet\nendsolid a\n";

std::string ReadText(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

class DamagedModelsTest : public testing::Test {
 protected:
  DamagedModelsTest()
      : folder_(fs::path(testing::TempDir()) / ("damaged_models_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Write("more.inp", "*NSET, NSET=MORE\n1, 2\n");
  }
  ~DamagedModelsTest() override { fs::remove_all(folder_); }

  fs::path Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary | std::ios::trunc) << text;
    return folder_ / name;
  }
  /// True if it works; otherwise an Error of one line, which names `file`.
  static bool Works(const fs::path& file, const std::function<void()>& read) {
    try {
      read();
      return true;
    } catch (const Error& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(file.filename().string()), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    } catch (const std::exception& error) {
      ADD_FAILURE() << "internal error: " << error.what();
    }
    return false;
  }
  static void CheckModelOf(const fs::path& file) {
    const ModelFile model = ReadModelFile(file);
    (void)CheckModel(model);
  }
  /// Damages `text` again and again; the last damaged file is left if something goes wrong.
  void Damage(const std::string& name,
              const std::string& text,
              int count,
              std::uint64_t seed,
              const std::function<void(const fs::path&)>& read) const {
    const fs::path sound = Write(name, text);
    ASSERT_TRUE(Works(sound, [&] { read(sound); }));
    Mutator mutator(seed);
    int refused = 0;
    for (int i = 0; i < NumMutations(count); ++i) {
      const std::string damaged = mutator.ChangeText(text);
      const fs::path file = Write(name, damaged);
      refused += Works(file, [&] { read(file); }) ? 0 : 1;
      if (HasFailure()) FAIL() << "mutation " << i << " of " << name << ":\n" << damaged;
    }
    EXPECT_GT(refused, 0);
  }
  const fs::path folder_;
};

class DamagedModelFile : public DamagedModelsTest,
                         public testing::WithParamInterface<const char*> {};

TEST_P(DamagedModelFile, GivesAModelOrOneMessage) {
  const std::string text = ReadText(fs::path(TRUNNION_SOURCE_DIR "/models") / GetParam());
  Damage("model.json", text, 60, 11, [](const fs::path& file) {
    const ModelFile model = ReadModelFile(file);
    try {
      (void)model.model.Compile();
    } catch (const Error& error) {
      throw FileError(model.Locate(error.what()));
    }
  });
}
INSTANTIATE_TEST_SUITE_P(Models,
                         DamagedModelFile,
                         testing::Values("pendulum.json",
                                         "four_bar.json",
                                         "slider_crank.json",
                                         "bushing_rig.json",
                                         "suspension_corner.json",
                                         "front_corner/ideal.json"));

// Through the assembly, too.
TEST_F(DamagedModelsTest, ChecksEndWithAReportOrOneMessage) {
  Damage("model.json", ReadText(TRUNNION_SOURCE_DIR "/models/pendulum.json"), 60, 12, CheckModelOf);
}

TEST_F(DamagedModelsTest, MeshesAreReadOrRefused) {
  Damage("mesh.inp", kInp, 150, 13, [](const fs::path& file) { (void)ReadInp(file); });
  Damage("shell.inp", kShellInp, 150, 14, [](const fs::path& file) { (void)ReadInp(file); });
  Damage("mesh.msh", kMsh, 150, 15, [](const fs::path& file) { (void)ReadMsh(file); });
}

// The message names the model file, and the mesh where that is to blame.
TEST_F(DamagedModelsTest, BodiesOfDamagedMeshesAreRefused) {
  for (const auto& [name, text] : {std::pair{"mesh.inp", kInp}, {"shell.inp", kShellInp}}) {
    const fs::path model = Write("model.json",
                                 R"({"bodies": [{"name": "part", "type": "mesh", "mesh": ")" +
                                     std::string(name) + R"(", "fixed_sets": ["HELD"]}]})");
    Damage(name, text, 60, 16, [&](const fs::path& file) {
      try {
        CheckModelOf(model);
      } catch (const FileError& error) {
        EXPECT_NE(std::string(error.what()).find("model.json"), std::string::npos);
        throw FileError(std::string(error.what()) + file.filename().string());
      }
    });
  }
}

TEST_F(DamagedModelsTest, ShapesAreReadOrRefused) {
  Damage("shape.obj", kObj, 150, 17, [](const fs::path& file) { (void)ReadMesh(file); });
  Damage("text.stl", kStl, 150, 18, [](const fs::path& file) { (void)ReadMesh(file); });
  std::string binary(84 + 100, '\0');
  binary[80] = 2;
  for (std::size_t i = 96; i < binary.size(); i += 7) binary[i] = static_cast<char>(i % 60);
  Damage("binary.stl", binary, 150, 19, [](const fs::path& file) { (void)ReadMesh(file); });
}

TEST_F(DamagedModelsTest, MatricesAreReadOrRefused) {
  const fs::path map = Write("matrices.dof", "1.1\n1.2\n2.1\n");
  const std::string market =
      "%%MatrixMarket matrix coordinate real symmetric\n% of a spring\n3 3 "
      "4\n1 1 2.0\n2 1 -1\n2 2 2.5e0\n3 3 1\n";
  const fs::path mass = Write("mass.mtx", market);
  Damage("stiffness.mtx", market, 200, 20, [&](const fs::path& file) {
    (void)ReadMatrixMarket(file, mass, map);
  });
  const std::string upper = "1 1 2.0\n1 2 -1.0\n2 2 2.5\n3 3 1.0\n";
  Write("matrices.mas", upper);
  const auto read = [&](const fs::path&) { (void)ReadCalculixMatrices(folder_ / "matrices"); };
  Damage("matrices.sti", upper, 200, 21, read);
  Write("matrices.sti", upper);
  Damage("matrices.dof", "1.1\n1.2\n2.1\n", 100, 22, [&](const fs::path& file) {
    try {
      read(file);
    } catch (const FileError& error) {  // fewer rows: the matrices do not fit
      throw FileError(std::string(error.what()) + " matrices.dof");
    }
  });
}

TEST_F(DamagedModelsTest, CompressedMatricesAreReadOrRefused) {
  const fs::path data = TRUNNION_SOURCE_DIR "/tests/data/meshes";
  for (const char* end : {".dof.gz", ".mas.gz", ".sti.gz"})
    fs::copy(data / (std::string("block_c3d8_clamped") + end),
             folder_ / (std::string("block") + end));
  const std::string bytes = ReadText(folder_ / "block.sti.gz");
  Mutator mutator(23);
  for (int i = 0; i < NumMutations(60); ++i) {
    const fs::path file = Write("block.sti.gz", mutator.FlipBit(bytes));
    Works("block.sti.gz", [&] { (void)ReadCalculixMatrices(folder_ / "block"); });
  }
}

}  // namespace damaged_models_test
}  // namespace trunnion
