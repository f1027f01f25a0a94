// SPDX-License-Identifier: BSD-3-Clause
// Results come back from files as they went in, also those of a run that was killed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "engine/core/error.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_stream.hpp"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

class ResultReaderTest : public testing::Test {
 protected:
  ResultReaderTest()
      : folder_(fs::path(testing::TempDir()) / ("read_" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ResultReaderTest() override { fs::remove_all(folder_); }

  static Results MakeResults(int rows) {
    Results r;
    r.time = VectorXd::LinSpaced(rows, 0, 1);
    for (const char* name : {"bodies", "energy"}) {
      ResultTable table{name, {{"time", "s", "output time"}}, MatrixXd::Random(rows, 3)};
      table.columns.push_back({std::string(name) + ".ä, \"x\"", "N", "first"});
      table.columns.push_back({std::string(name) + ".y", "m/s^2", ""});
      table.values.col(0) = r.time;
      r.tables.push_back(table);
    }
    r.metadata = {{"model", "pendulum"}, {"trunnion_version", "1"}};
    r.documents = {{"scene", "{\"bodies\": []}"}};
    return r;
  }
  const fs::path folder_;
};

TEST_F(ResultReaderTest, WhatWasWrittenComesBack) {
  Results out = MakeResults(20);
  out.statistics = {{"newton_iterations", 7}, {"steps", 3}};
  WriteHdf5(out, folder_ / "results.h5");
  for (const fs::path& place : {folder_, folder_ / "results.h5"}) {
    const Results in = ReadResults(place);
    EXPECT_EQ(in.time, out.time);
    EXPECT_EQ(in.metadata, out.metadata);
    EXPECT_EQ(in.statistics, out.statistics);
    EXPECT_EQ(in.documents, out.documents);
    ASSERT_EQ(in.tables.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(in.tables[i].name, out.tables[i].name);
      EXPECT_EQ(in.tables[i].values, out.tables[i].values);
      for (std::size_t c = 0; c < 3; ++c) {
        EXPECT_EQ(in.tables[i].columns[c].name, out.tables[i].columns[c].name);
        EXPECT_EQ(in.tables[i].columns[c].unit, out.tables[i].columns[c].unit);
        EXPECT_EQ(in.tables[i].columns[c].description, out.tables[i].columns[c].description);
      }
    }
  }
}

TEST_F(ResultReaderTest, WhatIsNoResultFileIsRefused) {
  EXPECT_THROW(ReadResults(folder_), FileError);
  EXPECT_THROW(ReadResults(folder_ / "missing"), FileError);
  std::ofstream(folder_ / "results.h5") << "text";
  EXPECT_THROW(ReadResults(folder_), FileError);
  fs::create_directories(folder_ / "above" / "eigenmodes");
  WriteHdf5(MakeResults(2), folder_ / "above" / "eigenmodes" / "results.h5");
  try {
    ReadResults(folder_ / "above");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("above/eigenmodes"), std::string::npos);
  }
}

class KilledWriterTest : public ResultReaderTest,
                         public testing::WithParamInterface<std::size_t> {};

// The process that writes dies without a word; tables were flushed at different rows.
TEST_P(KilledWriterTest, LeavesWhatItFlushed) {
  const Results all = MakeResults(3000);
  const fs::path name = folder_ / kPartialResults;
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ResultStream stream(name, all, GetParam());
    const auto append = [&](std::size_t table, Eigen::Index from, Eigen::Index to) {
      const Eigen::Matrix<double, -1, -1, Eigen::RowMajor> rows =
          all.tables[table].values.middleRows(from, to - from).rightCols(2);
      stream.Append(table,
                    {all.time.data() + from, all.time.data() + to},
                    {rows.data(), static_cast<std::size_t>(rows.size())});
    };
    for (Eigen::Index i = 0; i < 2000; i += 7) {
      for (const std::size_t table : {0, 1}) append(table, i, i + 7);
      if (i % 5 == 0) stream.Flush();
    }
    append(0, 2002, 2100);
    stream.Flush();
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  const Results in = ReadResults(folder_);
  ASSERT_EQ(in.time.size(), 2002);
  EXPECT_EQ(in.documents, all.documents);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(in.tables[i].values, all.tables[i].values.topRows(2002)) << i;
}
INSTANTIATE_TEST_SUITE_P(PlainAndCompressed, KilledWriterTest, testing::Values(100, 0));

// The command itself, killed at some time: every flushed row is right, and none is made up.
TEST_F(ResultReaderTest, AKilledRunOpensAndAFinishedOneCleansUp) {
  const std::string model = TRUNNION_SOURCE_DIR "/models/pendulum.json";
  const auto start = [&](const char* until) {
    const pid_t child = fork();
    if (child == 0) {
      execl(TRUNNION_COMMAND,
            "trunnion",
            "run",
            model.c_str(),
            "--output",
            folder_.c_str(),
            "--until",
            until,
            "--interval",
            "0.001",
            "--quiet",
            nullptr);
      _exit(127);
    }
    return child;
  };
  const pid_t child = start("3000");
  Results partial;
  for (int i = 0; i < 500 && partial.time.size() < 2; ++i) {  // reads while the run goes on
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (fs::exists(folder_ / kPartialResults)) {
      try {
        partial = ReadResults(folder_);
      } catch (const FileError&) {  // not all of the header is there yet
      }
    }
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  const Results left = ReadResults(folder_);
  ASSERT_GE(left.time.size(), std::max<Eigen::Index>(partial.time.size(), 2));
  EXPECT_FALSE(left.document("scene").empty());
  const VectorXd energy = left.column("energy/total");
  EXPECT_LT((energy.array() - energy[0]).abs().maxCoeff(), 1e-2);
  EXPECT_NEAR(
      left.time[left.time.size() - 1], 0.001 * static_cast<double>(left.time.size() - 1), 1e-9);

  const pid_t again = start("0.01");
  waitpid(again, nullptr, 0);
  EXPECT_FALSE(fs::exists(folder_ / kPartialResults));
  EXPECT_EQ(ReadResults(folder_).time.size(), 11);
}

}  // namespace
}  // namespace trunnion
