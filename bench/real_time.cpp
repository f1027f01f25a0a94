// SPDX-License-Identifier: BSD-3-Clause
//
// Fixed steps with bounded work: how long the longest step takes; docs/real_time.md. Usage:
//
//     real_time [--steps 1000000] [--step 1e-3] [--iterations 2] [--matrix-interval 1]
//               [--case corner_on_joints|corner_on_bushings|vehicle]...
//
// The road of the corners, an input, is set before every step.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "bench/problems/vehicle.hpp"
#include "engine/core/error.hpp"
#include "engine/hosting/stepped_simulation.hpp"

namespace {

using namespace trunnion;

struct Arguments {
  long steps = 1'000'000;
  double step = 1e-3;
  int iterations = 2, matrix_interval = 1;
  std::vector<std::string> cases{"corner_on_joints", "corner_on_bushings", "vehicle"};
};

SimulationOptions MakeOptions(const Arguments& a) {
  SimulationOptions options;
  options.serial = true;
  options.threads = 1;
  options.integrator.fixed_step = a.step;
  options.integrator.bdf.max_order = 2;
  options.integrator.bdf.newton_iterations = a.iterations;
  options.integrator.bdf.matrix_interval = a.matrix_interval;
  return options;
}

std::unique_ptr<SteppedSimulation> MakeHost(const std::string& name, const Arguments& a) {
  if (name == "vehicle")
    return std::make_unique<SteppedSimulation>(bench::VehicleBuilder().Take(), MakeOptions(a));
  const ModelFile file =
      ReadModelFile(std::string(TRUNNION_SOURCE_DIR "/tests/data/hosting/") + name + ".json");
  return std::make_unique<SteppedSimulation>(file.model, MakeOptions(a), file.signals);
}

/// Wall time of every step [µs].
std::vector<double> Drive(SteppedSimulation& host, const Arguments& a) {
  using Clock = std::chrono::steady_clock;
  std::vector<double> times(static_cast<std::size_t>(a.steps));
  const bool has_road = !host.inputs().empty();
  const InputHandle road = has_road ? host.FindInput("road") : InputHandle();
  for (long i = 0; i < a.steps; ++i) {
    const double t = static_cast<double>(i + 1) * a.step;
    const auto begin = Clock::now();
    if (has_road) host.Spline(road, 0.02 * std::sin(6 * t), 0.12 * std::cos(6 * t));
    host.AdvanceTo(t);
    times[static_cast<std::size_t>(i)] =
        std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  }
  return times;
}

double Quantile(const std::vector<double>& sorted, double q) {
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

void RunCase(const std::string& name, const Arguments& a) {
  const auto host = MakeHost(name, a);
  std::vector<double> times = Drive(*host, a);
  const Statistics& s = host->simulation().statistics();
  const auto overruns = std::count_if(
      times.begin(), times.end(), [&](double microseconds) { return microseconds > 1e6 * a.step; });
  std::sort(times.begin(), times.end());
  std::printf("%-20s %9ld %8.1f %8.1f %8.1f %9.1f %9ld %8ld %8.2f %12ld\n",
              name.c_str(),
              a.steps,
              Quantile(times, 0.5),
              Quantile(times, 0.999),
              Quantile(times, 0.99999),
              times.back(),
              static_cast<long>(overruns),
              s.factorizations,
              static_cast<double>(s.newton_iterations) / static_cast<double>(s.steps),
              s.unconverged_steps);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments a;
  CLI::App app("real_time");
  app.add_option("--steps", a.steps)->check(CLI::PositiveNumber);
  app.add_option("--step", a.step, "[s]")->check(CLI::PositiveNumber);
  app.add_option("--iterations", a.iterations)->check(CLI::Range(1, 100));
  app.add_option("--matrix-interval", a.matrix_interval)->check(CLI::PositiveNumber);
  app.add_option("--case", a.cases);
  CLI11_PARSE(app, argc, argv);
  std::printf("%-20s %9s %8s %8s %8s %9s %9s %8s %8s %12s\n",
              "wall time of a step",
              "steps",
              "median",
              "99.9 %",
              "99.999 %",
              "longest",
              "overruns",
              "factors",
              "newton",
              "unconverged");
  try {
    for (const std::string& name : a.cases) RunCase(name, a);
  } catch (const Error& error) {
    std::fprintf(stderr, "real_time: %s\n", error.what());
    return 1;
  }
}
