// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <optional>

namespace trunnion::bench {

/// The tolerances that a search may choose from: 1e-2, 1e-3 .. 1e-9.
inline constexpr double kTolerances[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

/// The cheapest run whose error is at most `target`, from the loosest tolerance on. Looser is
/// usually cheaper, so the search ends with the first tighter tolerance that does not win.
///
/// @param run  run(tolerance, budget [s]) → Result with the members error (infinite or NaN where
///             the run failed) and cpu_seconds [s]; a run that has used up its budget may stop,
///             since it cannot win any more.
/// @returns nothing if no tolerance meets the target.
template <class Result, class RunAt>
std::optional<Result> FindCheapest(double target, RunAt&& run) {
  std::optional<Result> best;
  for (const double tolerance : kTolerances) {
    const double budget = best ? best->cpu_seconds : std::numeric_limits<double>::infinity();
    Result result = run(tolerance, budget);
    const bool wins = result.error <= target && result.cpu_seconds < budget;
    if (wins) best = std::move(result);
    if (best && !wins) break;
  }
  return best;
}

}  // namespace trunnion::bench
