// SPDX-License-Identifier: BSD-3-Clause
//
// What BDF does where something outside has changed the equations: a step as before if its error
// test lets it pass, else steps without a past until there is a new one.
#include <algorithm>
#include <cmath>

#include "solvers/integrator/bdf.hpp"
#include "solvers/problem/chart_limit.hpp"

namespace trunnion {
namespace {

/// Points after which BDF goes on, with the order that they carry, and its first step in parts of
/// the last one.
constexpr int kPoints = 4, kOrder = 3;
constexpr double kFirstPart = 0.5;
/// Changes that are passed without a trial after one that failed, at most.
constexpr int kLongestWait = 64;
/// The error of a one-step step that begins with accelerations of before a change, in parts of its
/// estimate: b₁ over the error weight of the first stage is 7.
constexpr double kTrialCaution = 8;

}  // namespace

bool Bdf::MayCarryOn() {
  if (options_.bdf.newton_iterations > 0) return true;  // all steps take the same work
  if (!test_error_ || (!one_.active && history_.size() < kPoints)) return false;
  if (one_.wait-- > 0) return false;
  one_.wait = 0;
  return one_.trial = true;
}

/// Of an attempt, which has been told of. A trial has failed: the change matters.
bool Bdf::Reject() {
  if (!one_.trial) return false;
  one_.trial = false;
  one_.wait = one_.penalty;
  one_.penalty = std::min(2 * one_.penalty, kLongestWait);
  h_ = std::max(h_, uncut_);
  StatePoint now = history_[0];
  StartOneSteps(now);
  return false;
}

/// False if the accelerations are not determined, or the formulation has other equations.
bool Bdf::StartOneSteps(StatePoint& now) {
  const bool serves = options_.bdf.formulation == FormulationKind::coordinate_splitting ||
                      options_.bdf.formulation == FormulationKind::stabilized_index2;
  if (!serves || !restart_.CalcAccelerations(breaks_.StartOf(now.t), now.q, now.v, active_rows()))
    return false;
  if (!one_.method) one_.method = std::make_unique<OneStepMethod>(system_, *formulation_);
  one_.method->Start(restart_.v_dot());
  now.lambda = restart_.lambda();
  h_ = std::max(h_, uncut_);
  if (one_.first_step > 0) h_ = std::min(h_, one_.first_step);
  if (options_.fixed_step > 0) h_ = options_.fixed_step;
  history_.Clear();
  history_.Push(now);
  one_.active = one_.first = true;
  starting_ = first_step_ = false;
  start_v_dot_.resize(0);
  accepted_derivatives_ = {};
  steps_at_size_ = error_failures_ = 0;
  return true;
}

bool Bdf::AttemptOneStep() {
  formula_.h = formula_.t - history_[0].t;
  formula_.h_velocity = CalcVelocityStep(formula_.h);
  switch (one_.method->Step(history_[0], formula_, norm_, state_)) {
    case OneStepMethod::Result::leaves_chart:
      limit_ = DescribeTurn(system_, one_.method->predicted());
      ChangeStep(0.5);
      return Reject();
    case OneStepMethod::Result::diverged:
      RejectByNewton(CorrectorStatus::diverged);
      return Reject();
    case OneStepMethod::Result::singular:
      RejectByNewton(CorrectorStatus::singular);
      return Reject();
    case OneStepMethod::Result::converged:
      break;
  }
  const bool positions = options_.error_test == ErrorTest::positions;
  one_.error =
      one_.method->CalcError(norm_, positions ? 0 : VelocityScale(options_, formula_.h_velocity));
  if (one_.trial) one_.error *= kTrialCaution;
  if (!test_error_ || one_.error <= 1 + 3 * formulation_->round_off()) return true;
  limit_ = "error test at " + system_.DescribeComponent(norm_.worst_component());
  ++error_failures_;
  ++statistics_.error_test_failures;
  ++statistics_.error_failures_by_element[system_.DescribeComponent(norm_.worst_component())];
  const double factor = 0.9 / std::cbrt(one_.error);
  ChangeStep(std::isfinite(factor) ? std::clamp(factor, 0.1, 0.9) : 0.1);
  return Reject();
}

/// The state is the newest point.
void Bdf::AcceptOneStep() {
  one_.method->Accept();
  last_order_ = kOrder;
  if (!test_error_) {
    h_ = uncut_;
  } else {
    const double factor = std::clamp(0.9 / std::cbrt(std::max(one_.error, 1e-6)), 0.2, 5.0);
    ChangeStep(factor);
    if (one_.first) one_.first_step = h_;
  }
  one_.first = false;
  if (history_.size() < kPoints) return;
  one_.active = false;
  k_ = std::min(kOrder, options_.bdf.max_order);
  order_changed_ = true;
  if (test_error_) ChangeStep(kFirstPart);
}

}  // namespace trunnion
