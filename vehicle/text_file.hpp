// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <trunnion/error.hpp>

/// What the readers of tyre property files and of OpenCRG files have in common.
namespace trunnion::vehicle {

/// All bytes of a file. @throws FileError if it cannot be read.
std::string ReadBytes(const std::filesystem::path& path);

/// Without blanks, tabs and line ends on both sides.
std::string_view Trimmed(std::string_view text);
/// ASCII letters in upper case: keys are compared so.
std::string UpperCase(std::string_view text);

/// The number that the whole text is, also with a leading plus and with D for the exponent; nothing
/// if it is none.
std::optional<double> ParseNumber(std::string_view text);

/// @throws FileError "FILE: line N: MESSAGE".
[[noreturn]] void FailAt(const std::string& file, int line, const std::string& message);

}  // namespace trunnion::vehicle
