// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>
#include <cmath>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/command/commands.hpp"
#include "engine/command/rig_commands.hpp"
#include "engine/command/terminal.hpp"
#include "engine/core/error.hpp"
#include "engine/core/version.hpp"
#include "engine/results/hdf5_exit.hpp"
#include "solvers/problem/option_names.hpp"

namespace {

using trunnion::command::kBadInput;
using trunnion::command::kRunFailed;
using trunnion::command::RunArguments;

int Fail(const std::string& message, int code) {
  trunnion::command::Tell(message);
  return code;
}

/// A finite number > 0.
const CLI::Validator& Positive() {
  static const CLI::Validator validator(
      [](std::string& text) -> std::string {
        double value = 0;
        const bool good =
            CLI::detail::lexical_cast(text, value) && std::isfinite(value) && value > 0;
        return good ? "" : "'" + text + "' is no number above zero";
      },
      "> 0");
  return validator;
}

/// A name: an empty one would be no name, and the results lost.
const CLI::Validator& NotEmpty() {
  static const CLI::Validator validator(
      [](std::string& text) { return text.empty() ? "give a name" : std::string(); }, "");
  return validator;
}

/// One of the named values of an option.
template <class Choice>
CLI::Validator NameOfOption() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        std::string known;
        for (const auto& [name, choice] : trunnion::kOptionNames<Choice>) {
          if (text == name) {
            text = std::to_string(static_cast<int>(choice));
            return "";
          }
          known += (known.empty() ? "" : ", ") + std::string(name);
        }
        return "'" + text + "' is unknown; known are " + known;
      },
      "NAME");
}

/// What was a formulation and is an integrator.
CLI::Validator NoIntegrator() {
  return CLI::Validator(
      [](std::string& text) -> std::string {
        const std::string integrator(trunnion::FindIntegratorOfFormulation(text));
        return integrator.empty() ? "" : "'" + text + "' is given by --integrator " + integrator;
      },
      "");
}

void AddSet(CLI::App& command, std::vector<std::string>& set) {
  command
      .add_option("--set", set, "NAME=VALUE: a parameter of the model; may be given several times")
      ->allow_extra_args(false);
}

void AddRunOptions(CLI::App& run, RunArguments& a) {
  run.add_option("MODEL", a.model, "model file (JSON, or .adm)")->required();
  AddSet(run, a.set);
  run.add_option("--until", a.until, "end of the simulation [s]")->check(Positive());
  run.add_option(
         "--tolerance", a.tolerance, "what the error of the run is meant to be near [m and rad]")
      ->check(Positive());
  run.add_option("--interval", a.interval, "time between outputs [s]")->check(Positive());
  run.add_option("--integrator", a.integrator, "bdf, adams, explicit or automatic")
      ->transform(NameOfOption<trunnion::IntegratorKind>());
  run.add_option(
         "--formulation", a.formulation, "equations of a step of BDF, see docs/formulations.md")
      ->transform(NameOfOption<trunnion::FormulationKind>())
      ->transform(NoIntegrator());
  run.add_option("--linear-solver", a.linear_solver, "of Newton's iteration of BDF")
      ->transform(NameOfOption<trunnion::LinearSolverKind>());
  run.add_option("--output", a.output, "folder for CSV, HDF5 and plot; made if need be")
      ->check(NotEmpty());
  run.add_option("--plot", a.plot, "SVG file for the plots of the model")->check(NotEmpty());
  run.add_option("--threads", a.threads, "number of threads; the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  run.add_flag("--strict", a.strict, "any redundant constraint is an error");
  using trunnion::command::ProgressStyle;
  run.add_option("--progress", a.progress, "on stderr: a bar, lines of JSON, or none")
      ->transform(CLI::CheckedTransformer(std::vector<std::pair<std::string, ProgressStyle>>{
                                              {"bar", ProgressStyle::bar},
                                              {"json", ProgressStyle::json},
                                              {"none", ProgressStyle::none}})
                      .description("bar|json|none"));
  run.add_flag("--vtk", a.vtk, "VTK files of flexible parts, in the folder vtk of the output");
  run.add_option("--checkpoint-every",
                 a.checkpoint_every,
                 "simulated time [s] between checkpoints: run.checkpoint in the output folder")
      ->check(Positive());
  run.add_option("--resume", a.resume, "checkpoint that the run goes on from")->check(NotEmpty());
  run.add_flag("--quiet", a.quiet, "no summary and no progress bar");
}

void AddCheckOptions(CLI::App& check, std::filesystem::path& model, std::vector<std::string>& set) {
  check.add_option("MODEL", model, "model file (JSON, or .adm)")->required();
  AddSet(check, set);
}

CLI::App& AddView(CLI::App& app, trunnion::command::ViewArguments& a) {
  CLI::App& view = *app.add_subcommand("view", "write a page that shows results in 3D");
  view.add_option("RESULTS", a.results, "folder of results, or its results.h5")->required();
  view.add_option("-o,--output", a.output, "HTML file; view.html in the folder if not given")
      ->check(NotEmpty());
  view.add_option("--title", a.title, "heading of the page");
  view.add_option("--frames", a.frames, "most frames of the animation")
      ->check(CLI::Range(2, 1'000'000));
  return view;
}

CLI::App& AddPlot(CLI::App& app, trunnion::command::PlotArguments& a) {
  CLI::App& plot = *app.add_subcommand("plot", "draw channels of results over time");
  plot.add_option("RESULTS", a.results, "folder of results, or its results.h5")->required();
  plot.add_option("CHANNEL", a.channels, "columns of the tables; * stands for any text")
      ->required();
  plot.add_option("-o,--output", a.output, "SVG or PNG file")->required()->check(NotEmpty());
  plot.add_option("--title", a.title, "heading of the figure");
  plot.add_option("--x", a.x, "channel across; the time if not given")->check(NotEmpty());
  return plot;
}

CLI::App& AddReport(CLI::App& app, trunnion::command::ReportArguments& a) {
  CLI::App& report = *app.add_subcommand("report", "write a page about one run, or two compared");
  report.add_option("RESULTS,--compare", a.results, "folder of results; two with --compare")
      ->required()
      ->expected(1, 2);
  report.add_option("-o,--output", a.output, "HTML file; report.html in the folder if not given")
      ->check(NotEmpty());
  return report;
}

CLI::App& AddFmu(CLI::App& app, trunnion::command::FmuArguments& a) {
  CLI::App& fmu = *app.add_subcommand("fmu", "write a model as an FMU for co-simulation");
  fmu.add_option("MODEL", a.model, "model file (JSON, or .adm)")->required();
  fmu.add_option("-o,--output", a.output, "FMU file")->required()->check(NotEmpty());
  fmu.add_option("--fmi", a.fmi, "version of the standard, 3 if not given")
      ->check(CLI::IsMember({2, 3}));
  return fmu;
}

CLI::App& AddImport(CLI::App& app, trunnion::command::ImportArguments& a) {
  CLI::App& import = *app.add_subcommand("import", "write an Adams dataset as a model file");
  import.add_option("DATASET", a.dataset, "Adams solver dataset (.adm)")->required();
  import.add_option("-o,--output", a.output, "model file to write")->required()->check(NotEmpty());
  import.add_flag("--partial", a.partial, "leave out what is not understood");
  return import;
}

/// Numbers of the rig: none below zero.
void AddRigRanges(CLI::App& kc, trunnion::vehicle::KcOptions& o) {
  const auto add = [&](const char* name, double& value, const char* what) {
    kc.add_option(name, value, what)->check(CLI::NonNegativeNumber);
  };
  add("--bump", o.bump, "largest travel up [m]");
  add("--rebound", o.rebound, "largest travel down [m]");
  add("--steer", o.steer, "largest input of the steering, both ways [m or rad]");
  add("--lateral", o.lateral, "largest lateral force of a wheel, both ways [N]");
  add("--longitudinal", o.longitudinal, "largest braking and driving force of a wheel [N]");
  add("--aligning", o.aligning, "largest aligning torque of a wheel, both ways [N m]");
}

void AddRigKcOptions(CLI::App& kc, trunnion::command::RigKcArguments& a) {
  using trunnion::vehicle::WheelSupport;
  trunnion::vehicle::KcOptions& o = a.options;
  kc.add_option("MODEL", a.model, "model file with suspensions")->required();
  AddSet(kc, a.set);
  kc.add_option("--suspension", a.suspension, "name, where the model has several")
      ->check(NotEmpty());
  kc.add_option("-o,--output", a.output, "folder for the page and CSV; MODEL_kc if not given")
      ->check(NotEmpty());
  AddRigRanges(kc, o);
  kc.add_option("--steps", o.steps, "rows of a table, to each side")->check(CLI::Range(1, 1000));
  kc.add_option("--support", o.rig.support, "what holds the wheels: contact or wheel_centre")
      ->transform(CLI::CheckedTransformer(std::vector<std::pair<std::string, WheelSupport>>{
                                              {"contact", WheelSupport::contact},
                                              {"wheel_centre", WheelSupport::wheel_centre}})
                      .description("contact|wheel_centre"));
  o.vehicle.emplace();
  auto& facts = *o.vehicle;
  CLI::Option* base =
      kc.add_option("--wheelbase", facts.wheelbase, "[m], for anti-dive")->check(Positive());
  CLI::Option* height =
      kc.add_option("--cg-height", facts.cg_height, "over the ground [m], likewise")
          ->check(Positive());
  base->needs(height);
  height->needs(base);
  kc.add_option("--brake-share", facts.brake_share, "of the axle in the braking force")
      ->check(CLI::Range(0.0, 1.0));
  kc.add_option("--drive-share", facts.drive_share, "of the axle in the driving force")
      ->check(CLI::Range(0.0, 1.0));
  kc.add_flag("--rear", a.rear, "it is the rear axle");
}

/// Numbers of a manoeuvre.
void AddManoeuvreNumbers(CLI::App& drive, trunnion::vehicle::ManoeuvreOptions& o) {
  const auto add = [&](const char* name, double& value, const char* what) {
    drive.add_option(name, value, what)->check(Positive());
  };
  add("--speed", o.speed, "at the start, of constant_radius at the end [m/s]");
  add("--duration", o.duration, "[s]");
  add("--steer", o.steer, "amplitude at the steering wheel [rad]");
  add("--radius", o.radius, "of circles [m]");
  add("--width", o.width, "of the vehicle, for the lanes of double_lane_change [m]");
  add("--bump-height", o.bump_height, "[m]");
  add("--bump-length", o.bump_length, "[m]");
  add("--tolerance", o.tolerance, "of the run [m]");
  add("--interval", o.interval, "of the table [s]");
  drive.add_option("--brake", o.brake, "pedal")->check(CLI::Range(0.0, 1.0));
  drive.add_option("--gear", o.gear, "from 1; by the speed if not given")->check(CLI::Range(1, 99));
}

void AddRigDriveOptions(CLI::App& drive, trunnion::command::RigDriveArguments& a) {
  trunnion::vehicle::ManoeuvreOptions& o = a.options.manoeuvre;
  drive.add_option("MODEL", a.model, "model file with vehicles")->required();
  AddSet(drive, a.set);
  std::vector<std::string> names;
  for (const auto& [name, manoeuvre] : trunnion::vehicle::ManoeuvreNames()) names.push_back(name);
  drive.add_option("--manoeuvre", a.manoeuvre, "what it does")
      ->required()
      ->check(CLI::IsMember(names));
  drive.add_option("--vehicle", a.vehicle, "name, where the model has several")->check(NotEmpty());
  drive
      .add_option(
          "-o,--output", a.output, "folder for the page and CSV; MODEL_MANOEUVRE if not given")
      ->check(NotEmpty());
  AddManoeuvreNumbers(drive, o);
  drive.add_flag("!--right", o.left, "the mirror image: to the right first");
  drive.add_flag("--one-sided", o.one_sided, "the bump is below the wheels of one side");
  drive.add_flag("--energy", o.energy, "keep the energy balance");
}

struct RigArguments {
  trunnion::command::RigKcArguments kc{};
  trunnion::command::RigDriveArguments drive{};
};

CLI::App& AddRig(CLI::App& app, RigArguments& a) {
  CLI::App& rig = *app.add_subcommand("rig", "run a vehicle, or a part of one, on a rig");
  rig.require_subcommand(1);
  AddRigKcOptions(*rig.add_subcommand("kc", "kinematics and compliance of a suspension"), a.kc);
  AddRigDriveOptions(*rig.add_subcommand("drive", "a vehicle through a manoeuvre"), a.drive);
  return rig;
}

CLI::App& AddStudy(CLI::App& app, trunnion::command::StudyArguments& a) {
  CLI::App& study = *app.add_subcommand("study", "run a model for many values of its parameters");
  study.add_option("STUDY", a.study, "study file (JSON)")->required();
  study.add_option("-o,--output", a.output, "folder for the table and the page; made if need be")
      ->required()
      ->check(NotEmpty());
  study.add_option("--jobs", a.jobs, "runs at a time; the results do not depend on it")
      ->check(CLI::Range(1, 1024));
  study.add_flag("--quiet", a.quiet, "no summary and no progress");
  return study;
}

int RunRig(const CLI::App& rig, const RigArguments& a) {
  return rig.got_subcommand("drive") ? trunnion::command::RigDrive(a.drive)
                                     : trunnion::command::RigKc(a.kc);
}

void DescribeProgram(CLI::App& app) {
  app.set_version_flag("--version", std::string("trunnion ") + trunnion::Version());
  app.require_subcommand(0, 1);
  app.footer(
      "Exit codes: 0 done, 2 bad input, 3 the run failed, 130 interrupted (143 by SIGTERM).");
}

/// The exit code, if there is nothing more to do.
std::optional<int> Parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {  // it would list them from the last to the first
    std::string unknown;
    for (const std::string& text : app.remaining(true)) unknown += " " + text;
    return Fail("not expected:" + unknown + "; see trunnion --help", kBadInput);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    return Fail(std::string(error.what()) + "; see trunnion --help", kBadInput);
  }
  return std::nullopt;
}

int ParseAndRun(int argc, char** argv) {
  CLI::App app("Trunnion " + std::string(trunnion::Version()) + ", multibody dynamics", "trunnion");
  DescribeProgram(app);
  RunArguments run_arguments;
  std::filesystem::path check_model;
  CLI::App& run = *app.add_subcommand("run", "simulate a model and write results");
  AddRunOptions(run, run_arguments);
  CLI::App& check = *app.add_subcommand("check", "validate a model and show what it consists of");
  std::vector<std::string> check_set;
  AddCheckOptions(check, check_model, check_set);
  const CLI::App& schema = *app.add_subcommand("schema", "print the JSON Schema of model files");
  trunnion::command::ViewArguments view_arguments;
  const CLI::App& view = AddView(app, view_arguments);
  trunnion::command::PlotArguments plot_arguments;
  const CLI::App& plot = AddPlot(app, plot_arguments);
  trunnion::command::ReportArguments report_arguments;
  const CLI::App& report = AddReport(app, report_arguments);
  trunnion::command::FmuArguments fmu_arguments;
  const CLI::App& fmu = AddFmu(app, fmu_arguments);
  trunnion::command::ImportArguments import_arguments;
  const CLI::App& import = AddImport(app, import_arguments);
  RigArguments rig_arguments;
  const CLI::App& rig = AddRig(app, rig_arguments);
  trunnion::command::StudyArguments study_arguments;
  const CLI::App& study = AddStudy(app, study_arguments);
  if (const auto end = Parse(app, argc, argv)) return *end;
  if (run) return trunnion::command::RunModel(run_arguments);
  if (check) return trunnion::command::PrintCheck(check_model, check_set);
  if (schema) return trunnion::command::PrintSchema();
  if (view) return trunnion::command::WriteView(view_arguments);
  if (plot) return trunnion::command::PlotResults(plot_arguments);
  if (report) return trunnion::command::WriteReport(report_arguments);
  if (fmu) return trunnion::command::WriteFmu(fmu_arguments);
  if (import) return trunnion::command::ImportModel(import_arguments);
  if (rig) return RunRig(rig, rig_arguments);
  if (study) return trunnion::command::RunStudyFile(study_arguments);
  return Fail("give a subcommand, such as run; see trunnion --help", kBadInput);
}

int RunGuarded(int argc, char** argv) {
  try {
    return ParseAndRun(argc, argv);
  } catch (const trunnion::Error& error) {
    return Fail(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return Fail("not enough memory for this model", kRunFailed);
  } catch (const std::exception& error) {
    return Fail(std::string("internal error: ") + error.what(), kRunFailed);
  }
}

}  // namespace

int main(int argc, char** argv) {
  trunnion::command::PrepareTerminal();
  trunnion::SkipHdf5Exit();
  return trunnion::command::FinishTerminal(RunGuarded(argc, argv));
}
