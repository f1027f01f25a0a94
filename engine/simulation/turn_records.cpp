// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/turn_records.hpp"

#include <cmath>
#include <numbers>

namespace trunnion {
namespace {

constexpr double kQuarterTurn = std::numbers::pi / 2;
constexpr std::size_t kMost = 1000;

bool HasTurned(const std::vector<double>& from, const std::vector<double>& to) {
  for (std::size_t i = 0; i < from.size(); ++i)
    if (std::abs(to[i] - from[i]) > kQuarterTurn) return true;
  return false;
}

}  // namespace

void TurnRecords::Start(double t, const std::vector<double>& memory) {
  records_.assign(1, {t, memory});
  gap_ = false;
}

void TurnRecords::Observe(double t, const std::vector<double>& memory) {
  if (memory.empty() || !HasTurned(records_.back().memory, memory)) return;
  records_.push_back({t, memory});
  if (records_.size() <= kMost) return;
  records_.erase(records_.begin() + 1);
  gap_ = true;
}

const std::vector<double>* TurnRecords::Find(double t) const {
  for (std::size_t i = records_.size(); i-- > 1;)
    if (records_[i].t <= t) return &records_[i].memory;
  if (gap_ && t > records_.front().t) return nullptr;
  return &records_.front().memory;
}

}  // namespace trunnion
