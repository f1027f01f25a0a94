// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/core/error.hpp"
#include "engine/system/system.hpp"

/// Constraints that do not hold, for messages. Internal to engine/simulation.
namespace trunnion {

/// Names of the elements whose rows keep more than a tenth of the worst residual, eight at most.
/// @param residual  a number a row, at least one.
std::string NameViolated(const System& system, const VectorXd& residual);
/// About the element of the worst one.
ErrorFields AboutWorst(const System& system, const VectorXd& residual);

}  // namespace trunnion
