// SPDX-License-Identifier: BSD-3-Clause
//
// The benchmarks B1 to B5 at any size, alone or beside another code:
//
//     scale --model B1 --n 1000 --tolerance 1e-4 --threads 2 --json result.json
//     scale --model B1 --n 1000 --error 1e-3 --peer ida
//
// With --error each side uses its cheapest tolerance out of 1e-2, 1e-3 .. 1e-9 that meets it.
// Exit codes: 0 done, 2 bad input, 3 a run failed. After 2 and 3 there are no files.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "bench/comparison/error_search.hpp"
#include "bench/comparison/report.hpp"
#include "bench/peers/peers.hpp"
#include "bench/problems/method.hpp"
#include "engine/core/error.hpp"
#include "engine/results/result_files.hpp"

namespace {

using namespace trunnion;
using namespace trunnion::bench;

struct Arguments {
  std::string model = "B1", peer;
  int n = 100, threads = 1;
  double tolerance = 1e-5, error = 0;  // error 0: run at the tolerance
  Method method = IntegratorKind::automatic;
  std::filesystem::path json, runs;
};

int Fail(const std::string& message, int code) {
  std::fprintf(stderr, "scale: %s\n", message.c_str());
  return code;
}

/// Where the runs of both sides take less than this they are repeated, and the shortest of each
/// counts [s].
constexpr double kShort = 12;
constexpr int kRepetitions = 5;

template <class RunAt>
auto Search(const Arguments& arguments, RunAt run_at, std::vector<bench::Run>& tried) {
  const auto run = [&](double tolerance, double budget) {
    auto result = run_at({.tolerance = tolerance, .threads = arguments.threads, .budget = budget});
    std::fputs(("  " + DescribeRun(result)).c_str(), stdout);
    tried.push_back(result);
    return result;
  };
  return FindCheapest<decltype(run(1.0, 1.0))>(arguments.error, run);
}

/// The cheapest run that meets arguments.error, or the run at arguments.tolerance.
/// @throws SolverError if there is none.
template <class RunAt>
auto FindRun(const Arguments& arguments, RunAt run_at, std::vector<bench::Run>& tried) {
  if (arguments.error == 0) {
    auto result = run_at({.tolerance = arguments.tolerance, .threads = arguments.threads});
    if (!result.failure.empty()) throw SolverError(result.failure);
    return result;
  }
  auto best = Search(arguments, run_at, tried);
  if (!best)
    throw SolverError("no tolerance of 1e-2 .. 1e-9 meets the error; ask for a larger one");
  return *best;
}

/// Repeats both sides alternately, so that both see the same machine.
template <class OwnAt>
void Repeat(Comparison& c, OwnAt own_at, const Peer& peer) {
  const double longest = std::max(c.own.cpu_seconds, c.peer ? c.peer->cpu_seconds : 0.0);
  if (longest > kShort) return;  // what is repeated on one side only looks faster there
  const auto repeat = [&](auto& run, auto run_at) {
    if (!run.failure.empty()) return;
    auto again = run_at(RunOptions{.tolerance = run.tolerance, .threads = c.threads});
    if (again.cpu_seconds < run.cpu_seconds) run = std::move(again);
  };
  for (int i = 1; i < kRepetitions; ++i) {
    repeat(c.own, own_at);
    if (c.peer) repeat(*c.peer, peer);
  }
}

Comparison Measure(const Benchmark& benchmark, const Arguments& arguments, const Peer& peer) {
  Comparison c{.model = benchmark.model, .n = benchmark.n, .threads = arguments.threads};
  const auto own = [&](RunOptions options) {
    options.method = arguments.method;
    return RunTrunnion(benchmark, options);
  };
  c.own = FindRun(arguments, own, c.tried);
  c.peak_memory = PeakMemory();
  if (peer) {
    try {
      c.peer = FindRun(arguments, peer, c.tried);
    } catch (const SolverError& error) {  // a result too
      c.peer = bench::Run{.name = arguments.peer, .failure = error.what()};
    }
  }
  Repeat(c, own, peer);
  return c;
}

/// Says before the run if a file cannot be written.
std::unique_ptr<OutputFolder> MakeFolderOf(const std::filesystem::path& file) {
  const auto parent = file.parent_path();
  return std::make_unique<OutputFolder>(parent.empty() ? "." : parent);
}

int RunScale(const Arguments& arguments) {
  const Benchmark benchmark = MakeBenchmark(arguments.model, arguments.n);
  if (arguments.error > 0 && !benchmark.error)
    return Fail("--error: " + arguments.model + " has no reference value for --n " +
                    std::to_string(arguments.n) + "; see examples/models/benchmark_references.hpp",
                2);
  std::vector<std::unique_ptr<OutputFolder>> folders;
  for (const auto& file : {arguments.json, arguments.runs}) {
    if (file.empty()) continue;
    folders.push_back(MakeFolderOf(file));
    FileTransaction().Add(file);
  }
  Peer peer;
  if (arguments.peer == "ida") peer = MakeIdaPeer(benchmark);
  if (arguments.peer == "simbody") peer = MakeSimbodyPeer(benchmark);
  const Comparison comparison = Measure(benchmark, arguments, peer);
  std::fputs(DescribeComparison(comparison).c_str(), stdout);
  FileTransaction files;
  if (!arguments.json.empty())
    WriteText(arguments.json, MakeJson(comparison).dump(2) + "\n", files);
  if (!arguments.runs.empty()) WriteText(arguments.runs, MakeRunTable(comparison), files);
  files.Commit();
  for (const auto& folder : folders) folder->Keep();
  return 0;
}

int ParseAndRun(int argc, char** argv) {
  CLI::App app("Benchmarks B1 to B5, docs/performance.md", "scale");
  Arguments a;
  app.add_option("--model", a.model, "B1 .. B5")
      ->check(CLI::IsMember({"B1", "B2", "B3", "B4", "B5"}));
  app.add_option("--n", a.n, "rods (B1, B2), loops (B3), cubes along one side (B5)")
      ->check(CLI::Range(1, 1000000));
  auto* tolerance = app.add_option("--tolerance", a.tolerance)->check(CLI::Range(1e-14, 1.0));
  std::string method = "automatic";
  app.add_option("--method", method, "integrator, or formulation of BDF (default automatic)")
      ->check([](const std::string& name) {
        return FindMethod(name) ? std::string() : "'" + name + "' is no method";
      });
  app.add_option("--threads", a.threads)->check(CLI::Range(1, 1024));
  app.add_option("--error", a.error, "error to be met [m], each side at its cheapest tolerance")
      ->check(CLI::Range(1e-12, 1.0))
      ->excludes(tolerance);
  app.add_option("--peer", a.peer, "code to compare with")
      ->check(CLI::IsMember({"ida", "simbody"}));
  app.add_option("--json", a.json, "result as a JSON file");
  app.add_option("--runs", a.runs, "the runs of the search as a CSV file");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return Fail(std::string(error.what()) + "; see scale --help", 2);
  }
  a.method = *FindMethod(method);
  return RunScale(a);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return ParseAndRun(argc, argv);
  } catch (const SolverError& error) {
    return Fail(error.what(), 3);
  } catch (const Error& error) {
    return Fail(error.what(), 2);
  } catch (const std::bad_alloc&) {
    return Fail("not enough memory for this model", 3);
  } catch (const std::exception& error) {
    return Fail(error.what(), 3);
  }
}
