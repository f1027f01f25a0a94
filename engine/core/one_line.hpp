// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace trunnion {

/// `text` without anything that would break its line or steer a terminal: control characters
/// (ASCII and C1) and Unicode's line separators and direction marks become escapes, "\n", "\x1b",
/// "\u2028". Everything else stays as it is.
std::string OneLine(std::string_view text);

}  // namespace trunnion
