// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "solvers/events/state_events.hpp"
#include "solvers/events/time_breaks.hpp"
#include "solvers/events/trigger_search.hpp"
#include "solvers/integrator/integrator.hpp"
#include "solvers/integrator/step_limits.hpp"

namespace trunnion {

class Archive;

/// The loop that every integrator runs: attempts until one is accepted. It watches the constraint
/// rows that were left out as redundant: rows that a step violates are taken back and the step is
/// repeated; rows that still repeat others, so that nothing can satisfy them, end the run by name.
/// Steps end at breaks over time and at events of the state, from which it starts anew.
class StepDriver : public Integrator {
 public:
  void Step() final;
  void StopAt(double t) final;
  void Jump(const VectorXd& v) final;
  /// Takes over what another integrator, which this one replaces, knows of the steps so far.
  void CarryOn(const StepDriver& before) {
    held_step_ = before.held_step_;
    triggers_.CarryOn(before.triggers_);
    breaks_.StopAt(before.breaks_.stop());
    jumps_ = before.jumps_;
    limits_ = before.limits_;
  }
  void Serialize(Archive& archive) override;
  /// How often it started anew at a break or an event.
  long restarts() const { return restarts_; }

 protected:
  StepDriver(ConstrainedSystem& system, const IntegratorOptions& options)
      : system_(system),
        options_(options),
        breaks_(system),
        events_(system),
        triggers_(system.triggers()) {}

  /// Begins with breaks and events at a state.
  void StartEvents(double t, const VectorXd& q, const VectorXd& v);
  /// The end of an attempt that may have the length h [s]; keeps h as uncut_.
  double CutStep(double h);

  /// The state that an attempt has reached.
  struct Candidate {
    double t;  ///< [s]
    const VectorXd& q;
    const VectorXd& v;
  };

  ConstrainedSystem& system_;
  IntegratorOptions options_;
  /// The step [s] that velocities are weighted by in the tests of an attempt with the step h [s]:
  /// h, or what is left of longer steps before, or a twentieth of a second soon after a break or an
  /// event, or the time between stops where something changes there. An error of velocities in a
  /// short event is carried on by the longer steps after it.
  double CalcVelocityStep(double h) const;

  /// What a first step after a break or an event may have at most [s], where a step of length h was
  /// next. Triggers may follow each other ever faster: then steps do not grow beyond what the
  /// distance between them can be told from.
  double CalcLongestAnew(double h) const;

  std::string limit_;  ///< what rejected the last attempt
  TimeBreaks breaks_;
  StateEvents events_;
  TriggerSearch triggers_;
  bool at_event_ = false;  ///< the last step was cut at an event, where the next one starts anew
  bool jumps_ = false;     ///< the equations have been changed from outside, and may be again
  double uncut_ = 0;       ///< of the last attempt: its length without the break that cut it [s]
  static constexpr const char* kExplicitRemedy =
      "take smaller steps, or the integrator bdf if the model is stiff";

 private:
  /// Tries one step of next_step(). False: limit_ says what was wrong, and the next attempt is
  /// another one.
  virtual bool Attempt() = 0;
  virtual Candidate candidate() const = 0;
  /// The candidate becomes the state.
  virtual void Accept() = 0;
  virtual double next_step() const = 0;  ///< [s]
  /// Component with the largest share in the error of the last attempt.
  virtual int worst_component() const = 0;
  /// "stability at body 'rod', ..." where that, and not the error, limits the steps; else empty.
  virtual std::string DescribeStability() const { return {}; }
  /// What helps where no step is possible.
  virtual std::string remedy() const = 0;
  /// At the end of the last step accelerations or their rates jump: what was before means nothing.
  virtual void StartAnew() = 0;
  /// At the end of the last step derivative number `order` ≥ 2 of the accelerations jumps.
  virtual void KeepOrder(int order) = 0;
  /// True if the next step may go on as if nothing had happened after a change from outside that
  /// leaves the velocities: its error test tells whether that holds.
  virtual bool MayCarryOn() { return false; }
  /// The last step ends at (t, q, v), at or before its end; Interpolate serves up to there as
  /// before.
  virtual void MoveTo(double t, VectorXd& q, VectorXd& v) = 0;

  void RequireStepsLeft();
  void ObserveLimit(bool failed);
  void PassBreak();
  void StopAtEvent();
  std::optional<double> FindEvent();
  void ApplyChanges();
  bool RowsHold();
  [[noreturn]] void ThrowNoStep();
  [[noreturn]] void ThrowContradiction(const Candidate& at, int row, double violation);

  StepLimits limits_;
  VectorXd event_q_, event_v_;
  std::unique_ptr<Residuals> residuals_;  // of candidates, where rows are left out
  double held_step_ = 0;                  // [s]
  long restarts_ = 0;
  double until_ = 0;     // end of the time soon after a break or an event [s]
  bool jumped_ = false;  // at the end of the last step, from outside
  double interval_ = 0;  // between stops, the last one [s]
};

}  // namespace trunnion
