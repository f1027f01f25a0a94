// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/fields/mesh_fields.hpp"
#include "engine/recorder/recorder_options.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/results.hpp"
#include "engine/simulation/run_control.hpp"
#include "engine/simulation/signals.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {

class Archive;
class ResultStream;

/// Samples a Simulation into memory.
///
///     Recorder recorder(system, signals);
///     for (...) { simulation.advance_to(t); recorder.Sample(simulation); }
///     WriteCsv(recorder.TakeResults(simulation), "results");
///
/// The System must outlive it.
class Recorder {
 public:
  /// What a probe sees, all at the time of the sample.
  struct State {
    const ElementContext& x;
    const VectorXd& v;
    const VectorXd& v_dot;
    const VectorXd& lambda;
  };
  /// Writes the values of one element, as many as it has columns, to `out`.
  struct Probe {
    std::vector<ResultColumn> columns;
    std::function<void(const State&, double* out)> write;
  };

  /// @throws ModelError if two signals have the same name; FileError if the stream cannot be made.
  explicit Recorder(const System& system,
                    std::vector<Signal> signals = {},
                    const RecorderOptions& options = {});
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Adds one row to every table: the state that the simulation shows.
  /// @throws FileError if the stream cannot be written, SolverError if the accelerations are not
  /// determined; of wide tables at a later call.
  void Sample(const Simulation& simulation);

  int num_samples() const { return num_samples_; }
  /// [s], of the samples.
  const std::vector<double>& times() const { return times_; }
  /// What has been sampled. On loading, the first sample must be the one that this Recorder, of the
  /// same system and signals, has taken at the same place, but for rounding.
  /// @throws FileError naming the first column that differs, and if there are wide tables.
  void Serialize(Archive& archive);
  std::size_t num_columns() const { return num_columns(widest_in_memory_); }
  /// Of all tables of at most `widest` columns: numbers kept per sample.
  std::size_t num_columns(std::size_t widest) const;
  /// Some table is wider than RecorderOptions::widest_in_memory.
  bool streams_wide_tables() const { return background_ != nullptr; }
  /// Everything recorded, with the statistics of the run; the recorder is empty afterwards.
  Results TakeResults(const Simulation& simulation);
  /// The stream, with the statistics and further tables of the results that were taken, as a file.
  /// @throws FileError
  void WriteStream(const Results& results,
                   const std::filesystem::path& file,
                   FileTransaction& with);

 private:
  struct Table {
    std::string name;
    std::vector<Probe> probes;
    std::size_t width = 0;         // columns without the time
    bool wide = false;             // rows do not stay in memory
    bool nodal = false;            // ResultTable::nodal
    std::size_t first = 0;         // sample of the first row in memory
    std::vector<double> values{};  // rows of `width`
  };
  struct Task;
  struct Background;
  void AddTable(std::string name, std::vector<Probe> probes, bool nodal = false);
  void OpenStream(const System& system, const std::filesystem::path& file);
  void Record(const State& state, double t, const std::vector<double>& signals);
  void RequireSameColumns(Archive& archive, const Table& table) const;
  void RequireSameStart(const Table& table, const std::vector<double>& own) const;
  void ContinueQuaternions(Table& bodies) const;
  Results MakeHeader() const;
  void Stream();

  MeshRecoveries meshes_;
  std::string model_name_, scene_;
  std::vector<Signal> signals_;
  std::vector<Table> tables_;
  std::size_t widest_in_memory_;
  int num_samples_ = 0;
  std::vector<double> times_;
  std::unique_ptr<ResultStream> stream_;
  std::size_t streamed_ = 0;  // samples that are in the file
  std::chrono::steady_clock::time_point next_flush_{};
  std::unique_ptr<Background> background_;  // last: its thread uses the others
};

/// What the integrator has done, by name: what results keep as statistics.
std::vector<std::pair<std::string, double>> ListStatistics(const Simulation& simulation);

/// Calls visit(t) for the output times of a run: t_begin, every `interval` [s] as a person would
/// write it (4.8, not 4.800000000000001), and t_end exactly; no more after one that returns false.
/// @throws ModelError if t_end or interval is impossible.
void ForEachOutputTime(double t_begin,
                       double t_end,
                       double interval,
                       const std::function<bool(double t)>& visit);

/// A sample, and what `control` wants of it: false to stop.
bool RecordOutput(const Simulation& simulation, Recorder& recorder, const RunControl& control);

/// Runs to t_end [s] and records every `interval` [s], beginning with the present state and ending
/// at t_end exactly; if it is stopped, at the last step or sample before, or at the event that
/// stops it.
/// @throws ModelError if t_end or interval is impossible, SolverError as Simulation::advance_to.
void Advance(Simulation& simulation,
             Recorder& recorder,
             double t_end,
             double interval,
             const RunControl& control = {});

/// The same with a Recorder of its own.
Results Run(Simulation& simulation,
            double t_end,
            double interval,
            std::vector<Signal> signals = {},
            const RecorderOptions& options = {});

}  // namespace trunnion
