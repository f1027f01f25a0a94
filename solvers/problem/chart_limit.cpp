// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/chart_limit.hpp"

#include <algorithm>
#include <cmath>

namespace trunnion {

namespace {

double CalcTurnSquare(const ConstrainedSystem& system, const NormBlock& block, const VectorXd& x) {
  double square = 0;
  for (int i = block.first; i < block.first + block.size; ++i)
    if (system.is_angle()[static_cast<std::size_t>(i)]) square += x[i] * x[i];
  return square;
}

}  // namespace

bool LeavesChart(const ConstrainedSystem& system, const VectorXd& x) {
  const double limit = system.max_chart_rotation();
  if (!std::isfinite(limit)) return false;
  for (const auto& block : system.norm_blocks())
    if (!(CalcTurnSquare(system, block, x) <= limit * limit)) return true;
  return false;
}

double LargestTurn(const ConstrainedSystem& system, const VectorXd& d) {
  double most = 0;
  for (Eigen::Index i = 0; i < d.size(); ++i)
    if (system.is_angle()[static_cast<std::size_t>(i)]) most = std::max(most, std::abs(d[i]));
  return most;
}

std::string DescribeTurn(const ConstrainedSystem& system, const VectorXd& x) {
  double largest = -1;
  int component = 0;
  for (const auto& block : system.norm_blocks()) {
    const double square = CalcTurnSquare(system, block, x);
    if (square <= largest) continue;
    largest = square;
    component = block.first + block.size - 1;
    for (int i = block.first; i < component; ++i)
      if (std::abs(x[i]) > std::abs(x[component]) && system.is_angle()[static_cast<std::size_t>(i)])
        component = i;
  }
  return "a turn too long for one step of " + system.DescribeComponent(component);
}

}  // namespace trunnion
