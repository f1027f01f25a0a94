// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace trunnion {

class Archive;

/// Finds out whether stability, and not accuracy, holds the steps of Adams, and whether it pays
/// then to evaluate twice a step.
///
/// What it is told is the change of accelerations by the corrector over the correction of the
/// accelerations itself: the rate at which a repeated corrector would converge, which grows with
/// h ω and h times the damping rates (Petzold 1983 decides by the same quantity).
///
///   once    One evaluation a step, at the prediction, and every 20th step a second one, as a
///   probe;
///           every 5th where the last probe, or failed attempts, arouse suspicion. Three changes
///           above 0.08 running, one above 0.2, a quarter of failed attempts at three probes, or
///           ten changes above 0.02 (the bound of stability is near 0.06 at order 4, near 0.03 at
///           order 5 with damping) begin a trial.
///   trial   A second evaluation in every step, at the corrected state, order 2 at most, positions
///           corrected by half. On y" = -ω²y − c y' this is stable up to h ω = 1.7 to 1.95 for
///           damping ratios from 0 to 0.35, one evaluation to 0.1, 0.3 and 0.55 at orders 2, 4 and
///           5 without damping and to 0.6, 0.2 and 0.1 with it. What is compared is the time that
///           one evaluation gained, those of failed attempts included: 40 steps with two must gain
///           1.25/2 of it.
///   twice   The same, from a trial that paid on. Where for 100 steps the changes are below 0.002,
///           or the steps shorter than what pays, one evaluation is enough again.
///   held    One evaluation, from a trial on that did not pay: without damping, waves that steps
///           beyond the bound have excited hold the steps by their accuracy then. Steps end where
///           h ω, by the last probe, is 0.5, which is stable at order 5, so that no more energy
///           goes into the waves; where they are shorter by themselves, this was a failed
///           suspicion.
///   held, fixed steps   They are not likely to be stable.
///
/// A step that failed, in trial or twice, bounds the next 50 at 0.95 of it, and every 50 steps the
/// bound rises by 0.05, 0.1, 0.2 and so on: what a step far beyond the bound of stability has
/// excited would cost more than it gains.
class ExplicitStability {
 public:
  explicit ExplicitStability(bool fixed_steps = false) : fixed_steps_(fixed_steps) {}

  /// Goes on, after another integrator, in the phase held where it was left there, else in twice.
  /// @param h  bound of the first steps in the phase twice [s].
  /// @return the step to go on with [s].
  double Resume(double h);
  /// @param change  measured in the phase once.
  /// @param h       mean of the steps since the last probe [s].
  /// @param steps   their number.
  /// @param stable_step  bound of stability by this probe [s].
  void ObserveProbe(double change, double h, int steps, double stable_step);
  /// An accepted step of size h [s] with two evaluations.
  /// @param change  measured lately.
  void ObserveStep(double change, double h);
  /// A step of size h [s] failed the error test.
  void ObserveFailure(double h);

  /// Steps from the last probe to the next.
  int steps_per_probe() const;
  bool evaluates_twice() const { return phase_ == Phase::trial || phase_ == Phase::twice; }
  /// True where stability holds the steps, and nothing explicit helps further.
  bool is_held() const { return phase_ == Phase::twice || phase_ == Phase::held; }
  /// What one evaluation gained before the last trial [s].
  double step_of_evaluation() const { return step_of_evaluation_; }
  /// True where one evaluation a step has to be kept stable, by limit() and by a high order.
  bool holds_once() const { return phase_ == Phase::held && !fixed_steps_; }
  /// Bound of the next step [s]; infinite where there is none.
  double limit() const { return limit_; }
  void Serialize(Archive& archive);

 private:
  static constexpr double kNoLimit = std::numeric_limits<double>::infinity();
  enum class Phase { once, trial, twice, held };
  void Enter(Phase phase);
  void JudgeTrial();
  void Limit(double h);

  bool fixed_steps_;
  bool begun_by_stiffness_ = false;  // the last trial, and not by kHeldChange alone
  Phase phase_ = Phase::once;
  int steps_ = 0;                                            // in this phase
  int stiff_probes_ = 0, held_probes_ = 0, easy_steps_ = 0;  // running
  int wait_ = 0, next_wait_ = 200;  // steps with one evaluation before a trial
  int failures_ = 0;                // since the last probe, or of a trial those that count
  double once_step_ = 0;            // before the trial [s]
  double step_of_evaluation_ = 0;   // the same for one evaluation [s]
  double judged_time_ = 0;          // of the steps of a trial that count [s]
  double limit_ = kNoLimit;         // [s]
  double growth_ = 0;               // of limit_ after
  int limited_steps_ = 0;           // so many
};

}  // namespace trunnion
