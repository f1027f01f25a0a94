// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

/// The seal of a file of results: its checksum, in 32 bytes after what HDF5 wrote. HDF5 ignores
/// them, and takes them away when a program changes the file, which then has no seal.
namespace trunnion {

/// Seals a complete file. @throws FileError if it cannot be read or written.
void SealFile(const std::filesystem::path& file);

enum class Seal { none, intact, broken };

/// Broken: the file has a seal, and has changed since. @throws FileError if it cannot be read.
Seal CheckSeal(const std::filesystem::path& file);

}  // namespace trunnion
