// SPDX-License-Identifier: BSD-3-Clause
#include <filesystem>
#include <system_error>

#include "engine/command/commands.hpp"
#include "engine/command/terminal.hpp"
#include "fmu/package.hpp"

namespace trunnion::command {
namespace {

namespace fs = std::filesystem;

/// The folder of the shared libraries of FMUs: beside the program in the build tree, else where it
/// is installed. Empty: there is none.
fs::path FindKit() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"../fmu", TRUNNION_FMU_PLACE}) {
    const fs::path kit = (program / place).lexically_normal();
    if (fs::is_directory(kit, error)) return kit;
  }
  return {};
}

}  // namespace

int WriteFmu(const FmuArguments& arguments) {
  if (arguments.output.extension() != ".fmu")
    throw FileError("'" + arguments.output.string() + "': the name of an FMU ends in .fmu");
  const fmu::ExportReport report = fmu::ExportFmu({.model = arguments.model,
                                                   .output = arguments.output,
                                                   .fmi = arguments.fmi,
                                                   .kit = FindKit()});
  Print("{}: FMI {}, co-simulation, {} inputs, {} parameters, {} outputs\n",
        arguments.output.string(),
        arguments.fmi,
        report.inputs,
        report.parameters,
        report.outputs);
  if (report.columns_left_out > 0)
    Print("{} columns of results are left out; name those that you want under \"outputs\"\n",
          report.columns_left_out);
  return kDone;
}

}  // namespace trunnion::command
