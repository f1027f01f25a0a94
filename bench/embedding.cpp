// SPDX-License-Identifier: BSD-3-Clause
//
// What a model costs inside a host: the same corner of a car in a plain run, and in a host that
// communicates each millisecond; docs/embedding.md. Usage:
//
//     embedding [--until 2] [--interval 1e-3] [--models FOLDER]
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/comparison/run.hpp"
#include "engine/core/error.hpp"
#include "engine/hosting/stepped_simulation.hpp"

namespace {

using namespace trunnion;
using bench::Now;

struct Arguments {
  double until = 2, interval = 1e-3;
  std::string models = TRUNNION_SOURCE_DIR "/tests/data/hosting";
};

/// What the host does at each communication point.
enum class Host { nothing, small_jumps, large_jumps, straight, reading };

void PrintRow(const char* what, const Statistics& s, double cpu, const Arguments& a) {
  const double count = std::round(a.until / a.interval);
  std::printf("  %-34s %9.2f %9.2f %9.2f %9.1f\n",
              what,
              static_cast<double>(s.steps) / count,
              static_cast<double>(s.newton_iterations) / count,
              static_cast<double>(s.factorizations) / count,
              a.until / cpu);
  std::fflush(stdout);
}

SimulationOptions OneThread(const ModelFile& file) {
  SimulationOptions options = file.run.MakeOptions();
  options.threads = 1;
  options.serial = true;
  return options;
}

/// Inputs as laws do not come into it: the road lies flat and nothing pushes.
void RunPlain(const ModelFile& file, const Arguments& a) {
  const System system = file.model.Compile();
  Simulation run(system, OneThread(file));
  const double begin = Now().cpu;
  const int count = static_cast<int>(std::lround(a.until / a.interval));
  for (int i = 1; i <= count; ++i) run.advance_to(i * a.interval);
  PrintRow("plain run, interpolated", run.statistics(), Now().cpu - begin, a);
}

void RunHosted(const ModelFile& file, const char* what, Host host, const Arguments& a) {
  SteppedSimulation s(file.model, OneThread(file), file.signals);
  const InputHandle push = s.FindInput("push"), road = s.FindInput("road");
  std::vector<OutputHandle> outputs;
  for (const char* name : {"tyre_force", "camber", "wheel_travel", "hub.force_z", "chassis.az"})
    outputs.push_back(s.FindOutput(name));
  double sum = 0;
  const double begin = Now().cpu;
  const int count = static_cast<int>(std::lround(a.until / a.interval));
  for (int i = 1; i <= count; ++i) {
    const double t = i * a.interval;
    if (host == Host::small_jumps) s.Hold(push, 200 * std::sin(6 * t));
    if (host == Host::straight) s.Ramp(push, 200 * std::sin(6 * t));
    if (host == Host::large_jumps || host == Host::reading) s.Hold(push, 200 * std::sin(0.7 * i));
    if (host != Host::nothing)
      s.Spline(road, 0.02 * (1 - std::cos(20 * t)), 0.4 * std::sin(20 * t));
    s.AdvanceTo(t);
    if (host == Host::reading)
      for (const OutputHandle output : outputs) sum += s.Get(output);
  }
  const double end = Now().cpu;
  PrintRow(what, s.simulation().statistics(), end - begin, a);
  if (!std::isfinite(sum)) std::printf("  an output is not finite\n");
}

void Measure(const std::string& name, const Arguments& a) {
  const std::string path = a.models + "/" + name;
  std::printf("%s, %g s at %g s\n", name.c_str(), a.until, a.interval);
  std::printf("  %-34s %9s %9s %9s %9s\n", "per interval:", "steps", "Newton", "factor.", "x real");
  const auto file = [&] { return ReadModelFile(path); };
  RunPlain(file(), a);
  RunHosted(file(), "host, nothing changes", Host::nothing, a);
  RunHosted(file(), "host, force held, slow signal", Host::small_jumps, a);
  RunHosted(file(), "host, force straight, slow signal", Host::straight, a);
  RunHosted(file(), "host, force held, +-200 N noise", Host::large_jumps, a);
  RunHosted(file(), "the same, and five outputs read", Host::reading, a);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"The cost of a host, docs/embedding.md"};
  Arguments a;
  app.add_option("--until", a.until, "[s]")->check(CLI::PositiveNumber);
  app.add_option("--interval", a.interval, "between communication points [s]")
      ->check(CLI::PositiveNumber);
  app.add_option("--models", a.models, "folder of the corners")->check(CLI::ExistingDirectory);
  CLI11_PARSE(app, argc, argv);
  try {
    for (const char* name : {"corner_on_joints.json", "corner_on_bushings.json"}) Measure(name, a);
  } catch (const Error& error) {
    std::fprintf(stderr, "embedding: %s\n", error.what());
    return 3;
  }
}
