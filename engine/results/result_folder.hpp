// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/results/result_files.hpp"

namespace trunnion {

/// The folder that one run writes its results to.
///
/// While the object lives, no other process can have one of the same folder (flock(2) on the
/// folder itself: it ends with the process, however that ends, and leaves nothing behind). Where a
/// file system has no such locks, nobody is kept out.
class ResultFolder {
 public:
  /// Makes the folder if need be; it goes away again unless Keep() is called or something is in it.
  /// @throws FileError if it cannot be made or written to, or if another run has it.
  explicit ResultFolder(const std::filesystem::path& path);
  ~ResultFolder();
  ResultFolder(const ResultFolder&) = delete;
  ResultFolder& operator=(const ResultFolder&) = delete;

  const std::filesystem::path& path() const { return folder_.path(); }
  void Keep() { folder_.Keep(); }

  /// Removes what earlier runs have left: files of the names of docs/results.md but
  /// results.partial.h5, pages made from them, the folder vtk, and the folders of earlier analyses.
  /// Other files stay. To be called when the run begins: from then on there are the results of
  /// this run or none.
  /// @param analyses  of this run: each has a folder below this one.
  /// @param keep_checkpoint  the run goes on from the one that is here.
  /// @throws FileError if a file cannot be removed.
  void Begin(const std::vector<std::string>& analyses = {}, bool keep_checkpoint = false) const;

 private:
  OutputFolder folder_;
  int lock_ = -1;  // descriptor of the folder
};

/// Another process has a ResultFolder of it: its run is going on.
bool IsInUse(const std::filesystem::path& folder);

/// Name of the checkpoint of a run in its folder.
inline constexpr const char* kCheckpointFile = "run.checkpoint";

/// The analysis that a file of results is of, by its name; empty if it is of none.
/// @throws FileError if it cannot be opened.
std::string ReadAnalysisName(const std::filesystem::path& file);

}  // namespace trunnion
