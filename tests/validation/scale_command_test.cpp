// SPDX-License-Identifier: BSD-3-Clause
// Runs the program `scale` as a shell does: exit codes, messages, the JSON file.
#ifdef SCALE_COMMAND
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace trunnion {
namespace {

namespace fs = std::filesystem;

class ScaleCommand : public testing::Test {
 protected:
  ScaleCommand() : folder_(fs::path(testing::TempDir()) / ("scale_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~ScaleCommand() override { fs::remove_all(folder_); }

  int Execute(const std::string& arguments) {
    const std::string line = std::string(SCALE_COMMAND) + " " + arguments + " > " +
                             (folder_ / "out").string() + " 2> " + (folder_ / "err").string();
    return WEXITSTATUS(std::system(line.c_str()));
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  std::string json() const { return (folder_ / "result.json").string(); }

  fs::path folder_;
};

TEST_F(ScaleCommand, WritesWhatItMeasured) {
  ASSERT_EQ(Execute("--model B1 --n 10 --error 1e-3 --json " + json() + " --runs " +
                    (folder_ / "runs.csv").string()),
            0)
      << Read("err");
  EXPECT_NE(Read("runs.csv").find("\ntrunnion,0.01,"), std::string::npos);
  const auto result = nlohmann::json::parse(Read("result.json"));
  for (const char* key : {"model",
                          "n",
                          "tolerance",
                          "threads",
                          "steps",
                          "newton_iterations",
                          "factorizations",
                          "cpu_seconds",
                          "wall_seconds",
                          "peak_memory_bytes",
                          "error",
                          "outputs"})
    EXPECT_TRUE(result.contains(key)) << key;
  EXPECT_EQ(result["model"], "B1");
  EXPECT_LE(result["error"], 1e-3);
  EXPECT_NEAR(result["outputs"]["tip_x"], 7.528349294994, 1e-3);
  EXPECT_FALSE(result.contains("peer"));
}

class Peers : public ScaleCommand, public testing::WithParamInterface<const char*> {};

TEST_P(Peers, ComparesWhereInstalled) {
  const std::string peer = GetParam();
  const int code = Execute("--model B1 --n 10 --error 1e-3 --peer " + peer + " --json " + json());
  if (code == 2) {
    EXPECT_NE(Read("err").find("scripts/install_dependencies.sh"), std::string::npos);
    GTEST_SKIP() << "built without " << peer;
  }
  ASSERT_EQ(code, 0) << Read("err");
  const auto result = nlohmann::json::parse(Read("result.json"));
  EXPECT_EQ(result["peer"]["name"], peer);
  EXPECT_LE(result["peer"]["error"], 1e-3);
  EXPECT_GT(result["peer"]["steps"], 10);
  EXPECT_NEAR(result["ratio"],
              result["peer"]["cpu_seconds"].get<double>() / result["cpu_seconds"].get<double>(),
              1e-9);
}
INSTANTIATE_TEST_SUITE_P(ScaleCommand, Peers, testing::Values("ida", "simbody"));

TEST_F(ScaleCommand, MistakesGiveOneMessageAndNoFile) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"--model B4 --n 8", "B4 needs beam elements"},
      {"--model B7", "B7"},
      {"--model B5 --n 3", "4 or more"},
      {"--model B1 --n -4", "--n"},
      {"--model B1 --tolerance 0", "--tolerance"},
      {"--model B1 --n 11 --error 1e-3", "no reference value"},
      {"--model B1 --error 1e-3 --tolerance 1e-3", "--tolerance"},
      {"--model B1 --peer adams", "adams"},
      {"--models B1", "--models"}};
  for (const auto& [arguments, message] : mistakes) {
    EXPECT_EQ(Execute(std::string(arguments) + " --json " + json()), 2) << arguments;
    EXPECT_NE(Read("err").find(message), std::string::npos) << arguments << ": " << Read("err");
    EXPECT_EQ(Read("out"), "") << arguments;
    EXPECT_FALSE(fs::exists(json())) << arguments;
  }
  EXPECT_EQ(Execute("--model B1 --n 10 --json " + folder_.string()), 2);
  EXPECT_NE(Read("err").find("it is a folder"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
#endif
