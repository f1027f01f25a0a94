// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

/// `trunnion import`, and datasets in place of model files.
namespace trunnion::adams {
namespace {

namespace fs = std::filesystem;

class AdamsCommand : public testing::Test {
 protected:
  AdamsCommand() : folder_(fs::path(testing::TempDir()) / ("adams_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~AdamsCommand() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  /// The exit code; what it says is in the file "said".
  int Run(const std::string& arguments) const {
    const std::string line =
        "cd '" + folder_.string() + "' && '" TRUNNION_COMMAND "' " + arguments + " > said 2>&1";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  const std::string kPendulum = TRUNNION_SOURCE_DIR "/models/adams/pendulum.adm";
  fs::path folder_;
};

TEST_F(AdamsCommand, WritesAModelFileThatGivesTheSameRun) {
  ASSERT_EQ(Run("import '" + kPendulum + "' -o pendulum.json"), 0) << Read("said");
  EXPECT_NE(Read("said").find("statements: 1 ACCGRAV, 1 GRAPHICS, 1 JOINT"), std::string::npos)
      << Read("said");
  EXPECT_EQ(nlohmann::json::parse(Read("pendulum.json"))["joints"][0]["type"], "revolute");
  ASSERT_EQ(Run("check pendulum.json"), 0) << Read("said");
  ASSERT_EQ(Run("run pendulum.json --quiet --output a"), 0) << Read("said");
  ASSERT_EQ(Run("run '" + kPendulum + "' --quiet --output b"), 0) << Read("said");
  const std::string outputs = Read("a/signals.csv");
  EXPECT_FALSE(outputs.empty());
  EXPECT_EQ(outputs, Read("b/signals.csv"));
}

TEST_F(AdamsCommand, WhatIsNotUnderstoodIsAnErrorUnlessPartial) {
  Write("car.adm",
        "car\nPART/1, GROUND\nPART/2, MASS=1, CM=1, IP=1,1,1\nMARKER/1, PART=2\nTIRE/7\n");
  EXPECT_EQ(Run("import car.adm -o car.json"), 2);
  EXPECT_EQ(Read("said"),
            "trunnion: car.adm:5: TIRE/7: not understood: the model file has no such element\n");
  EXPECT_FALSE(fs::exists(folder_ / "car.json"));
  EXPECT_EQ(Run("run car.adm"), 2);
  EXPECT_EQ(Run("import car.adm -o car.json --partial"), 0);
  EXPECT_NE(Read("said").find("left out, the answer is another one (1)\n  line 5: TIRE/7: "),
            std::string::npos)
      << Read("said");
  EXPECT_EQ(Run("check car.json"), 0) << Read("said");
  EXPECT_EQ(Run("import car.adm -o car.txt --partial"), 2);
  EXPECT_EQ(Run("import none.adm -o car.json"), 2);
}

TEST_F(AdamsCommand, ADatasetMayBeIncluded) {
  Write("damped.json",
        "{\"include\": \"" + kPendulum +
            "\", \"joints\": [{\"name\": \"hinge\", \"friction\": {\"coefficient\": 0.1, "
            "\"radius\": 0.01}}]}");
  EXPECT_EQ(Run("check damped.json"), 0) << Read("said");
}

}  // namespace
}  // namespace trunnion::adams
