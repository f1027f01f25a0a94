// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/block/plan.hpp"

namespace trunnion::block {

/// Makes the tasks of a plan and the memory for what their fronts leave.
void MakeTasks(Plan& plan);

}  // namespace trunnion::block
