// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "engine/results.hpp"

namespace trunnion {

/// Results on their way into a file while a run goes on, so that nothing is lost if it is killed.
///
/// The file is HDF5 in the mode for one writer and many readers (SWMR): whatever Flush() has
/// written can be read at any time, also after the process has died. Layout as results.h5, without
/// compression and statistics; HDF5 1.10 or later reads it. The object removes its file: a run that
/// comes to its end leaves the complete results instead.
class ResultStream {
 public:
  /// @param header  tables with their columns (rows are ignored), metadata and documents.
  /// @throws FileError if the file cannot be written, as all functions here.
  ResultStream(std::filesystem::path file, const Results& header);
  ~ResultStream();
  ResultStream(const ResultStream&) = delete;
  ResultStream& operator=(const ResultStream&) = delete;

  /// Rows of table `table`, one after the other, without their first column, which is `time` [s].
  void Append(std::size_t table, std::span<const double> time, std::span<const double> rows);
  void Flush();

 private:
  struct File;
  std::filesystem::path name_;
  std::unique_ptr<File> file_;
};

/// Name of that file in a folder of results.
inline constexpr const char* kPartialResults = "results.partial.h5";

}  // namespace trunnion
