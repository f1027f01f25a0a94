// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <memory>
#include <span>

#include "engine/results/results.hpp"

namespace trunnion {

class FileTransaction;

/// Results on their way into a file while a run goes on, so that nothing is lost if it is killed.
///
/// The file is HDF5 in the mode for one writer and many readers (SWMR): whatever Flush() has
/// written can be read at any time, also after the process has died. Layout as results.h5, without
/// statistics; HDF5 1.10 or later reads it. Wide tables can be compressed, and Finish makes the
/// file one of complete results; else the object removes its file.
class ResultStream {
 public:
  /// @param header  tables with their columns (rows are ignored), metadata and documents.
  /// @param compress_wider_than  tables with more columns, the time not counted, are compressed.
  /// @throws FileError if the file cannot be written, as all functions here.
  ResultStream(std::filesystem::path file,
               const Results& header,
               std::size_t compress_wider_than = std::numeric_limits<std::size_t>::max());
  ~ResultStream();
  ResultStream(const ResultStream&) = delete;
  ResultStream& operator=(const ResultStream&) = delete;

  /// Rows of table `table`, one after the other, without their first column, which is `time` [s].
  void Append(std::size_t table, std::span<const double> time, std::span<const double> rows);
  void Flush();
  /// Adds the statistics, and the documents and tables that are not in the stream, and makes the
  /// stream `file`. Nothing can be appended any more.
  void Finish(const Results& results, const std::filesystem::path& file, FileTransaction& with);

 private:
  struct File;
  std::filesystem::path name_;
  std::unique_ptr<File> file_;
};

/// Name of that file in a folder of results.
inline constexpr const char* kPartialResults = "results.partial.h5";

}  // namespace trunnion
