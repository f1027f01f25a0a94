// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/explicit_stability.hpp"

#include <algorithm>
#include <utility>

namespace trunnion {
namespace {

/// Of the changes. One above the first cannot be stable, three above the second running, or ten
/// above the third, may not be.
constexpr double kUnstableChange = 0.2, kStiffChange = 0.08, kHeldChange = 0.02;
constexpr int kStiffProbes = 3, kHeldProbes = 10;
/// Failed attempts a step that tell the same as kStiffChange.
constexpr double kStiffFailures = 0.25;

/// Steps from one probe to the next, and where something is suspected: the last probe was above
/// kStiffChange, or so many attempts failed since.
constexpr int kStepsPerProbe = 20, kStepsOfSuspicion = 5, kSuspiciousFailures = 4;

/// Steps of a trial, the last ones of them by which it is judged, and how much longer they must be
/// than what one evaluation gained before. It is little, since two evaluations are stable where one
/// excites waves.
constexpr int kStepsOfTrial = 40, kJudgedSteps = 20;
constexpr double kWorthwhileGain = 1.25;

/// Steps to the next trial, at least, where the last one began by kHeldChange alone.
constexpr int kLongWait = 1000;

/// For so many steps that are longer than needed two evaluations go on.
constexpr double kEasyChange = 0.002;
constexpr int kEasySteps = 100;

/// In the phase held, steps below this part of the limit are held by accuracy.
constexpr double kFree = 0.7;

constexpr double kBelowFailure = 0.95, kFirstGrowth = 0.05;
constexpr int kStepsOfLimit = 50;

}  // namespace

void ExplicitStability::Enter(Phase phase) {
  phase_ = phase;
  steps_ = stiff_probes_ = held_probes_ = easy_steps_ = failures_ = 0;
  judged_time_ = 0;
}

void ExplicitStability::Limit(double h) {
  limit_ = h;
  growth_ = kFirstGrowth;
  limited_steps_ = kStepsOfLimit;
}

double ExplicitStability::Resume(double h) {
  const bool once = phase_ == Phase::held;
  Enter(once ? Phase::held : Phase::twice);
  Limit(once ? once_step_ : h);
  return limit_;
}

int ExplicitStability::steps_per_probe() const {
  const bool suspected = stiff_probes_ > 0 || failures_ >= kSuspiciousFailures;
  return phase_ == Phase::once && suspected ? kStepsOfSuspicion : kStepsPerProbe;
}

void ExplicitStability::ObserveProbe(double change, double h, int steps, double stable_step) {
  steps_ += steps;
  const int failures = std::exchange(failures_, 0);
  const bool stiff = change > kStiffChange || failures >= kStiffFailures * steps;
  stiff_probes_ = stiff ? stiff_probes_ + 1 : 0;
  if (change > kUnstableChange) stiff_probes_ = kStiffProbes;
  held_probes_ = change > kHeldChange ? held_probes_ + 1 : 0;
  if (phase_ == Phase::held && !fixed_steps_ && h < kFree * limit_) Enter(Phase::once);
  const bool tries = phase_ == Phase::held || stiff_probes_ >= kStiffProbes;
  const bool begins = steps_ >= wait_ && (tries || held_probes_ >= kHeldProbes);
  limit_ = phase_ == Phase::held && !begins ? stable_step : kNoLimit;
  if (!begins) return;
  once_step_ = h;
  step_of_evaluation_ = h * steps / (steps + failures);
  begun_by_stiffness_ = tries;
  Enter(fixed_steps_ ? Phase::held : Phase::trial);
}

void ExplicitStability::ObserveStep(double change, double h) {
  ++steps_;
  if (--limited_steps_ == 0) {
    limit_ *= 1 + growth_;
    growth_ *= 2;
    limited_steps_ = kStepsOfLimit;
  }
  const bool easy = change < kEasyChange || h < kWorthwhileGain * step_of_evaluation_;
  easy_steps_ = easy ? easy_steps_ + 1 : 0;
  if (phase_ == Phase::trial) {
    if (steps_ == kStepsOfTrial - kJudgedSteps) failures_ = 0;
    if (steps_ > kStepsOfTrial - kJudgedSteps) judged_time_ += h;
    if (steps_ == kStepsOfTrial) JudgeTrial();
  } else if (easy_steps_ >= kEasySteps) {
    Enter(Phase::once);
    Limit(once_step_);
    wait_ = 0;
  }
}

void ExplicitStability::JudgeTrial() {
  const double evaluations = 2 * kJudgedSteps + failures_;
  if (2 * judged_time_ >= kWorthwhileGain * evaluations * step_of_evaluation_)
    return Enter(Phase::twice);
  Enter(begun_by_stiffness_ ? Phase::held : Phase::once);
  Limit(once_step_);
  wait_ = begun_by_stiffness_ ? next_wait_ : std::max(next_wait_, kLongWait);
  next_wait_ *= 2;
}

void ExplicitStability::ObserveFailure(double h) {
  ++failures_;
  if (evaluates_twice()) Limit(kBelowFailure * h);
}

}  // namespace trunnion
