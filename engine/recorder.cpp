// SPDX-License-Identifier: BSD-3-Clause
#include "engine/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <sstream>

#include "engine/core/error.hpp"
#include "engine/recorder_probes.hpp"
#include "engine/scene.hpp"
#include "engine/step_log.hpp"
#include "engine/version.hpp"

namespace trunnion {
namespace {

std::vector<Recorder::Probe> MakeSignalProbes(std::vector<Signal> signals) {
  std::set<std::string> names;
  std::vector<Recorder::Probe> probes;
  for (Signal& signal : signals) {
    Require(names.insert(signal.name).second,
            "signal '" + signal.name + "' is there twice: give every signal a name of its own");
    Require(bool(signal.evaluate), "signal '" + signal.name + "' has no function");
    probes.push_back(
        {{{signal.name, signal.unit, "signal of the model"}},
         [evaluate = std::move(signal.evaluate)](const Recorder::State& s, double* out) {
           *out = evaluate(s.simulation);
         }});
  }
  return probes;
}

std::vector<std::pair<std::string, double>> ListStatistics(const Simulation& simulation) {
  const Statistics& s = simulation.statistics();
  return {{"degrees_of_freedom", simulation.degrees_of_freedom()},
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
}

}  // namespace

Recorder::Recorder(const System& system,
                   std::vector<Signal> signals,
                   const RecorderOptions& options)
    : model_name_(options.model_name), scene_(MakeScene(system)) {
  if (options.bodies) AddTable("bodies", MakeBodyProbes(system));
  if (options.joints) AddTable("joints", MakeJointProbes(system));
  if (options.forces) AddTable("forces", MakeForceProbes(system));
  AddTable("signals", MakeSignalProbes(std::move(signals)));
  if (options.energy) AddTable("energy", MakeEnergyProbes(system));
  if (!options.stream_to.empty())
    stream_ = std::make_unique<ResultStream>(options.stream_to, MakeHeader());
}

Results Recorder::MakeHeader() const {
  Results header;
  for (const Table& table : tables_) {
    header.tables.push_back({table.name, {{"time", "s", "output time"}}, {}});
    auto& columns = header.tables.back().columns;
    for (const Probe& probe : table.probes)
      columns.insert(columns.end(), probe.columns.begin(), probe.columns.end());
  }
  header.metadata = {{"model", model_name_}, {"trunnion_version", Version()}};
  header.documents = {{"scene", scene_}};
  return header;
}

void Recorder::AddTable(std::string name, std::vector<Probe> probes) {
  if (probes.empty()) return;
  Table table{std::move(name), std::move(probes), 0, {}};
  for (const Probe& probe : table.probes) table.width += probe.columns.size();
  tables_.push_back(std::move(table));
}

std::size_t Recorder::num_columns() const {
  std::size_t count = 1;
  for (const Table& table : tables_) count += table.width;
  return count;
}

void Recorder::Sample(const Simulation& simulation) {
  const VectorXd& v_dot = simulation.v_dot();  // before the context, which they move
  const VectorXd& lambda = simulation.lambda();
  const State state{simulation, simulation.context(), v_dot, lambda};
  for (Table& table : tables_) {
    table.values.resize(table.values.size() + table.width);
    double* out = &*(table.values.end() - static_cast<std::ptrdiff_t>(table.width));
    for (const Probe& probe : table.probes) {
      probe.write(state, out);
      out += probe.columns.size();
    }
    if (table.name == "bodies") ContinueQuaternions(table);
  }
  times_.push_back(simulation.t());
  if (stream_) Stream();
}

void Recorder::Stream() {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_flush_) return;
  next_flush_ = now + std::chrono::milliseconds(500);
  const std::span<const double> times(times_);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const std::span<const double> values(tables_[i].values);
    stream_->Append(i, times.subspan(streamed_), values.subspan(streamed_ * tables_[i].width));
  }
  stream_->Flush();
  streamed_ = times_.size();
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
  Results results = MakeHeader();
  const auto rows = static_cast<Eigen::Index>(times_.size());
  results.time = Eigen::Map<const VectorXd>(times_.data(), rows);
  for (std::size_t i = 0; i < tables_.size(); ++i) {
    const auto width = static_cast<Eigen::Index>(tables_[i].width);
    MatrixXd& values = results.tables[i].values;
    values.resize(rows, width + 1);
    values.col(0) = results.time;
    values.rightCols(width) = Eigen::Map<const RowMajor>(tables_[i].values.data(), rows, width);
    tables_[i].values = {};
  }
  times_.clear();
  streamed_ = 0;
  results.statistics = ListStatistics(simulation);
  results.documents.emplace_back("failures", MakeFailures(simulation.statistics()));
  return results;
}

void ForEachOutputTime(double t_begin,
                       double t_end,
                       double interval,
                       const std::function<void(double t)>& visit) {
  std::ostringstream range;
  range << "cannot run from t = " << t_begin << " s to " << t_end << " s with outputs every "
        << interval << " s: the end must not be before the start, the interval must be positive";
  const double count = (t_end - t_begin) / interval;
  Require(std::isfinite(count) && t_end >= t_begin && interval > 0, range.str());
  Require(count < 1e8, range.str() + " and leave fewer than 1e8 outputs");
  visit(t_begin);
  // A last interval shorter than a millionth of the others is rounding.
  const long full = static_cast<long>(std::ceil(count - 1e-6));
  for (long i = 1; i <= full; ++i)
    visit(i == full ? t_end : t_begin + static_cast<double>(i) * interval);
}

void Advance(Simulation& simulation,
             Recorder& recorder,
             double t_end,
             double interval,
             const std::function<void(double t)>& progress) {
  const double t_begin = simulation.t();
  ForEachOutputTime(t_begin, t_end, interval, [&](double t) {
    if (t > t_begin) simulation.advance_to(t);
    recorder.Sample(simulation);
    if (progress) progress(t);
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
