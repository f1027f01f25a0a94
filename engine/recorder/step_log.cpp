// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/step_log.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace trunnion {

void StepLog::Sample(const Simulation& simulation) {
  const Statistics& s = simulation.statistics();
  const double residual = simulation.constraint_residual();
  largest_residual_ = std::max(largest_residual_, residual);
  const long before = s.newton_iterations < newton_iterations_ ? 0 : newton_iterations_;
  Add({simulation.t(),
       simulation.last_step(),
       static_cast<double>(simulation.last_order()),
       static_cast<double>(s.newton_iterations - before),
       static_cast<double>(s.error_test_failures + s.convergence_failures + s.singular_failures),
       residual,
       static_cast<double>(simulation.events().size())});
  has_events_ = simulation.has_events();
  newton_iterations_ = s.newton_iterations;
}

/// The end, size and order are those of the second.
StepLog::Row StepLog::Join(const Row& first, const Row& second) {
  Row row = second;
  row[3] += first[3];
  row[5] = std::max(row[5], first[5]);
  return row;
}

void StepLog::Add(const Row& row) {
  if (!rows_.empty() && in_last_row_ < stride_) {
    rows_.back() = Join(rows_.back(), row);
    ++in_last_row_;
    return;
  }
  if (rows_.size() >= most_rows_) Thin();
  rows_.push_back(row);
  in_last_row_ = 1;
}

/// Joins neighbours.
void StepLog::Thin() {
  const std::size_t half = rows_.size() / 2;
  for (std::size_t i = 0; i < half; ++i) rows_[i] = Join(rows_[2 * i], rows_[2 * i + 1]);
  rows_.resize(half);
  stride_ *= 2;
}

ResultTable StepLog::MakeTable() const {
  ResultTable table{"steps",
                    {{"time", "s", "end of the step"},
                     {"step_size", "s", "its length"},
                     {"order", "1", "of the method"},
                     {"newton_iterations", "1", "of the step and of rejected ones before it"},
                     {"rejected_steps", "1", "all so far"},
                     {"constraint_residual", "1", "largest of all rows [m or rad]"}},
                    {}};
  if (has_events_) table.columns.push_back({"events", "1", "of the model so far"});
  table.values.resize(static_cast<Eigen::Index>(rows_.size()),
                      static_cast<Eigen::Index>(table.columns.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      table.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(c)) = rows_[i][c];
  return table;
}

std::string MakeFailures(const Statistics& statistics) {
  const nlohmann::ordered_json document{{"error_test", statistics.error_failures_by_element},
                                        {"newton", statistics.convergence_failures_by_element},
                                        {"not_converged", statistics.unconverged_steps_by_element}};
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string MakeEvents(const std::vector<EventRecord>& events) {
  auto document = nlohmann::ordered_json::array();
  for (const EventRecord& event : events)
    document.push_back({{"name", event.name}, {"time", event.t}});
  return document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace trunnion
