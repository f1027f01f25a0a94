// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/explicit_stability.hpp"

namespace trunnion {
namespace {

constexpr double kStiffChange = 0.08, kHeldChange = 0.02, kEasyChange = 0.002;
constexpr int kStiffProbes = 3, kHeldProbes = 10, kEasySteps = 100;
constexpr int kStepsPerProbe = 20;

/// Steps of a trial, the last ones of them by which it is judged, and how much longer they must be.
constexpr int kTrialSteps = 40, kJudgedSteps = 20;
constexpr double kGain = 1.75;

constexpr double kBelowFailure = 0.95, kFirstGrowth = 0.05;
constexpr int kStepsOfLimit = 50;

}  // namespace

void ExplicitStability::Enter(Phase phase) {
  phase_ = phase;
  steps_ = stiff_probes_ = held_probes_ = easy_steps_ = 0;
  judged_time_ = 0;
}

void ExplicitStability::Limit(double h) {
  limit_ = h;
  growth_ = kFirstGrowth;
  limited_steps_ = kStepsOfLimit;
}

void ExplicitStability::Resume(double h) {
  Enter(Phase::twice);
  Limit(h);
}

void ExplicitStability::ObserveProbe(double change, double h) {
  steps_ += kStepsPerProbe;
  limit_ = kNoLimit;
  stiff_probes_ = change > kStiffChange ? stiff_probes_ + 1 : 0;
  held_probes_ = change > kHeldChange ? held_probes_ + 1 : 0;
  if (steps_ < wait_ || (stiff_probes_ < kStiffProbes && held_probes_ < kHeldProbes)) return;
  once_step_ = h;
  Enter(fixed_steps_ ? Phase::held : Phase::trial);
}

void ExplicitStability::ObserveStep(double change, double h) {
  ++steps_;
  if (--limited_steps_ == 0) {
    limit_ *= 1 + growth_;
    growth_ *= 2;
    limited_steps_ = kStepsOfLimit;
  }
  const bool easy = change < kEasyChange || h < kGain * once_step_;
  easy_steps_ = easy ? easy_steps_ + 1 : 0;
  if (phase_ == Phase::trial) {
    if (steps_ > kTrialSteps - kJudgedSteps) judged_time_ += h;
    if (steps_ == kTrialSteps) JudgeTrial();
  } else if (easy_steps_ >= kEasySteps) {
    Enter(Phase::once);
    Limit(once_step_);
    wait_ = 0;
  }
}

void ExplicitStability::JudgeTrial() {
  if (judged_time_ >= kGain * kJudgedSteps * once_step_) return Enter(Phase::twice);
  Enter(Phase::once);
  Limit(once_step_);
  wait_ = next_wait_;
  next_wait_ *= 4;
}

void ExplicitStability::ObserveFailure(double h) {
  if (evaluates_twice()) Limit(kBelowFailure * h);
}

}  // namespace trunnion
