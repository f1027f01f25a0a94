// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "engine/study/study.hpp"

namespace trunnion {

/// A run of a study that has come to its end, one way or the other.
struct StudyRun {
  std::vector<double> outputs{};  ///< in the order of the study; empty: it failed
  std::string message{};          ///< why it failed
};

struct StudyControl {
  int jobs = 0;  ///< runs at a time, a thread each; 0: as many as the machine has
  std::function<void(int done, int of)> progress{};  ///< after each run, one call at a time
  std::function<bool()> stop{};                      ///< true: no further run is begun
};

/// What there is of a study.
struct StudyResult {
  MatrixXd samples;                             ///< runs × parameters
  std::vector<std::optional<StudyRun>> runs{};  ///< none: not run yet
  std::vector<std::string> units{};             ///< of the outputs
  int resumed = 0;                              ///< runs that were in the folder already

  int CountFailed() const;
  int CountMissing() const;
};

/// One run, with the parameters of a row. An error of the run is its message.
StudyRun RunOnce(const Study& study, const Eigen::RowVectorXd& values, const MakeTypes& types);

/// Does all runs that the journal of the folder, runs.jsonl, does not have yet; each is added there
/// when it is done, so that a study that was killed goes on. A line that was not finished counts
/// for nothing. The results do not depend on `jobs`, nor on where a study was interrupted.
/// @throws FileError if the folder is of another study, or cannot be written.
StudyResult RunStudy(const Study& study,
                     const MakeTypes& types,
                     const std::filesystem::path& folder,
                     const StudyControl& control = {});

/// study.csv: a row a run with its number, status, parameters, outputs and message; study.html.
/// @throws FileError
void WriteStudy(const Study& study, const StudyResult& result, const std::filesystem::path& folder);

/// The page: scatter diagrams, parallel coordinates, correlations, without anything from elsewhere.
std::string MakeStudyPage(const Study& study, const StudyResult& result);

}  // namespace trunnion
