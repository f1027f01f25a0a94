// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "engine/results/results.hpp"

namespace trunnion {

/// A run in a report.
struct ReportedRun {
  std::string name;  ///< unique; in headings and legends
  Results results;
};

/// A page about one run, or several side by side, in one HTML file without scripts: what the model
/// consists of, statistics, what rejected steps and where, step size, order, Newton iterations and
/// constraint residual over time, energies and the signals of the model. What results do not have
/// is left out. Layout: docs/results.md.
std::string MakeReport(const std::vector<ReportedRun>& runs);

}  // namespace trunnion
