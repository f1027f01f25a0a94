// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "bench/peers/peers.hpp"
#include "bench/peers/simbody_chain.hpp"
#include "engine/core/error.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion::bench {
namespace {

/// The outputs are computed by Trunnion from the positions and velocities of all rods.
Outputs Measure(const Benchmark& benchmark, const std::vector<SimbodyRod>& rods) {
  const System& system = *benchmark.system;
  VectorXd q, v;
  system.GetInitialState(q, v);
  BodyIndex b = 0;
  for (const SimbodyRod& rod : rods) {
    const BodyState state{
        Vec3(rod.r.data()), Mat3::Map(rod.R.data()), Vec3(rod.v.data()), Vec3(rod.w.data())};
    system.SetBodyState(++b, state, q, v);
  }
  SystemEvaluator evaluator(system, false);
  return benchmark.measure(evaluator.Evaluate(benchmark.end, q, v));
}

Run Integrate(const Benchmark& benchmark, SimbodyChain& chain, const RunOptions& options) {
  Run run;
  run.name = "simbody";
  run.choices = "Runge-Kutta-Merson";
  run.tolerance = options.tolerance;
  Times start, end;
  const auto result = chain.Integrate(
      benchmark.end,
      options.tolerance,
      [&] { start = Now(); },
      [&] { return Now().cpu - start.cpu > options.budget; },
      [&] { end = Now(); });
  run.failure = result.failure;
  run.cpu_seconds = end.cpu - start.cpu;
  run.wall_seconds = end.wall - start.wall;
  run.steps = result.steps;
  run.failed_steps = result.failed_steps;
  if (!run.failure.empty()) return run;
  run.outputs = Measure(benchmark, result.rods);
  run.error = benchmark.error ? benchmark.error(run.outputs) : std::nan("");
  return run;
}

}  // namespace

Peer MakeSimbodyPeer(const Benchmark& benchmark) {
  if (benchmark.model != "B1" && benchmark.model != "B2")
    throw ModelError("--peer simbody: only B1 and B2 are set up for Simbody");
  const auto chain = std::make_shared<SimbodyChain>(benchmark.n, benchmark.model == "B2");
  return [chain, &benchmark](const RunOptions& options) {
    return Integrate(benchmark, *chain, options);
  };
}

}  // namespace trunnion::bench
