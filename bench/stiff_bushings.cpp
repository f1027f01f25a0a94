// SPDX-License-Identifier: BSD-3-Clause
//
// S3 and S4 with light damping, every integrator that chooses its steps: the table of
// docs/formulations.md. A run stops at 100 times the steps of the default.
// Usage: stiff_bushings [--integrator NAME ...] [--summary]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "bench/problems/method.hpp"
#include "bench/problems/stiff_bushings.hpp"

namespace {

using namespace trunnion;
using namespace trunnion::problems;

constexpr double kTolerances[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
constexpr long kStopAt = 100;  // times the steps of the default

IntegratorOptions Options(Method kind, double tolerance, long max_steps) {
  IntegratorOptions options = With(kind);
  options.tolerance = tolerance;
  options.max_steps = max_steps;
  return options;
}

/// The end of the limit of joints in place of bushings (tests/solvers/stress_problems_test.cpp).
VectorXd Limit(const S3&) {
  VectorXd q(6);
  q << -0.4407712220830157, -0.23605238779441484, -2.6499157923413725, -1.3223136662490471,
      -0.7081571633832445, -2.6499157923413725;
  return q;
}
VectorXd Limit(const S4&) {
  VectorXd q(12);
  q << -0.23789488204815828, -0.0768506675006331, -2.8291303223236057, -0.6770910038931469,
      -0.3019504862847019, -2.5068174469313666, -1.0992049864874691, -0.5674247740289187,
      -2.6535470686107243, -1.5302084307513317, -0.8200008211518558, -2.5694869527599193;
  return q;
}

template <class P>
P Make(double k, double ratio) {
  return P{.eps = 1 / k, .c = LightDamping(k, ratio)};
}

/// The end by Dormand & Prince at 1e-10; beyond k = 1e7 from there on a line in 1/k to the limit.
template <class P>
VectorXd CalcEnd(double k, double ratio) {
  const double softer = std::min(k, 1e7);
  const P problem = Make<P>(softer, ratio);
  const auto run = RunBushing(problem, Options(IntegratorKind::explicit_method, 1e-10, 0));
  const VectorXd limit = Limit(problem);
  return limit + softer / k * (run.q - limit);
}

/// Of all runs of one integrator.
struct Summary {
  int runs = 0, failed = 0, long_runs = 0, inaccurate = 0;
  double most_steps = 0, largest_error = 0, largest_gain = 0;
};

struct Study {
  std::vector<Method> kinds;
  bool summary_only = false;
  std::map<Method, Summary> summaries;

  template <class P>
  void Add(const char* name, double k, double ratio);
};

template <class P>
void Study::Add(const char* name, double k, double ratio) {
  const P problem = Make<P>(k, ratio);
  const VectorXd end = CalcEnd<P>(k, ratio);
  for (double tolerance : kTolerances) {
    const auto run = [&](Method kind, long max_steps) {
      return RunBushing(problem, Options(kind, tolerance, max_steps));
    };
    std::map<Method, BushingRun> runs;
    const BushingRun usual = run(FormulationKind::coordinate_splitting, 0);
    long fewest = usual.steps;
    for (const auto kind : kinds) {
      const bool is_usual = kind == FormulationKind::coordinate_splitting;
      const BushingRun& r = runs[kind] = is_usual ? usual : run(kind, kStopAt * usual.steps);
      if (r.failure.empty()) fewest = std::min(fewest, r.steps);
    }
    for (const auto& [kind, r] : runs) {
      const double error = r.failure.empty() ? (r.q - end).cwiseAbs().maxCoeff() : 0;
      Summary& s = summaries[kind];
      ++s.runs;
      s.failed += !r.failure.empty();
      s.long_runs += r.steps > 3 * fewest;
      s.inaccurate += error > 10 * tolerance;
      s.most_steps =
          std::max(s.most_steps, static_cast<double>(r.steps) / static_cast<double>(fewest));
      s.largest_error = std::max(s.largest_error, error / tolerance);
      s.largest_gain = std::max(s.largest_gain, r.gained / tolerance);
      if (summary_only) continue;
      std::printf("| %s | %g | %.0e | %.0e | %s | %ld (%ld) | %.1f | %.2g | %.2g | %s |\n",
                  name,
                  100 * ratio,
                  k,
                  tolerance,
                  kind.name(),
                  r.steps,
                  r.rejected,
                  static_cast<double>(r.steps) / static_cast<double>(fewest),
                  error / tolerance,
                  r.gained,
                  (r.failure.empty() ? r.by : r.failure.substr(0, 60)).c_str());
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"S3 and S4 with light damping by every integrator, docs/formulations.md"};
  std::vector<std::string> names{"coordinate_splitting", "automatic", "adams", "explicit"};
  std::vector<double> stiffnesses{1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10}, ratios{0, 0.001, 0.01};
  Study study;
  app.add_option("--integrator", names, "integrators, or formulations of BDF");
  app.add_option("--stiffness", stiffnesses, "of the bushing [N/m]");
  app.add_option("--damping", ratios, "ratio of the fastest wave");
  app.add_flag("--summary", study.summary_only, "no row for each run");
  CLI11_PARSE(app, argc, argv);
  for (const auto& name : names)
    if (const auto method = FindMethod(name)) study.kinds.push_back(*method);
  if (!study.summary_only)
    std::puts(
        "| problem | damping [%] | k [N/m] | tolerance | integrator | steps (rejected) | steps "
        "over fewest | error over tolerance | energy gained [J] | by |\n"
        "|---|---|---|---|---|---|---|---|---|---|");
  for (double ratio : ratios)
    for (double k : stiffnesses) {
      study.Add<S3>("S3", k, ratio);
      study.Add<S4>("S4", k, ratio);
    }
  std::puts(
      "\n| integrator | runs | failed or stopped | more than 3 times the fewest steps | steps over "
      "fewest, most | error beyond 10 tolerances | error over tolerance, largest | energy gained "
      "over tolerance [J/m], largest |\n|---|---|---|---|---|---|---|---|");
  for (const auto& [kind, s] : study.summaries)
    std::printf("| %s | %d | %d | %d | %.1f | %d | %.2g | %.2g |\n",
                kind.name(),
                s.runs,
                s.failed,
                s.long_runs,
                s.most_steps,
                s.inaccurate,
                s.largest_error,
                s.largest_gain);
}
