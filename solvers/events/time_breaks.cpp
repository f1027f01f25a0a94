// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/events/time_breaks.hpp"

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// A step that would end so near before a break, relative to its length, ends there.
constexpr double kStretch = 1e-3;

/// A time [s] that counts as nothing at t: a law may switch some roundings away from the time that
/// it declares.
double Margin(double t) {
  return 16 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), 1e-6);
}

double Before(double t) { return std::isfinite(t) ? t - Margin(t) : kInfinity; }

}  // namespace

void TimeBreaks::Start(double t) {
  from_ = -kInfinity;
  next_ = system_.FindBreak(t - 4 * Margin(t));
  if (next_.t > t + 4 * Margin(t) || next_.order > 1) MoveOn(t);
  if (next_.t <= t + 4 * Margin(t)) next_.t = t;
  to_ = Before(next_.t);
}

/// The next break after t, and the window up to it.
void TimeBreaks::MoveOn(double t) {
  const double margin = Margin(t);
  const Break nearest = system_.FindBreak(t - 4 * margin);
  if (nearest.t <= t + 4 * margin) from_ = t + margin;
  next_ = nearest;
  while (next_.t <= t + 4 * margin) {
    from_ = std::max(from_, next_.t + margin);
    next_ = system_.FindBreak(next_.t);
  }
  to_ = Before(next_.t);
}

bool TimeBreaks::IsAt(double t) const { return t >= next_.t - 4 * Margin(t); }

std::optional<int> TimeBreaks::Pass(double t) {
  if (!IsAt(t)) return {};
  int order = next_.order;
  const double margin = Margin(t);
  for (Break b = system_.FindBreak(next_.t); b.t <= t + 4 * margin; b = system_.FindBreak(b.t))
    order = std::min(order, b.order);
  MoveOn(t);
  Open();
  return order;
}

double TimeBreaks::EndOf(double t, double h, bool halve) const {
  const bool together = std::abs(next_.t - stop_) <= 4 * Margin(next_.t);
  const double end = together ? stop_ : std::min(next_.t, stop_), left = end - t;
  if (h >= (1 - kStretch) * left) return end;
  if (halve && 2 * h > left) return t + left / 2;
  return t + h;
}

}  // namespace trunnion
