// SPDX-License-Identifier: BSD-3-Clause
//
// The program `trunnion run`, killed at random times and resumed: its files are those of a run that
// was never stopped.
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
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "engine/results/result_files.hpp"
#include "tests/support/hard_model.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

class CheckpointCommand : public testing::Test {
 protected:
  CheckpointCommand()
      : folder_(fs::path(testing::TempDir()) / ("checkpoints_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Write("model.json", HardModel());
  }
  ~CheckpointCommand() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string Read(const fs::path& name) const {
    std::ifstream stream(folder_ / name, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }
  pid_t Start(std::vector<std::string> options) const {
    const pid_t child = fork();
    if (child != 0) return child;
    if (chdir(folder_.c_str()) != 0 || !std::freopen("stdout.txt", "w", stdout) ||
        !std::freopen("stderr.txt", "w", stderr))
      _exit(126);
    std::vector<char*> all;
    options.insert(options.begin(), {"trunnion", "run"});
    for (std::string& option : options) all.push_back(option.data());
    all.push_back(nullptr);
    execv(TRUNNION_COMMAND, all.data());
    _exit(127);
  }
  int Run(const std::vector<std::string>& options) const {
    int status = 0;
    waitpid(Start(options), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  /// Kills the run after some time; true if it had not ended by itself.
  bool RunAndKill(const std::vector<std::string>& options, std::chrono::microseconds after) const {
    const pid_t child = Start(options);
    std::this_thread::sleep_for(after);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status);
  }
  void ExpectSameFiles(const fs::path& a, const fs::path& b) const {
    for (const auto& entry : fs::directory_iterator(folder_ / a)) {
      const fs::path name = entry.path().filename();
      ASSERT_TRUE(fs::exists(folder_ / b / name)) << name;
      if (name.extension() == ".h5") continue;
      EXPECT_TRUE(Read(a / name) == Read(b / name)) << name;
    }
    const Results x = ReadResults(folder_ / a), y = ReadResults(folder_ / b);
    ASSERT_EQ(x.tables.size(), y.tables.size());
    for (std::size_t i = 0; i < x.tables.size(); ++i)
      EXPECT_TRUE(x.tables[i].values == y.tables[i].values) << x.tables[i].name;
    EXPECT_EQ(x.documents, y.documents);
    for (std::size_t i = 0; i < x.statistics.size(); ++i) {
      if (x.statistics[i].first.find("seconds") != std::string::npos) continue;
      EXPECT_EQ(x.statistics[i], y.statistics[i]);
    }
  }

  const fs::path folder_;
};

TEST_F(CheckpointCommand, KilledAtRandomTimesEndsAsIfNeverStopped) {
  std::mt19937 random(20240607);
  for (const std::string integrator : {"bdf", "automatic"}) {
    const std::vector<std::string> options{
        "model.json", "--integrator", integrator, "--tolerance", "1e-7", "--quiet", "--output"};
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.begin(), options.begin(), options.end());
      return more;
    };
    const auto start = std::chrono::steady_clock::now();
    ASSERT_EQ(Run(with({"whole"})), 0) << Read("stderr.txt");
    const std::chrono::duration<double, std::micro> whole =
        std::chrono::steady_clock::now() - start;
    int kills = 0, resumes = 0;
    for (int i = 0; i < 40 && kills < 4; ++i) {
      const bool exists = fs::exists(folder_ / "out/run.checkpoint");
      auto arguments = with({"out", "--checkpoint-every", "0.02"});
      if (exists) arguments.insert(arguments.end(), {"--resume", "out/run.checkpoint"}), ++resumes;
      std::uniform_real_distribution<double> part(0.1, 0.8);
      kills += RunAndKill(
          arguments, std::chrono::microseconds(static_cast<long>(part(random) * whole.count())));
      if (fs::exists(folder_ / "out/results.h5")) fs::remove_all(folder_ / "out");
    }
    auto last = with({"out", "--checkpoint-every", "0.02"});
    if (fs::exists(folder_ / "out/run.checkpoint"))
      last.insert(last.end(), {"--resume", "out/run.checkpoint"}), ++resumes;
    ASSERT_EQ(Run(last), 0) << Read("stderr.txt");
    EXPECT_GT(resumes, 0);
    EXPECT_FALSE(fs::exists(folder_ / "out/run.checkpoint"));
    ExpectSameFiles("whole", "out");
    fs::remove_all(folder_ / "whole");
    fs::remove_all(folder_ / "out");
  }
}

TEST_F(CheckpointCommand, WhatCannotGoOnIsRefusedAndLeavesTheCheckpoint) {
  const auto expect_refusal = [&](const std::vector<std::string>& options,
                                  const std::string& part) {
    EXPECT_EQ(Run(options), 2);
    const std::string message = Read("stderr.txt");
    EXPECT_NE(message.find(part), std::string::npos) << message;
    EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 1) << message;
  };
  expect_refusal({"model.json", "--checkpoint-every", "0.1"}, "--output");
  expect_refusal({"model.json", "--output", "x", "--vtk", "--checkpoint-every", "0.1"}, "--vtk");
  Write("analyses.json",
        R"({"bodies": [{"name": "a", "mass": 1, "inertia": [1, 1, 1]}],
            "analyses": [{"type": "dynamic"}]})");
  expect_refusal({"analyses.json", "--output", "x", "--checkpoint-every", "0.1"}, "/analyses");

  // Stopped by a signal, so that a checkpoint is left.
  const pid_t child = Start({"model.json",
                             "--output",
                             "out",
                             "--checkpoint-every",
                             "0.01",
                             "--until",
                             "1000",
                             "--interval",
                             "0.5"});
  for (int i = 0; i < 1000 && !fs::exists(folder_ / "out/run.checkpoint"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  ASSERT_TRUE(fs::exists(folder_ / "out/run.checkpoint"));
  const std::string checkpoint = "out/run.checkpoint", bytes = Read(checkpoint);
  std::string heavier = HardModel(), renamed = HardModel(), scaled = HardModel();
  heavier.replace(heavier.find("\"mass\": 2"), 9, "\"mass\": 3");
  renamed.replace(renamed.find("\"name\": \"turned\""), 16, "\"name\": \"twisted\"");
  scaled.insert(scaled.find("\"name\": \"turned\""), "\"scale\": 2, ");
  Write("scaled.json", scaled);
  Write("heavier.json", heavier);
  Write("renamed.json", renamed);
  expect_refusal({"heavier.json", "--output", "out", "--resume", checkpoint, "--interval", "0.5"},
                 "it has other numbers of body 'rod'");
  expect_refusal({"renamed.json", "--output", "out", "--resume", checkpoint, "--interval", "0.5"},
                 "where this one has {\"");
  expect_refusal({"scaled.json", "--output", "out", "--resume", checkpoint, "--interval", "0.5"},
                 "\"scale\":2");
  expect_refusal({"model.json", "--output", "out", "--resume", checkpoint, "--tolerance", "1e-4"},
                 "option tolerance");
  expect_refusal({"model.json", "--output", "out", "--resume", "model.json"},
                 "'model.json' is no checkpoint");
  EXPECT_EQ(Read(checkpoint), bytes);
}

}  // namespace
}  // namespace trunnion
