// SPDX-License-Identifier: BSD-3-Clause
// Checks many random mechanisms and prints what came of them.
//
//     reliability [first seed] [number of mechanisms] [threads] [work] [some]
//
// work: steps times bodies of the run at the tolerance, 2000. some: two comparisons of each, by its
// seed, as the suite does. Findings go to standard error as they come.
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "tests/random/checks.hpp"

namespace {

using trunnion::random::Report;

/// Ratios of one check over all mechanisms.
struct Tally {
  std::vector<double> ratios;
  std::vector<std::uint64_t> failed;
};

double Quantile(const std::vector<double>& sorted, double q) {
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

void PrintMeasures(const std::vector<Report>& reports) {
  std::map<std::string, Tally> checks;
  for (const Report& report : reports)
    for (const auto& measure : report.measures) {
      Tally& tally = checks[measure.check];
      tally.ratios.push_back(measure.ratio);
      if (!(measure.ratio <= 1)) tally.failed.push_back(report.seed);
    }
  std::printf(
      "%-22s %7s %9s %9s %9s %7s  seeds\n", "check", "runs", "median", "99 %", "largest", "failed");
  for (auto& [name, tally] : checks) {
    std::sort(tally.ratios.begin(), tally.ratios.end());
    std::printf("%-22s %7zu %9.2g %9.2g %9.2g %7zu ",
                name.c_str(),
                tally.ratios.size(),
                Quantile(tally.ratios, 0.5),
                Quantile(tally.ratios, 0.99),
                tally.ratios.back(),
                tally.failed.size());
    for (std::size_t i = 0; i < std::min<std::size_t>(tally.failed.size(), 40); ++i)
      std::printf(" %llu", static_cast<unsigned long long>(tally.failed[i]));
    std::printf("\n");
  }
}

void PrintRefusals(const std::vector<Report>& reports) {
  struct Kind {
    int count = 0;
    bool named = true;
    std::set<std::uint64_t> seeds;
    std::string example;
  };
  std::map<std::pair<std::string, std::string>, Kind> kinds;
  int refused = 0;
  for (const Report& report : reports) {
    refused += report.refused;
    for (const auto& refusal : report.refusals) {
      Kind& kind = kinds[{refusal.run, trunnion::random::GeneralForm(refusal.message)}];
      ++kind.count;
      kind.named = kind.named && refusal.names_element;
      kind.seeds.insert(report.seed);
      kind.example = refusal.message;
    }
  }
  std::printf("\nrefused by the default integrator: %d of %zu\n", refused, reports.size());
  for (const auto& [key, kind] : kinds) {
    std::printf("%5d %s %s:", kind.count, kind.named ? "    " : "ANON", key.first.c_str());
    int shown = 0;
    for (const auto seed : kind.seeds)
      if (shown++ < 6) std::printf(" %llu", static_cast<unsigned long long>(seed));
    std::printf("\n        %s\n", kind.example.c_str());
  }
}

void PrintKinds(const std::vector<Report>& reports) {
  std::map<std::string, int> kinds;
  double seconds = 0, slowest = 0;
  std::uint64_t slow = 0;
  int redundant = 0;
  for (const Report& report : reports) {
    for (const auto& kind : report.kinds) ++kinds[kind];
    seconds += report.seconds;
    redundant += report.redundant > 0;
    if (report.seconds > slowest) slowest = report.seconds, slow = report.seed;
  }
  std::printf("\nelements:");
  for (const auto& [kind, count] : kinds) std::printf(" %s %d,", kind.c_str(), count);
  std::printf("\nwith redundant rows: %d; %.1f s in runs, the longest mechanism %.1f s (%llu)\n",
              redundant,
              seconds,
              slowest,
              static_cast<unsigned long long>(slow));
}

/// At once, what one mechanism failed in.
void PrintFindings(const Report& report) {
  const auto seed = static_cast<unsigned long long>(report.seed);
  for (const auto& measure : report.measures)
    if (!(measure.ratio <= 1))
      std::fprintf(stderr, "%llu: %s %.3g\n", seed, measure.check.c_str(), measure.ratio);
  for (const auto& refusal : report.refusals)
    std::fprintf(stderr,
                 "%llu: %s%s: %s\n",
                 seed,
                 refusal.names_element ? "" : "no name, ",
                 refusal.run.c_str(),
                 refusal.message.c_str());
  if (report.seconds > 5)
    std::fprintf(stderr, "%llu: %d bodies, %.1f s\n", seed, report.bodies, report.seconds);
}

}  // namespace

int main(int argc, char** argv) {
  const auto first = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const auto count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 300;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 2;
  const bool all = argc <= 5 || std::string(argv[5]) != "some";
  const double work = argc > 4 ? std::atof(argv[4]) : 2000;
  std::vector<Report> reports(count);
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(std::size_t{0}, reports.size(), [&](std::size_t i) {
      reports[i] = trunnion::random::CheckMechanism(first + i, {.all = all, .work = work});
      PrintFindings(reports[i]);
    });
  });
  if (count == 1)
    for (const auto& measure : reports[0].measures)
      std::printf("%-22s %g\n", measure.check.c_str(), measure.ratio);
  PrintMeasures(reports);
  PrintRefusals(reports);
  PrintKinds(reports);
  return 0;
}
