// SPDX-License-Identifier: BSD-3-Clause
#include <chrono>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "examples/models/reference_problems.hpp"

/// Work and precision of the default settings on the test problems of docs/validation.md, as CSV:
///
///     bench/work_precision tests/data/test_problems.json > work_precision.csv
///
/// Errors are those at the end of the run, of lengths [m] and angles [rad].
namespace {

using namespace trunnion;
using namespace trunnion::models;

void Measure(const std::string& name, const ReferenceProblem& problem, double tolerance) {
  const System system = problem.model.Compile();
  const auto start = std::chrono::steady_clock::now();
  try {
    Simulation run(system, {.integrator = {.tolerance = tolerance}, .threads = 1});
    run.advance_to(problem.end());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const ProblemError error = problem.compare(run, problem.samples.back().second);
    const Statistics& s = run.statistics();
    std::printf("%s,%.0e,%.3e,%.3e,%ld,%ld,%ld,%ld,%.4f\n",
                name.c_str(),
                tolerance,
                error.position,
                error.velocity,
                s.steps,
                s.residual_evaluations,
                s.factorizations,
                s.error_test_failures + s.convergence_failures + s.singular_failures,
                seconds.count());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s at %.0e: %s\n", name.c_str(), tolerance, error.what());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::ifstream stream(argc > 1 ? argv[1] : "tests/data/test_problems.json");
  if (!stream) {
    std::fprintf(stderr, "usage: work_precision tests/data/test_problems.json\n");
    return 2;
  }
  const nlohmann::json file = nlohmann::json::parse(stream);
  std::vector<std::pair<std::string, ReferenceProblem>> problems;
  problems.emplace_back("slider crank", MakeSliderCrank(file, Loops::redundant));
  problems.emplace_back("pendulum A01", MakePendulumA01(file));
  problems.emplace_back("ladder 2", MakeLadderA02(file, 2, Loops::redundant));
  problems.emplace_back("ladder 2 determinate", MakeLadderA02(file, 2, Loops::determinate));
  problems.emplace_back("ladder 40", MakeLadderA02(file, 40, Loops::redundant));
  problems.emplace_back("ladder 40 determinate", MakeLadderA02(file, 40, Loops::determinate));
  problems.emplace_back("cuspidal top", MakeTop(file));
  problems.emplace_back("free body", MakeFreeBody(file));
  problems.emplace_back("Andrews", MakeAndrews(file, Loops::redundant));
  std::printf(
      "problem,tolerance,position_error,velocity_error,steps,evaluations,factorizations,"
      "failed_steps,seconds\n");
  for (const auto& [name, problem] : problems) {
    for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance /= 10) {
      Measure(name, problem, tolerance);
    }
  }
}
