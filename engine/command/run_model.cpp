// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <memory>
#include <vector>

#include "engine/analyses/run.hpp"
#include "engine/command/commands.hpp"
#include "engine/command/progress.hpp"
#include "engine/command/summary.hpp"
#include "engine/core/error.hpp"
#include "engine/model_file.hpp"
#include "engine/recorder.hpp"
#include "engine/result_files.hpp"
#include "engine/result_stream.hpp"
#include "engine/step_log.hpp"
#include "engine/svg_plot.hpp"
#include "engine/vtk_series.hpp"

namespace trunnion::command {
namespace {

/// Columns beyond which a table goes to HDF5 only, from a thread of its own.
constexpr std::size_t kWidestInMemory = 50000;

double Now() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

ModelFile ReadWithOverrides(const RunArguments& arguments) {
  ModelFile file = ReadModelFile(arguments.model);
  RunSettings& run = file.run;
  run.until = arguments.until.value_or(run.until);
  run.output_interval = arguments.interval.value_or(run.output_interval);
  run.integrator.tolerance = arguments.tolerance.value_or(run.integrator.tolerance);
  run.integrator.formulation = arguments.formulation.value_or(run.integrator.formulation);
  run.integrator.linear_solver = arguments.linear_solver.value_or(run.integrator.linear_solver);
  if (arguments.tolerance) run.integrator.angle_tolerance = 0;  // the same number
  run.strict = run.strict || arguments.strict;
  return file;
}

std::unique_ptr<Simulation> Assemble(const ModelFile& file, const System& system, int threads) {
  SimulationOptions options = file.run.MakeOptions();
  options.threads = threads;
  try {
    return std::make_unique<Simulation>(system, options);
  } catch (const Error& error) {
    throw ModelError(file.Locate(error.what()));
  }
}

void CheckAmountOfOutput(const RunSettings& run, const Recorder& recorder) {
  constexpr double kMostBytes = 4e9;
  const double rows = run.until / run.output_interval + 1;
  const double bytes = 8 * rows * static_cast<double>(recorder.num_columns());
  Require(bytes <= kMostBytes,
          fmt::format("{:.3g} outputs of {} numbers need {:.3g} GB: choose a longer --interval",
                      rows,
                      recorder.num_columns(),
                      bytes / 1e9));
}

/// Where files go; nothing is left behind if the run comes to no end.
struct Outputs {
  std::unique_ptr<OutputFolder> folder, plot_folder;
  std::filesystem::path plot;

  Outputs(const RunArguments& arguments, const ModelFile& file) {
    if (!arguments.output.empty()) folder = std::make_unique<OutputFolder>(arguments.output);
    plot = arguments.plot;
    if (!plot.empty()) {
      Require(!file.plots.empty(),
              file.source + ": /plots: the model asks for no plot; add one or leave out --plot");
      plot_folder = std::make_unique<OutputFolder>(plot.parent_path());
      FileTransaction().Add(plot);  // refuses a folder
    } else if (folder && !file.plots.empty()) {
      plot = folder->path() / "plots.svg";
    }
  }

  std::filesystem::path partial() const {
    return folder ? folder->path() / kPartialResults : std::filesystem::path();
  }

  void Write(const Results& results, const ModelFile& file, Recorder& recorder) {
    FileTransaction files;
    if (folder) {
      WriteCsv(results, folder->path(), files);
      const auto all = folder->path() / "results.h5";
      recorder.streams_wide_tables() ? recorder.WriteStream(results, all, files)
                                     : WriteHdf5(results, all, files);
    }
    if (!plot.empty()) {
      const std::string stem = std::filesystem::path(file.source).stem().string();
      WriteText(plot, MakeSvg(stem, results, file.plots), files);
    }
    files.Commit();
    if (folder) folder->Keep();
    if (plot_folder) plot_folder->Keep();
  }
};

/// VTK files of a run; they become visible with Finish.
class VtkOutput {
 public:
  /// @param results  the folder that the run writes to.
  VtkOutput(const RunArguments& arguments,
            const std::filesystem::path& results,
            const System& system) {
    if (!arguments.vtk) return;
    Require(!arguments.output.empty(), "--vtk: give the folder for results with --output");
    folder_ = std::make_unique<OutputFolder>(results / "vtk");
    series_ = std::make_unique<VtkSeries>(system, folder_->path(), files_);
  }
  void Sample(const Simulation& simulation) {
    if (series_) series_->Sample(simulation);
  }
  void Finish() {
    if (!series_) return;
    series_->Finish();
    files_.Commit();
    folder_->Keep();
  }

 private:
  std::unique_ptr<OutputFolder> folder_;
  FileTransaction files_;  // goes before the folder
  std::unique_ptr<VtkSeries> series_;
};

Results TakeResults(Recorder& recorder, const Simulation& simulation, const StepLog& steps) {
  Results results = recorder.TakeResults(simulation);
  results.tables.push_back(steps.MakeTable());
  results.statistics.emplace_back("largest_constraint_residual", steps.largest_residual());
  return results;
}

void PrintWarnings(const Simulation& simulation) {
  for (const std::string& warning : simulation.warnings()) {
    fmt::print(stderr, "trunnion: warning: {}\n", warning);
  }
}

void PrintEnd(const Simulation& simulation,
              const Results& results,
              const RunFigures& figures,
              const RunArguments& arguments) {
  fmt::print("{}", MakeSummary(simulation, results, figures));
  const auto warnings = simulation.warnings().size();
  if (warnings > 0) fmt::print("  {:<30} {}, see above\n", "warnings", warnings);
  if (arguments.output.empty() && arguments.plot.empty()) {
    fmt::print("  {:<30} not written; --output DIR writes CSV and HDF5\n", "results");
  } else {
    const auto& place = arguments.output.empty() ? arguments.plot : arguments.output;
    fmt::print("  {:<30} {}\n", "results", place.string());
  }
}

/// DIR, then a folder below it for each analysis; none without --output.
class AnalysisFolders {
 public:
  AnalysisFolders(const RunArguments& arguments, const ModelFile& file) {
    if (arguments.output.empty()) return;
    folders_.push_back(std::make_unique<OutputFolder>(arguments.output));
    for (const AnalysisRequest& request : file.analyses)
      folders_.push_back(std::make_unique<OutputFolder>(arguments.output / request.name));
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
  void Keep() {
    for (const auto& folder : folders_) folder->Keep();
  }

 private:
  std::vector<std::unique_ptr<OutputFolder>> folders_;
};

/// One for each analysis.
std::deque<VtkOutput> MakeVtkOutputs(const RunArguments& arguments,
                                     const AnalysisFolders& folders,
                                     const ModelFile& file,
                                     const System& system) {
  std::deque<VtkOutput> outputs;
  for (std::size_t i = 0; i < file.analyses.size(); ++i)
    outputs.emplace_back(arguments, folders.wanted() ? folders.of_analysis(i) : ".", system);
  return outputs;
}

/// One analysis, with its VTK files.
AnalysisOutcome RunOne(const AnalysisRequest& request,
                       const ModelFile& file,
                       const RunArguments& arguments,
                       const std::filesystem::path& partial,
                       VtkOutput& vtk,
                       Simulation& simulation) {
  const bool integrates = request.type == AnalysisType::dynamic;
  const double until = request.until.value_or(file.run.until);
  Progress bar({request.name, simulation.t(), until, integrates}, arguments.progress_style());
  bool sampled = false;
  const auto show = [&](double) {
    vtk.Sample(simulation);
    sampled = true;
    bar.Show(simulation);
  };
  AnalysisOutcome outcome = RunAnalysis(request, file, simulation, show, partial);
  if (outcome.results && !sampled) vtk.Sample(simulation);  // of one state
  return outcome;
}

/// The analyses of the model in their order, each with a folder of its own.
int RunAnalyses(const RunArguments& arguments, const ModelFile& file) {
  Require(arguments.plot.empty(),
          file.source + ": /analyses: plots go into the folders of the analyses; use --output");
  const System system = file.model.Compile();
  const auto simulation = Assemble(file, system, arguments.threads);
  AnalysisFolders folders(arguments, file);
  PrintWarnings(*simulation);
  FileTransaction files;
  std::deque<VtkOutput> vtk = MakeVtkOutputs(arguments, folders, file, system);
  std::string summary;
  for (std::size_t i = 0; i < file.analyses.size(); ++i) {
    const AnalysisRequest& request = file.analyses[i];
    try {
      const AnalysisOutcome outcome =
          RunOne(request, file, arguments, folders.partial(i), vtk[i], *simulation);
      summary += Summarize(outcome);
      if (folders.wanted()) WriteOutcome(outcome, file, folders.of_analysis(i), files);
    } catch (const FileError&) {
      throw;
    } catch (const Error& error) {
      fmt::print(stderr,
                 "trunnion: analysis '{}': {}; no results are written\n",
                 request.name,
                 file.Locate(error.what()));
      return kRunFailed;
    }
  }
  files.Commit();
  for (VtkOutput& output : vtk) output.Finish();
  folders.Keep();
  if (!arguments.quiet) {
    fmt::print("{}", summary);
    const std::string place = arguments.output.empty()
                                  ? std::string("not written; --output DIR writes them")
                                  : arguments.output.string();
    fmt::print("results: {}\n", place);
  }
  return kDone;
}

}  // namespace

int RunModel(const RunArguments& arguments) {
  RunFigures figures;
  const double start = Now();
  const ModelFile file = ReadWithOverrides(arguments);
  if (!file.analyses.empty()) return RunAnalyses(arguments, file);
  const System system = file.model.Compile();
  const auto simulation = Assemble(file, system, arguments.threads);
  Outputs outputs(arguments, file);
  Recorder recorder(system,
                    file.signals,
                    {.model_name = file.source,
                     .stream_to = outputs.partial(),
                     .widest_in_memory = kWidestInMemory});
  CheckAmountOfOutput(file.run, recorder);
  VtkOutput vtk(arguments, arguments.output, system);
  PrintWarnings(*simulation);
  figures.setup = Now() - start;
  StepLog steps;
  simulation->on_step([&steps](const Simulation& s) { steps.Sample(s); });

  try {
    Progress bar({"dynamic", simulation->t(), file.run.until, true}, arguments.progress_style());
    Advance(*simulation, recorder, file.run.until, file.run.output_interval, [&](double) {
      vtk.Sample(*simulation);
      bar.Show(*simulation);
    });
  } catch (const Error& error) {
    fmt::print(stderr, "trunnion: {}; no results are written\n", file.Locate(error.what()));
    return kRunFailed;
  }
  figures.run = Now() - start - figures.setup;

  figures.largest_constraint_residual = steps.largest_residual();
  const Results results = TakeResults(recorder, *simulation, steps);
  outputs.Write(results, file, recorder);
  vtk.Finish();
  figures.writing = Now() - start - figures.setup - figures.run;
  if (!arguments.quiet) PrintEnd(*simulation, results, figures, arguments);
  return kDone;
}

}  // namespace trunnion::command
