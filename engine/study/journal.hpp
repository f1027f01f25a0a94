// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "engine/study/runner.hpp"

namespace trunnion {

/// The runs of a study that are done, in a file that only grows: a line of JSON each, after one
/// that says of which study they are. While it lives, no other process has the same.
class StudyJournal {
 public:
  /// Reads what is there. @throws FileError if it is of another study, in use, or not to be had.
  StudyJournal(const std::filesystem::path& file, const Study& study, std::size_t num_runs);
  ~StudyJournal();
  StudyJournal(const StudyJournal&) = delete;
  StudyJournal& operator=(const StudyJournal&) = delete;

  const std::vector<std::optional<StudyRun>>& runs() const { return runs_; }
  /// @throws FileError
  void Add(std::size_t run, const StudyRun& done);

 private:
  void Read(const std::string& text, const Study& study);
  void ReadLine(const std::string& line, const Study& study);
  void Write(const std::string& line);

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::size_t good_ = 0;  // bytes of whole lines
  std::vector<std::optional<StudyRun>> runs_;
};

}  // namespace trunnion
