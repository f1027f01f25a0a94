// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/recorder/step_log.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/results.hpp"

/// The analyses that a model file asks for.
namespace trunnion {

/// What one analysis found; which of it is there depends on the type.
struct AnalysisOutcome {
  AnalysisRequest request;
  double t = 0;          ///< time at its end [s]
  bool stopped = false;  ///< by RunControl before its end; the results are those until then
  std::vector<EventRecord> events{};  ///< dynamic: what has happened
  std::optional<Results> results{};  ///< of all but linearize; eigenmodes: the state they are about
  std::optional<StaticReport> statics{};  ///< static
  std::optional<LinearModel> linear{};    ///< linearize
  std::vector<Mode> modes{};              ///< eigenmodes
  std::vector<std::string> warnings{};    ///< what to know about the results, a sentence each
  std::shared_ptr<Recorder> recorder{};   ///< keeps the file `stream_to` until this goes
};

/// How an analysis that moves in time is run, beside what the model file says.
struct AnalysisControl {
  RunControl run{};
  /// As in RecorderOptions; tables of more than 50 000 columns then go there only.
  std::filesystem::path stream_to{};
  /// Results have the outputs of the file only, no bodies, joints and forces.
  bool signals_only = false;
  /// Dynamic: the simulation is at its start, or has gone on from a checkpoint, and steps on from
  /// there. Else the integrator begins anew at the state that is shown.
  bool goes_on = false;
  /// Dynamic: called before the first output with what the run records to, may be empty.
  std::function<void(Recorder&, StepLog&)> begin{};
};

/// What an analysis of this type leaves out of a model, or does better in another type, a sentence
/// each: statics without friction, dynamics without a degree of freedom.
std::vector<std::string> ListAnalysisWarnings(AnalysisType type, const Simulation& simulation);

/// Runs one analysis from the state that `simulation` shows; it shows the end state afterwards.
/// A dynamic analysis takes simulation.on_step() for the table `steps`; a run of a model without
/// analyses is one of them.
/// @param file  settings, signals and outputs.
/// @throws Error as the analyses and RequireRoom.
AnalysisOutcome RunAnalysis(const AnalysisRequest& request,
                            const ModelFile& file,
                            Simulation& simulation,
                            const AnalysisControl& control = {});

/// What RunAnalysis would refuse only when its turn has come.
/// @param streams  with a stream.
/// @throws ModelError if the results of one of the analyses would need more than 4 GB, or if FMUs
/// run beside one that is not dynamic.
void RequireRoom(const std::vector<AnalysisRequest>& requests,
                 const ModelFile& file,
                 const System& system,
                 bool streams);

/// Writes the files of an outcome into `folder`, which must be there: docs/results.md.
/// @throws FileError
void WriteOutcome(const AnalysisOutcome& outcome,
                  const ModelFile& file,
                  const std::filesystem::path& folder,
                  FileTransaction& with);

/// The plots that the file asks for, as an SVG file. @throws FileError
void WritePlots(const Results& results,
                const ModelFile& file,
                const std::filesystem::path& name,
                FileTransaction& with);

/// A.csv, B.csv, C.csv and D.csv. @throws FileError
void WriteLinearModel(const LinearModel& model,
                      const std::filesystem::path& folder,
                      FileTransaction& with);

/// "'latch' at 0.5 s, 'hit' at 0.71 s and 3 more": the first ten.
std::string ListEvents(const std::vector<EventRecord>& events);

/// A number of Results::statistics; 0 if it is not there.
double FindStatistic(const Results& results, const std::string& name);

/// A few lines about what was found, for people.
std::string Summarize(const AnalysisOutcome& outcome);

/// `modes` as a JSON document (docs/results.md) and as a table of text.
std::string MakeModesJson(const std::vector<Mode>& modes, double t);
std::string MakeModesTable(const std::vector<Mode>& modes);

}  // namespace trunnion
