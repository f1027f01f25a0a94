// SPDX-License-Identifier: BSD-3-Clause
//
// Event functions of the elements of a System.
#include <span>

#include "engine/system/system_evaluator.hpp"

namespace trunnion {

/// Forces only: no constraint has event functions.
void SystemEvaluator::CalcEvents(
    double t, const VectorXd& q, const VectorXd& v, VectorXd& values, VectorXd& rates) {
  values.resize(num_events());
  rates.resize(num_events());
  const ElementContext& x = Evaluate(t, q, v);
  std::size_t first = 0;
  for (const auto& pool : system_.parts_.force_pools) {
    const auto count = static_cast<std::size_t>(pool->CountEvents());
    if (count == 0) continue;
    pool->CalcEvents(
        x, std::span(values.data() + first, count), std::span(rates.data() + first, count));
    for (std::size_t i = 0; switches_ && i < count; ++i) {
      const int e = pool->first() + pool->FindElementOfEvent(static_cast<int>(i));
      if (switches_->force_scales[static_cast<std::size_t>(e)] != 0) continue;
      values[static_cast<Eigen::Index>(first + i)] = 1;
      rates[static_cast<Eigen::Index>(first + i)] = 0;
    }
    first += count;
  }
}

void SystemEvaluator::CloseWindow() {
  from_ = -kAlways;
  to_ = kAlways;
  in_pieces_ = false;
}

std::string SystemEvaluator::DescribeEvent(int event) const {
  for (const auto& pool : system_.parts_.force_pools) {
    const int count = pool->CountEvents();
    if (event < count) return pool->label(pool->FindElementOfEvent(event));
    event -= count;
  }
  return {};
}

}  // namespace trunnion
