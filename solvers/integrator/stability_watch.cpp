// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/stability_watch.hpp"

#include <algorithm>

namespace trunnion {
namespace {

constexpr int kTrial = 40;        // steps
constexpr int kSettle = 10;       // free steps before they are compared, and in running means
constexpr int kLongest = 2000;    // steps of any phase
constexpr double kAllows = 0.55;  // of the step by order 2: it is nearly as good
constexpr double kWorth = 2;      // of the mean step by the cap: it is worth order 2's larger error
constexpr double kCapGain = 1.3;  // of the mean step in a trial: the cap helps
constexpr double kLoss = 1 / kWorth;  // of the mean step without cap: it is missed

}  // namespace

void StabilityWatch::Enter(Phase phase) {
  phase_ = phase;
  steps_ = 0;
  mean_ = 0;
}

bool StabilityWatch::Observe(int order, double h, double factor, double second) {
  ++steps_;
  mean_ += (h - mean_) / std::min(steps_, kSettle);
  switch (phase_) {
    case Phase::free:
      return LeaveFree(order, factor, second);
    case Phase::trial:
      if (steps_ == kTrial) JudgeTrial();
      break;
    case Phase::capped:
      if (steps_ == hold_) JudgeCap();
  }
  return false;
}

bool StabilityWatch::LeaveFree(int order, double factor, double second) {
  if (order < 3 || second < kAllows || factor >= 2) return false;
  if (steps_ >= kSettle && mean_ < kLoss * capped_mean_) {
    hold_ = std::min(2 * hold_, kLongest);
    free_mean_ = mean_;
    Enter(Phase::capped);
    return true;
  }
  if (steps_ < wait_) return false;
  free_mean_ = mean_;
  Enter(Phase::trial);
  return true;
}

void StabilityWatch::JudgeTrial() {
  const bool helps = mean_ >= kCapGain * free_mean_;
  if (!helps) wait_ = std::min(2 * wait_, kLongest);
  Enter(helps ? Phase::capped : Phase::free);
}

void StabilityWatch::JudgeCap() {
  const bool worth = mean_ >= kWorth * free_mean_;
  wait_ = worth ? kFirstWait : std::min(2 * wait_, kLongest);
  capped_mean_ = worth ? mean_ : 0;
  caps_ += worth;
  Enter(Phase::free);
}

}  // namespace trunnion
