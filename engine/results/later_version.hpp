// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "engine/results/results.hpp"

namespace trunnion {

/// What to know about results that a later version of the program than `own`, "1.2.3", has
/// written; empty: nothing.
std::string DescribeLaterVersion(const Results& results, std::string_view own);

}  // namespace trunnion
