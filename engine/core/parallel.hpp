// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

namespace trunnion {

/// Elements or bodies below which a loop runs in the calling thread: waking others costs more than
/// about this many of them (some 10 µs).
inline constexpr int kSerialBelow = 256;

/// Elements that one task takes at least; a constant, so that a task pays for its scheduling.
inline constexpr int kChunkSize = 32;

/// Calls f(i) for i = 0 .. count − 1, in any order and in parallel if `parallel`. The calls must be
/// independent, so that the schedule cannot show in the result; f must not throw.
template <class F>
void ForEachIndex(int count, bool parallel, const F& f, int grain = 1) {
  if (!parallel) {
    for (int i = 0; i < count; ++i) f(i);
    return;
  }
  tbb::parallel_for(tbb::blocked_range<int>(0, count, static_cast<std::size_t>(grain)),
                    [&f](const tbb::blocked_range<int>& range) {
                      for (int i = range.begin(); i < range.end(); ++i) f(i);
                    });
}

}  // namespace trunnion
