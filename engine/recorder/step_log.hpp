// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "engine/results/results.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {

class Archive;

/// What the integrator did in each accepted step: the table `steps` of results. Its rows are ends
/// of steps, not output times. Of long runs each row is one of 2, 4, ... steps, so that there are
/// never more than a million: sums and the largest residual are those of all of them.
///
///     StepLog log;
///     simulation.on_step([&](const Simulation& s) { log.Sample(s); });
class StepLog {
 public:
  static constexpr std::size_t kMostRows = 1 << 20;
  static constexpr double kMostBytes = 48.0 * kMostRows;

  /// @param most_rows  even.
  explicit StepLog(std::size_t most_rows = kMostRows) : most_rows_(most_rows) {}

  /// @param simulation  right after a step.
  void Sample(const Simulation& simulation);
  /// Largest constraint residual at the ends of steps [m or rad].
  double largest_residual() const { return largest_residual_; }
  /// Steps that make a row; the last row may be of fewer.
  long steps_per_row() const { return stride_; }
  ResultTable MakeTable() const;
  void Serialize(Archive& archive);

 private:
  static constexpr std::size_t kColumns = 7;
  using Row = std::array<double, kColumns>;
  static Row Join(const Row& first, const Row& second);
  void Add(const Row& row);
  void Thin();

  std::size_t most_rows_;
  std::vector<Row> rows_;
  long stride_ = 1;
  long in_last_row_ = 0;  // steps
  double largest_residual_ = 0;
  long newton_iterations_ = 0;  // of all steps so far
  bool has_events_ = false;
};

/// Names of what caused rejected steps and how often, as the JSON document "failures" of results:
/// {"error_test": {NAME: COUNT}, "newton": {NAME: COUNT}}.
std::string MakeFailures(const Statistics& statistics);
/// What has happened, in its order, as the JSON document "events": [{"name": NAME, "time": T}].
std::string MakeEvents(const std::vector<EventRecord>& events);

}  // namespace trunnion
