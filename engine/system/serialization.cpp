// SPDX-License-Identifier: BSD-3-Clause
//
// What a checkpoint holds of an evaluator: what elements remember and events have switched.
#include <algorithm>

#include "engine/core/archive.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion {

void Switches::Serialize(Archive& archive) {
  archive(force_scales, constraints_on, rows_on, gravity);
}

void Serialize(Archive& archive, std::shared_ptr<const Switches>& switches) {
  bool exists = switches != nullptr;
  archive(exists);
  Switches copy = switches ? *switches : Switches{};
  if (exists) archive(copy);
  if (archive.loading())
    switches = exists ? std::make_shared<const Switches>(std::move(copy)) : nullptr;
}

/// Elements that have been warned of by their pool and their place there.
void TurnWatch::Serialize(Archive& archive) {
  std::vector<std::pair<std::size_t, int>> places;
  for (const auto& [pool, i] : warned_)
    places.emplace_back(std::ranges::find(pools_, pool) - pools_.begin(), i);
  archive(axes_, warnings_, places);
  if (!archive.loading()) return;
  warned_.clear();
  for (const auto& [pool, i] : places) warned_.emplace_back(pools_.at(pool), i);
}

void SystemEvaluator::Serialize(Archive& archive) { archive(memory_, turns_, switches_); }

}  // namespace trunnion
