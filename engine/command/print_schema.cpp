// SPDX-License-Identifier: BSD-3-Clause
// The schema of model files as part of the program.
#include <cstdio>

#include "engine/command/commands.hpp"

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
  return std::fwrite(trunnion_schema, 1, size, stdout) == size ? kDone : kRunFailed;
}

}  // namespace trunnion::command
