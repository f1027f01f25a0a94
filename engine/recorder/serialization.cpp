// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of what a run has recorded.
#include <cmath>
#include <sstream>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/recorder/step_log.hpp"

namespace trunnion {

void StepLog::Serialize(Archive& archive) {
  archive(rows_, stride_, in_last_row_, largest_residual_, newton_iterations_, has_events_);
}

/// Both may have been computed by other machines.
void Recorder::RequireSameStart(const Table& table, const std::vector<double>& own) const {
  constexpr double kRounding = 1e-6;
  if (own.empty() || table.values.empty()) return;
  const Eigen::Map<const VectorXd> row(own.data(), static_cast<Eigen::Index>(table.width));
  const double size = row.lpNorm<Eigen::Infinity>();
  std::size_t i = 0;
  for (const Probe& probe : table.probes) {
    for (const ResultColumn& column : probe.columns) {
      const double here = own[i], there = table.values[i];
      ++i;
      const double allowed = kRounding * (std::abs(here) + kRounding * size);
      if (!(std::abs(here - there) > allowed)) continue;
      std::ostringstream message;
      message << "the run that was saved began with " << column.name << " = " << there << " "
              << column.unit << ", and this one begins with " << here
              << "; give it the model that it was made with";
      throw FileError(message.str());
    }
  }
}

void Recorder::RequireSameColumns(Archive& archive, const Table& table) const {
  for (const Probe& probe : table.probes) {
    for (const ResultColumn& column : probe.columns) {
      std::string name = column.name;
      archive(name);
      if (name != column.name)
        throw FileError("the run that was saved recorded " + name + " where this one records " +
                        column.name + "; give it the outputs of the model that it was made with");
    }
  }
}

void Recorder::Serialize(Archive& archive) {
  if (background_) throw FileError("a run with tables that are in a stream only cannot be saved");
  for (Table& table : tables_) {
    RequireSameColumns(archive, table);
    const std::vector<double> own = archive.loading() ? table.values : std::vector<double>();
    archive(table.values);
    if (own.size() == table.width) RequireSameStart(table, own);
  }
  archive(times_, num_samples_);
}

}  // namespace trunnion
