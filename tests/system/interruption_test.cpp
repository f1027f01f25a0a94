// SPDX-License-Identifier: BSD-3-Clause
// The program `trunnion run`, interrupted by real signals: what it leaves, says and returns.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/results/result_files.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

/// A driven rotor that also swings, so that the run can be asked for as long as one likes.
constexpr const char* kModel = R"({
  "gravity": [0, 0, -9.81],
  "bodies": [{"name": "rod", "mass": 2, "com": [0.5, 0, 0], "inertia": [0.001, 0.1667, 0.1667]}],
  "joints": [{"name": "hinge", "type": "revolute", "body_a": "ground", "body_b": "rod",
              "point": [0, 0, 0], "axis": [0, 1, 0]}],
  "outputs": [{"name": "height", "type": "position", "body": "rod", "component": "z"}],
  ANALYSES
  "run": {"until": 3000, "output_interval": 0.01, "tolerance": 1e-7, "max_steps": 1000000000}
})";

class InterruptionTest : public testing::Test {
 protected:
  InterruptionTest()
      : folder_(fs::path(testing::TempDir()) / ("interruption_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~InterruptionTest() override { fs::remove_all(folder_); }

  void WriteModel(const std::string& analyses) const {
    std::string text = kModel;
    text.replace(text.find("ANALYSES"), 8, analyses);
    std::ofstream(folder_ / "model.json") << text;
  }
  std::string Read(const std::string& name) const {
    std::ifstream stream(folder_ / name);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  /// Starts the command in the folder; its output goes to stdout.txt and stderr.txt there.
  pid_t Start(std::vector<const char*> options, bool ignores_sigint = false) const {
    const pid_t child = fork();
    if (child != 0) return child;
    signal(SIGINT, ignores_sigint ? SIG_IGN : SIG_DFL);
    if (chdir(folder_.c_str()) != 0 || !std::freopen("stdout.txt", "w", stdout) ||
        !std::freopen("stderr.txt", "w", stderr))
      _exit(126);
    std::vector<const char*> all{"trunnion", "run", "model.json", "--output", "out"};
    all.insert(all.end(), options.begin(), options.end());
    all.push_back(nullptr);
    execv(TRUNNION_COMMAND, const_cast<char* const*>(all.data()));
    _exit(127);
  }
  /// Until `partial` holds some outputs; how many.
  Eigen::Index WaitForOutputs(const fs::path& partial) const {
    for (int i = 0; i < 1500; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      if (!fs::exists(folder_ / partial)) continue;
      try {
        const Results results = ReadResults(folder_ / partial);
        if (results.time.size() > 1) return results.time.size();
      } catch (const FileError&) {  // not all of the header is there yet
      }
    }
    ADD_FAILURE() << "no outputs in " << partial;
    return 0;
  }
  /// What waitpid says of a process that is given 20 s to end.
  static int Wait(pid_t child) {
    int status = 0;
    for (int i = 0; i < 1000; ++i) {
      if (waitpid(child, &status, WNOHANG) == child) return status;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    ADD_FAILURE() << "the process did not end";
    return status;
  }
  void ExpectExit(int status, int code) const {
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), code) << Read("stderr.txt");
  }
  const fs::path folder_;
};

TEST_F(InterruptionTest, ARunEndsInOrderAndItsResultsAreComplete) {
  WriteModel("");
  for (const auto& [number, code] : {std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}}) {
    const pid_t child = Start({});
    const Eigen::Index flushed = WaitForOutputs("out/results.partial.h5");
    kill(child, number);
    ExpectExit(Wait(child), code);
    const std::string message = Read("stderr.txt");
    EXPECT_NE(message.find("trunnion: interrupted at t = "), std::string::npos) << message;
    EXPECT_NE(message.find("the results up to then are written"), std::string::npos) << message;
    EXPECT_NE(Read("stdout.txt").find("energy not accounted for"), std::string::npos);
    EXPECT_FALSE(fs::exists(folder_ / "out/results.partial.h5"));
    for (const char* name : {"bodies.csv", "joints.csv", "signals.csv", "steps.csv"})
      EXPECT_TRUE(fs::exists(folder_ / "out" / name)) << name;

    const Results results = ReadResults(folder_ / "out");
    ASSERT_GE(results.time.size(), flushed);
    const Eigen::Index last = results.time.size() - 1;
    EXPECT_NEAR(results.time[last - 1], 0.01 * static_cast<double>(last - 1), 1e-9);
    EXPECT_GT(results.time[last], results.time[last - 1]);
    EXPECT_LE(results.time[last], 0.01 * static_cast<double>(last) + 1e-9);
    EXPECT_LT(results.time[last], 3000);
    const VectorXd energy = results.column("energy/total");
    EXPECT_LT((energy.array() - energy[0]).abs().maxCoeff(), 1e-2);
    EXPECT_TRUE(std::any_of(results.statistics.begin(),
                            results.statistics.end(),
                            [](const auto& s) { return s.first == "interrupted"; }));
    fs::remove_all(folder_ / "out");
  }
}

/// Who looks at a run that goes on is not told that it was interrupted.
TEST_F(InterruptionTest, ARunThatGoesOnIsSaidToGoOn) {
  WriteModel("");
  const pid_t child = Start({});
  WaitForOutputs("out/results.partial.h5");
  const std::string look =
      "'" TRUNNION_COMMAND "' view '" + (folder_ / "out").string() + "' -o page.html > view.txt";
  const std::string here = "cd '" + folder_.string() + "' && ";
  EXPECT_EQ(std::system((here + look).c_str()), 0);
  EXPECT_EQ(Read("view.txt").rfind("the run is still going; its last output is at ", 0), 0u)
      << Read("view.txt");
  kill(child, SIGKILL);
  Wait(child);
  EXPECT_EQ(std::system((here + look).c_str()), 0);
  EXPECT_EQ(Read("view.txt").rfind("the run was interrupted; its last output is at ", 0), 0u)
      << Read("view.txt");
}

// As `timeout` sends it: to the process, and then to its group.
TEST_F(InterruptionTest, AWishThatArrivesTwiceIsOneWish) {
  WriteModel("");
  const pid_t child = Start({});
  WaitForOutputs("out/results.partial.h5");
  kill(child, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child, SIGINT);
  ExpectExit(Wait(child), 130);
  EXPECT_GT(ReadResults(folder_ / "out").time.size(), 1);
}

TEST_F(InterruptionTest, TwoOutputsAYearApartDoNotKeepARunFromEnding) {
  WriteModel("");
  const pid_t child = Start({"--interval", "3000"});
  while (!fs::exists(folder_ / "out/results.partial.h5")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    ASSERT_EQ(waitpid(child, nullptr, WNOHANG), 0);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  kill(child, SIGINT);
  ExpectExit(Wait(child), 130);
  const Results results = ReadResults(folder_ / "out");
  ASSERT_EQ(results.time.size(), 2);
  EXPECT_GT(results.time[1], 0);
  EXPECT_LT(results.time[1], 3000);
}

TEST_F(InterruptionTest, WhoIgnoresTheSignalGoesOn) {
  WriteModel("");
  const pid_t child = Start({"--until", "100", "--interval", "0.0005"}, true);
  WaitForOutputs("out/results.partial.h5");
  kill(child, SIGINT);
  ExpectExit(Wait(child), 0);
  EXPECT_EQ(ReadResults(folder_ / "out").time.size(), 200001);
}

TEST_F(InterruptionTest, FinishedAnalysesStay) {
  WriteModel(R"("analyses": [{"type": "eigenmodes", "name": "modes"}, {"type": "dynamic"},
                             {"type": "static"}],)");
  for (const int number : {SIGINT, SIGKILL}) {
    const pid_t child = Start({});
    WaitForOutputs("out/dynamic/results.partial.h5");
    kill(child, number);
    const int status = Wait(child);
    EXPECT_EQ(ReadResults(folder_ / "out/modes").time.size(), 1);
    EXPECT_TRUE(fs::exists(folder_ / "out/modes/eigenmodes.json"));
    EXPECT_GE(ReadResults(folder_ / "out/dynamic").time.size(), 2);
    EXPECT_FALSE(fs::exists(folder_ / "out/static/results.h5"));
    if (number == SIGKILL) {  // the partial file opens like any other
      EXPECT_TRUE(fs::exists(folder_ / "out/dynamic/results.partial.h5"));
      const std::string in = "cd '" + folder_.string() + "' && '" TRUNNION_COMMAND "' ";
      for (const char* command : {"view out/dynamic -o v.html",
                                  "report out/dynamic -o r.html",
                                  "plot out/dynamic height -o p.svg"})
        EXPECT_EQ(std::system((in + command + " > /dev/null").c_str()), 0) << command;
      for (const char* file : {"v.html", "r.html", "p.svg"})
        EXPECT_GT(Read(file).size(), 1000u) << file;
    }
    if (number == SIGINT) {
      ExpectExit(status, 130);
      const std::string message = Read("stderr.txt");
      EXPECT_NE(message.find("interrupted in analysis 'dynamic'"), std::string::npos) << message;
      EXPECT_NE(message.find("'modes', 'dynamic' are written"), std::string::npos) << message;
      EXPECT_TRUE(fs::exists(folder_ / "out/dynamic/results.h5"));
      EXPECT_FALSE(fs::exists(folder_ / "out/static"));
    }
    fs::remove_all(folder_ / "out");
  }
}

TEST_F(InterruptionTest, StaticsAndKinematicsEndAtAnOutput) {
  for (const std::string type : {"quasi_static", "kinematic"}) {
    WriteModel(
        R"("motions": [{"name": "turn", "along": "hinge", "law": {"type": "ramp", "rate": 1}}],
                  "analyses": [{"type": ")" +
        type + R"("}, {"type": "eigenmodes"}],)");
    const pid_t child = Start({});
    WaitForOutputs("out/" + type + "/results.partial.h5");
    kill(child, SIGINT);
    ExpectExit(Wait(child), 130);
    const Results results = ReadResults(folder_ / "out" / type / "results.h5");
    const Eigen::Index last = results.time.size() - 1;
    ASSERT_GE(last, 1);
    EXPECT_NEAR(results.time[last], 0.01 * static_cast<double>(last), 1e-9);
    EXPECT_LT(results.time[last], 2999);
    EXPECT_FALSE(fs::exists(folder_ / "out/eigenmodes"));
    fs::remove_all(folder_ / "out");
  }
}

// The second signal comes while a table of a million rows is being written after the first.
TEST_F(InterruptionTest, TheSecondSignalKillsAtOnceAndLeavesThePartialFile) {
  WriteModel("");
  const fs::path partial = folder_ / "out/results.partial.h5";
  const pid_t child = Start({"--until", "60", "--interval", "0.00001"});
  for (int i = 0; i < 3000 && !(fs::exists(partial) && fs::file_size(partial) > 100'000'000); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill(child, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(400));
  kill(child, SIGINT);
  const int status = Wait(child);
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGINT);
  EXPECT_FALSE(fs::exists(folder_ / "out/results.h5"));
  EXPECT_GT(ReadResults(folder_ / "out").time.size(), 100'000);
}

TEST(RunControl, StopsWhereItIsTold) {
  Model model;
  model.AddRigidBody({.name = "ball", .mass = 1, .inertia = Mat3::Identity()});
  const System system = model.Compile();
  Simulation simulation(system);
  Recorder recorder(system);
  int asked = 0;
  double told = -1;
  Advance(simulation,
          recorder,
          10,
          1,
          {.progress = [&](double t) { told = t; }, .stop = [&] { return ++asked == 3; }});
  EXPECT_EQ(told, simulation.t());
  EXPECT_LT(simulation.t(), 10);
  const Results results = recorder.TakeResults(simulation);
  EXPECT_EQ(results.time[results.time.size() - 1], simulation.t());
}

}  // namespace
}  // namespace trunnion
