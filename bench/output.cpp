// SPDX-License-Identifier: BSD-3-Clause
//
// What results cost: the same run without and with output, alternately. Usage:
//
//     output [--model B1] [--n 10000] [--tolerance 1e-2] [--rate 100] [--threads 1] [--repeat 2]
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "bench/comparison/benchmark.hpp"
#include "bench/comparison/run.hpp"
#include "engine/core/error.hpp"
#include "engine/recorder/recorder.hpp"
#include "engine/results/result_files.hpp"
#include "engine/results/result_stream.hpp"
#include "engine/simulation/simulation.hpp"

namespace {

using namespace trunnion;
using bench::Now;
using bench::Times;

struct Arguments {
  std::string model = "B1";
  int n = 10000, threads = 1, repeat = 2;
  double tolerance = 1e-2, rate = 100;
  std::size_t widest = 50000;  // as the command has it
};

void Print(const char* what, const Times& begin, const Times& end) {
  std::printf(
      "  %-36s cpu %8.3f s  wall %8.3f s\n", what, end.cpu - begin.cpu, end.wall - begin.wall);
  std::fflush(stdout);
}

void Measure(const bench::Benchmark& benchmark, const Arguments& a) {
  const SimulationOptions options{.integrator = {.tolerance = a.tolerance}, .threads = a.threads};
  {
    Simulation run(*benchmark.system, options);
    const Times begin = Now();
    run.advance_to(benchmark.end);
    Print("run without output", begin, Now());
  }
  const auto folder = std::filesystem::temp_directory_path();
  const auto file = folder / "trunnion_output.h5";
  Simulation run(*benchmark.system, options);
  const Times start = Now();
  Recorder recorder(
      *benchmark.system, {}, {.stream_to = folder / kPartialResults, .widest_in_memory = a.widest});
  const Times begin = Now();
  Print("make the recorder", start, begin);
  Advance(run, recorder, benchmark.end, 1 / a.rate);
  const Times end = Now();
  Print("run with output", begin, end);
  const int samples = recorder.num_samples();
  const Results results = recorder.TakeResults(run);
  std::size_t columns = 0;
  for (const ResultTable& table : results.tables) columns += table.columns.size();
  std::printf("  %d outputs of %zu numbers, %.0f MiB\n",
              samples,
              columns,
              8.0 * samples * static_cast<double>(columns) / 1048576);
  FileTransaction files;
  recorder.streams_wide_tables() ? recorder.WriteStream(results, file, files)
                                 : WriteHdf5(results, file, files);
  files.Commit();
  Print("write results.h5", end, Now());
  std::printf("  file of %.1f MiB, peak memory %.0f MiB\n",
              static_cast<double>(std::filesystem::file_size(file)) / 1048576,
              static_cast<double>(bench::PeakMemory()) / 1048576);
  std::filesystem::remove(file);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"The cost of results, docs/performance.md"};
  Arguments a;
  app.add_option("--model", a.model)->check(CLI::IsMember({"B1", "B2", "B3", "B5"}));
  app.add_option("--n", a.n, "size, as for scale")->check(CLI::Range(1, 1000000));
  app.add_option("--tolerance", a.tolerance)->check(CLI::Range(1e-14, 1.0));
  app.add_option("--rate", a.rate, "outputs a second of simulated time")
      ->check(CLI::PositiveNumber);
  app.add_option("--threads", a.threads)->check(CLI::Range(1, 1024));
  app.add_option("--repeat", a.repeat)->check(CLI::Range(1, 100));
  app.add_option("--widest", a.widest, "columns of a table that stays in memory");
  CLI11_PARSE(app, argc, argv);
  try {
    const bench::Benchmark benchmark = bench::MakeBenchmark(a.model, a.n);
    std::printf(
        "%s n=%d, tolerance %g, %g outputs a second\n", a.model.c_str(), a.n, a.tolerance, a.rate);
    for (int i = 0; i < a.repeat; ++i) Measure(benchmark, a);
  } catch (const Error& error) {
    std::fprintf(stderr, "output: %s\n", error.what());
    return 3;
  }
}
