// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/breaks.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// `other` if it comes before, the lower order where both come at once.
void TakeEarlier(const Break& other, Break& found) {
  if (other.t < found.t)
    found = other;
  else if (other.t == found.t)
    found.order = std::min(found.order, other.order);
}

}  // namespace

BreakFinder NoBreaks() {
  return [](double) { return Break{}; };
}

BreakFinder MakeBreaks(std::vector<Break> breaks) {
  for (const Break& b : breaks)
    Require(std::isfinite(b.t) && b.order >= 0,
            "breaks: a time is not finite, or an order is negative");
  std::sort(breaks.begin(), breaks.end(), [](const Break& a, const Break& b) {
    return a.t != b.t ? a.t < b.t : a.order < b.order;
  });
  const auto shared = std::make_shared<const std::vector<Break>>(std::move(breaks));
  return [shared](double t) {
    const auto after = std::upper_bound(
        shared->begin(), shared->end(), t, [](double time, const Break& b) { return time < b.t; });
    return after == shared->end() ? Break{} : *after;
  };
}

BreakFinder MakePeriodicBreaks(double first, double period, int order) {
  Require(std::isfinite(first) && std::isfinite(period) && period > 0 && order >= 0,
          "breaks: the first time must be finite, the period positive, the order not negative");
  return [first, period, order](double t) {
    double k = std::max(std::floor((t - first) / period), 0.0);
    while (first + k * period <= t) ++k;
    return Break{first + k * period, order};
  };
}

BreakFinder FirstOf(std::vector<BreakFinder> finders) {
  std::erase_if(finders, [](const BreakFinder& finder) { return !finder; });
  if (finders.size() <= 1) return finders.empty() ? BreakFinder() : std::move(finders.front());
  return [finders = std::move(finders)](double t) {
    Break found;
    for (const BreakFinder& finder : finders) TakeEarlier(finder(t), found);
    return found;
  };
}

BreakFinder OfDerivatives(BreakFinder finder, int derivatives) {
  if (!finder || derivatives == 0) return finder;
  return [finder = std::move(finder), derivatives](double t) {
    Break found = finder(t);
    found.order = std::max(found.order - derivatives, 0);
    return found;
  };
}

}  // namespace trunnion
