// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/background_queue.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace trunnion {
namespace {

TEST(BackgroundQueue, WorksInOrderAndWaits) {
  std::vector<int> done;
  BackgroundQueue<int> queue(2, [&done](int& item) { done.push_back(item); });
  for (int i = 0; i < 1000; ++i) queue.Push(i);
  queue.Wait();
  ASSERT_EQ(done.size(), 1000u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

TEST(BackgroundQueue, ThrowsWhatTheWorkThrewAndDoesNoMore) {
  int last = -1;
  BackgroundQueue<int> queue(1, [&last](int& item) {
    if (item == 3) throw std::runtime_error("three");
    last = item;
  });
  EXPECT_THROW(
      {
        for (int i = 0; i < 100; ++i) queue.Push(i);
      },
      std::runtime_error);
  EXPECT_THROW(queue.Wait(), std::runtime_error);
  EXPECT_EQ(last, 2);
}

TEST(BackgroundQueue, DropsWhatWaitsAtItsEnd) {
  int done = 0;
  {
    BackgroundQueue<int> queue(100, [&done](int&) { ++done; });
    for (int i = 0; i < 100; ++i) queue.Push(i);
  }
  EXPECT_LE(done, 100);
}

}  // namespace
}  // namespace trunnion
