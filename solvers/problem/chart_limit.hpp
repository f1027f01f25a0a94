// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

/// True if the chart coordinates x turn a block further than max_chart_rotation().
bool LeavesChart(const ConstrainedSystem& system, const VectorXd& x);

}  // namespace trunnion
