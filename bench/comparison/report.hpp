// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "bench/comparison/run.hpp"

namespace trunnion::bench {

/// What `scale` has measured.
struct Comparison {
  std::string model{};
  int n = 0;
  int threads = 1;
  OwnRun own{};
  long peak_memory = 0;  ///< of Trunnion's run, the model included [bytes]
  std::optional<Run> peer{};
  std::vector<Run> tried{};  ///< what the searches for the cheapest tolerance ran

  /// CPU of the peer over ours.
  double ratio() const { return peer->cpu_seconds / own.cpu_seconds; }
};

/// One line: tolerance, error, CPU, counts.
std::string DescribeRun(const Run& run);
/// The result in full, several lines.
std::string DescribeComparison(const Comparison& comparison);
/// The same for programs. Numbers that do not exist (no reference value) are null.
nlohmann::ordered_json MakeJson(const Comparison& comparison);

/// The runs of the searches that reached the end, as CSV: work and precision.
std::string MakeRunTable(const Comparison& comparison);

}  // namespace trunnion::bench
