// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/events/state_events.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "solvers/events/trigger_source.hpp"

namespace trunnion {
namespace {

/// A function counts as zero where it is so far below: elements change their course up to twice as
/// far from it, so that one that starts at zero can rise.
constexpr double kBelow = 0.5 * EventSource::kEventMargin;
/// How near the zero is found.
constexpr double kNear = 0.2 * EventSource::kEventMargin;
constexpr int kMaxIterations = 100;

/// So many events of one element, with at most two steps between them, are chatter.
constexpr int kTooMany = 200;

/// Lowest value of the cubic with values a, b and rates a', b' at the ends of h, at least roughly.
double LowestOfCubic(double a, double b, double a_rate, double b_rate, double h) {
  double lowest = std::min(a, b);
  for (int i = 1; i < 8; ++i) {
    const double s = i / 8.0, r = 1 - s;
    lowest = std::min(
        lowest,
        r * r * (1 + 2 * s) * a + s * s * (3 - 2 * s) * b + h * s * r * (r * a_rate - s * b_rate));
  }
  return lowest;
}

}  // namespace

void StateEvents::Start(double t, const VectorXd& q, const VectorXd& v) {
  if (!any()) return;
  t_ = t;
  system_.CalcEvents(t, q, v, values_, rates_);
  values_.array() += kBelow;
}

/// The lowest function at t among those that were positive at t_.
double StateEvents::Lowest(double t, const Interpolate& interpolate) {
  interpolate(t, q_, v_);
  system_.CalcEvents(t, q_, v_, new_values_, new_rates_);
  new_values_.array() += kBelow;
  double lowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < values_.size(); ++i)
    if (values_[i] > 0 && new_values_[i] < lowest) lowest = new_values_[i], lowest_ = i;
  return lowest;
}

/// Whatever search ends at a zero, functions may have been below and come back before.
std::optional<double> StateEvents::FindFirst(double t, const Interpolate& interpolate) {
  ++steps_;
  const double at_end = Lowest(t, interpolate);
  const VectorXd end_values = new_values_, end_rates = new_rates_;
  Bracket zero{t, t};
  if (at_end <= 0) {
    zero = FindRoot(t_, t, at_end, interpolate);
    Lowest(zero.positive, interpolate);
  }
  while (const std::optional<double> dip = FindDip(zero.positive, interpolate)) {
    zero = FindRoot(t_, *dip, Lowest(*dip, interpolate), interpolate);
    Lowest(zero.positive, interpolate);
  }
  if (zero.positive == t) {  // there is none
    t_ = t;
    values_ = end_values;
    rates_ = end_rates;
    return {};
  }
  Lowest(zero.negative, interpolate);  // names the function
  WatchForChatter(zero.negative);
  return zero.negative;
}

/// A time before t, where Lowest has been and no function is negative, at which one is that was
/// positive at t_.
std::optional<double> StateEvents::FindDip(double t, const Interpolate& interpolate) {
  const double h = t - t_;
  if (!(h > 0)) return {};
  const VectorXd values = new_values_;
  VectorXd begin = rates_, end = new_rates_;
  if (begin.hasNaN() || end.hasNaN()) {  // slopes of the parabola through three values
    if (Lowest(t_ + 0.5 * h, interpolate) <= 0) return t_ + 0.5 * h;
    for (int i = 0; i < values.size(); ++i) {
      const double middle = 4 * new_values_[i];
      if (std::isnan(begin[i])) begin[i] = (middle - 3 * values_[i] - values[i]) / h;
      if (std::isnan(end[i])) end[i] = (values_[i] - middle + 3 * values[i]) / h;
    }
  }
  for (int i = 0; i < values.size(); ++i) {
    if (!(values_[i] > 0 && begin[i] < 0 && end[i] > 0)) continue;
    const double bottom = LowestOfCubic(values_[i], values[i], begin[i], end[i], h);
    const double depth = std::max(values_[i], values[i]) - bottom;
    if (bottom > 0.2 * depth) continue;
    double falls = t_, rises = t;
    while (rises - falls > 1e-6 * h) {  // to where the rate is zero
      const double middle = 0.5 * (falls + rises);
      if (Lowest(middle, interpolate) <= 0) return middle;
      double rate = new_rates_[i];
      if (std::isnan(rate)) {
        const double value = new_values_[i];
        Lowest(middle + 1e-3 * (rises - falls), interpolate);
        rate = new_values_[i] - value;
      }
      (rate < 0 ? falls : rises) = middle;
    }
  }
  return {};
}

/// Illinois' variant of the false position, with bisection where it is slow.
StateEvents::Bracket StateEvents::FindRoot(double positive,
                                           double negative,
                                           double value,
                                           const Interpolate& interpolate) {
  double low = value, high = Lowest(positive, interpolate);
  int side = 0;
  for (int i = 0; i < kMaxIterations && value < -kNear; ++i) {
    double t = positive + (negative - positive) * high / (high - low);
    if (i % 3 == 2 || !(t > positive && t < negative)) t = 0.5 * (positive + negative);
    if (!(t > positive && t < negative)) break;
    const double at = Lowest(t, interpolate);
    if (at <= 0) {
      negative = t;
      low = value = at;
      if (side == -1) high /= 2;
      side = -1;
    } else {
      positive = t;
      high = at;
      if (side == 1) low /= 2;
      side = 1;
    }
  }
  return {positive, negative};
}

void StateEvents::WatchForChatter(double t) {
  std::string name = system_.DescribeEvent(lowest_);
  in_a_row_ = steps_ <= 2 && name == name_ ? in_a_row_ + 1 : 0;
  name_ = std::move(name);
  steps_ = 0;
  if (in_a_row_ < kTooMany) return;
  std::ostringstream message;
  message
      << name_ << " chatters at t = " << t << " s: " << kTooMany
      << " events followed each other with hardly a step between them; give it damping, or make "
         "its law smooth there";
  throw EventError(message.str());
}

}  // namespace trunnion
