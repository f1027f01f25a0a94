// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of breaks and events.
#include "engine/core/archive.hpp"
#include "solvers/events/restart.hpp"
#include "solvers/events/state_events.hpp"
#include "solvers/events/time_breaks.hpp"
#include "solvers/events/trigger_search.hpp"

namespace trunnion {

/// What Calc finds serves the step that follows at once: only its solver has a past.
void Restart::Serialize(Archive& archive) {
  bool exists = solver_ != nullptr;
  archive(exists);
  if (exists && !solver_) solver_ = std::make_unique<AccelerationSolver>(system_);
  exists ? archive(*solver_) : solver_.reset();
}

void StateEvents::Serialize(Archive& archive) {
  archive(t_, values_, rates_, lowest_, steps_, in_a_row_, name_);
}

void TimeBreaks::Serialize(Archive& archive) { archive(next_.t, next_.order, from_, to_, stop_); }

void TriggerSearch::Serialize(Archive& archive) {
  archive(last_.t, last_.values, sides_, fired_, steps_, in_a_row_);
}

}  // namespace trunnion
