// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analyses/request.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/fmu_request.hpp"
#include "engine/model_file/own_types.hpp"
#include "engine/results/plot_request.hpp"
#include "engine/simulation/signals.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {

/// How a model file wants to be run: its sections "run" and "events".
struct RunSettings {
  double until = 1;               ///< [s], > 0
  double output_interval = 0.01;  ///< [s], > 0; at most 10⁷ outputs
  bool strict = false;            ///< any redundant constraint is an error
  /// As SimulationOptions; empty: the command keeps it for models of at most 100 bodies.
  std::optional<bool> energy_balance{};
  IntegratorOptions integrator{};
  std::vector<UserEvent> events{};

  /// The options of a Simulation with these settings.
  SimulationOptions MakeOptions() const;
};

/// What a model file contains; its schema is in docs/model_file.md.
struct ModelFile {
  std::string source;       ///< the file, for messages
  std::string description;  ///< may be empty
  Model model;
  RunSettings run;
  /// The outputs, in order. Those relative to their initial value take it at their first
  /// evaluation, so that the signals of a ModelFile serve one simulation at a time.
  std::vector<Signal> signals;
  std::vector<PlotRequest> plots;
  /// What runs beside the model: SteppedSimulation takes it along, a Simulation needs an
  /// FmuCoupling.
  std::vector<FmuRequest> fmus;
  /// What to do, in order, each from the state the one before ended in. Empty: one dynamic run.
  std::vector<AnalysisRequest> analyses;

  std::map<std::string, double> parameters;  ///< of the section "parameters", as they are used
  std::vector<std::string> force_types;  ///< in the order of the forces: "spring", "bushing", ...
  std::map<std::string, std::string> paths;  ///< "joint 'hinge'" → "/joints/0"

  /// A message about the compiled model with the place in the file in front: "FILE: /joints/0:
  /// message" if it names an element of the file, else "FILE: message".
  std::string Locate(const std::string& message) const;
};

/// @throws FileError with one message "FILE: PATH: what is wrong; what to do", PATH a JSON pointer
/// such as /bodies/0/mass, or "FILE:LINE:COLUMN: ..." where the text is no JSON; also if the file
/// cannot be read. A file that ends in .adm is an Adams dataset (docs/adams.md).
/// @param types  of forces, besides those of the engine.
/// @param set    values in place of those of the section "parameters", by name; it must have them.
ModelFile ReadModelFile(const std::filesystem::path& path,
                        const OwnTypes& types = {},
                        const std::map<std::string, double>& set = {});

/// The same from text. @param source_name  FILE in messages.
ModelFile ParseModel(std::string_view text,
                     const std::string& source_name = "model",
                     const OwnTypes& types = {},
                     const std::map<std::string, double>& set = {});

}  // namespace trunnion
