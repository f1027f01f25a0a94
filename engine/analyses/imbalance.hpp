// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/system/system_evaluator.hpp"
#include "solvers/analysis/statics.hpp"

namespace trunnion {

/// DescribeImbalance in the terms of a model: where the largest force that is left acts along the
/// coordinate of a joint that divides the mechanism in two (no loop leads past it), that coordinate
/// with its force or torque by virtual work; otherwise the body's component.
std::string DescribeModelImbalance(SystemEvaluator& evaluator,
                                   double t,
                                   const StaticReport& report);

}  // namespace trunnion
