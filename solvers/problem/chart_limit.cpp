// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/chart_limit.hpp"

#include <cmath>

namespace trunnion {

bool LeavesChart(const ConstrainedSystem& system, const VectorXd& x) {
  const double limit = system.max_chart_rotation();
  if (!std::isfinite(limit)) return false;
  for (const auto& block : system.norm_blocks()) {
    double square = 0;
    for (int i = block.first; i < block.first + block.size; ++i)
      if (system.is_angle()[static_cast<std::size_t>(i)]) square += x[i] * x[i];
    if (!(square <= limit * limit)) return true;
  }
  return false;
}

}  // namespace trunnion
