// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace trunnion {

class Simulation;

/// One number of the results, evaluated at the state that a Simulation shows. Signals hold indices
/// of the System they were made for, and nothing else of it.
struct Signal {
  std::string name;  ///< unique in a set of results, e.g. "wheel_travel"
  std::string unit;  ///< e.g. "m", "N·m", "deg", "–"; the one that `evaluate` returns
  std::function<double(const Simulation&)> evaluate;
  std::string
      definition{};  ///< its entry in a model file; two that differ may compute other things
};

}  // namespace trunnion
