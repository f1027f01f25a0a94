// SPDX-License-Identifier: BSD-3-Clause
// Where the command writes: output folders that were used before or are in use, standard output and
// error that are full, closed, or a closed pipe.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "engine/core/error.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_folder.hpp"
#include "engine/results/result_stream.hpp"

namespace trunnion {
namespace command_output_test {

namespace fs = std::filesystem;

/// A hanging rod, with a spring or without, and what it is asked to do.
std::string MakeModel(const std::string& more) {
  return R"({"gravity": [0, 0, -9.81], "description": "rod\u001b[2J",
    "bodies": [{"name": "rod", "mass": 2, "com": [0.5, 0, 0], "inertia": [0.001, 0.17, 0.17]}],
    "joints": [{"name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
                "point": [0, 0, 0], "axis": [0, 1, 0]}],)" +
         more + R"("run": {"until": 0.2, "output_interval": 0.05)";
}

class CommandOutputTest : public testing::Test {
 protected:
  CommandOutputTest()
      : folder_(fs::path(testing::TempDir()) / ("command_output_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Write("plain.json", MakeModel("") + "}}");
    Write("spring.json",
          MakeModel(R"("forces": [{"name": "s", "type": "load", "body": "rod", "force": [0, 0, 1]}],
                       "outputs": [{"name": "z", "type": "position", "body": "rod", "component": "z"}],
                       "plots": [{"title": "z", "y_label": "z", "curves": [{"output": "z"}]}],)") +
              "}}");
    Write("failing.json", MakeModel("") + R"(, "max_steps": 3}})");
    Write("refused.json", MakeModel("") + R"(, "until": -1}})");
    Write(
        "analyses.json",
        MakeModel(R"("analyses": [{"type": "eigenmodes"}, {"type": "dynamic", "name": "fall"}],)") +
            "}}");
  }
  ~CommandOutputTest() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return text.str();
  }
  /// Exit code of a line of shell in the folder, in which T is the command; 128 + signal.
  int Execute(std::string line) const {
    for (std::size_t at = 0; (at = line.find("T ", at)) != std::string::npos;)
      line.replace(at, 1, "'" TRUNNION_COMMAND "'"), at += 2;
    const int status = std::system(("cd '" + folder_.string() + "' && " + line).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Names below a folder, without that of the folder.
  std::set<std::string> List(const std::string& name) const {
    std::set<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / name))
      names.insert(fs::relative(entry.path(), folder_ / name).string());
    return names;
  }
  const fs::path folder_;
};

TEST_F(CommandOutputTest, NothingOfAnEarlierRunStays) {
  ASSERT_EQ(Execute("T run plain.json --output new --quiet"), 0);
  ASSERT_EQ(Execute("T run spring.json --output out --quiet"), 0);
  ASSERT_EQ(Execute("T view out > /dev/null && T report out > /dev/null"), 0);
  fs::create_directories(folder_ / "out/own");
  Write("out/notes.txt", "mine");
  Write("out/own/results.h5", "mine");
  Write("out/.results.h5.123", "of a process that was killed");
  std::set<std::string> wanted = List("new");
  EXPECT_FALSE(wanted.contains("forces.csv"));
  ASSERT_EQ(Execute("T run plain.json --output out --quiet"), 0);
  wanted.insert({"notes.txt", "own", "own/results.h5"});
  EXPECT_EQ(List("out"), wanted);
}

TEST_F(CommandOutputTest, AFailedRunLeavesNoResults) {
  ASSERT_EQ(Execute("T run plain.json --output out --quiet"), 0);
  EXPECT_EQ(Execute("T run refused.json --output out --quiet 2> err"), 2);
  EXPECT_EQ(Execute("T run plain.json --interval 1e-9 --until 1e9 --output out 2> err"), 2);
  EXPECT_EQ(Execute("T report out > /dev/null"), 0) << "a refused run takes nothing away";
  EXPECT_EQ(Execute("T run failing.json --output out --quiet 2> err"), 3);
  EXPECT_EQ(Execute("T report out 2> err"), 2);
  EXPECT_NE(Read("err").find("holds no results.h5"), std::string::npos) << Read("err");
  EXPECT_EQ(List("out"), std::set<std::string>{});
}

TEST_F(CommandOutputTest, FoldersOfEarlierAnalysesGo) {
  ASSERT_EQ(Execute("T run analyses.json --output out --quiet"), 0);
  EXPECT_TRUE(List("out").contains("fall/results.h5"));
  EXPECT_TRUE(List("out").contains("eigenmodes/eigenmodes.json"));
  Write("out/fall/notes.txt", "mine");
  ASSERT_EQ(Execute("T run plain.json --output new --quiet"), 0);
  ASSERT_EQ(Execute("T run plain.json --output out --quiet"), 0);
  std::set<std::string> wanted = List("new");
  wanted.insert({"fall", "fall/notes.txt"});
  EXPECT_EQ(List("out"), wanted);
  ASSERT_EQ(Execute("T run analyses.json --output out --quiet"), 0);
  EXPECT_FALSE(List("out").contains("results.h5"));
}

TEST_F(CommandOutputTest, OneRunAtATimeWritesIntoAFolder) {
  {
    const ResultFolder held(folder_ / "out");
    EXPECT_EQ(Execute("T run plain.json --output out --quiet 2> err"), 2);
    EXPECT_NE(Read("err").find("'out' is in use by another run"), std::string::npos) << Read("err");
    EXPECT_NE(Read("err").find("name another folder"), std::string::npos);
    EXPECT_EQ(Execute("T run plain.json --output other --quiet"), 0);
  }
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  {
    const ResultFolder held(folder_ / "all" / "fall");
    EXPECT_EQ(Execute("T run analyses.json --output all --quiet 2> err"), 2);
  }
  EXPECT_EQ(Execute("T run plain.json --output out --quiet"), 0);
}

TEST_F(CommandOutputTest, AKilledRunBlocksNobody) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const ResultFolder held(folder_ / "out");
    (void)!write(ready[1], "x", 1);
    pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_EQ(Execute("T run plain.json --output out --quiet 2> err"), 2);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ(Execute("T run plain.json --output out --quiet"), 0);
  close(ready[0]);
  close(ready[1]);
}

TEST_F(CommandOutputTest, ARefusedRunRemovesNothing) {
  fs::create_symlink("nowhere", folder_ / "link");
  fs::create_directory(folder_ / "empty");
  for (const char* output : {"link", "link/below", "empty/../link"})
    EXPECT_EQ(Execute(std::string("T run plain.json --quiet 2> err --output ") + output), 2);
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  Write("file", "");
  EXPECT_EQ(Execute("T run plain.json --quiet --output empty/../file/a 2> err"), 2);
  EXPECT_EQ(Execute("T run failing.json --quiet --output empty 2> err"), 3);
  EXPECT_EQ(Execute("T run failing.json --quiet --output new/below 2> err"), 3);
  EXPECT_TRUE(fs::is_directory(folder_ / "empty"));
  EXPECT_FALSE(fs::exists(folder_ / "new")) << "what a run has made goes with it";
}

TEST_F(CommandOutputTest, AFullStandardOutputIsAFailure) {
  ASSERT_EQ(Execute("T run plain.json --output out > /dev/null"), 0);
  for (const char* what : {"check plain.json",
                           "run plain.json --output out",
                           "schema",
                           "--help",
                           "run analyses.json --output all",
                           "view out",
                           "report out"}) {
    for (const char* to : {"> /dev/full", ">&-"}) {
      EXPECT_EQ(Execute("T " + std::string(what) + " 2> err " + to), 3) << what << to;
      EXPECT_NE(Read("err").find("cannot write to standard output: "), std::string::npos) << what;
    }
  }
  EXPECT_GT(ReadResults(folder_ / "out").time.size(), 1);  // they are written all the same
}

TEST_F(CommandOutputTest, ErrorsThatNobodyCanReadDoNotAbort) {
  for (const char* to : {"2> /dev/full", "2>&-"}) {
    for (const auto& [what, code] : {std::pair{"run refused.json", 2},
                                     {"run failing.json", 3},
                                     {"fly", 2},
                                     {"run plain.json --progress json --output out", 0},
                                     {"run plain.json --progress bar --output out", 0},
                                     {"run analyses.json --progress json", 0}})
      EXPECT_EQ(Execute(std::string("T ") + what + " > /dev/null " + to), code) << what << to;
    EXPECT_EQ(ReadResults(folder_ / "out").time.size(), 5);
  }
}

// With standard error closed, the file of outputs was descriptor 2, and progress went into it.
TEST_F(CommandOutputTest, ProgressDoesNotEndInFilesOfResults) {
  EXPECT_EQ(Execute("{ T run plain.json --progress json --until 1000 --interval 0.01 --output out "
                    "0<&- 1>&- 2>&- & } ; P=$! ; for i in $(seq 400) ; do sleep 0.05 ; "
                    "T report out > /dev/null 2>&1 && break ; done ; sleep 0.7 ; kill -9 $P ; "
                    "wait $P 2> /dev/null ; T report out > /dev/null"),
            0);
  EXPECT_EQ(Read(std::string("out/") + kPartialResults).find("\"analysis\""), std::string::npos);
}

TEST_F(CommandOutputTest, AClosedPipeEndsNoRun) {
  EXPECT_EQ(Execute("T run plain.json --output out --progress json 2>&1 | true"), 0);
  EXPECT_EQ(Execute("{ sleep 0.5 ; T run plain.json --output out ; echo $? > code ; } | true"), 0);
  EXPECT_EQ(ReadResults(folder_ / "out").time.size(), 5);
  EXPECT_EQ(Read("code"), std::to_string(128 + SIGPIPE) + "\n");
}

TEST_F(CommandOutputTest, RunsOfAnyLengthReachTheirEnd) {
  for (const char* until : {"1e-9", "1e-6", "1e-12"}) {
    EXPECT_EQ(Execute(std::string("T run plain.json --output out --until ") + until + " > out.txt"),
              0);
    const Results results = ReadResults(folder_ / "out");
    ASSERT_EQ(results.time.size(), 2) << until;
    EXPECT_EQ(results.time[1], std::atof(until));
  }
}

TEST_F(CommandOutputTest, TextsOfAModelDoNotSteerTheTerminal) {
  fs::copy(folder_ / "plain.json", folder_ / "two\nlines.json");
  EXPECT_EQ(Execute("T check 'two\nlines.json' > out.txt"), 0);
  EXPECT_NE(Read("out.txt").find("two\\nlines.json: rod\\x1b[2J\n"), std::string::npos);
  EXPECT_EQ(Execute("T run 'no\nfile' 2> err"), 2);
  const std::string err = Read("err");
  EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
}

/// A rotor out of balance loses energy at a coarse tolerance: that is told. At a fine one it only
/// goes at a wrong pace: that is told, too.
TEST_F(CommandOutputTest, LostEnergyIsTold) {
  Write("rotor.json",
        R"({"gravity": [0, -9.81, 0],
            "bodies": [{"name": "rotor", "mass": 2, "com": [0.3, 0, 0], "inertia": [0.1, 0.1, 0.1]}],
            "joints": [{"name": "shaft", "type": "revolute", "body_a": "ground", "body_b": "rotor",
                        "point": [0, 0, 0], "axis": [0, 0, 1], "initial_rate": 20}],
            "run": {"until": 60, "output_interval": 1}})");
  EXPECT_EQ(Execute("T run rotor.json --tolerance 1e-2 > out.txt 2> err.txt"), 0);
  EXPECT_NE(Read("err.txt").find("has come from nowhere or is lost"), std::string::npos)
      << Read("err.txt") << Read("out.txt");
  EXPECT_EQ(Execute("T run rotor.json > out.txt 2> err.txt"), 0);
  const std::string err = Read("err.txt"), out = Read("out.txt");
  EXPECT_EQ(err.find("has come from nowhere"), std::string::npos) << err;
  EXPECT_NE(err.find("warning: body 'rotor' is about "), std::string::npos) << err;
  EXPECT_NE(err.find(" its true motion, "), std::string::npos) << err;
  EXPECT_NE(out.find("energy not accounted for"), std::string::npos) << out;
  EXPECT_NE(out.find(" the true motion by "), std::string::npos) << out;
}

/// Spreadsheets would calculate what a name begins with.
TEST_F(CommandOutputTest, NamesAreNoFormulas) {
  Write(
      "formula.json",
      R"({"bodies": [{"name": "-1+1", "mass": 1, "inertia": [1, 1, 1]}], "run": {"until": 0.1}})");
  EXPECT_EQ(Execute("T run formula.json --quiet --output out"), 0);
  const std::string bodies = Read("out/bodies.csv");
  EXPECT_EQ(bodies.rfind("time [s],'-1+1.x [m],", 0), 0u) << bodies.substr(0, 60);
}

}  // namespace command_output_test
}  // namespace trunnion
