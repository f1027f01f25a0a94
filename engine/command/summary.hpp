// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/results/results.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion::command {

/// What the statistics of the integrator do not know.
struct RunFigures {
  double setup = 0;                        ///< wall time [s] of reading, compiling, assembling
  double run = 0;                          ///< of integration and outputs
  double writing = 0;                      ///< of result files
  double largest_constraint_residual = 0;  ///< max |g| at the ends of steps [m or rad]
};

/// The table at the end of a run.
std::string MakeSummary(const Simulation& simulation,
                        const Results& results,
                        const RunFigures& figures);

}  // namespace trunnion::command
