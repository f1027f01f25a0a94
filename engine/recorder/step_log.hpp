// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "engine/results/results.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {

/// What the integrator did in each accepted step: the table `steps` of results. Its rows are ends
/// of steps, not output times.
///
///     StepLog log;
///     simulation.on_step([&](const Simulation& s) { log.Sample(s); });
class StepLog {
 public:
  /// @param simulation  right after a step.
  void Sample(const Simulation& simulation);
  /// Largest constraint residual at the ends of steps [m or rad].
  double largest_residual() const { return largest_residual_; }
  ResultTable MakeTable() const;

 private:
  static constexpr std::size_t kColumns = 6;
  std::vector<std::array<double, kColumns>> rows_;
  double largest_residual_ = 0;
  long newton_iterations_ = 0;  // of all steps so far
};

/// Names of what caused rejected steps and how often, as the JSON document "failures" of results:
/// {"error_test": {NAME: COUNT}, "newton": {NAME: COUNT}}.
std::string MakeFailures(const Statistics& statistics);

}  // namespace trunnion
