// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

/// What the program says. Nothing here throws, whether anybody can read it or not: a run does not
/// end because its terminal has gone.
namespace trunnion::command {

/// To be called first. Gives the descriptors 0 to 2 that are closed to the null device, so that no
/// file of results becomes standard output or error; reads and writes there still fail. A closed
/// pipe gives an error of writing instead of a signal.
void PrepareTerminal();

/// To standard output.
void Print(std::string_view text);
template <class... T>
void Print(fmt::format_string<T...> format, T&&... values) {
  Print(std::string_view(fmt::format(format, std::forward<T>(values)...)));
}

/// To standard error, as it is.
void PrintError(std::string_view text);
/// "trunnion: MESSAGE", on one line.
void Tell(std::string_view message);

/// To be called last: `code`, or, after telling so, that of a run that failed if something could
/// not be written to standard output. Ends the process as the signal of a closed pipe does where
/// this is the cause.
int FinishTerminal(int code);

}  // namespace trunnion::command
