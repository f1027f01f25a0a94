// SPDX-License-Identifier: BSD-3-Clause
//
// `trunnion plot` over a channel, and results of a later version.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "engine/results/later_version.hpp"
#include "engine/results/result_files.hpp"

namespace trunnion {
namespace plot_command_test {

namespace fs = std::filesystem;

std::string Read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class PlotCommand : public testing::Test {
 protected:
  PlotCommand()
      : folder_(fs::path(testing::TempDir()) /
                (std::string("plot_command.") +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    Results results;
    results.time = VectorXd::LinSpaced(5, 0, 1);
    ResultTable table{
        "signals", {{"time", "s", ""}, {"travel", "mm", ""}, {"force", "kN", ""}}, MatrixXd(5, 3)};
    table.values << results.time, 100 * results.time, 3 * results.time;
    results.tables.push_back(table);
    results.metadata = {{"model", "m"}, {"trunnion_version", "99.1.0"}};
    WriteHdf5(results, folder_ / "results.h5");
  }

  /// The exit code; messages are in the file "err".
  int Run(const std::string& arguments) const {
    const std::string command = "cd " + folder_.string() + " && " TRUNNION_COMMAND " " + arguments;
    const int status = std::system((command + " 2>err").c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  fs::path folder_;
};

TEST_F(PlotCommand, DrawsOverAChannel) {
  EXPECT_EQ(Run("plot . force -o over_time.svg"), 0);
  EXPECT_EQ(Run("plot . force --x travel -o over_travel.svg"), 0);
  const std::string time = Read(folder_ / "over_time.svg"),
                    travel = Read(folder_ / "over_travel.svg");
  EXPECT_NE(time.find(">time [s]</text>"), std::string::npos);
  EXPECT_NE(travel.find(">travel [mm]</text>"), std::string::npos);
  EXPECT_NE(travel.find(">100</text>"), std::string::npos);  // the last tick
  EXPECT_EQ(Run("plot . force --x travl -o wrong.svg"), 2);
  EXPECT_NE(Read(folder_ / "err").find("--x: there is no channel 'travl'"), std::string::npos);
}

TEST_F(PlotCommand, ResultsOfALaterVersionGiveAWarning) {
  EXPECT_EQ(Run("plot . force -o a.svg"), 0);
  const std::string warning = Read(folder_ / "err");
  EXPECT_TRUE(warning.starts_with("trunnion: warning: '.': the results are of trunnion 99.1.0"))
      << warning;
  Results results;
  const auto describe = [&](const std::string& version) {
    results.metadata = {{"trunnion_version", version}};
    return DescribeLaterVersion(results, "1.10.2");
  };
  for (const char* later : {"1.10.3", "1.11", "2.0.0"}) EXPECT_NE(describe(later), "") << later;
  for (const char* other : {"1.10.2", "1.9.9", "0.1.0", "", "dev"})
    EXPECT_EQ(describe(other), "") << other;
}

/// A disk without room: one line, no messages of HDF5, and no results.
TEST_F(PlotCommand, AFullDiskIsToldInOneLine) {
  std::ofstream(folder_ / "m.json")
      << R"({"bodies": [{"name": "b", "mass": 1, "inertia": [1, 1, 1]}]})";
  for (const int blocks : {2, 8, 64, 200, 600}) {  // of the largest file, 512 bytes each
    std::ofstream(folder_ / "limit.sh")
        << "ulimit -f " << blocks << "\ntrap '' XFSZ\n" TRUNNION_COMMAND
        << " run m.json --quiet --until 20 --interval 0.001 --output out\n";
    const std::string command = "cd " + folder_.string() + " && sh limit.sh 2>err >out.txt";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WEXITSTATUS(status) == 2 || WEXITSTATUS(status) == 3) << blocks;  // in the run
    const std::string error = Read(folder_ / "err");
    EXPECT_TRUE(error.starts_with("trunnion: ")) << error;
    EXPECT_NE(error.find("cannot write 'out/"), std::string::npos) << error;
    EXPECT_EQ(error.find('\n') + 1, error.size()) << error;
    EXPECT_FALSE(fs::exists(folder_ / "out" / "results.h5")) << blocks;
  }
}

}  // namespace plot_command_test
}  // namespace trunnion
