// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>

#include "engine/command/commands.hpp"
#include "engine/command/interruption.hpp"
#include "engine/command/terminal.hpp"
#include "engine/study/runner.hpp"
#include "vehicle/vehicle_types.hpp"

namespace trunnion::command {
namespace {

void PrintStudy(const StudyResult& result, double seconds, const std::filesystem::path& folder) {
  const int count = static_cast<int>(result.runs.size());
  Print("{} runs, {} of them done before, {} failed, {:.1f} s\n",
        count,
        result.resumed,
        result.CountFailed(),
        seconds);
  for (std::size_t run = 0; run < result.runs.size(); ++run) {
    if (!result.runs[run] || result.runs[run]->message.empty()) continue;
    Print("run {} failed: {}\n", run + 1, result.runs[run]->message);
    break;  // the others are in the table
  }
  Print("results: {}\n", (folder / "study.csv").string());
}

}  // namespace

int RunStudyFile(const StudyArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const auto types = [] { return vehicle::VehicleTypes(); };
  const Study study = ReadStudy(arguments.study, types);
  const Interruption interruption;
  const bool bar = !arguments.quiet && isatty(STDERR_FILENO) != 0;
  StudyControl control{.jobs = arguments.jobs, .stop = [&] { return interruption.requested(); }};
  if (bar)
    control.progress = [](int done, int of) {
      PrintError(fmt::format("\r{} of {} runs", done, of));
    };
  const StudyResult result = RunStudy(study, types, arguments.output, control);
  if (bar) PrintError("\r\033[K");
  WriteStudy(study, result, arguments.output);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (!arguments.quiet) PrintStudy(result, seconds.count(), arguments.output);
  if (result.CountMissing() > 0) {
    Tell(fmt::format("interrupted after {} of {} runs; the same command goes on",
                     result.runs.size() - static_cast<std::size_t>(result.CountMissing()),
                     result.runs.size()));
    return interruption.exit_code();
  }
  const bool none = result.CountFailed() == static_cast<int>(result.runs.size());
  if (none) Tell("all runs failed; the messages are in study.csv");
  return none ? kRunFailed : kDone;
}

}  // namespace trunnion::command
