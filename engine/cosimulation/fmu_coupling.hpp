// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model_file/fmu_request.hpp"
#include "engine/simulation/partner.hpp"
#include "engine/simulation/signals.hpp"

namespace trunnion {

class CoupledFmu;

/// The FMUs that run beside a model. At each communication point of an FMU, where a step of the
/// integrator ends, the outputs of the model go into the FMU, it steps, and its outputs go into the
/// inputs of the model. All that are due at one time take the outputs of the model before any input
/// changes, so that their order does not matter.
///
/// SteppedSimulation and `trunnion run` take the FMUs of a model file along. For a Simulation:
///
///     SimulationOptions options = file.run.MakeOptions();
///     options.sets_inputs = true;
///     Simulation simulation(system, options);
///     FmuCoupling fmus(file.fmus, file.signals, simulation);
///     Recorder recorder(system, file.signals);
///     Advance(simulation, recorder, 2, 0.01, {.partner = &fmus});
///
/// The error of inputs that are held is of the order of the interval; of linear ones, which no
/// output of the model feeds back into, of its square.
///
/// Verified  tests/cosimulation/: closed forms, the same laws in one model, orders, checkpoints.
class FmuCoupling final : public Partner {
 public:
  /// Instantiates all, initializes them at simulation.t() and makes the first exchange there.
  /// @param signals  outputs of the model that `fmus` name.
  /// @param simulation  at its start, with SimulationOptions::sets_inputs.
  /// @throws FileError, ModelError naming the FMU and the variable: a file that is no FMU for
  /// co-simulation on this platform, unknown variables, wrong types, causalities or units;
  /// SolverError if an FMU cannot be initialized, or a motion jumps to what it gives.
  FmuCoupling(const std::vector<FmuRequest>& fmus,
              const std::vector<Signal>& signals,
              Simulation& simulation);
  ~FmuCoupling() override;

  double next() const override;
  double slack() const override { return slack_; }
  void Exchange(Simulation& simulation) override;
  const std::string& driver(int input) const override;
  void Serialize(Archive& archive) override;

  /// @throws ModelError naming the first FMU that cannot save its state.
  void RequireSaves() const;

 private:
  void Apply(const std::vector<CoupledFmu*>& stepped, Simulation& simulation);

  std::vector<std::unique_ptr<CoupledFmu>> fmus_;
  std::vector<std::string> drivers_;  // by input of the model
  double slack_ = 0;                  // [s]
  std::size_t warnings_ = 0;          // told of
};

/// Opens the FMUs of a file and checks all connections, without a run. @throws as FmuCoupling.
void CheckFmus(const std::vector<FmuRequest>& fmus,
               const std::vector<Signal>& signals,
               const Simulation& simulation);

}  // namespace trunnion
