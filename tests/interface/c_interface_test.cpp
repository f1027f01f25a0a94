// SPDX-License-Identifier: BSD-3-Clause
// What the C interface promises beyond one thread; its functions one by one: c_program.c.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "interface/trunnion.h"

namespace {

const std::string kCorner = TRUNNION_SOURCE_DIR "/models/suspension_corner.json";

/// All outputs of the model at each millisecond.
std::vector<double> RunCorner(int steps) {
  trunnion_simulation* corner = nullptr;
  EXPECT_EQ(trunnion_open_file(kCorner.c_str(), nullptr, &corner), TRUNNION_OK)
      << trunnion_last_error()->message;
  if (corner == nullptr) return {};
  const int count = trunnion_count(corner, TRUNNION_OUTPUT);
  std::vector<int> all;
  for (int i = 0; i < count; ++i) all.push_back(i);
  std::vector<double> values, now(all.size());
  for (int k = 1; k <= steps; ++k) {
    EXPECT_EQ(trunnion_advance_to(corner, 1e-3 * k), TRUNNION_OK);
    EXPECT_EQ(trunnion_get(corner, TRUNNION_OUTPUT, all.data(), all.size(), now.data()),
              TRUNNION_OK);
    values.insert(values.end(), now.begin(), now.end());
  }
  trunnion_close(corner);
  return values;
}

TEST(CInterface, TwoThreadsGiveTheBitsOfOneAfterTheOther) {
  const std::vector<double> alone = RunCorner(100);
  ASSERT_GT(alone.size(), 1000u);
  std::vector<double> a, b;
  std::thread first([&] { a = RunCorner(100); });
  std::thread second([&] { b = RunCorner(100); });
  first.join();
  second.join();
  EXPECT_EQ(a, alone);
  EXPECT_EQ(b, alone);
}

TEST(CInterface, ErrorsBelongToTheirThread) {
  trunnion_simulation* none = nullptr;
  EXPECT_EQ(trunnion_open_file("first.json", nullptr, &none), TRUNNION_BAD_FILE);
  std::thread([] {
    EXPECT_STREQ(trunnion_last_error()->message, "");
    trunnion_simulation* nothing = nullptr;
    EXPECT_EQ(trunnion_open_file("second.json", nullptr, &nothing), TRUNNION_BAD_FILE);
  }).join();
  EXPECT_NE(std::string(trunnion_last_error()->message).find("first.json"), std::string::npos);
}

TEST(CInterface, AnotherThreadCancelsALongRun) {
  trunnion_simulation* corner = nullptr;
  ASSERT_EQ(trunnion_open_file(kCorner.c_str(), nullptr, &corner), TRUNNION_OK);
  std::thread other([&] { trunnion_cancel(corner); });
  EXPECT_EQ(trunnion_advance_to(corner, 1e6), TRUNNION_CANCELLED);
  other.join();
  EXPECT_LT(trunnion_time(corner), 1e6);
  EXPECT_EQ(trunnion_advance_to(corner, trunnion_time(corner) + 1e-3), TRUNNION_OK);
  trunnion_close(corner);
}

TEST(CInterface, RecordedRowsAreWritten) {
  trunnion_simulation* corner = nullptr;
  ASSERT_EQ(trunnion_open_file(kCorner.c_str(), nullptr, &corner), TRUNNION_OK);
  for (int k = 1; k <= 3; ++k) {
    ASSERT_EQ(trunnion_advance_to(corner, 0.01 * k), TRUNNION_OK);
    ASSERT_EQ(trunnion_record(corner), TRUNNION_OK);
  }
  const auto folder = std::filesystem::temp_directory_path() / "trunnion_c_interface";
  std::filesystem::remove_all(folder);
  ASSERT_EQ(trunnion_write_results(corner, folder.c_str()), TRUNNION_OK)
      << trunnion_last_error()->message;
  trunnion_close(corner);
  std::ifstream bodies(folder / "bodies.csv");
  int lines = 0;
  for (std::string line; std::getline(bodies, line);) ++lines;
  EXPECT_EQ(lines, 1 + 3);
  EXPECT_TRUE(std::filesystem::exists(folder / "results.h5"));
  std::filesystem::remove_all(folder);
}

}  // namespace
