// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/events/restart.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/problem/chart_limit.hpp"

namespace trunnion {
namespace {

/// Part of the longest step over which the rate of accelerations is taken.
constexpr double kPart = 1e-3;
/// What the rate of accelerations may change in the first step, in tolerances of one step. The rate
/// is known: the error is that of the derivative after it.
constexpr double kChange = 100;

}  // namespace

bool Restart::CalcAccelerations(double t,
                                const VectorXd& q,
                                const VectorXd& v,
                                const ActiveRows& rows) {
  if (!solver_) solver_ = std::make_unique<AccelerationSolver>(system_);
  v_ddot_.setZero(v.size());
  if (solver_->Solve(t, q, v, rows, v_dot_, lambda_) && v_dot_.allFinite()) return true;
  v_dot_.setZero(v.size());
  lambda_.setZero(system_.num_constraints());
  return false;
}

bool Restart::Calc(
    double t, const VectorXd& q, const VectorXd& v, const ActiveRows& rows, double longest) {
  longest_ = longest;
  if (!CalcAccelerations(t, q, v, rows)) return false;
  const double s = (t + kPart * longest) - t;  // without rounding
  x_ = s * v + 0.5 * s * s * v_dot_;
  v_new_ = v + s * v_dot_;
  if (LeavesChart(system_, x_)) return true;
  system_.Retract(q, x_, q_new_);
  VectorXd later, lambda;
  if (solver_->Solve(t + s, q_new_, v_new_, rows, later, lambda) && later.allFinite())
    v_ddot_ = (later - v_dot_) / s;
  return true;
}

double Restart::ChooseStep(const WeightedNorm& norm, double velocity_scale) const {
  // |a h³ + b h²| ≤ kChange is met by the smaller of the steps that each part allows with half.
  const VectorXd none = VectorXd::Zero(v_ddot_.size());
  const double positions = norm.ErrorNorm(v_ddot_ / 6, none, 0);
  const double velocities = norm.ErrorNorm(none, v_ddot_ / 2, velocity_scale);
  double h = longest_;
  if (positions > 0) h = std::min(h, std::cbrt(0.5 * kChange / positions));
  if (velocities > 0) h = std::min(h, std::sqrt(0.5 * kChange / velocities));
  return h;
}

}  // namespace trunnion
