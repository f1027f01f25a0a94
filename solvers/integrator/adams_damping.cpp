// SPDX-License-Identifier: BSD-3-Clause
//
// The damping of the fastest wave, by which AutomaticIntegrator decides how long BDF is tried.
#include <cmath>
#include <limits>

#include "solvers/integrator/adams.hpp"

namespace trunnion {

double Adams::CalcDampingRatio() {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  if (points_.size() < 2) return kNone;
  VectorXd u = points_[0].v_dot - points_[1].v_dot, q, there, here, lambda;
  const double size = norm_(u);
  if (!(size > 0) || !CalcAccelerations(here, lambda)) return kNone;
  u /= size;
  system_.Retract(q_, u, q);
  if (!solver_.Solve(t_, q, v_, active_, there, lambda)) return kNone;
  const double omega = std::sqrt(norm_(there - here));
  if (!(omega > 0) || !solver_.Solve(t_, q_, v_ + omega * u, active_, there, lambda)) return kNone;
  return norm_(there - here) / (2 * omega * omega);
}

}  // namespace trunnion
