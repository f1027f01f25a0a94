// SPDX-License-Identifier: BSD-3-Clause
// Files that are none: pipes, devices, folders, failing disks; and includes that lead nowhere.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"
#include "engine/core/one_line.hpp"
#include "engine/mesh/matrix_import.hpp"
#include "engine/mesh/read_inp.hpp"
#include "engine/mesh/read_msh.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/results/result_files.hpp"
#include "engine/system/geometry.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

class FileFaultsTest : public testing::Test {
 protected:
  FileFaultsTest()
      : folder_(fs::path(testing::TempDir()) / ("file_faults_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~FileFaultsTest() override { fs::remove_all(folder_); }

  fs::path Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary | std::ios::trunc) << text;
    return folder_ / name;
  }
  static std::string MessageOf(const std::function<void()>& read) {
    try {
      read();
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      return error.what();
    }
    return "no error";
  }
  static void ExpectRefused(const std::string& part, const std::function<void()>& read) {
    const std::string message = MessageOf(read);
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
  /// All that reads files, given a file of each kind that is `target`.
  void ExpectAllRefuse(const fs::path& target, const std::string& part) const {
    const auto link = [&](const char* name) {
      fs::remove(folder_ / name);
      fs::create_symlink(target, folder_ / name);
      return folder_ / name;
    };
    const fs::path model = link("model.json"), inp = link("mesh.inp"), msh = link("mesh.msh"),
                   obj = link("shape.obj"), stl = link("shape.stl"), map = link("m.dof"),
                   results = link("results.h5");
    ExpectRefused(part, [&] { (void)ReadModelFile(model); });
    ExpectRefused(part, [&] { (void)ReadInp(inp); });
    ExpectRefused(part, [&] { (void)ReadMsh(msh); });
    ExpectRefused(part, [&] { (void)ReadMesh(obj); });
    ExpectRefused(part, [&] { (void)ReadMesh(stl); });
    ExpectRefused("m.dof", [&] { (void)ReadCalculixMatrices(folder_ / "m"); });
    ExpectRefused("results.h5", [&] { (void)ReadResults(results); });
    const fs::path including =
        Write("including.inp", "*NODE\n1, 0, 0, 0\n*INCLUDE, INPUT=mesh.inp\n");
    ExpectRefused(part, [&] { (void)ReadInp(including); });
    ExpectRefused(part.find("cannot be read") != part.npos ? "mesh.inp" : "including.inp:3: ",
                  [&] { (void)ReadInp(including); });
    ExpectRefused(part, [&] {
      (void)ParseModel(R"({"include": "model.json"})", (folder_ / "top.json").string());
    });
  }
  const fs::path folder_;
};

TEST_F(FileFaultsTest, NamedPipesAndDevicesAreRefusedAtOnce) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  ExpectAllRefuse(folder_ / "pipe", "is a pipe or a device");
  ExpectAllRefuse("/dev/zero", "is a pipe or a device");
}

TEST_F(FileFaultsTest, FoldersAndMissingFilesAreNamed) {
  fs::create_directory(folder_ / "below");
  ExpectAllRefuse(folder_ / "below", "is a folder");
  ExpectAllRefuse(folder_ / "nothing", "cannot be opened");
}

// Reading /proc/self/mem at its beginning fails with EIO, although it is a regular file.
TEST_F(FileFaultsTest, AFailureOfReadingIsNotTheEnd) {
  ExpectAllRefuse("/proc/self/mem", "cannot be read: Input/output error");
}

TEST_F(FileFaultsTest, AModelMayComeThroughAPipe) {
  const fs::path model = TRUNNION_SOURCE_DIR "/models/pendulum.json";
  for (const char* from : {"cat '%' | '" TRUNNION_COMMAND "' check /dev/stdin",
                           "'" TRUNNION_COMMAND "' check /dev/stdin < '%'"}) {
    std::string line = from;
    line.replace(line.find('%'), 1, model.string());
    EXPECT_EQ(std::system((line + " > /dev/null").c_str()), 0) << line;
  }
}

TEST_F(FileFaultsTest, LinesHaveAnEndAndFilesALimit) {
  const fs::path zeros = Write("zeros.inp", std::string(17'000'000, '\0'));
  ExpectRefused("more than 16 MB", [&] { (void)ReadInp(zeros); });
  ExpectRefused("larger than 5 MB", [&] { (void)InputFile(zeros).ReadAll(5'000'000); });
  InputFile lines(Write("lines", "one\r\n\n\ntwo"));
  std::string line;
  std::vector<std::string> all;
  while (lines.NextLine(line)) all.push_back(line);
  EXPECT_EQ(all, (std::vector<std::string>{"one\r", "", "", "two"}));
  EXPECT_EQ(lines.line(), 4);
  EXPECT_EQ(InputFile(folder_ / "lines").ReadAll(11), "one\r\n\n\ntwo");
  ExpectRefused("larger", [&] { (void)InputFile(folder_ / "lines").ReadAll(9); });
}

// Ten includes in each of seven levels: ten million files.
TEST_F(FileFaultsTest, IncludesOfModelsEnd) {
  for (int level = 0; level < 7; ++level) {
    const std::string next = "\"" + std::to_string(level + 1) + ".json\"";
    std::string list = next;
    for (int i = 1; i < 10; ++i) list += ", " + next;
    Write(std::to_string(level) + ".json", "{\"include\": [" + list + "]}");
  }
  Write("7.json", "{}");
  ExpectRefused("more than 1000 files", [&] { (void)ReadModelFile(folder_ / "0.json"); });
  Write("a.json", R"({"include": "b.json"})");
  Write("b.json", R"({"include": "./a.json"})");
  ExpectRefused("in a circle", [&] { (void)ReadModelFile(folder_ / "a.json"); });
  for (int i = 0; i < 12; ++i)
    Write("d" + std::to_string(i), R"({"include": "d)" + std::to_string(i + 1) + "\"}");
  ExpectRefused("more than 8 levels deep", [&] { (void)ReadModelFile(folder_ / "d0"); });
}

TEST_F(FileFaultsTest, IncludesOfMeshesEnd) {
  for (int level = 0; level < 14; ++level) {
    const std::string next = "*INCLUDE, INPUT=" + std::to_string(level + 1) + ".inp\n";
    Write(std::to_string(level) + ".inp", next + next);
  }
  Write("14.inp", "** nothing\n");
  ExpectRefused("more than 1000 files", [&] { (void)ReadInp(folder_ / "0.inp"); });
  Write("a.inp", "*INCLUDE, INPUT=b.inp\n");
  Write("b.inp", "*INCLUDE, INPUT=./a.inp\n");
  ExpectRefused("includes itself", [&] { (void)ReadInp(folder_ / "a.inp"); });
  for (int i = 0; i < 20; ++i)
    Write("d" + std::to_string(i), "*INCLUDE, INPUT=d" + std::to_string(i + 1) + "\n");
  ExpectRefused("deeper than 16", [&] { (void)ReadInp(folder_ / "d0"); });
  // A keyword that goes on in a next line, which is not there.
  const fs::path open = Write("open.inp", "*NODE\n1, 0, 0, 0\n*INCLUDE, INPUT=b.inp,");
  ExpectRefused("includes itself", [&] { (void)ReadInp(open); });
}

TEST_F(FileFaultsTest, GeneratedNumbersEnd) {
  const std::string nodes = "*NODE\n1, 0, 0, 0\n2147483647, 1, 0, 0\n";
  const auto read = [&](const std::string& text) {
    return [file = Write("mesh.inp", nodes + text)] { (void)ReadInp(file); };
  };
  ExpectRefused("generated", read("*NGEN\n1, 2147483647\n"));
  ExpectRefused("generated", read("*NSET, NSET=A, GENERATE\n1, 100000000\n"));
  ExpectRefused("not defined", read("*NSET, NSET=A, GENERATE\n2147483646, 2147483647\n"));
  ExpectRefused(
      "beyond 2147483647",
      read("*NSET, NSET=A\n1, 2147483647\n*NCOPY, CHANGE NUMBER=5, OLD SET=A, SHIFT\n1,0,0\n"));
  ExpectRefused("generated",
                read("*ELEMENT, TYPE=T3D2\n1, 1, 2147483647\n*ELGEN\n"
                     "1, 9000, 0, 1, 9000, 0, 1\n"));
  ExpectRefused("beyond 2147483647",
                read("*ELEMENT, TYPE=T3D2\n1, 1, 2147483647\n*ELGEN\n1, 3, 1, 1\n"));
}

/// Many elements are laid over many: by name, in the order of the first file.
TEST_F(FileFaultsTest, ManyIncludedNamesAreMerged) {
  constexpr int kCount = 20000;
  std::string base, patch;
  for (int i = 0; i < kCount; ++i) {
    const std::string name = "{\"name\": \"b" + std::to_string(i) + "\"";
    base += (i > 0 ? ",\n" : "") + name + ", \"mass\": 1, \"inertia\": [1, 1, 1]}";
    const int j = kCount - 1 - i;
    patch += std::string(i > 0 ? ",\n" : "") + "{\"name\": \"b" + std::to_string(j) + "\", " +
             (j % 10 == 3 ? "\"remove\": true}" : "\"mass\": " + std::to_string(j + 2) + "}");
  }
  Write("base.json", "{\"bodies\": [" + base + "]}");
  const fs::path file = Write("model.json",
                              "{\"include\": \"base.json\", \"bodies\": [" + patch +
                                  ", {\"name\": \"b3\", \"mass\": 0.5, \"inertia\": [1, 1, 1]}]}");
  const Model model = ReadModelFile(file).model;
  ASSERT_EQ(model.num_bodies(), 1 + kCount - kCount / 10 + 1);
  EXPECT_EQ(model.body(BodyId(3)).name, "b2");
  EXPECT_EQ(model.body(BodyId(4)).name, "b4");
  EXPECT_EQ(model.body(BodyId(4)).mass, 6);
  EXPECT_EQ(model.body(BodyId(model.num_bodies() - 1)).name, "b3");  // removed, then added
}

TEST(OneLine, KeepsTextAndEscapesWhatSteersATerminal) {
  EXPECT_EQ(OneLine("Träger 'a' – 5 µm / 日本"), "Träger 'a' – 5 µm / 日本");
  EXPECT_EQ(OneLine("a\nb\r\tc"), "a\\nb\\r\\tc");
  EXPECT_EQ(OneLine(std::string("\x1b[2J\x7f\0", 6)), "\\x1b[2J\\x7f\\x00");
  EXPECT_EQ(OneLine("a\xc2\x85z\xe2\x80\xa8y\xe2\x80\xaex"), "a\\x85z\\u2028y\\u202ex");
  EXPECT_EQ(OneLine("\xe2\x80"), "\xe2\x80");
}

TEST_F(FileFaultsTest, ControlCharactersBreakNoMessage) {
  const std::string body = R"({"bodies": [{"name": "N", "mass": 1, "inertia": [1, 1, 1]}]})";
  const auto named = [&](const std::string& name) {
    std::string text = body;
    return MessageOf([&] { (void)ParseModel(text.replace(text.find('N'), 1, name), "m.json"); });
  };
  EXPECT_EQ(named("rod"), "no error");
  for (const char* name : {"a\\nb", "a\\u007f", "a\\u0085b", "\\u2028", "\\u001b[2J"})
    EXPECT_NE(named(name).find("no control characters"), std::string::npos) << name;
  EXPECT_NE(MessageOf([&] {
              (void)ParseModel(R"({"bodies": [{"name": "a", "x\ny": 1}]})", "a\nb.json");
            }).find("a\\nb.json: /bodies/0/x\\ny"),
            std::string::npos);
  Model model;
  RigidBody rod{.name = "a\nb", .mass = 1};
  ExpectRefused("'a\\nb': the name has a control character", [&] { model.AddRigidBody(rod); });
}

}  // namespace
}  // namespace trunnion
