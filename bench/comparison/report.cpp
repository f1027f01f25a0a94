// SPDX-License-Identifier: BSD-3-Clause
#include "bench/comparison/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/comparison/work.hpp"

namespace trunnion::bench {
namespace {

nlohmann::ordered_json Number(double x) { return std::isfinite(x) ? nlohmann::json(x) : nullptr; }

std::string DescribeSplit(const OwnRun& run) {
  const Statistics& s = run.statistics;
  const double named = s.seconds_residual + s.seconds_jacobian + s.seconds_factor + s.seconds_solve;
  const LinearSolverStatistics& p = s.projection;
  return fmt::format(
      "  wall {:.3f} s: residual {:.3f}, Jacobian {:.3f}, factor {:.3f}, solve {:.3f}, projection "
      "{:.3f}, other {:.3f}, output {:.3f}\n",
      run.wall_seconds,
      s.seconds_residual,
      s.seconds_jacobian,
      s.seconds_factor - p.factor_seconds,
      s.seconds_solve - p.solve_seconds,
      p.factor_seconds + p.solve_seconds,
      run.wall_seconds - named - run.output_seconds,
      run.output_seconds);
}

/// Operations and memory traffic of a step, estimated from counts (work.hpp). Caches are left
/// out of account.
std::string DescribeWork(const OwnRun& run) {
  const Work work = EstimateWork(run);
  const double seconds = run.wall_seconds / static_cast<double>(std::max(run.steps, 1L));
  return fmt::format(
      "  estimated per step: {:.3g} Mflop and {:.3g} MB in linear algebra, {:.3g} Mflop and {:.3g} "
      "MB in the rest: {:.2g} Gflop/s, {:.2g} GB/s\n",
      1e-6 * work.linear_flops,
      1e-6 * work.linear_bytes,
      1e-6 * work.other_flops,
      1e-6 * work.other_bytes,
      1e-9 * (work.linear_flops + work.other_flops) / seconds,
      1e-9 * (work.linear_bytes + work.other_bytes) / seconds);
}

std::string DescribeOutputs(const Outputs& outputs) {
  std::string text;
  for (const auto& [name, value] : outputs) text += fmt::format("  {} {:.9f}", name, value);
  return text + "\n";
}

}  // namespace

std::string DescribeRun(const Run& run) {
  std::string text = fmt::format("{} at tolerance {:g}: ", run.name, run.tolerance);
  if (!run.failure.empty())
    return text + fmt::format("{} ({:.3f} s)\n", run.failure, run.cpu_seconds);
  return text + fmt::format(
                    "error {:.2e}, cpu {:.3f} s, {} steps, {} failed, {} Newton iterations, {} "
                    "factorizations\n",
                    run.error,
                    run.cpu_seconds,
                    run.steps,
                    run.failed_steps,
                    run.newton_iterations,
                    run.setups);
}

std::string DescribeComparison(const Comparison& c) {
  std::string text =
      fmt::format("{} n={}, threads {}\n", c.model, c.n, c.threads) + DescribeRun(c.own);
  if (c.own.failure.empty()) {
    if (!c.own.choices.empty()) text += "  " + c.own.choices + "\n";
    text += DescribeSplit(c.own) + DescribeWork(c.own) + DescribeOutputs(c.own.outputs);
    text += fmt::format("  start values {:.3f} s, peak memory {:.0f} MiB\n",
                        c.own.setup_seconds,
                        static_cast<double>(c.peak_memory) / 1048576);
  }
  if (!c.peer) return text;
  if (!c.peer->failure.empty()) return text + c.peer->name + ": " + c.peer->failure + "\n";
  text += DescribeRun(*c.peer) + "  " + c.peer->choices + "\n" + DescribeOutputs(c.peer->outputs);
  return text + fmt::format("ratio {:.2f} ({} over trunnion, CPU)\n", c.ratio(), c.peer->name);
}

nlohmann::ordered_json MakeJson(const Comparison& c) {
  nlohmann::ordered_json json{{"model", c.model},
                              {"n", c.n},
                              {"tolerance", c.own.tolerance},
                              {"threads", c.threads},
                              {"steps", c.own.steps},
                              {"newton_iterations", c.own.newton_iterations},
                              {"factorizations", c.own.setups},
                              {"cpu_seconds", c.own.cpu_seconds},
                              {"wall_seconds", c.own.wall_seconds},
                              {"peak_memory_bytes", c.peak_memory},
                              {"error", Number(c.own.error)}};
  nlohmann::ordered_json outputs = nlohmann::ordered_json::object();
  for (const auto& [name, value] : c.own.outputs) outputs[name] = Number(value);
  json["outputs"] = outputs;
  if (!c.peer) return json;
  if (!c.peer->failure.empty()) {
    json["peer"] = {{"name", c.peer->name},
                    {"cpu_seconds", nullptr},
                    {"error", nullptr},
                    {"failure", c.peer->failure}};
    json["ratio"] = nullptr;
    return json;
  }
  json["peer"] = {{"name", c.peer->name},
                  {"cpu_seconds", c.peer->cpu_seconds},
                  {"error", Number(c.peer->error)},
                  {"tolerance", c.peer->tolerance},
                  {"steps", c.peer->steps},
                  {"newton_iterations", c.peer->newton_iterations},
                  {"setups", c.peer->setups}};
  json["ratio"] = Number(c.ratio());
  return json;
}

std::string MakeRunTable(const Comparison& c) {
  std::string csv = "code,tolerance,error,cpu_seconds,steps,newton_iterations,factorizations\n";
  for (const Run& run : c.tried) {
    if (!run.failure.empty()) continue;
    csv += fmt::format("{},{:g},{:.3e},{:.4f},{},{},{}\n",
                       run.name,
                       run.tolerance,
                       run.error,
                       run.cpu_seconds,
                       run.steps,
                       run.newton_iterations,
                       run.setups);
  }
  return csv;
}

}  // namespace trunnion::bench
