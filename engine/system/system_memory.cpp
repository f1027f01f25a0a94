// SPDX-License-Identifier: BSD-3-Clause
// What elements remember from one accepted state to the next.
#include <algorithm>
#include <cassert>

#include "engine/system/system_evaluator.hpp"

namespace trunnion {

namespace {

/// What turning elements remember waits until TurnWatch wants to look.
template <class Pools>
void UpdatePools(const Pools& pools,
                 bool turning,
                 const ElementContext& x,
                 std::vector<double>& m) {
  for (const auto& pool : pools)
    if (turning || !pool->has_turns()) pool->UpdateMemory(x, m);
}

template <class Pools>
bool AllTurn(const Pools& pools) {
  return std::ranges::all_of(pools, [](const auto& pool) { return pool->has_turns(); });
}

}  // namespace

void SystemEvaluator::Accept(double t, const VectorXd& q, const VectorXd& v) {
  if (memory_.empty() && turns_.empty()) return;
  const bool look = turns_.IsDue(system_, q);
  const SystemParts& parts = system_.parts_;
  if (!look && AllTurn(parts.force_pools) && AllTurn(parts.constraint_pools)) return;
  const ElementContext& x = Evaluate(t, q, v);
  UpdatePools(parts.force_pools, look, x, memory_);
  UpdatePools(parts.constraint_pools, look, x, memory_);
  if (look) turns_.Look(x);
}

void SystemEvaluator::ResetMemory(double t, const VectorXd& q, const VectorXd& v) {
  const ElementContext& x = Evaluate(t, q, v);
  turns_.Forget();
  std::fill(memory_.begin(), memory_.end(), 0.0);
  for (const auto& pool : system_.parts_.force_pools) pool->InitializeMemory(x, memory_);
  for (const auto& pool : system_.parts_.constraint_pools) pool->InitializeMemory(x, memory_);
}

void SystemEvaluator::set_memory(const std::vector<double>& memory) {
  assert(memory.size() == memory_.size());
  turns_.Forget();
  std::copy(memory.begin(), memory.end(), memory_.begin());
}

}  // namespace trunnion
