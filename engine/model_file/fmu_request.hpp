// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace trunnion {

/// An FMU for co-simulation that runs beside a model: docs/fmu.md.
struct FmuRequest {
  using Value = std::variant<double, bool, std::string>;
  /// What an input of the model follows.
  struct Drive {
    std::string variable;  ///< an output of the FMU
    /// Straight from one communication point to the next, for motions; the FMU steps ahead of the
    /// model then. Else the input jumps to the value at a communication point, and stays.
    bool linear = false;
  };

  std::string name;            ///< unique among the FMUs of a model
  std::filesystem::path file;  ///< NAME.fmu
  double interval = 0;  ///< between communication points [s]; 0: the one that the FMU prefers
  std::map<std::string, Value> start{};         ///< of parameters and inputs, in units of the FMU
  std::map<std::string, std::string> inputs{};  ///< input of the FMU → output of the model
  std::map<std::string, Drive> drives{};        ///< input of the model → output of the FMU
};

}  // namespace trunnion
