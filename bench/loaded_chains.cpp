// SPDX-License-Identifier: BSD-3-Clause
//
// Long loaded chains and a preloaded net with the three iteration matrices: where true reactions
// are large, CM leaves out what carries the load. Usage: loaded_chains [--large] [--tolerance X]
// [--budget S]
#include <CLI/CLI.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "engine/core/error.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system.hpp"
#include "examples/models/loaded_models.hpp"

namespace {

using namespace trunnion;

struct Case {
  const char* name;
  Model model;
  double until;  // [s]
};

const char* NameOf(IterationMatrix matrix) {
  switch (matrix) {
    case IterationMatrix::lagged:
      return "lagged";
    case IterationMatrix::cs:
      return "cs";
    default:
      return "cm";
  }
}

double Energy(const Simulation& run) { return run.kinetic_energy() + run.potential_energy(); }

void Run(const Case& c, IterationMatrix matrix, double tolerance, double budget) {
  const System system = c.model.Compile();
  SimulationOptions options;
  options.integrator.tolerance = tolerance;
  options.integrator.bdf.iteration_matrix = matrix;
  Simulation run(system, options);
  const double start = Energy(run);
  const auto clock = [] { return std::chrono::steady_clock::now(); };
  const auto begin = clock();
  const auto seconds = [&] { return std::chrono::duration<double>(clock() - begin).count(); };
  const char* end = "";
  try {
    while (run.step_end() < c.until && seconds() < budget) run.step();
    if (run.step_end() < c.until) end = "  out of time";
  } catch (const Error& error) {
    end = "  failed";
  }
  const Statistics& s = run.statistics();
  std::printf("| %s | %s | %.3g%s | %ld | %.1f | %ld | %ld | %.2g | %.1f |\n",
              c.name,
              NameOf(matrix),
              run.step_end(),
              end,
              s.steps,
              static_cast<double>(s.newton_iterations) / static_cast<double>(s.steps),
              s.factorizations,
              s.convergence_failures,
              Energy(run) - start,
              seconds());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Loaded chains and nets, three iteration matrices; docs/archive/experiments.md"};
  bool large = false;
  double tolerance = 1e-2, budget = 60;
  app.add_flag("--large", large, "10 000 links too");
  app.add_option("--tolerance", tolerance, "of the run [m]")->check(CLI::PositiveNumber);
  app.add_option("--budget", budget, "wall time of one run [s]")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  using models::MakeHangingChain;
  std::vector<Case> cases;
  cases.push_back({"chain, 100 links, 1 t", MakeHangingChain({.links = 100}), 2});
  cases.push_back({"chain, 1 000 links, 1 t", MakeHangingChain({.links = 1000}), 2});
  cases.push_back({"rope, 1 000 links", MakeHangingChain({.links = 1000, .load = 0}), 10});
  cases.push_back({"net 30 x 30, 2 kN in each bushing", models::MakePreloadedNet(30, 2000), 0.2});
  if (large) cases.push_back({"chain, 10 000 links, 1 t", MakeHangingChain({.links = 10000}), 2});
  std::puts(
      "| model | matrix | until [s] | steps | Newton a step | factor. | not converged "
      "| energy change [J] | [s] |");
  std::puts("|---|---|---|---|---|---|---|---|---|");
  for (const Case& c : cases)
    for (const auto matrix : {IterationMatrix::lagged, IterationMatrix::cs, IterationMatrix::cm})
      Run(c, matrix, tolerance, budget);
}
