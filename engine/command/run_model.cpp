// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/batch/run.hpp"
#include "engine/command/checkpointing.hpp"
#include "engine/command/commands.hpp"
#include "engine/command/interruption.hpp"
#include "engine/command/overrides.hpp"
#include "engine/command/progress.hpp"
#include "engine/command/summary.hpp"
#include "engine/command/terminal.hpp"
#include "engine/command/vtk_output.hpp"
#include "engine/command/warning_printer.hpp"
#include "engine/core/error.hpp"
#include "engine/cosimulation/fmu_coupling.hpp"
#include "engine/mesh/reduced_part.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/recorder/step_log.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_folder.hpp"
#include "engine/results/result_stream.hpp"
#include "engine/view/svg_plot.hpp"

namespace trunnion::command {
namespace {

double Now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

void RequireVtkPossible(const RunArguments& arguments,
                        const ModelFile& file,
                        const System& system) {
  const SystemParts& parts = system.parts();
  const bool flexible = !parts.meshes.empty() ||
                        std::any_of(parts.reduced_bodies.begin(),
                                    parts.reduced_bodies.end(),
                                    [](const auto& body) { return body.part->mesh != nullptr; });
  Require(!arguments.vtk || flexible,
          file.source +
              ": --vtk: the model has no flexible part with a mesh; add a body of type "
              "mesh or reduced, or leave out --vtk");
}

System Compile(const ModelFile& file) {
  try {
    return file.model.Compile();
  } catch (const Error& error) {
    throw ModelError(file.Locate(error.what()));
  }
}

std::unique_ptr<Simulation> Assemble(const RunArguments& arguments,
                                     const ModelFile& file,
                                     const System& system) {
  RequireVtkPossible(arguments, file, system);
  SimulationOptions options = file.run.MakeOptions();
  options.threads = arguments.threads;
  constexpr int kFewBodies = 100;
  options.energy_balance = file.run.energy_balance.value_or(system.num_bodies() - 1 <= kFewBodies);
  options.sets_inputs = !file.fmus.empty();
  try {
    return std::make_unique<Simulation>(system, options);
  } catch (const Error& error) {
    throw ModelError(file.Locate(error.what()));
  }
}

/// Null: the model has none.
std::unique_ptr<FmuCoupling> StartFmus(const ModelFile& file, Simulation& simulation) {
  if (file.fmus.empty()) return nullptr;
  try {
    return std::make_unique<FmuCoupling>(file.fmus, file.signals, simulation);
  } catch (const Error& error) {
    throw ModelError(file.Locate(error.what()));
  }
}

/// Where files go; nothing is left behind if the run comes to no end.
struct Outputs {
  std::unique_ptr<ResultFolder> folder;
  std::unique_ptr<OutputFolder> plot_folder;
  std::filesystem::path plot;

  Outputs(const RunArguments& arguments, const ModelFile& file) {
    if (!arguments.output.empty()) folder = std::make_unique<ResultFolder>(arguments.output);
    plot = arguments.plot;
    if (!plot.empty()) {
      Require(!file.plots.empty(),
              file.source + ": /plots: the model asks for no plot; add one or leave out --plot");
      plot_folder = std::make_unique<OutputFolder>(plot.parent_path());
      FileTransaction().Add(plot);  // refuses a folder
    }
  }

  std::filesystem::path partial() const {
    return folder ? folder->path() / kPartialResults : std::filesystem::path();
  }

  /// From here on there are no results of earlier runs.
  void Begin(const Checkpointing& checkpoints) {
    if (folder) folder->Begin({}, checkpoints.resumed_from(folder->path()));
  }

  void Write(const AnalysisOutcome& outcome, const ModelFile& file) {
    FileTransaction files;
    if (folder) WriteOutcome(outcome, file, folder->path(), files);
    if (plot_folder) WritePlots(*outcome.results, file, plot, files);
    files.Commit();
    if (folder) folder->Keep();
    if (plot_folder) plot_folder->Keep();
  }
};

void PrintEnd(const Simulation& simulation,
              const Results& results,
              const RunFigures& figures,
              std::size_t warnings,
              const RunArguments& arguments) {
  Print(MakeSummary(simulation, results, figures));
  if (warnings > 0) Print("  {:<30} {}, see above\n", "warnings", warnings);
  if (arguments.output.empty() && arguments.plot.empty()) {
    Print("  {:<30} not written; --output DIR writes CSV and HDF5\n", "results");
  } else {
    const auto& place = arguments.output.empty() ? arguments.plot : arguments.output;
    Print("  {:<30} {}\n", "results", place.string());
  }
}

int TellInterrupted(const Interruption& interruption,
                    const Simulation& simulation,
                    const RunArguments& arguments) {
  const bool written = !arguments.output.empty() || !arguments.plot.empty();
  Tell(fmt::format("interrupted at t = {:.6g} s; {}",
                   simulation.t(),
                   written ? "the results up to then are written" : "no results are written"));
  return interruption.exit_code();
}

/// DIR, then a folder below it for each analysis; none without --output.
class AnalysisFolders {
 public:
  AnalysisFolders(const RunArguments& arguments, const ModelFile& file) {
    if (arguments.output.empty()) return;
    folders_.push_back(std::make_unique<ResultFolder>(arguments.output));
    std::vector<std::string> names;
    for (const AnalysisRequest& request : file.analyses) {
      folders_.push_back(std::make_unique<ResultFolder>(arguments.output / request.name));
      names.push_back(request.name);
    }
    folders_.front()->Begin(names);
  }
  ~AnalysisFolders() {
    while (!folders_.empty()) folders_.pop_back();  // inner ones first
  }
  AnalysisFolders(const AnalysisFolders&) = delete;
  AnalysisFolders& operator=(const AnalysisFolders&) = delete;

  bool wanted() const { return !folders_.empty(); }
  const std::filesystem::path& of_analysis(std::size_t i) const { return folders_[i + 1]->path(); }
  std::filesystem::path partial(std::size_t i) const {
    return wanted() ? of_analysis(i) / kPartialResults : std::filesystem::path();
  }
  /// What was made for analysis i stays.
  void Keep(std::size_t i) {
    folders_[0]->Keep();
    folders_[i + 1]->Keep();
  }

 private:
  std::vector<std::unique_ptr<ResultFolder>> folders_;
};

/// One analysis, with its files.
AnalysisOutcome RunAndWrite(const RunArguments& arguments,
                            const ModelFile& file,
                            std::size_t i,
                            const System& system,
                            Simulation& simulation,
                            FmuCoupling* fmus,
                            const Interruption& interruption,
                            AnalysisFolders& folders) {
  const AnalysisRequest& request = file.analyses[i];
  const bool integrates = request.type == AnalysisType::dynamic;
  const double until = request.until.value_or(file.run.until);
  Progress bar({request.name, simulation.t(), until, integrates}, arguments.progress_style());
  VtkOutput vtk(arguments.vtk, folders.partial(i).parent_path(), system);
  const auto show = [&](double) {
    vtk.Sample(simulation);
    bar.Show(simulation);
  };
  const AnalysisOutcome outcome = RunAnalysis(
      request,
      file,
      simulation,
      {.run = {.progress = show, .stop = [&] { return interruption.requested(); }, .partner = fmus},
       .stream_to = folders.partial(i),
       .goes_on = i == 0});
  if (!folders.wanted()) return outcome;
  if (outcome.results && !vtk.sampled()) vtk.Sample(simulation);  // of one state
  FileTransaction files;
  WriteOutcome(outcome, file, folders.of_analysis(i), files);
  files.Commit();
  vtk.Finish();
  folders.Keep(i);
  return outcome;
}

/// "'a', 'b'": the first `count` analyses.
std::string ListAnalyses(const ModelFile& file, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += (i > 0 ? ", '" : "'") + file.analyses[i].name + "'";
  return text;
}

/// What there is if the analyses end early, the first `count` of them being done.
std::string TellWritten(const RunArguments& arguments, const ModelFile& file, std::size_t count) {
  if (arguments.output.empty() || count == 0) return "no results are written";
  return "the results of " + ListAnalyses(file, count) + " are written";
}

void PrintPlaceOfResults(const RunArguments& arguments) {
  Print("results: {}\n",
        arguments.output.empty() ? "not written; --output DIR writes them"
                                 : arguments.output.string());
}

/// The analyses of the model in their order, each with a folder of its own; what one has found is
/// written before the next begins.
int RunAnalyses(const RunArguments& arguments, const ModelFile& file) {
  Require(arguments.plot.empty(),
          file.source + ": /analyses: plots go into the folders of the analyses; use --output");
  Checkpointing::RequireNone(arguments, file);
  const System system = Compile(file);
  const auto simulation = Assemble(arguments, file, system);
  RequireRoom(file.analyses, file, system, !arguments.output.empty());
  const auto fmus = StartFmus(file, *simulation);
  AnalysisFolders folders(arguments, file);
  WarningPrinter warnings(*simulation);
  const Interruption interruption;
  for (std::size_t i = 0; i < file.analyses.size(); ++i) {
    const std::string& name = file.analyses[i].name;
    try {
      const AnalysisOutcome outcome =
          RunAndWrite(arguments, file, i, system, *simulation, fmus.get(), interruption, folders);
      warnings.Print(outcome.warnings);
      if (!arguments.quiet) Print(Summarize(outcome));
      if (!outcome.stopped && (!interruption.requested() || i + 1 == file.analyses.size()))
        continue;
      Tell(fmt::format("interrupted in analysis '{}' at t = {:.6g} s; {}",
                       name,
                       outcome.t,
                       TellWritten(arguments, file, i + 1)));
      return interruption.exit_code();
    } catch (const FileError&) {
      throw;
    } catch (const Error& error) {
      Tell("analysis '" + name + "': " + file.Locate(error.what()) + "; " +
           TellWritten(arguments, file, i));
      return kRunFailed;
    }
  }
  if (!arguments.quiet) PrintPlaceOfResults(arguments);
  return kDone;
}

/// A model without analyses: a dynamic one, whose files lie in the folder itself.
class PlainRun {
 public:
  PlainRun(const RunArguments& arguments, const ModelFile& file, Simulation& simulation)
      : arguments_(arguments),
        file_(file),
        simulation_(simulation),
        fmus_(StartFmus(file, simulation)),
        checkpoints_(arguments, file, simulation, fmus_.get()),
        outputs_(arguments, file) {}

  /// None, and told, if it cannot come to its end. @throws Error if it cannot begin.
  std::optional<AnalysisOutcome> Run(const Interruption& interruption) {
    bool begun = false;
    Progress bar({"dynamic", simulation_.t(), file_.run.until, true}, arguments_.progress_style());
    const RunControl run{.progress =
                             [&](double) {
                               vtk_->Sample(simulation_);
                               bar.Show(simulation_);
                             },
                         .stop = [&] { return interruption.requested(); },
                         .partner = fmus_.get()};
    const auto begin = [&](Recorder& recorder, StepLog& steps) {
      checkpoints_.Begin(recorder, steps);
      outputs_.Begin(checkpoints_);
      vtk_.emplace(arguments_.vtk, arguments_.output, simulation_.system());
      begun = true;
    };
    try {
      return RunAnalysis({},
                         file_,
                         simulation_,
                         {.run = checkpoints_.Extend(run),
                          .stream_to = outputs_.partial(),
                          .goes_on = true,
                          .begin = begin});
    } catch (const Error& error) {
      if (!begun) throw;
      Tell(file_.Locate(error.what()) + "; no results are written");
      return std::nullopt;
    }
  }

  void Write(const AnalysisOutcome& outcome) {
    outputs_.Write(outcome, file_);
    vtk_->Finish();
    if (!outcome.stopped) checkpoints_.Remove();
  }

 private:
  const RunArguments& arguments_;
  const ModelFile& file_;
  Simulation& simulation_;
  std::unique_ptr<FmuCoupling> fmus_;
  Checkpointing checkpoints_;
  Outputs outputs_;
  std::optional<VtkOutput> vtk_;
};

}  // namespace

int RunModel(const RunArguments& arguments) {
  RunFigures figures;
  const double start = Now();
  const ModelFile file = ReadWithOverrides(arguments);
  if (!file.analyses.empty()) return RunAnalyses(arguments, file);
  const System system = Compile(file);
  const auto simulation = Assemble(arguments, file, system);
  PlainRun run(arguments, file, *simulation);
  WarningPrinter warnings(*simulation, ListAnalysisWarnings(AnalysisType::dynamic, *simulation));
  figures.setup = Now() - start;
  const Interruption interruption;
  const std::optional<AnalysisOutcome> outcome = run.Run(interruption);
  if (!outcome) return kRunFailed;
  figures.run = Now() - start - figures.setup;
  figures.largest_constraint_residual =
      FindStatistic(*outcome->results, "largest_constraint_residual");
  run.Write(*outcome);
  figures.writing = Now() - start - figures.setup - figures.run;
  warnings.Print(simulation->warnings());
  if (!arguments.quiet)
    PrintEnd(*simulation, *outcome->results, figures, warnings.count(), arguments);
  return outcome->stopped ? TellInterrupted(interruption, *simulation, arguments) : kDone;
}

}  // namespace trunnion::command
