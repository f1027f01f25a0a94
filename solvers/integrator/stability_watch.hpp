// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

class Archive;

/// Caps the order at 2 while higher orders are held back by their own instability.
///
/// BDF of orders 3 to 5 amplifies undamped oscillations whose h ω lies in an interval around 1
/// (Gear 1971). A model with a whole spectrum of fast undamped modes always has some there: its
/// waves grow from rounding to the tolerance, and the error test holds the step where the smooth
/// motion would allow a longer one. Order 2 damps them all. The watch identifies no modes, it
/// tries:
///
///   free     Orders are chosen as ever. Where order 2 allows nearly the step of a higher one, the
///            error is not that of a smooth motion, and a trial begins.
///   trial    Order 2 for some steps. If the step has not grown, the orders are free again, and the
///            next trial waits twice as long.
///   capped   Order 2 for a while, then free again. Where the step has not doubled, which
///            the larger error of order 2 takes back, that was a failed trial. Otherwise, if the
///            step then falls behind what it was here, the cap returns and stays twice as long.
///
/// CVODE's stability-limit detection (Hindmarsh 1995) identifies one dominant mode instead, which a
/// chain or a net does not have. Figures: docs/archive/experiments.md.
class StabilityWatch {
 public:
  /// Highest order allowed.
  int cap() const { return phase_ == Phase::free ? kNoCap : 2; }
  /// True if Observe wants to know `second`.
  bool ready() const { return phase_ == Phase::free && (steps_ >= wait_ || capped_mean_ > 0); }
  /// Takes note of an accepted step.
  /// @param order   of the step.
  /// @param h       its size [s].
  /// @param factor  on h that the error estimate of this order allows for the next step.
  /// @param second  the same for order 2; negative if unknown.
  /// @return true if the cap begins now: the next step should be of order 2.
  bool Observe(int order, double h, double factor, double second);
  long caps() const { return caps_; }  ///< times the cap proved its worth
  void Serialize(Archive& archive);

 private:
  enum class Phase { free, trial, capped };
  void Enter(Phase phase);
  bool LeaveFree(int order, double factor, double second);
  void JudgeTrial();
  void JudgeCap();

  static constexpr int kNoCap = 99;
  static constexpr int kFirstWait = 40;
  Phase phase_ = Phase::free;
  int steps_ = 0;           // in this phase
  int wait_ = kFirstWait;   // free steps before a trial
  int hold_ = 100;          // steps of a capped phase
  double mean_ = 0;         // running mean of h in this phase [s]
  double free_mean_ = 0;    // at the end of the last free phase
  double capped_mean_ = 0;  // at the end of the last capped phase; 0: none yet
  long caps_ = 0;
};

}  // namespace trunnion
