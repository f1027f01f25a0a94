// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder/recorder.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/core/version.hpp"
#include "engine/recorder/background_queue.hpp"
#include "engine/recorder/recorder_probes.hpp"
#include "engine/recorder/scene.hpp"
#include "engine/recorder/step_log.hpp"
#include "engine/results/result_stream.hpp"
#include "engine/simulation/output_watch.hpp"
#include "engine/simulation/partner.hpp"
#include "engine/simulation/state_report.hpp"

namespace trunnion {
namespace {

/// Samples that may wait for the thread that writes them.
constexpr std::size_t kMostWaiting = 4;

/// Columns only: signals are evaluated where the simulation is.
std::vector<Recorder::Probe> MakeSignalColumns(const std::vector<Signal>& signals) {
  std::set<std::string> names;
  std::vector<Recorder::Probe> probes;
  for (const Signal& signal : signals) {
    Require(names.insert(signal.name).second,
            "signal '" + signal.name + "' is there twice: give every signal a name of its own");
    Require(bool(signal.evaluate), "signal '" + signal.name + "' has no function");
    probes.push_back({{{signal.name, signal.unit, "signal of the model"}}, {}});
  }
  return probes;
}

}  // namespace

std::vector<std::pair<std::string, double>> ListStatistics(const Simulation& simulation) {
  const Statistics& s = simulation.statistics();
  std::vector<std::pair<std::string, double>> list{
      {"degrees_of_freedom", simulation.degrees_of_freedom()},
      {"steps", static_cast<double>(s.steps)},
      {"newton_iterations", static_cast<double>(s.newton_iterations)},
      {"residual_evaluations", static_cast<double>(s.residual_evaluations)},
      {"jacobian_evaluations", static_cast<double>(s.jacobian_evaluations)},
      {"factorizations", static_cast<double>(s.factorizations)},
      {"error_test_failures", static_cast<double>(s.error_test_failures)},
      {"convergence_failures", static_cast<double>(s.convergence_failures)},
      {"singular_failures", static_cast<double>(s.singular_failures)},
      {"smallest_step", s.smallest_step},
      {"largest_step", s.largest_step},
      {"seconds_total", s.seconds_total}};
  if (const EnergyAccount* account = simulation.energy_account())
    list.insert(list.end(),
                {{"energy_stored", account->stored},
                 {"energy_by_loads", account->loads},
                 {"energy_by_motions", account->motions},
                 {"energy_by_events", account->jumps},
                 {"energy_in_dampers", account->damping},
                 {"energy_in_friction", account->friction},
                 {"energy_not_accounted_for", account->largest_defect},
                 {"energy_turned_over", account->turnover}});
  return list;
}

/// A sample whose wide tables wait to be written.
struct Recorder::Task {
  Snapshot snapshot;
  std::vector<double> signals;
};

struct Recorder::Background {
  Background(const System& system, Recorder& recorder)
      : snapshots(system), queue(kMostWaiting, [this, &recorder](Task& task) {
          const ElementContext& x = snapshots.Evaluate(task.snapshot);
          const Snapshot& s = task.snapshot;
          recorder.Record({x, s.v, s.v_dot, s.lambda}, s.t, task.signals);
        }) {}
  SnapshotEvaluator snapshots;
  BackgroundQueue<Task> queue;  // last: its thread uses the other
};

Recorder::~Recorder() = default;

Recorder::Recorder(const System& system,
                   std::vector<Signal> signals,
                   const RecorderOptions& options)
    : meshes_(MakeMeshRecoveries(system.parts())),
      model_name_(options.model_name),
      scene_(MakeScene(system, meshes_)),
      signals_(std::move(signals)),
      widest_in_memory_(options.stream_to.empty() ? std::numeric_limits<std::size_t>::max()
                                                  : options.widest_in_memory) {
  if (options.bodies) AddTable("bodies", MakeBodyProbes(system));
  if (options.joints) AddTable("joints", MakeJointProbes(system));
  if (options.forces) AddTable("forces", MakeForceProbes(system));
  AddTable("signals", MakeSignalColumns(signals_));
  if (options.energy) AddTable("energy", MakeEnergyProbes(system));
  if (options.meshes) {
    const auto totals = std::make_shared<MeshTotals>(meshes_.size());
    for (std::size_t i = 0; i < meshes_.size(); ++i)
      AddTable(MeshTableName(i), {MakeNodeProbe(*meshes_[i], totals, i)}, true);
    AddTable("meshes", MakeMeshProbes(system, meshes_, totals));
  }
  if (!options.stream_to.empty()) OpenStream(system, options.stream_to);
}

void Recorder::OpenStream(const System& system, const std::filesystem::path& file) {
  stream_ = std::make_unique<ResultStream>(file, MakeHeader(), widest_in_memory_);
  if (std::none_of(tables_.begin(), tables_.end(), [](const Table& t) { return t.wide; })) return;
  background_ = std::make_unique<Background>(system, *this);
}

Results Recorder::MakeHeader() const {
  Results header;
  for (const Table& table : tables_) {
    header.tables.push_back({table.name, {{"time", "s", "output time"}}, {}, table.nodal});
    auto& columns = header.tables.back().columns;
    for (const Probe& probe : table.probes)
      columns.insert(columns.end(), probe.columns.begin(), probe.columns.end());
  }
  header.metadata = {{"model", model_name_}, {"trunnion_version", Version()}};
  header.documents = {{"scene", scene_}};
  return header;
}

void Recorder::AddTable(std::string name, std::vector<Probe> probes, bool nodal) {
  if (probes.empty()) return;
  Table table{.name = std::move(name), .probes = std::move(probes), .nodal = nodal};
  for (const Probe& probe : table.probes) table.width += probe.columns.size();
  table.wide = table.width > widest_in_memory_;
  tables_.push_back(std::move(table));
}

std::size_t Recorder::num_columns(std::size_t widest) const {
  std::size_t count = 1;
  for (const Table& table : tables_) count += table.width > widest ? 0 : table.width;
  return count;
}

void Recorder::Sample(const Simulation& simulation) {
  std::vector<double> signals;
  for (const Signal& signal : signals_) signals.push_back(signal.evaluate(simulation));
  if (background_) {
    background_->queue.Push({simulation.TakeSnapshot(), std::move(signals)});
  } else {
    const trunnion::State& s = simulation.state();
    Record({s.context(), s.v(), s.v_dot(), s.lambda()}, s.t(), signals);
  }
  ++num_samples_;
}

void Recorder::Record(const State& state, double t, const std::vector<double>& signals) {
  for (Table& table : tables_) {
    table.values.resize(table.values.size() + table.width);
    double* out = &*(table.values.end() - static_cast<std::ptrdiff_t>(table.width));
    if (table.name == "signals") std::copy(signals.begin(), signals.end(), out);
    for (const Probe& probe : table.probes) {
      if (probe.write) probe.write(state, out);
      out += probe.columns.size();
    }
    if (table.name == "bodies") ContinueQuaternions(table);
  }
  times_.push_back(t);
  if (stream_) Stream();
}

void Recorder::Stream() {
  const auto now = std::chrono::steady_clock::now();
  const bool flush = now >= next_flush_;
  if (!flush && !background_) return;
  const std::span<const double> times(times_);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    Table& table = tables_[i];
    const std::span<const double> values(table.values);
    stream_->Append(
        i, times.subspan(streamed_), values.subspan((streamed_ - table.first) * table.width));
    if (!table.wide) continue;
    const std::size_t last = times_.size() - 1;  // the next sample continues its quaternions
    const auto end = static_cast<std::ptrdiff_t>((last - table.first) * table.width);
    table.values.erase(table.values.begin(), table.values.begin() + end);
    table.first = last;
  }
  streamed_ = times_.size();
  if (!flush) return;
  next_flush_ = now + std::chrono::milliseconds(500);
  stream_->Flush();
}

void Recorder::ContinueQuaternions(Table& bodies) const {
  if (times_.empty()) return;
  double* now = &*(bodies.values.end() - static_cast<std::ptrdiff_t>(bodies.width));
  const double* before = now - bodies.width;
  for (const Probe& probe : bodies.probes) {
    if (probe.columns.size() > 9) {  // a rigid body: quaternion after the position
      const Eigen::Map<const Eigen::Vector4d> old(before + 3);
      Eigen::Map<Eigen::Vector4d> q(now + 3);
      if (q.dot(old) < 0) q = -q;
    }
    now += probe.columns.size();
    before += probe.columns.size();
  }
}

Results Recorder::TakeResults(const Simulation& simulation) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  if (background_) background_->queue.Wait();
  Results results = MakeHeader();
  const auto rows = static_cast<Eigen::Index>(times_.size());
  results.time = Eigen::Map<const VectorXd>(times_.data(), rows);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    Table& table = tables_[i];
    const auto width = static_cast<Eigen::Index>(table.width);
    if (!table.wide) {
      MatrixXd& values = results.tables[i].values;
      values.resize(rows, width + 1);
      values.col(0) = results.time;
      values.rightCols(width) = Eigen::Map<const RowMajor>(table.values.data(), rows, width);
    }
    table.values = {};
    table.first = 0;
  }
  times_.clear();
  num_samples_ = 0;
  streamed_ = 0;
  results.statistics = ListStatistics(simulation);
  results.documents.emplace_back("failures", MakeFailures(simulation.statistics()));
  if (simulation.has_events())
    results.documents.emplace_back("events", MakeEvents(simulation.events()));
  return results;
}

void Recorder::WriteStream(const Results& results,
                           const std::filesystem::path& file,
                           FileTransaction& with) {
  stream_->Finish(results, file, with);
}

namespace {

/// t, or the decimal number of 13 digits that differs from it by rounding only: 4.8 for 48 · 0.1.
double RoundToDecimal(double t, double t_begin) {
  constexpr int kDigits = 13;
  std::array<char, 32> text{};
  const auto written =
      std::to_chars(text.data(), text.data() + text.size(), t, std::chars_format::general, kDigits);
  double rounded = t;
  std::from_chars(text.data(), written.ptr, rounded);
  const double rounding =
      2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(t_begin));
  return std::abs(rounded - t) <= rounding ? rounded : t;
}

}  // namespace

void ForEachOutputTime(double t_begin,
                       double t_end,
                       double interval,
                       const std::function<bool(double t)>& visit) {
  std::ostringstream range;
  range << "cannot run from t = " << t_begin << " s to " << t_end << " s with outputs every "
        << interval << " s: the end must not be before the start, the interval must be positive";
  const double count = (t_end - t_begin) / interval;
  Require(std::isfinite(count) && t_end >= t_begin && interval > 0, range.str());
  Require(count < 1e8, range.str() + " and leave fewer than 1e8 outputs");
  bool go_on = visit(t_begin);
  // A last interval shorter than a millionth of the others is rounding, unless it is the only one.
  const long full = t_end > t_begin ? std::max(1L, static_cast<long>(std::ceil(count - 1e-6))) : 0;
  for (long i = 1; i <= full && go_on; ++i)
    go_on = visit(i == full ? t_end
                            : RoundToDecimal(t_begin + static_cast<double>(i) * interval, t_begin));
}

namespace {

/// To t [s]; false if it was stopped before.
bool StepTo(Simulation& simulation, double t, const RunControl& control) {
  const auto& stop = control.stop;
  const bool asked = stop || control.after_step || control.partner;
  while (asked && simulation.step_end() < t && !simulation.stopped()) {
    control.partner ? StepBeside(simulation, *control.partner, t) : simulation.step();
    if (control.after_step) control.after_step();
    if (stop && simulation.step_end() < t && stop()) return false;
  }
  simulation.advance_to(t);
  if (control.partner) ExchangeIfDue(simulation, *control.partner);
  return simulation.t() == t;  // else an event has stopped the run
}

/// Of a run that goes on: an output that it has taken already.
void RequireOutput(double t, double taken) {
  if (t == taken) return;
  std::ostringstream message;
  message << "the run that was saved had an output at t = " << taken << " s, this one has it at "
          << t << " s; go on with the same output interval, to an end beyond the outputs so far";
  throw FileError(message.str());
}

}  // namespace

bool RecordOutput(const Simulation& simulation, Recorder& recorder, const RunControl& control) {
  recorder.Sample(simulation);
  if (control.progress) control.progress(simulation.t());
  return !control.stop || !control.stop();
}

void Advance(Simulation& simulation,
             Recorder& recorder,
             double t_end,
             double interval,
             const RunControl& control) {
  const std::vector<double> before = control.resumed ? recorder.times() : std::vector<double>();
  const double t_begin = before.empty() ? simulation.t() : before.front();
  OutputWatch watch(simulation.system(), t_begin);
  std::size_t outputs = 0;
  ForEachOutputTime(t_begin, t_end, interval, [&](double t) {
    if (outputs < before.size()) {
      RequireOutput(t, before[outputs++]);
      (void)watch.Observe(t);  // what it says of them is among the warnings already
      return true;
    }
    const bool reached = t == t_begin || StepTo(simulation, t, control);
    for (std::string& warning : watch.Observe(simulation.t()))
      simulation.AddWarning(std::move(warning));
    return RecordOutput(simulation, recorder, control) && reached;
  });
}

Results Run(Simulation& simulation,
            double t_end,
            double interval,
            std::vector<Signal> signals,
            const RecorderOptions& options) {
  Recorder recorder(simulation.system(), std::move(signals), options);
  Advance(simulation, recorder, t_end, interval);
  return recorder.TakeResults(simulation);
}

}  // namespace trunnion
