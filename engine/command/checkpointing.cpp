// SPDX-License-Identifier: BSD-3-Clause
#include "engine/command/checkpointing.hpp"

#include <algorithm>
#include <cmath>
#include <system_error>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"
#include "engine/results/result_folder.hpp"
#include "engine/simulation/checkpoint.hpp"

namespace trunnion::command {
namespace {

/// What a run has recorded, beside the state of its simulation.
std::string SaveRecords(std::vector<std::string>& outputs,
                        Recorder& recorder,
                        StepLog& steps,
                        FmuCoupling* fmus) {
  Archive archive;
  archive(outputs, recorder, steps);
  if (fmus) archive(*fmus);
  return archive.TakeBytes();
}

void RequireSame(const std::vector<std::string>& outputs, const std::vector<std::string>& saved) {
  const auto [own, other] =
      std::mismatch(outputs.begin(), outputs.end(), saved.begin(), saved.end());
  if (own == outputs.end() && other == saved.end()) return;
  throw FileError("the run that was saved had the output " +
                  (other == saved.end() ? "none" : *other) + " where this one has " +
                  (own == outputs.end() ? "none" : *own) +
                  "; give it the outputs of the model that it was made with");
}

void LoadRecords(const std::string& bytes,
                 const std::filesystem::path& file,
                 const std::vector<std::string>& outputs,
                 Recorder& recorder,
                 StepLog& steps,
                 FmuCoupling* fmus) {
  const std::string name = "'" + file.string() + "'";
  if (bytes.empty())
    throw FileError(name + " holds no results; --resume needs a checkpoint of --checkpoint-every");
  try {
    Archive archive(bytes);
    std::vector<std::string> saved;
    archive(saved);
    RequireSame(outputs, saved);
    archive(recorder, steps);
    if (fmus) archive(*fmus);
  } catch (const FileError& error) {
    throw FileError(name + ": " + error.what());
  }
}

}  // namespace

void Checkpointing::RequireNone(const RunArguments& arguments, const ModelFile& file) {
  Require(!arguments.checkpoint_every && arguments.resume.empty(),
          file.source +
              ": /analyses: --checkpoint-every and --resume serve models without analyses; the "
              "results of each analysis are written when it has ended");
}

Checkpointing::Checkpointing(const RunArguments& arguments,
                             const ModelFile& file,
                             Simulation& simulation,
                             FmuCoupling* fmus)
    : arguments_(arguments), simulation_(simulation), fmus_(fmus) {
  Require(!wanted() || !arguments.output.empty(),
          "--checkpoint-every: give the folder for results and checkpoint with --output");
  Require(!arguments.vtk || (!wanted() && !resumed()),
          "--vtk: its files are written while the model runs and do not go on from a checkpoint; "
          "leave out --vtk, or --checkpoint-every and --resume");
  if (fmus && (wanted() || resumed())) fmus->RequireSaves();
  if (!arguments.output.empty()) file_ = arguments.output / kCheckpointFile;
  for (const Signal& signal : file.signals) outputs_.push_back(signal.definition);
  if (!resumed()) return;
  Recorder start(simulation.system(), file.signals);
  start.Sample(simulation);
  recorded_ = ReadCheckpoint(simulation, arguments.resume);
  StepLog unused;
  LoadRecords(recorded_, arguments.resume, outputs_, start, unused, nullptr);
}

bool Checkpointing::resumed_from(const std::filesystem::path& folder) const {
  std::error_code ignored;
  return resumed() &&
         std::filesystem::equivalent(arguments_.resume, folder / kCheckpointFile, ignored);
}

void Checkpointing::Begin(Recorder& recorder, StepLog& steps) {
  Require((!wanted() && !resumed()) || !recorder.streams_wide_tables(),
          "--checkpoint-every, --resume: a table is so wide that it is kept in the file of results "
          "alone, and does not go on from a checkpoint; leave them out");
  recorder_ = &recorder;
  steps_ = &steps;
  if (resumed()) LoadRecords(recorded_, arguments_.resume, outputs_, recorder, steps, fmus_);
  recorded_.clear();
  if (wanted()) PlanNext();
}

/// At a multiple of the interval.
void Checkpointing::PlanNext() {
  const double every = *arguments_.checkpoint_every;
  next_ = every * (std::floor(simulation_.step_end() / every) + 1);
}

RunControl Checkpointing::Extend(RunControl control) {
  control.resumed = resumed();
  if (!wanted()) return control;
  control.after_step = [this] {
    if (simulation_.step_end() >= next_) Save();
  };
  return control;
}

void Checkpointing::Save() {
  WriteCheckpoint(simulation_, file_, SaveRecords(outputs_, *recorder_, *steps_, fmus_));
  PlanNext();
}

void Checkpointing::Remove() {
  std::error_code ignored;
  if (!file_.empty()) std::filesystem::remove(file_, ignored);
}

}  // namespace trunnion::command
