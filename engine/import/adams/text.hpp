// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Words and numbers of a dataset.
namespace trunnion::adams {

std::string_view Trim(std::string_view text);
std::string ToUpper(std::string_view text);

/// A number as datasets write it: ".2", "-.1", "1.", "5.0E-002", "1D3"; none if it is no number.
/// With the mark of degrees, "90D", the angle in rad.
std::optional<double> ParseNumber(std::string_view text);
/// The same in degrees if it has the mark; none otherwise.
std::optional<double> ParseDegrees(std::string_view text);
/// A number of a statement or of a reference, "0101"; none if it is none.
std::optional<long> ParseId(std::string_view text);

/// `value` so that it is read back to the same bits; in parentheses if it is negative.
std::string Write(double value);

}  // namespace trunnion::adams
