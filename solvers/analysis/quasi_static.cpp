// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/analysis/statics.hpp"
#include "solvers/problem/chart_limit.hpp"

namespace trunnion {
namespace {

/// Longest extrapolation of a turn [rad]: multi-turn angles must be able to follow.
constexpr double kLongestTurn = 1;

}  // namespace

std::string DescribeImbalance(const ConstrainedSystem& system, const StaticReport& report) {
  std::ostringstream text;
  if (report.worst_component >= 0) {
    const bool angle = system.is_angle()[static_cast<std::size_t>(report.worst_component)];
    text << system.DescribeComponent(report.worst_component) << ", keeps an unbalanced "
         << (angle ? "torque of " : "force of ") << report.worst_force << (angle ? " N m" : " N");
  }
  if (report.worst_row >= 0 && report.worst_residual > kRowTolerance) {
    text << (report.worst_component >= 0 ? "; " : "") << system.DescribeConstraint(report.worst_row)
         << ", stays violated by " << report.worst_residual << " m or rad";
  }
  return text.str();
}

QuasiStaticPath::QuasiStaticPath(ConstrainedSystem& system,
                                 double t,
                                 const VectorXd& q,
                                 const StaticOptions& options,
                                 const VectorXd& rest)
    : system_(system),
      options_(options),
      t_(t),
      q_(q),
      zero_(VectorXd::Zero(system.num_velocities())) {
  report_ = FindEquilibrium(system, t, options, q_, lambda_, rest);
  if (!report_.converged) {
    std::ostringstream message;
    message << "no static equilibrium found at t = " << t << " s: " << Describe();
    if (report_.relaxation_steps >= options.max_relaxations)
      message << " after " << report_.relaxation_steps << " steps of relaxation (max_relaxations)";
    message << "; support what is free to move, give it stiffness, start nearer to the "
               "equilibrium, or raise max_relaxations";
    throw SolverError(message.str());
  }
  rest_ = report_.rest;
  system.Accept(t, q_, zero_);
}

std::string QuasiStaticPath::Describe() const {
  if (report_.moving_state >= 0)
    return system_.DescribeComponent(report_.moving_state) + ", does not come to rest";
  return options_.describe ? options_.describe(report_) : DescribeImbalance(system_, report_);
}

bool QuasiStaticPath::TryStep(double t) {
  VectorXd q = q_, lambda;
  if (slope_.size() > 0) {
    const VectorXd ahead = (t - t_) * slope_;
    const double turn = LargestTurn(system_, ahead);
    system_.Retract(q_, std::min(1.0, kLongestTurn / std::max(turn, 1e-300)) * ahead, q);
    system_.Normalize(q);
  }
  StaticReport report = FindEquilibrium(system_, t, options_, q, lambda, rest_);
  if (!report.converged) {
    report_ = report;
    return false;
  }
  report_ = report;
  system_.Difference(q_, q, slope_);
  slope_ /= t - t_;
  q_ = q;
  lambda_ = lambda;
  rest_ = report_.rest;
  t_ = t;
  system_.Accept(t_, q_, zero_);
  return true;
}

void QuasiStaticPath::advance_to(double t_end) {
  const double span = t_end - t_;
  double step = span;
  while (t_ < t_end) {
    const bool last = t_ + step >= t_end * (1 - 1e-15) || step >= t_end - t_;
    if (TryStep(last ? t_end : t_ + step)) {
      step *= 2;
      continue;
    }
    step = (last ? t_end - t_ : step) / 2;
    if (step > 1e-5 * span) continue;
    std::ostringstream message;
    message << "the static equilibrium is lost after t = " << t_ << " s: " << Describe()
            << "; the load may exceed what the structure carries";
    throw SolverError(message.str());
  }
}

}  // namespace trunnion
