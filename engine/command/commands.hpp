// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/error.hpp"
#include "engine/results/results.hpp"
#include "solvers/problem/integrator_options.hpp"

/// The subcommands of the program `trunnion`.
namespace trunnion::command {

/// What the program returns to the shell.
enum ExitCode {
  kDone = 0,
  kBadInput = 2,  ///< of the command line, the model, or the output folder
  kRunFailed = 3,
};

/// How a run shows how far it is.
enum class ProgressStyle { bar, json, none };

struct RunArguments {
  std::filesystem::path model;
  std::vector<std::string> set{};     ///< "NAME=VALUE", parameters of the model
  std::optional<double> until{};      ///< [s]; not given, here and below: as the model says
  std::optional<double> tolerance{};  ///< [m and rad]
  std::optional<double> interval{};   ///< [s]
  std::optional<IntegratorKind> integrator{};
  std::optional<FormulationKind> formulation{};
  std::optional<LinearSolverKind> linear_solver{};
  std::filesystem::path output{};  ///< empty: no result files
  std::filesystem::path plot{};    ///< empty: plots.svg in the output folder
  int threads = 0;                 ///< 0: as many as the machine has
  bool vtk = false;                ///< files of flexible parts, in the folder vtk of the output
  std::optional<double> checkpoint_every{};  ///< [s], of the simulation
  std::filesystem::path resume{};            ///< checkpoint to go on from; empty: none
  bool strict = false;
  bool quiet = false;  ///< no summary and no progress bar
  ProgressStyle progress = ProgressStyle::bar;

  ProgressStyle progress_style() const {
    return quiet && progress == ProgressStyle::bar ? ProgressStyle::none : progress;
  }
};

/// Simulates a model, prints the summary and writes the results.
/// @throws Error before the run, for bad input; returns an ExitCode otherwise.
int RunModel(const RunArguments& arguments);

/// f(), with what is found wrong with results told with the file they come from.
/// @throws FileError
template <class F>
auto OfResults(const std::filesystem::path& file, const F& f) {
  try {
    return f();
  } catch (const ModelError& error) {
    throw FileError("'" + file.string() + "': " + error.what());
  }
}

/// Results read back, with a warning on stderr if a later version of the program has written them.
/// @throws FileError
Results ReadResultsOf(const std::filesystem::path& place);

struct ViewArguments {
  std::filesystem::path results;   ///< folder or .h5 file
  std::filesystem::path output{};  ///< empty: view.html in the folder, or beside the file
  std::string title{};             ///< empty: the name of the model
  int frames = 1000;               ///< most of the animation
};

/// Writes a page with the animation and the diagrams of results. @throws Error for bad input.
int WriteView(const ViewArguments& arguments);

struct PlotArguments {
  std::filesystem::path results;
  std::vector<std::string> channels;  ///< names of columns, "TABLE/NAME", or patterns with *
  std::filesystem::path output;       ///< .svg or .png
  std::string title{};
  std::string x{};  ///< channel across; empty: the time
};

/// Draws channels over time or over another one, one diagram for each unit. @throws Error for bad
/// input.
int PlotResults(const PlotArguments& arguments);

struct ReportArguments {
  std::vector<std::filesystem::path> results;  ///< one, or two to compare
  std::filesystem::path output{};              ///< empty: report.html in the first folder
};

/// Writes a page of tables and figures about runs. @throws Error for bad input.
int WriteReport(const ReportArguments& arguments);

struct FmuArguments {
  std::filesystem::path model;
  std::filesystem::path output;  ///< .fmu
  int fmi = 3;                   ///< version of the standard: 2 or 3
};

/// Writes a model as an FMU for co-simulation. @throws Error for bad input.
int WriteFmu(const FmuArguments& arguments);

struct ImportArguments {
  std::filesystem::path dataset;  ///< .adm
  std::filesystem::path output;   ///< .json
  bool partial = false;           ///< leaves out what is not understood
};

/// Writes an Adams dataset as a model file and prints what was read. @throws Error for bad input.
int ImportModel(const ImportArguments& arguments);

struct StudyArguments {
  std::filesystem::path study;
  std::filesystem::path output;  ///< folder
  int jobs = 0;                  ///< runs at a time; 0: as many as the machine has
  bool quiet = false;            ///< no summary and no progress
};

/// Runs a model for many values of its parameters, writes a table and a page.
/// @throws Error for bad input.
int RunStudyFile(const StudyArguments& arguments);

/// Prints the JSON Schema of model files, docs/model_file.schema.json.
int PrintSchema();

/// Prints what a model consists of. @throws Error for bad input.
int PrintCheck(const std::filesystem::path& model, const std::vector<std::string>& set);

}  // namespace trunnion::command
