// SPDX-License-Identifier: BSD-3-Clause
//
// Finite elements beside CalculiX and published values
// (tests/data/flexible_references.json):
//
//     flexible_references [--json FILE] [--meshes DIR] [--only ID]
//
// Meshes come from bench/data/meshes and tests/data/meshes, and from DIR for those that are not
// kept in the repository; a reference without mesh is left out. "exact mass" is the element's own
// mass matrix, "CalculiX mass" the one integrated at the points of the stiffness.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

#include "bench/flexible/beams.hpp"
#include "bench/flexible/nonlinear.hpp"
#include "bench/flexible/shell_elements.hpp"
#include "bench/flexible/shells.hpp"
#include "bench/flexible/solids.hpp"
#include "engine/core/error.hpp"

namespace {

using namespace trunnion::bench;

void Run(const std::string& only, Comparison& out) {
  std::printf("%-14s %-22s %-36s %15s %15s %10s\n",
              "id",
              "mesh",
              "quantity",
              "reference",
              "ours",
              "difference");
  const std::pair<const char*, void (*)(Comparison&)> groups[] = {
      {"block", RunBlocks},
      {"arm", RunArms},
      {"craig_bampton", RunCraigBampton},
      {"imported", RunImported},
      {"step_load", RunStepLoads},
      {"shells", RunShells},
      {"shell_elements", RunShellElements},
      {"large", RunLargeDeflections},
      {"bend45", RunBends},
      {"pendulum", RunPendulum},
      {"beams", RunBeams},
      {"flex_slider_crank", RunSliderCrank}};
  for (const auto& [name, run] : groups)
    if (only.empty() || only == name) run(out);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Finite elements beside CalculiX and published values");
  std::string json, only, meshes;
  app.add_option("--json", json, "write the rows to this file");
  app.add_option("--meshes", meshes, "directory with further meshes");
  app.add_option("--only", only, "one group of problems, as in the column id of its rows");
  CLI11_PARSE(app, argc, argv);
  try {
    Comparison comparison(meshes);
    Run(only, comparison);
    if (!json.empty() && !(std::ofstream(json) << comparison.rows().dump(1) << '\n')) {
      std::fprintf(stderr, "flexible_references: cannot write %s\n", json.c_str());
      return 2;
    }
  } catch (const trunnion::Error& error) {
    std::fprintf(stderr, "flexible_references: %s\n", error.what());
    return 3;
  }
}
