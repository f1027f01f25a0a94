// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace trunnion {

/// Finds out whether stability, and not accuracy, holds the steps of Adams, and whether it pays
/// then to evaluate twice a step.
///
/// What it is told is the change of accelerations by the corrector over the correction of the
/// accelerations itself: the rate at which a repeated corrector would converge, which grows with
/// h ω and h times the damping rates (Petzold 1983 decides by the same quantity).
///
///   once    One evaluation a step, at the prediction, and every 20th step a second one, as a
///   probe.
///           Three changes above 0.08 running, or ten above 0.02 (the bound of stability is near
///           0.06 at order 4, near 0.03 at order 5), begin a trial.
///   trial   A second evaluation in every step, at the corrected state, order 2 at most, positions
///           corrected by half. On y" = -ω²y − c y' this is stable up to h ω = 1.7 to 1.95 for
///           damping ratios from 0 to 0.35, one evaluation to 0.1, 0.3 and 0.55 at orders 2, 4 and
///           5 without damping and to 0.6, 0.2 and 0.1 with it. If the steps of the trial are
///           not 1.75 times as long as those before, one evaluation serves better, and the next
///           trial waits.
///   twice   The same, from a trial that paid on. Where for 100 steps the changes are below 0.002,
///   or
///           the steps shorter than what pays, one evaluation is enough again.
///   held    Steps are fixed, and not likely to be stable.
///
/// A step that failed, in trial or twice, bounds the next 50 at 0.95 of it, and every 50 steps the
/// bound rises by 0.05, 0.1, 0.2 and so on: what a step far beyond the bound of stability has
/// excited would cost more than it gains.
class ExplicitStability {
 public:
  explicit ExplicitStability(bool fixed_steps = false) : fixed_steps_(fixed_steps) {}

  /// Goes on, after another integrator, in the phase twice, with steps up to h [s] at first.
  void Resume(double h);
  /// @param change  measured in the phase once.
  /// @param h       mean of the last 20 steps [s].
  void ObserveProbe(double change, double h);
  /// An accepted step of size h [s] with two evaluations.
  /// @param change  measured lately.
  void ObserveStep(double change, double h);
  /// A step of size h [s] failed the error test.
  void ObserveFailure(double h);

  bool evaluates_twice() const { return phase_ == Phase::trial || phase_ == Phase::twice; }
  /// True where stability holds the steps, and nothing explicit helps further.
  bool is_held() const { return phase_ == Phase::twice || phase_ == Phase::held; }
  /// Bound of the next step [s]; infinite where there is none.
  double limit() const { return limit_; }

 private:
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  enum class Phase { once, trial, twice, held };
  void Enter(Phase phase);
  void JudgeTrial();
  void Limit(double h);

  bool fixed_steps_;
  Phase phase_ = Phase::once;
  int steps_ = 0;                                            // in this phase
  int stiff_probes_ = 0, held_probes_ = 0, easy_steps_ = 0;  // running
  int wait_ = 0, next_wait_ = 1000;  // steps with one evaluation before a trial
  double once_step_ = 0;             // before the trial [s]
  double judged_time_ = 0;           // of the steps of a trial that count [s]
  double limit_ = kNoLimit;          // [s]
  double growth_ = 0;                // of limit_ after
  int limited_steps_ = 0;            // so many
};

}  // namespace trunnion
