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
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/references/beams.hpp"
#include "engine/core/error.hpp"

namespace {

using namespace trunnion;
using namespace trunnion::references;

struct Problem {
  std::string name;
  std::vector<int> meshes;
  std::function<Rows(BeamFormulation, int)> run;
};

std::vector<Problem> Statics() {
  return {
      {"elastica_1", {8, 16, 32, 64}, [](auto f, int n) { return RunElastica(f, n, 1); }},
      {"elastica_5", {8, 16, 32, 64}, [](auto f, int n) { return RunElastica(f, n, 5); }},
      {"elastica_10", {8, 16, 32, 64}, [](auto f, int n) { return RunElastica(f, n, 10); }},
      {"quarter_circle", {8, 16, 32, 64}, [](auto f, int n) { return RunRollUp(f, n, 0.25); }},
      {"full_circle", {8, 16, 32, 64}, [](auto f, int n) { return RunRollUp(f, n, 1); }},
      {"post_buckling_60", {16, 32, 64}, [](auto f, int n) { return RunPostBuckling(f, n, 60); }},
      {"post_buckling_176", {16, 32, 64}, [](auto f, int n) { return RunPostBuckling(f, n, 176); }},
      {"columns", {16, 32, 64, 128}, RunColumns},
      {"bend_45", {8, 16, 32, 64}, RunBend45},
      {"princeton", {8, 16, 32, 64}, RunPrinceton}};
}

std::vector<Problem> Dynamics() {
  const double tight = 1e-7;
  return {
      {"frequencies", {8, 16, 32}, RunFrequencies},
      {"rotating_beam", {8, 16, 32, 64}, RunRotatingBeam},
      {"spin_up", {4, 8, 16}, [=](auto f, int n) { return RunSpinUp(f, n, tight, 20); }},
      {"flying_2d_EI500",
       {16, 32, 64},
       [=](auto f, int n) { return RunFlyingBeam2D(f, n, 500, tight, 10); }},
      {"flying_2d_EI100",
       {16, 32, 64, 128},
       [=](auto f, int n) { return RunFlyingBeam2D(f, n, 100, tight, 10); }},
      {"flying_3d",
       {16, 32, 64, 128},
       [=](auto f, int n) { return RunFlyingBeam3D(f, n, tight, 10); }},
      {"right_angle", {8, 16, 32}, [=](auto f, int n) { return RunRightAngle(f, n, tight, 15); }},
      {"falling_pendulum", {16, 32, 64, 128, 256}, [=](auto f, int n) {
         return RunFallingPendulum(f, n, tight, 0.6);
       }}};
}

void Print(const Problem& problem, const Rows& rows, double seconds, bool summary) {
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

void Run(const Problem& problem, bool summary, Output& out) {
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
  const auto run = [&](const std::vector<Problem>& problems, const std::string& group) {
    for (const Problem& problem : problems) {
      if (!only.empty() && only != group && only != problem.name) continue;
      try {
        Run(problem, summary, out);
      } catch (const Error& error) {
        std::fprintf(stderr, "beam_references: %s: %s\n", problem.name.c_str(), error.what());
        ++failures;
      }
    }
  };
  run(Statics(), "statics");
  run(Dynamics(), "dynamics");
  for (const auto& [file, text] : {std::pair{json, out.rows.dump(1) + '\n'}, {csv, out.csv}})
    if (!file.empty() && !(std::ofstream(file) << text)) {
      std::fprintf(stderr, "beam_references: cannot write %s\n", file.c_str());
      return 2;
    }
  return failures > 0 ? 1 : 0;
}
