// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/result_stream.hpp"
#include "engine/results.hpp"
#include "engine/signals.hpp"
#include "engine/simulation.hpp"

namespace trunnion {

/// What a Recorder keeps besides the signals.
struct RecorderOptions {
  std::string model_name{};  ///< for the metadata
  bool bodies = true;
  bool joints = true;  ///< and motions, couplings and user-defined constraints
  bool forces = true;
  bool energy = true;
  /// A file that samples are also written to, twice a second, and that is there only while the
  /// Recorder is: what is left of a run that is killed. Empty: none. See engine/result_stream.hpp.
  std::filesystem::path stream_to{};
};

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
    const Simulation& simulation;
    const ElementContext& x;
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

  /// Adds one row to every table: the state that the simulation shows.
  /// @throws FileError if the stream cannot be written.
  void Sample(const Simulation& simulation);

  int num_samples() const { return static_cast<int>(times_.size()); }
  std::size_t num_columns() const;  ///< of all tables together: numbers kept per sample
  /// Everything recorded, with the statistics of the run; the recorder is empty afterwards.
  Results TakeResults(const Simulation& simulation);

 private:
  struct Table {
    std::string name;
    std::vector<Probe> probes;
    std::size_t width = 0;       // columns without the time
    std::vector<double> values;  // rows of `width`
  };
  void AddTable(std::string name, std::vector<Probe> probes);
  void ContinueQuaternions(Table& bodies) const;
  Results MakeHeader() const;
  void Stream();

  std::string model_name_, scene_;
  std::vector<Table> tables_;
  std::vector<double> times_;
  std::unique_ptr<ResultStream> stream_;
  std::size_t streamed_ = 0;  // samples that are in the file
  std::chrono::steady_clock::time_point next_flush_{};
};

/// Calls visit(t) for the output times of a run: t_begin, every `interval` [s], and t_end exactly.
/// @throws ModelError if t_end or interval is impossible.
void ForEachOutputTime(double t_begin,
                       double t_end,
                       double interval,
                       const std::function<void(double t)>& visit);

/// Runs to t_end [s] and records every `interval` [s], beginning with the present state and ending
/// at t_end exactly.
/// @param progress  called after each sample with the time reached.
/// @throws ModelError if t_end or interval is impossible, SolverError as Simulation::advance_to.
void Advance(Simulation& simulation,
             Recorder& recorder,
             double t_end,
             double interval,
             const std::function<void(double t)>& progress = {});

/// The same with a Recorder of its own.
Results Run(Simulation& simulation,
            double t_end,
            double interval,
            std::vector<Signal> signals = {},
            const RecorderOptions& options = {});

}  // namespace trunnion
