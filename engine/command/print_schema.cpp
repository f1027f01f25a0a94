// SPDX-License-Identifier: BSD-3-Clause
// The schema of model files as part of the program.
#include <string_view>

#include "engine/command/commands.hpp"
#include "engine/command/terminal.hpp"

__asm__(
    ".pushsection .rodata\n"
    ".global trunnion_schema\n"
    ".global trunnion_schema_end\n"
    "trunnion_schema:\n"
    ".incbin \"" TRUNNION_SCHEMA
    "\"\n"
    "trunnion_schema_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" const char trunnion_schema[];
extern "C" const char trunnion_schema_end[];

namespace trunnion::command {

int PrintSchema() {
  const auto size = static_cast<std::size_t>(trunnion_schema_end - trunnion_schema);
  Print(std::string_view(trunnion_schema, size));
  return kDone;
}

}  // namespace trunnion::command
