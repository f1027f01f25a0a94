// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace trunnion::fmu {

/// Contents of files by their paths in an archive, "resources/model.json".
using Files = std::map<std::string, std::string>;

/// Writes a zip archive, as FMUs want it: deflated, no zip64. The same files make the same bytes.
/// @param date  of all files [s since 1970]. @throws FileError if it cannot be written or would be
/// larger than 4 GB; nothing is left at `path` then.
void WriteZip(const std::filesystem::path& path, const Files& files, long date);

}  // namespace trunnion::fmu
