// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "engine/command/commands.hpp"
#include "engine/cosimulation/fmu_coupling.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/recorder/step_log.hpp"
#include "engine/simulation/run_control.hpp"

namespace trunnion::command {

/// The checkpoints of one run, with what it has recorded (--checkpoint-every), and the way back
/// from one (--resume).
class Checkpointing {
 public:
  /// Of a run that goes on: loads its checkpoint into the simulation, which must be at its start.
  /// @throws ModelError for what cannot be saved, FileError if the checkpoint does not serve.
  /// @param fmus  what runs beside, may be null; its exchange at the start has been made.
  Checkpointing(const RunArguments& arguments,
                const ModelFile& file,
                Simulation& simulation,
                FmuCoupling* fmus);
  /// @throws ModelError if the arguments ask for checkpoints of a model with analyses.
  static void RequireNone(const RunArguments& arguments, const ModelFile& file);

  /// Of a run that goes on: fills both with what it had recorded. They must outlive the object.
  /// @throws ModelError if there are tables that are streamed.
  void Begin(Recorder& recorder, StepLog& steps);
  /// What Advance is to do for them, too.
  RunControl Extend(RunControl control);
  bool resumed() const { return !arguments_.resume.empty(); }
  bool resumed_from(const std::filesystem::path& folder) const;
  /// The run has come to its end.
  void Remove();

 private:
  bool wanted() const { return arguments_.checkpoint_every.has_value(); }
  void PlanNext();
  void Save();

  const RunArguments& arguments_;
  std::vector<std::string> outputs_;  // what the model file says of each
  Simulation& simulation_;
  FmuCoupling* fmus_;           // null: none
  std::filesystem::path file_;  // in the folder of results; empty: there is none
  std::string recorded_;        // of the run that goes on
  Recorder* recorder_ = nullptr;
  StepLog* steps_ = nullptr;
  double next_ = 0;  // [s]
};

}  // namespace trunnion::command
