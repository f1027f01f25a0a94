// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/commands.hpp"
#include "engine/command/terminal.hpp"
#include "engine/core/version.hpp"
#include "engine/results/later_version.hpp"
#include "engine/results/result_files.hpp"

namespace trunnion::command {

Results ReadResultsOf(const std::filesystem::path& place) {
  Results results = ReadResults(place);
  const std::string later = DescribeLaterVersion(results, Version());
  if (!later.empty()) Tell("warning: '" + place.string() + "': " + later);
  return results;
}

}  // namespace trunnion::command
