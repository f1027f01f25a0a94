// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/system/system.hpp"

namespace trunnion::bench {

/// Results of a benchmark by name, in the order of its definition.
using Outputs = std::vector<std::pair<std::string, double>>;

/// A benchmark of examples/models/benchmark_models.hpp, ready to run.
struct Benchmark {
  std::string model{};               ///< "B1" .. "B5"
  int n = 0;                         ///< rods, loops, or cubes along one side
  double end = 0;                    ///< [s]
  std::unique_ptr<System> system{};  ///< compiled
  std::function<Outputs(const ElementContext&)> measure{};
  std::function<double(const Outputs&)> error{};  ///< [m]; empty: no reference value for this n
};

/// B3 has no redundant rows (one point-on-line joint a coupler), so that other codes can run it.
/// @throws ModelError for B4, which needs beam elements, and for n below the smallest.
Benchmark MakeBenchmark(const std::string& model, int n);

}  // namespace trunnion::bench
