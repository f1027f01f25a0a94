// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/system/system_evaluator.hpp"

namespace trunnion {

/// "force 'drive' is not finite at t = 1 s; ...": an element whose force, equation or derivative is
/// not a finite number at (t, q, v). Empty: there is none.
std::string FindFault(SystemEvaluator& evaluator, double t, const VectorXd& q, const VectorXd& v);

/// The same at states shortly after (t, q, v), where no step from there is possible.
std::string FindFaultAhead(SystemEvaluator& evaluator,
                           double t,
                           const VectorXd& q,
                           const VectorXd& v);

}  // namespace trunnion
