// SPDX-License-Identifier: BSD-3-Clause
// The subcommands plot and report on results of the command itself.
#include "engine/view/report.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/results/result_files.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

class ReportTest : public testing::Test {
 protected:
  ReportTest() : folder_(fs::path(testing::TempDir()) / ("report_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    for (const char* run : {"fine", "coarse"}) {
      const std::string tolerance = run[0] == 'f' ? "1e-7" : "1e-4";
      EXPECT_EQ(Execute("run '" TRUNNION_SOURCE_DIR "/models/suspension_corner.json' --quiet "
                        "--until 0.5 --tolerance " +
                        tolerance + " --output " + run),
                0);
    }
  }
  ~ReportTest() override { fs::remove_all(folder_); }

  int Execute(const std::string& arguments) const {
    const std::string line = "cd '" + folder_.string() + "' && '" TRUNNION_COMMAND "' " +
                             arguments + " > /dev/null 2> stderr.txt";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string Read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return text.str();
  }
  void ExpectContains(const std::string& text, std::initializer_list<const char*> parts) const {
    for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part;
  }
  const fs::path folder_;
};

TEST_F(ReportTest, StepsAreThoseOfTheStatistics) {
  const Results results = ReadResults(folder_ / "fine");
  const ResultTable& steps = results.table("steps");
  const auto statistic = [&](const std::string& name) {
    for (const auto& [own, value] : results.statistics)
      if (own == name) return value;
    return -1.0;
  };
  ASSERT_EQ(steps.values.rows(), statistic("steps"));
  const VectorXd t = steps.values.col(0), h = steps.values.col(1);
  EXPECT_LT(
      (t.tail(t.size() - 1) - t.head(t.size() - 1) - h.tail(h.size() - 1)).cwiseAbs().maxCoeff(),
      1e-12);
  EXPECT_EQ(h.minCoeff(), statistic("smallest_step"));
  EXPECT_EQ(h.maxCoeff(), statistic("largest_step"));
  EXPECT_EQ(steps.values.col(3).sum(), statistic("newton_iterations"));
  EXPECT_EQ(steps.values.col(5).maxCoeff(), statistic("largest_constraint_residual"));
  EXPECT_EQ(results.time.size(), 101);
}

TEST_F(ReportTest, OneRunAndTwoSideBySide) {
  ASSERT_EQ(Execute("report fine"), 0) << Read("stderr.txt");
  const std::string one = Read("fine/report.html");
  ExpectContains(one,
                 {"step size",
                  "Newton iterations",
                  "constraint residual",
                  "tyre_force",
                  "lca_front",
                  "bushing",
                  "538.925",
                  "kinetic",
                  "<svg"});
  EXPECT_EQ(one.find("<script"), std::string::npos);
  ASSERT_EQ(Execute("report --compare fine coarse -o both.html"), 0) << Read("stderr.txt");
  ExpectContains(
      Read("both.html"),
      {"<th>fine</th><th>coarse</th>", "limited by", "coarse: tyre_force", "fine: total"});
  EXPECT_EQ(Execute("report missing"), 2);
}

TEST_F(ReportTest, PlotsChannelsByUnit) {
  ASSERT_EQ(Execute("plot fine camber toe_in 'lca_front.force_?' -o new/p.svg --title Corner"), 0)
      << Read("stderr.txt");
  ExpectContains(Read("new/p.svg"),
                 {"Corner", ">camber<", ">toe_in<", ">lca_front.force_z<", ">[deg]<", ">[N]<"});
  EXPECT_EQ(Execute("plot fine signals/camber -o q.svg"), 0);
  EXPECT_EQ(Execute("plot fine chamber -o r.svg"), 2);
  ExpectContains(Read("stderr.txt"), {"chamber", "channel"});
  EXPECT_EQ(Execute("plot fine camber -o r.pdf"), 2);
  EXPECT_FALSE(fs::exists(folder_ / "r.svg"));
}

TEST_F(ReportTest, PlotsPng) {
  const int code = Execute("plot fine camber -o p.png");
  if (std::system("command -v rsvg-convert > /dev/null") != 0) {
    EXPECT_EQ(code, 2);
    ExpectContains(Read("stderr.txt"), {"librsvg2-bin"});
  } else {
    ASSERT_EQ(code, 0) << Read("stderr.txt");
    EXPECT_EQ(Read("p.png").rfind("\x89PNG", 0), 0u);
  }
  for (const auto& entry : fs::directory_iterator(folder_))
    EXPECT_NE(entry.path().filename().string()[0], '.') << entry.path();
}

}  // namespace
}  // namespace trunnion
