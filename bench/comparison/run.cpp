// SPDX-License-Identifier: BSD-3-Clause
#include "bench/comparison/run.hpp"
#include "bench/problems/method.hpp"

#include <sys/resource.h>

#include <chrono>

#include "engine/core/error.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion::bench {
namespace {

class BudgetExceeded : public Error {
 public:
  BudgetExceeded() : Error("stopped: a looser tolerance was cheaper") {}
};

Size SizeOf(const System& system) {
  return {.bodies = system.num_bodies() - 1.0,
          .velocities = 1.0 * system.num_velocities(),
          .constraints = 1.0 * system.num_constraints(),
          .forces = static_cast<double>(system.parts().forces.size())};
}

}  // namespace

Times Now() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](timeval t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return {
      seconds(usage.ru_utime) + seconds(usage.ru_stime),
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count()};
}

long PeakMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024;
}

OwnRun RunTrunnion(const Benchmark& benchmark, const RunOptions& options) {
  OwnRun run;
  run.name = "trunnion";
  run.tolerance = options.tolerance;
  run.size = SizeOf(*benchmark.system);
  const Times begin = Now();
  Simulation simulation(*benchmark.system,
                        {.integrator = With(options.method, {.tolerance = options.tolerance}),
                         .threads = options.threads});
  const Times start = Now();
  run.setup_seconds = start.cpu - begin.cpu;
  if (options.budget < std::numeric_limits<double>::infinity()) {
    simulation.on_step([&](const Simulation&) {
      if (Now().cpu - start.cpu > options.budget) throw BudgetExceeded();
    });
  }
  try {
    simulation.advance_to(benchmark.end);
    const Times before = Now();
    run.outputs = benchmark.measure(simulation.context());
    run.output_seconds = Now().wall - before.wall;
    run.error = benchmark.error ? benchmark.error(run.outputs) : std::nan("");
  } catch (const Error& error) {
    run.failure = error.what();
  }
  const Times end = Now();
  run.cpu_seconds = end.cpu - start.cpu;
  run.wall_seconds = end.wall - start.wall;
  run.statistics = simulation.statistics();
  const Statistics& s = run.statistics;
  run.choices = s.integrator;
  run.steps = s.steps;
  run.newton_iterations = s.newton_iterations;
  run.setups = s.factorizations;
  run.failed_steps = s.error_test_failures + s.convergence_failures + s.singular_failures;
  return run;
}

}  // namespace trunnion::bench
