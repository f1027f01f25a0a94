// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

/// True if the chart coordinates x turn a block further than max_chart_rotation().
bool LeavesChart(const ConstrainedSystem& system, const VectorXd& x);

/// Largest component of d about an axis [rad].
double LargestTurn(const ConstrainedSystem& system, const VectorXd& d);

/// "a turn too long for one step of body 'arm', rotation about its x axis": the block that x
/// turns furthest.
std::string DescribeTurn(const ConstrainedSystem& system, const VectorXd& x);

}  // namespace trunnion
