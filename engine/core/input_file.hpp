// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace trunnion {

/// A text or binary file that is read from its beginning to its end. The end is the end of the
/// file; a failure of reading is never taken for it.
///
/// Only regular files are opened: a named pipe or a device may deliver nothing, or without end.
/// Exempt are pipes below /dev and /proc, which are those that the process was given: /dev/stdin
/// and the /dev/fd/63 of a shell's <(...).
class InputFile {
 public:
  /// @throws FileError "'PATH' is a folder, ...", "'PATH' cannot be opened: ...".
  explicit InputFile(const std::filesystem::path& path);

  /// The next line without its end; false at the end of the file.
  /// @throws FileError if reading fails or a line has more than 16 MB: not a text file.
  bool NextLine(std::string& line);
  /// All that is left. @throws FileError if reading fails or this is more than `most` bytes.
  std::string ReadAll(std::size_t most);

  const std::filesystem::path& path() const { return path_; }
  int line() const { return line_; }  ///< number of the line read last, from 1

 private:
  bool Fill();

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{nullptr, &std::fclose};
  std::string buffer_;
  std::size_t at_ = 0;  // of the next byte in the buffer
  int line_ = 0;
};

/// @throws FileError unless `path` is a file that InputFile would open, without opening it.
void RequireReadable(const std::filesystem::path& path);

}  // namespace trunnion
