// SPDX-License-Identifier: BSD-3-Clause
//
// The chains B1 (ball joints) and B2 (bushings) at any length, to t = 1 s.
// Usage: scale --model B1|B2 --n N [--tolerance X] [--threads T] [--json FILE]
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "examples/models/benchmark_references.hpp"

namespace {

using namespace trunnion;
using namespace trunnion::models;

struct Times {
  double cpu = 0, wall = 0;  // [s]
};

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

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Chains of rods, B1 and B2");
  std::string model = "B1", json;
  int n = 100, threads = 1;
  double tolerance = 1e-5;
  app.add_option("--model", model)->check(CLI::IsMember({"B1", "B2"}));
  app.add_option("--n", n)->check(CLI::PositiveNumber);
  app.add_option("--tolerance", tolerance)->check(CLI::PositiveNumber);
  app.add_option("--threads", threads)->check(CLI::PositiveNumber);
  app.add_option("--json", json);
  CLI11_PARSE(app, argc, argv);

  const Times begin = Now();
  const Chain chain = model == "B1" ? MakeRigidChain(n) : MakeBushingChain(n);
  const System system = chain.model.Compile();
  SimulationOptions options;
  options.integrator.tolerance = tolerance;
  options.threads = threads;
  Simulation simulation(system, options);
  const Times start = Now();
  simulation.advance_to(1);
  const Times end = Now();

  const ChainOutputs out = MeasureChain(simulation, chain);
  const auto reference = ChainReference(model, n);
  const double error = reference ? ChainError(out, *reference) : std::nan("");
  const Statistics& s = simulation.statistics();
  std::printf(
      "%s n=%d tolerance %g: %ld steps, %ld residuals, %ld factorizations, %ld+%ld failures\n",
      model.c_str(),
      n,
      tolerance,
      s.steps,
      s.residual_evaluations,
      s.factorizations,
      s.error_test_failures,
      s.convergence_failures + s.singular_failures);
  std::printf(
      "  cpu %.2f s (set-up %.2f), wall %.2f s: residual %.2f, Jacobian %.2f, factor %.2f, solve "
      "%.2f\n",
      end.cpu - start.cpu,
      start.cpu - begin.cpu,
      end.wall - start.wall,
      s.seconds_residual,
      s.seconds_jacobian,
      s.seconds_factor,
      s.seconds_solve);
  std::printf(
      "  tip (%.9f, %.9f) middle (%.9f, %.9f) energy %.9f: error %.2e, peak memory %.0f MiB\n",
      out.tip_x,
      out.tip_z,
      out.middle_x,
      out.middle_z,
      out.energy,
      error,
      static_cast<double>(PeakMemory()) / 1048576);
  if (json.empty()) return 0;
  std::ofstream(json) << nlohmann::ordered_json{{"model", model},
                                                {"n", n},
                                                {"tolerance", tolerance},
                                                {"threads", threads},
                                                {"steps", s.steps},
                                                {"newton_iterations", s.newton_iterations},
                                                {"factorizations", s.factorizations},
                                                {"cpu_seconds", end.cpu - start.cpu},
                                                {"wall_seconds", end.wall - start.wall},
                                                {"peak_memory_bytes", PeakMemory()},
                                                {"error", error},
                                                {"outputs",
                                                 {{"tip_x", out.tip_x},
                                                  {"tip_z", out.tip_z},
                                                  {"middle_x", out.middle_x},
                                                  {"middle_z", out.middle_z},
                                                  {"energy", out.energy}}}}
                             .dump(2)
                      << '\n';
}
