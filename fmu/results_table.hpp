// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace trunnion::fmu {

/// A CSV file of times and values that grows while an instance runs. It is written under another
/// name, "FILE.part", and renamed when it is complete.
class ResultsTable {
 public:
  /// @throws FileError if it cannot be written.
  ResultsTable(std::filesystem::path file, const std::string& head);
  ~ResultsTable();
  ResultsTable(const ResultsTable&) = delete;
  ResultsTable& operator=(const ResultsTable&) = delete;

  /// Rows from t [s] on are dropped first: the run may have gone back.
  void Write(double t, const std::vector<double>& values);
  void Finish();

 private:
  void RequireGood();

  std::filesystem::path file_, part_;
  std::ofstream stream_;
  std::vector<std::pair<double, std::streamoff>> rows_;  // times, and where they begin
};

}  // namespace trunnion::fmu
