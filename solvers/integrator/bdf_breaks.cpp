// SPDX-License-Identifier: BSD-3-Clause
//
// What BDF does at a break over time and at an event of the state.
#include <algorithm>

#include "solvers/integrator/bdf.hpp"

namespace trunnion {
namespace {

/// Order of the first step after a jump: three artificial points carry v' and v''.
constexpr int kOrderAnew = 3;

}  // namespace

/// Order p holds where derivative number p of the accelerations jumps.
void Bdf::KeepOrder(int order) {
  k_ = std::min(k_, order);
  h_ = std::max(h_, uncut_);
  steps_at_size_ = 0;
}

void Bdf::StartAnew() {
  StatePoint now = end();
  if (jumps_ && StartOneSteps(now)) return;
  one_.active = false;
  const double longest = std::min({CalcLongestAnew(h_), options_.max_step, breaks_.next() - now.t});
  const bool determined =
      restart_.Calc(breaks_.StartOf(now.t), now.q, now.v, active_rows(), longest);
  now.lambda = restart_.lambda();
  history_.Clear();
  history_.Push(now);
  start_v_dot_ = restart_.v_dot();
  start_v_ddot_ = restart_.v_ddot();
  k_ = determined ? std::min(kOrderAnew, options_.bdf.max_order) : 1;
  h_ = options_.fixed_step > 0
           ? options_.fixed_step
           : restart_.ChooseStep(norm_, VelocityScale(options_, CalcVelocityStep(longest)));
  accepted_derivatives_ = {};
  steps_at_size_ = 0;
  starting_ = first_step_ = true;
  PlaceArtificialPoints();
}

void Bdf::MoveTo(double t, VectorXd& q, VectorXd& v) {
  last_step_ -= end().t - t;
  event_.t = t;
  event_.q.swap(q);
  event_.v.swap(v);
  event_.lambda = history_[0].lambda;
}

}  // namespace trunnion
