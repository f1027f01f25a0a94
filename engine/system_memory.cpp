// SPDX-License-Identifier: BSD-3-Clause
// What elements remember from one accepted state to the next.
#include <algorithm>
#include <cassert>

#include "engine/system_evaluator.hpp"

namespace trunnion {

void SystemEvaluator::Accept(double t, const VectorXd& q, const VectorXd& v) {
  if (memory_.empty() && turns_.empty()) return;
  const ElementContext& x = Evaluate(t, q, v);
  for (const auto& pool : system_.parts_.force_pools) pool->UpdateMemory(x, memory_);
  for (const auto& pool : system_.parts_.constraint_pools) pool->UpdateMemory(x, memory_);
  turns_.Look(x);
}

void SystemEvaluator::ResetMemory(double t, const VectorXd& q, const VectorXd& v) {
  const ElementContext& x = Evaluate(t, q, v);
  std::fill(memory_.begin(), memory_.end(), 0.0);
  for (const auto& pool : system_.parts_.force_pools) pool->InitializeMemory(x, memory_);
  for (const auto& pool : system_.parts_.constraint_pools) pool->InitializeMemory(x, memory_);
}

void SystemEvaluator::set_memory(const std::vector<double>& memory) {
  assert(memory.size() == memory_.size());
  std::copy(memory.begin(), memory.end(), memory_.begin());
}

}  // namespace trunnion
