// SPDX-License-Identifier: BSD-3-Clause
//
// What Adams does at a break over time and at an event of the state.
#include <algorithm>

#include "solvers/integrator/adams.hpp"

namespace trunnion {

/// The polynomial of order p holds where derivative number p of the accelerations jumps.
void Adams::KeepOrder(int order) {
  k_ = std::min(k_, order);
  if (options_.fixed_step == 0) h_ = std::max(h_, uncut_);
}

/// Two points, the second one before the break where the accelerations would have been by their
/// rate after it: order 2 from the first step on.
void Adams::StartAnew() {
  const double longest = std::min({CalcLongestAnew(h_), options_.max_step, breaks_.next() - t_});
  points_.resize(1);
  points_.front().t = t_;
  k_ = 1;
  starting_ = true;
  since_probe_ = 0;
  probe_t_ = t_;
  if (!restart_.Calc(breaks_.StartOf(t_), q_, v_, active_, longest))
    return;  // goes on with what it has
  points_.front().v_dot = restart_.v_dot();
  lambda_ = restart_.lambda();
  if (options_.fixed_step > 0) return;
  h_ = std::min(restart_.ChooseStep(norm_, VelocityScale(options_, CalcVelocityStep(longest))),
                stability_.limit());
  points_.push_back({t_ - h_, restart_.v_dot() - h_ * restart_.v_ddot()});
  k_ = std::min(2, options_.adams.max_order);
}

/// The polynomial of the accelerations stays, and with it what Interpolate gives.
void Adams::MoveTo(double t, VectorXd& q, VectorXd& v) {
  q_.swap(q);
  v_.swap(v);
  last_step_ -= t_ - t;
  t_ = t;
  longest_mean_ = 0;
}

}  // namespace trunnion
