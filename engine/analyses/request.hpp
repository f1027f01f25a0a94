// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/analyses/linear.hpp"
#include "solvers/analysis/statics.hpp"

namespace trunnion {

enum class AnalysisType { dynamic, kinematic, statics, quasi_static, linearize, eigenmodes };

/// One entry of "analyses" in a model file.
struct AnalysisRequest {
  std::string name;  ///< of its folder in the results
  AnalysisType type = AnalysisType::dynamic;
  std::optional<double> until{};            ///< [s]; not given: that of the section "run"
  std::optional<double> output_interval{};  ///< [s]; likewise
  StaticOptions statics{};
  LinearModelOptions linear{};  ///< outputs: in `output_names`, since signals belong to the file
  ModeOptions modes{};
  std::vector<std::string> output_names{};  ///< of linearize
};

/// "dynamic", "static", ...
const char* ToString(AnalysisType type);

}  // namespace trunnion
