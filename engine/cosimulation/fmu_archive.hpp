// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

namespace trunnion {

/// The files of an FMU in a folder of their own, which only this user may read and which goes with
/// the object.
class FmuArchive {
 public:
  /// @throws FileError naming `file` if it cannot be read or is no zip archive, if a name in it
  /// leads out of the folder, or if it unpacks to more than 4 GB.
  explicit FmuArchive(const std::filesystem::path& file);
  ~FmuArchive();
  FmuArchive(const FmuArchive&) = delete;
  FmuArchive& operator=(const FmuArchive&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

 private:
  void Unpack(const std::filesystem::path& file);

  std::filesystem::path folder_;
};

/// A name as zip archives have it, "resources/table.csv": relative, without "..", and one that
/// means the same file everywhere.
bool StaysInFolder(const std::string& name);

}  // namespace trunnion
