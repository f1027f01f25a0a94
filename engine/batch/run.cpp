// SPDX-License-Identifier: BSD-3-Clause
#include "engine/batch/run.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <sstream>

#include "engine/analyses/equilibrium.hpp"
#include "engine/analyses/kinematics.hpp"
#include "engine/analyses/mesh_modes.hpp"
#include "engine/core/error.hpp"
#include "engine/recorder/step_log.hpp"
#include "engine/system/system_reports.hpp"
#include "engine/view/svg_plot.hpp"

namespace trunnion {
namespace {

const char* const kUphill =
    "the static equilibrium was found against the forces, since no way along them led to one "
    "within "
    "max_relaxations; it may not be stable: eigenmodes tell";

/// Columns beyond which a table goes to the stream only, from a thread of its own.
constexpr std::size_t kWidestInMemory = 50000;

double EndOf(const AnalysisRequest& request, const ModelFile& file) {
  return request.until.value_or(file.run.until);
}

double IntervalOf(const AnalysisRequest& request, const ModelFile& file) {
  return request.output_interval.value_or(file.run.output_interval);
}

/// Of energy that nothing explains.
void WarnOfDefect(Simulation& simulation) {
  constexpr double kMost = 0.01;  // of what is turned over
  const EnergyAccount* account = simulation.energy_account();
  if (!account ||
      account->largest_defect <= kMost * std::max(account->turnover, account->unresolved))
    return;
  std::ostringstream warning;
  warning.precision(3);
  warning << "energy of " << account->largest_defect << " J, of " << account->turnover
          << " J that the run has turned over, has come from nowhere or is lost: an error of the "
             "integration; take a smaller tolerance";
  simulation.AddWarning(warning.str());
}

/// Of energy that is wrong by so little that it means nothing but the pace of the motion.
void WarnOfLead(Simulation& simulation) {
  constexpr double kMost = 10;  // tolerances
  const EnergyAccount* account = simulation.energy_account();
  if (!account || !account->has_lead() || account->lead_tolerances <= kMost) return;
  const bool turns = account->lead_angle > account->lead_distance;
  const int body = turns ? account->lead_angle_body : account->lead_distance_body;
  std::ostringstream warning;
  warning.precision(2);
  warning << "body '" << simulation.system().parts().bodies[static_cast<std::size_t>(body)].name
          << "' is about " << (turns ? account->lead_angle : account->lead_distance)
          << (turns ? " rad" : " m") << (account->lead > 0 ? " ahead of" : " behind")
          << " its true motion, " << account->lead_tolerances
          << " tolerances, as the energy not accounted for tells: such errors grow with the square "
             "of time; take a smaller tolerance, or another integrator";
  simulation.AddWarning(warning.str());
}

Results Integrate(const AnalysisRequest& request,
                  const ModelFile& file,
                  Simulation& simulation,
                  Recorder& recorder,
                  const AnalysisControl& control) {
  StepLog steps;
  if (!control.goes_on) simulation.Restart(simulation.t(), simulation.q(), simulation.v());
  if (control.begin) control.begin(recorder, steps);
  simulation.on_step([&steps](const Simulation& s) { steps.Sample(s); });
  try {
    Advance(simulation, recorder, EndOf(request, file), IntervalOf(request, file), control.run);
  } catch (...) {
    simulation.on_step({});
    throw;
  }
  simulation.on_step({});
  WarnOfDefect(simulation);
  WarnOfLead(simulation);
  Results results = recorder.TakeResults(simulation);
  results.tables.push_back(steps.MakeTable());
  results.statistics.emplace_back("largest_constraint_residual", steps.largest_residual());
  if (steps.steps_per_row() > 1)
    results.statistics.emplace_back("steps_per_row", static_cast<double>(steps.steps_per_row()));
  return results;
}

bool Moves(const AnalysisRequest& request) {
  return request.type == AnalysisType::dynamic || request.type == AnalysisType::kinematic ||
         request.type == AnalysisType::quasi_static;
}

/// Results from t on stay in memory, with the log of steps.
void RequireRoomFor(const AnalysisRequest& request,
                    const ModelFile& file,
                    double t,
                    std::size_t columns) {
  constexpr double kMostBytes = 4e9;
  const double rows = (EndOf(request, file) - t) / IntervalOf(request, file) + 1;
  const double bytes = 8 * rows * static_cast<double>(columns) + StepLog::kMostBytes;
  std::ostringstream message;
  message.precision(3);
  message << rows << " outputs of " << columns << " numbers need " << bytes / 1e9
          << " GB: choose a longer output_interval, or --interval";
  Require(bytes <= kMostBytes, message.str());
}

Results Record(const AnalysisRequest& request,
               const ModelFile& file,
               Simulation& simulation,
               Recorder& recorder,
               const AnalysisControl& control) {
  RequireRoomFor(request, file, simulation.t(), recorder.num_columns());
  const double until = EndOf(request, file), interval = IntervalOf(request, file);
  if (request.type == AnalysisType::dynamic)
    return Integrate(request, file, simulation, recorder, control);
  if (request.type == AnalysisType::kinematic)
    AdvanceKinematics(simulation, recorder, until, interval, control.run);
  else
    AdvanceStatics(simulation, recorder, until, interval, request.statics, control.run);
  return recorder.TakeResults(simulation);
}

/// FMUs know no equilibrium, and step in time only.
void RequireNoFmus(const AnalysisRequest& request, const ModelFile& file) {
  if (file.fmus.empty() || request.type == AnalysisType::dynamic) return;
  throw ModelError("fmu '" + file.fmus.front().name + "'",
                   std::string("FMUs take part in dynamic analyses only, and '") +
                       ToString(request.type) +
                       "' is another one; leave out that analysis, or the section \"fmus\"");
}

Results RecordOnce(const ModelFile& file, Simulation& simulation) {
  Recorder recorder(simulation.system(), file.signals, {.model_name = file.source});
  recorder.Sample(simulation);
  return recorder.TakeResults(simulation);
}

LinearModelOptions WithSignals(const AnalysisRequest& request, const ModelFile& file) {
  LinearModelOptions options = request.linear;
  for (const std::string& name : request.output_names)
    for (const Signal& signal : file.signals)
      if (signal.name == name) options.outputs.push_back(signal);
  return options;
}

void FindModes(Simulation& simulation, AnalysisOutcome& outcome) {
  std::string remark;
  outcome.modes = CalcModes(simulation, outcome.request.modes, remark);
  if (!remark.empty()) outcome.warnings.push_back("eigenmodes: " + remark);
}

/// "joint 'a', joint 'b'": the joints with friction.
std::string ListFrictionJoints(const System& system) {
  std::string names;
  for (int j = 0; j < static_cast<int>(system.parts().joints.size()); ++j)
    if (GetJoint(system, JointId(j)).has_reaction_force())
      names += (names.empty() ? "joint '" : ", joint '") +
               system.parts().joints[static_cast<std::size_t>(j)].name + "'";
  return names;
}

void AddMeshModes(const Simulation& simulation, const std::vector<Mode>& modes, Results& results) {
  const std::string text = MakeMeshModesJson(simulation.system(), simulation.context(), modes);
  if (!text.empty()) results.documents.emplace_back("mesh_modes", text);
}

/// What a dynamic analysis has cost, and what its energy says of it.
std::string DescribeSteps(const Results& results) {
  const auto find = [&results](const std::string& name) { return FindStatistic(results, name); };
  std::ostringstream text;
  text << "  " << find("steps") << " steps, rejected "
       << find("error_test_failures") + find("convergence_failures") + find("singular_failures")
       << ", Newton iterations " << find("newton_iterations") << "\n";
  const double turnover = find("energy_turned_over"), defect = find("energy_not_accounted_for");
  if (turnover > defect) {
    text.precision(2);
    text << "  energy not accounted for: at most " << defect << " J of " << turnover
         << " J turned over\n";
  }
  return text.str();
}

/// Before its end, and not by an event of the model.
bool WasStopped(const AnalysisRequest& request,
                const ModelFile& file,
                const Simulation& simulation) {
  return simulation.t() < EndOf(request, file) &&
         !(request.type == AnalysisType::dynamic && simulation.stopped());
}

void RecordMotion(const ModelFile& file,
                  Simulation& simulation,
                  const AnalysisControl& control,
                  AnalysisOutcome& outcome) {
  const AnalysisRequest& request = outcome.request;
  const bool all = !control.signals_only;
  outcome.recorder =
      std::make_shared<Recorder>(simulation.system(),
                                 file.signals,
                                 RecorderOptions{.model_name = file.source,
                                                 .bodies = all,
                                                 .joints = all,
                                                 .forces = all,
                                                 .energy = all,
                                                 .meshes = all,
                                                 .stream_to = control.stream_to,
                                                 .widest_in_memory = kWidestInMemory});
  outcome.results = Record(request, file, simulation, *outcome.recorder, control);
  outcome.stopped = WasStopped(request, file, simulation);
  if (request.type == AnalysisType::dynamic) outcome.events = simulation.events();
  if (outcome.stopped) outcome.results->statistics.emplace_back("interrupted", 1);
}

}  // namespace

const char* ToString(AnalysisType type) {
  switch (type) {
    case AnalysisType::dynamic:
      return "dynamic";
    case AnalysisType::kinematic:
      return "kinematic";
    case AnalysisType::statics:
      return "static";
    case AnalysisType::quasi_static:
      return "quasi_static";
    case AnalysisType::linearize:
      return "linearize";
    case AnalysisType::eigenmodes:
      break;
  }
  return "eigenmodes";
}

std::vector<std::string> ListAnalysisWarnings(AnalysisType type, const Simulation& simulation) {
  std::vector<std::string> warnings;
  if (type == AnalysisType::statics || type == AnalysisType::quasi_static) {
    const std::string names = ListFrictionJoints(simulation.system());
    if (!names.empty())
      warnings.push_back(
          "friction takes no part in statics: the equilibrium found is the one that " + names +
          " would have without it; with it, they may also stick nearby: let a dynamic "
          "analysis settle there");
  }
  if (type != AnalysisType::dynamic && simulation.has_events() && type != AnalysisType::linearize &&
      type != AnalysisType::eigenmodes)
    warnings.push_back(std::string("events take part in dynamic analyses only; this one is ") +
                       ToString(type));
  if (type == AnalysisType::dynamic && simulation.degrees_of_freedom() == 0)
    warnings.push_back(
        "the model has no degree of freedom left: a dynamic analysis follows its motions to the "
        "tolerance only; the analysis 'kinematic' is exact there");
  return warnings;
}

void RequireRoom(const std::vector<AnalysisRequest>& requests,
                 const ModelFile& file,
                 const System& system,
                 bool streams) {
  for (const AnalysisRequest& request : requests) RequireNoFmus(request, file);
  if (std::none_of(requests.begin(), requests.end(), Moves)) return;
  const Recorder recorder(system, file.signals);
  const std::size_t columns =
      streams ? recorder.num_columns(kWidestInMemory) : recorder.num_columns();
  for (const AnalysisRequest& request : requests)
    if (Moves(request)) RequireRoomFor(request, file, 0, columns);
}

AnalysisOutcome RunAnalysis(const AnalysisRequest& request,
                            const ModelFile& file,
                            Simulation& simulation,
                            const AnalysisControl& control) {
  RequireNoFmus(request, file);
  Require(file.fmus.empty() || control.run.partner,
          "the FMUs of the model do not run by themselves; give an FmuCoupling of them as "
          "RunControl::partner");
  AnalysisOutcome outcome{.request = request};
  outcome.warnings = ListAnalysisWarnings(request.type, simulation);
  switch (request.type) {
    case AnalysisType::statics:
      outcome.statics = SolveStatics(simulation, request.statics);
      if (outcome.statics->uphill) outcome.warnings.push_back(kUphill);
      outcome.results = RecordOnce(file, simulation);
      break;
    case AnalysisType::linearize:
      outcome.linear = LinearizeModel(simulation, WithSignals(request, file));
      if (!outcome.linear->unsteady.empty())
        outcome.warnings.push_back("linearization: " + outcome.linear->unsteady);
      break;
    case AnalysisType::eigenmodes:
      FindModes(simulation, outcome);
      outcome.results = RecordOnce(file, simulation);
      outcome.results->documents.emplace_back("eigenmodes",
                                              MakeModesJson(outcome.modes, simulation.t()));
      AddMeshModes(simulation, outcome.modes, *outcome.results);
      break;
    default:
      RecordMotion(file, simulation, control, outcome);
  }
  if (outcome.results && !request.name.empty())
    outcome.results->metadata.emplace_back("analysis", request.name);
  outcome.t = simulation.t();
  return outcome;
}

void WritePlots(const Results& results,
                const ModelFile& file,
                const std::filesystem::path& name,
                FileTransaction& with) {
  const std::string stem = std::filesystem::path(file.source).stem().string();
  WriteText(name, MakeSvg(stem, results, file.plots), with);
}

void WriteOutcome(const AnalysisOutcome& outcome,
                  const ModelFile& file,
                  const std::filesystem::path& folder,
                  FileTransaction& with) {
  const bool modes = outcome.request.type == AnalysisType::eigenmodes;
  if (outcome.results) {
    if (!modes) WriteCsv(*outcome.results, folder, with);
    const std::filesystem::path all = folder / "results.h5";
    outcome.recorder&& outcome.recorder->streams_wide_tables()
        ? outcome.recorder->WriteStream(*outcome.results, all, with)
        : WriteHdf5(*outcome.results, all, with);
    if (outcome.results->time.size() > 1 && !file.plots.empty())
      WritePlots(*outcome.results, file, folder / "plots.svg", with);
  }
  if (outcome.linear) WriteLinearModel(*outcome.linear, folder, with);
  if (modes) {
    WriteText(folder / "eigenmodes.json", MakeModesJson(outcome.modes, outcome.t), with);
    WriteText(folder / "eigenmodes.txt", MakeModesTable(outcome.modes), with);
  }
}

double FindStatistic(const Results& results, const std::string& name) {
  for (const auto& [key, value] : results.statistics)
    if (key == name) return value;
  return 0;
}

std::string ListEvents(const std::vector<EventRecord>& events) {
  constexpr std::size_t kShown = 10;
  std::ostringstream text;
  text.precision(10);
  for (std::size_t i = 0; i < std::min(events.size(), kShown); ++i)
    text << (i > 0 ? ", '" : "'") << events[i].name << "' at " << events[i].t << " s";
  if (events.size() > kShown) text << " and " << events.size() - kShown << " more";
  return text.str();
}

std::string Summarize(const AnalysisOutcome& outcome) {
  std::ostringstream text;
  text << outcome.request.name << " (" << ToString(outcome.request.type) << "), t = " << outcome.t
       << " s\n";
  if (outcome.statics) {
    text << "  Newton iterations " << outcome.statics->newton_iterations << ", relaxation steps "
         << outcome.statics->relaxation_steps << ", largest unbalanced force "
         << outcome.statics->worst_force << " N or N m\n";
    for (const ResultTable& table : outcome.results->tables) {
      if (table.name != "signals") continue;
      for (std::size_t c = 1; c < table.columns.size(); ++c)
        text << "  " << table.columns[c].name << " = "
             << table.values(0, static_cast<Eigen::Index>(c)) << " " << table.columns[c].unit
             << "\n";
    }
  } else if (outcome.results && outcome.modes.empty()) {
    text << "  " << outcome.results->time.size() << " outputs\n";
    if (outcome.request.type == AnalysisType::dynamic) text << DescribeSteps(*outcome.results);
    if (!outcome.events.empty()) text << "  events: " << ListEvents(outcome.events) << "\n";
  }
  if (outcome.linear) {
    const LinearModel& m = *outcome.linear;
    text << "  " << m.states.size() << " states, " << m.inputs.size() << " inputs, "
         << m.outputs.size() << " outputs\n";
    if (m.output_error > 1e-3)
      text << "  warning: an output has a kink here; C and D are uncertain by a relative "
           << m.output_error << "\n";
  }
  if (outcome.request.type == AnalysisType::eigenmodes) text << MakeModesTable(outcome.modes);
  return text.str();
}

}  // namespace trunnion
