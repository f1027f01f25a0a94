// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>

#include "bench/comparison/benchmark.hpp"
#include "bench/problems/method.hpp"
#include "solvers/problem/integrator_options.hpp"
#include "solvers/problem/statistics.hpp"

namespace trunnion::bench {

struct Times {
  double cpu = 0, wall = 0;  ///< [s]; cpu of all threads, user and system
};
Times Now();
/// Largest memory of this process so far [bytes].
long PeakMemory();

/// One integration of a benchmark, by Trunnion or by another code.
struct Run {
  std::string name{};        ///< of the code
  std::string choices{};     ///< settings that were chosen for the model
  double tolerance = 0;      ///< as the code understands it
  double cpu_seconds = 0;    ///< of the time loop: model, start values, orderings excluded [s]
  double wall_seconds = 0;   ///< [s]
  double setup_seconds = 0;  ///< CPU before the time loop, the model itself excluded [s]
  /// As the benchmark defines it [m]; infinite if the run failed, NaN without a reference value.
  double error = std::numeric_limits<double>::infinity();
  std::string failure{};  ///< why the run did not reach the end; empty: it did
  Outputs outputs{};
  long steps = 0;
  long newton_iterations = 0;
  long setups = 0;  ///< factorizations
  long failed_steps = 0;
};

/// What the work of an evaluation is counted from.
struct Size {
  double bodies = 0, velocities = 0, constraints = 0, forces = 0;
};

/// Trunnion's run, with what only it can tell.
struct OwnRun : Run {
  Statistics statistics;
  double output_seconds = 0;  ///< wall: interpolation to the end and the outputs [s]
  Size size{};
};

struct RunOptions {
  double tolerance = 1e-5;
  int threads = 1;
  Method method = IntegratorKind::automatic;
  /// The run ends as a failure when it has used this much CPU [s].
  double budget = std::numeric_limits<double>::infinity();
};

OwnRun RunTrunnion(const Benchmark& benchmark, const RunOptions& options);

}  // namespace trunnion::bench
