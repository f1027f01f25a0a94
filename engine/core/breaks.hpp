// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace trunnion {

/// A time at which a function of time is not smooth.
struct Break {
  double t = std::numeric_limits<double>::infinity();  ///< [s]; infinite: there is none
  /// Of the lowest derivative that jumps there: 0 the value itself, 1 the slope, and so on.
  int order = 0;
};

/// The first break after t [s], strictly. An empty one says nothing about breaks; NoBreaks() says
/// that there are none.
using BreakFinder = std::function<Break(double t)>;

/// Of a function that is smooth at all times.
BreakFinder NoBreaks();

/// Breaks at the given times, in any order.
/// @throws ModelError if a time is not finite or an order is negative.
BreakFinder MakeBreaks(std::vector<Break> breaks);

/// Breaks at first + k period, k = 0, 1, ... @throws ModelError unless first is finite and period
/// positive.
BreakFinder MakePeriodicBreaks(double first, double period, int order);

/// The first of all, breaks at one time being one of the lowest order; empty finders are left out.
/// Empty if all are.
BreakFinder FirstOf(std::vector<BreakFinder> finders);

/// The same breaks for a function that depends on the derivatives of the first up to number
/// `derivatives`: their orders are lower by as much, and at least 0.
BreakFinder OfDerivatives(BreakFinder finder, int derivatives);

/// A function, with the breaks that it has over time. A plain function or lambda can take its
/// place; its breaks are unknown then. Integrators stop at breaks, so that they see short pulses
/// and start anew where the smoothness ends.
template <class Signature>
class BrokenFunction : public std::function<Signature> {
 public:
  using std::function<Signature>::function;
  BrokenFunction() = default;
  template <class F>
  BrokenFunction(F f, BreakFinder breaks)
      : std::function<Signature>(std::move(f)), breaks_(std::move(breaks)) {}

  /// Empty: unknown.
  const BreakFinder& breaks() const { return breaks_; }
  /// What looks like a mistake in the function, for a warning: "its spline ..."; empty: nothing.
  const std::string& doubt() const { return doubt_; }
  void set_doubt(std::string doubt) { doubt_ = std::move(doubt); }

 private:
  BreakFinder breaks_;
  std::string doubt_;
};

}  // namespace trunnion
