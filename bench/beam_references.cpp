// SPDX-License-Identifier: BSD-3-Clause
//
// Beam problems with known solutions (tests/data/beam_problems.json):
//
//     beam_references [--json FILE] [--csv FILE] [--only NAME] [--summary]
//
// Both formulations, on meshes that show the order of convergence. --summary prints the largest
// error of each problem and mesh only, with the processor time [s]; --csv writes these errors for
// scripts/plot_work_precision.py.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/references/beam_problems.hpp"
#include "engine/core/error.hpp"

namespace {

using namespace trunnion;
using namespace trunnion::references;

void Print(const BeamProblem& problem, const Rows& rows, double seconds, bool summary) {
  if (summary) {
    std::printf("%-18s %-24s %12.3e %8.2f\n",
                problem.name.c_str(),
                rows.front().mesh.c_str(),
                LargestError(rows),
                seconds);
  } else {
    for (const ReferenceRow& row : rows)
      std::printf("%-26s %-44s %-24s %15.8g %15.8g %10.2e\n",
                  row.id.c_str(),
                  row.quantity.c_str(),
                  row.mesh.c_str(),
                  row.reference,
                  row.ours,
                  row.relative_error);
  }
  std::fflush(stdout);
}

nlohmann::json ToJson(const ReferenceRow& row) {
  return {{"id", row.id},
          {"quantity", row.quantity},
          {"mesh", row.mesh},
          {"reference", row.reference},
          {"ours", row.ours},
          {"relative_error", row.relative_error}};
}

struct Output {
  nlohmann::json rows = nlohmann::json::array();
  std::string csv = "problem,formulation,elements,error\n";
};

void Run(const BeamProblem& problem, bool summary, Output& out) {
  for (const auto& [formulation, name] :
       {std::pair{BeamFormulation::geometrically_exact, "geometrically_exact"},
        std::pair{BeamFormulation::corotational, "corotational"}})
    for (const int elements : problem.meshes) {
      const std::clock_t start = std::clock();
      const Rows rows = problem.run(formulation, elements);
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      Print(problem, rows, seconds, summary);
      for (const ReferenceRow& row : rows) out.rows.push_back(ToJson(row));
      char line[128];
      std::snprintf(line,
                    sizeof line,
                    "%s,%s,%d,%.3e\n",
                    problem.name.c_str(),
                    name,
                    elements,
                    LargestError(rows));
      out.csv += line;
    }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Beam problems with known solutions");
  std::string json, csv, only;
  bool summary = false;
  app.add_option("--json", json, "write the rows to this file");
  app.add_option("--csv", csv, "write the largest errors to this file");
  app.add_option("--only", only, "name of one problem, or statics, or dynamics");
  app.add_flag("--summary", summary, "largest error of each problem and mesh only");
  CLI11_PARSE(app, argc, argv);
  Output out;
  int failures = 0;
  const auto run = [&](const std::vector<BeamProblem>& problems, const std::string& group) {
    for (const BeamProblem& problem : problems) {
      if (!only.empty() && only != group && only != problem.name) continue;
      try {
        Run(problem, summary, out);
      } catch (const Error& error) {
        std::fprintf(stderr, "beam_references: %s: %s\n", problem.name.c_str(), error.what());
        ++failures;
      }
    }
  };
  run(BeamStatics(), "statics");
  run(BeamDynamics(), "dynamics");
  for (const auto& [file, text] : {std::pair{json, out.rows.dump(1) + '\n'}, {csv, out.csv}})
    if (!file.empty() && !(std::ofstream(file) << text)) {
      std::fprintf(stderr, "beam_references: cannot write %s\n", file.c_str());
      return 2;
    }
  return failures > 0 ? 1 : 0;
}
