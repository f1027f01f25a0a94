// SPDX-License-Identifier: BSD-3-Clause
//
// `trunnion run` and `trunnion check` with FMUs: results, checkpoints, exit codes.
#include <sys/wait.h>

#include "tests/cosimulation/small_fmus.hpp"

namespace trunnion::fmu {
namespace {

class Command : public testing::TestWithParam<int> {
 protected:
  Command() {
    folder_.AddFmu(GetParam(), "spring", "spring", SpringVariables(), {.definitions = kUnits});
    folder_.AddFmu(GetParam(),
                   "hostile",
                   "hostile",
                   {{"kind", 20, "Integer", "parameter", "0"}, {"y", 5, "Real", "output"}});
    Write("spring.json", Cart(SpringFmu(3e-3)));
    Write("hostile.json", Cart(R"([{"name": "one", "file": "hostile.fmu", "start": {"kind": 1},
                    "drives": {"push": "y"}}])"));
  }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }
  std::string Read(const std::string& name) const { return ReadWhole(folder_.path() / name); }
  /// The exit code, 137 where it has been killed. Its folders lie in that of the test.
  int Run(const std::string& arguments, const std::string& environment = "") const {
    const std::string line = "cd " + folder_.path().string() + " && TMPDIR=$PWD " + environment +
                             " " + TRUNNION_COMMAND + " " + arguments + " 2> errors.txt > out.txt";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  bool LeftFolder() const {
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().filename().string().starts_with("trunnion_fmu_")) return true;
    return false;
  }
  TestFolder folder_;
};

TEST_P(Command, ARunThatIsKilledGoesOnWithTheSameBits) {
  ASSERT_EQ(Run("run spring.json --quiet --output whole"), 0) << Read("errors.txt");
  EXPECT_FALSE(LeftFolder());
  const std::string options = "run spring.json --quiet --output out --checkpoint-every 0.1";
  EXPECT_EQ(Run(options, "SMALL_FMU_DIES=0.55"), 137);
  ASSERT_TRUE(fs::exists(folder_.path() / "out/run.checkpoint"));
  ASSERT_EQ(Run(options + " --resume out/run.checkpoint"), 0) << Read("errors.txt");
  for (const char* name : {"signals.csv", "bodies.csv", "steps.csv"})
    EXPECT_EQ(Read(std::string("whole/") + name), Read(std::string("out/") + name)) << name;
}

TEST_P(Command, FailuresEndWithTheirCodeAndLeaveNothing) {
  EXPECT_EQ(Run("run hostile.json --output out"), 3);
  EXPECT_NE(Read("errors.txt")
                .find("hostile.json: /fmus/0: fmu 'one': the FMU fails in its step at "
                      "t = 0.04 s with status error: the pump is broken"),
            std::string::npos)
      << Read("errors.txt");
  EXPECT_FALSE(fs::exists(folder_.path() / "out"));
  EXPECT_FALSE(LeftFolder());
  Write("wrong.json", Cart(R"([{"name": "one", "file": "hostile.fmu", "drives": {"push": "z"}}])"));
  for (const char* command : {"run", "check"}) {
    EXPECT_EQ(Run(std::string(command) + " wrong.json"), 2);
    EXPECT_NE(Read("errors.txt").find("fmu 'one': the FMU has no variable 'z'"), std::string::npos)
        << Read("errors.txt");
  }
  Write("rest.json", Cart(SpringFmu(3e-3), R"(, "analyses": [{"type": "static"}])"));
  EXPECT_EQ(Run("run rest.json"), 2);
  EXPECT_NE(Read("errors.txt").find("dynamic analyses only"), std::string::npos);
}

TEST_P(Command, DynamicAnalysesFollowEachOther) {
  Write("two.json",
        Cart(SpringFmu(3e-3),
             R"(, "analyses": [{"name": "a", "type": "dynamic", "until": 0.5},
                               {"name": "b", "type": "dynamic", "until": 1}])"));
  ASSERT_EQ(Run("run two.json --quiet --output two"), 0) << Read("errors.txt");
  ASSERT_EQ(Run("run spring.json --quiet --output one"), 0) << Read("errors.txt");
  const auto last = [&](const std::string& name) {
    const std::string text = Read(name);
    const std::string line = text.substr(text.rfind('\n', text.size() - 2) + 1);
    return std::atof(line.c_str() + line.find(',') + 1);  // x
  };
  EXPECT_NEAR(last("two/b/signals.csv"), last("one/signals.csv"), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Fmi, Command, testing::Values(2, 3));

}  // namespace
}  // namespace trunnion::fmu
