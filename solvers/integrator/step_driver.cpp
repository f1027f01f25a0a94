// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/step_driver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/consistency/redundancy.hpp"
#include "solvers/events/velocity_jump.hpp"
#include "solvers/problem/stopwatch.hpp"

namespace trunnion {
namespace {

/// A row that was left out is looked at where it is violated by more than this part of the
/// tolerance, and by more than this multiple of what the rows that are solved with are violated by:
/// some formulations drift, all rows alike.
constexpr double kWatched = 0.1, kDrift = 10;

/// What is left of a longer step, one step later.
constexpr double kHeld = 0.99;

/// Velocities are weighted by this step [s] at least until the time of a longer step, or kShortest
/// [s], has passed after a break or an event: errors of a short pulse act in all that comes.
constexpr double kEventStep = 1.0 / 20, kShortest = 1e-3;

/// Steps after a trigger, in lengths of the one that it has cut.
constexpr double kTriggerSteps = 100;

/// Part of the tolerance that Newton's iteration has to reach; where places are rounded to more,
/// it is told.
constexpr double kReached = 4e-3;

/// Rows that repeat others but for this part are told of where no step is possible.
constexpr double kNearlyDependent = 0.02;

}  // namespace

void StepDriver::Step() {
  const Stopwatch watch(statistics_.seconds_total);
  RequireStepsLeft();
  const TimeBreaks::Window window(breaks_);
  PassBreak();
  const double smallest =
      options_.min_step > 0 ? options_.min_step : 1e-13 * std::max(std::abs(t()), 1.0);
  bool failed = false;
  do {
    for (; !Attempt(); failed = true)
      if (options_.fixed_step > 0 || !(next_step() >= smallest)) ThrowNoStep();
  } while (!RowsHold());
  Accept();
  held_step_ = std::max(last_step(), kHeld * held_step_);
  StopAtEvent();
  if (options_.max_steps > 0) ObserveLimit(failed);
}

void StepDriver::RequireStepsLeft() {
  if (options_.max_steps <= 0 || statistics_.steps < options_.max_steps) return;
  std::ostringstream message;
  message << "the tolerance " << options_.tolerance << " cannot be kept within "
          << options_.max_steps << " steps: t = " << t() << " s is reached, "
          << limits_.Describe(system_) << "; loosen the tolerance or raise max_steps";
  throw SolverError(message.str());
}

/// What the last step would have been longer without.
void StepDriver::ObserveLimit(bool failed) {
  const bool fired = triggers_.any() && !triggers_.fired().empty();
  if (at_event_)
    limits_.Observe(fired ? system_.triggers()->label(triggers_.fired().front())
                          : "events of " + events_.last());
  else if (breaks_.IsAt(t()))
    limits_.Observe("breaks of laws over time");
  else if (failed)
    limits_.Observe(limit_);
  else if (last_step() >= 0.99 * options_.max_step)
    limits_.Observe("max_step");
  else if (const std::string stability = DescribeStability(); !stability.empty())
    limits_.Observe(stability);
  else
    limits_.ObserveErrorTest(worst_component());
}

double StepDriver::CalcVelocityStep(double h) const {
  const double interval = jumps_ ? interval_ : 0;
  return std::max({h, held_step_, interval, t() < until_ ? kEventStep : 0.0});
}

double StepDriver::CalcLongestAnew(double h) const {
  // A step that an event has cut says nothing for a longer one: where the error vanishes, steps
  // would grow from event to event without end.
  const double cut = std::max(uncut_, last_step());
  const double longest = at_event_ && cut > 0 ? cut : std::max(cut, h);
  const bool limited = triggers_.any() && at_event_ && last_step() > 0;
  return limited ? std::min(longest, kTriggerSteps * last_step()) : longest;
}

void StepDriver::StartEvents(double t, const VectorXd& q, const VectorXd& v) {
  at_event_ = false;
  uncut_ = 0;
  until_ = t;
  breaks_.Start(t);
  if (triggers_.any()) triggers_.Start(t, q, v);
  if (!events_.any()) return;
  system_.Accept(t, q, v);
  events_.Start(t, q, v);
}

double StepDriver::CutStep(double h) {
  uncut_ = h;
  return breaks_.EndOf(t(), h, options_.fixed_step == 0);
}

/// If the last step ended at a break or an event: what is smooth across it stays.
void StepDriver::PassBreak() {
  const auto order = breaks_.Pass(t());
  if (triggers_.has_changes()) ApplyChanges();
  if (!order && !at_event_) return;
  if (order || !jumped_) until_ = t() + std::max(held_step_, kShortest);
  jumped_ = false;
  ++restarts_;
  if (at_event_ || *order <= 1)
    StartAnew();
  else
    KeepOrder(*order);
  at_event_ = false;
}

void StepDriver::StopAt(double end) {
  breaks_.StopAt(end);
  if (std::isfinite(end)) interval_ = end - t();
}

void StepDriver::Jump(const VectorXd& v) {
  jumps_ = true;
  event_q_ = q();
  event_v_ = v;
  const bool same = v == this->v();
  if (events_.any()) {
    system_.Accept(t(), event_q_, event_v_);
    events_.Start(t(), event_q_, event_v_);
  }
  if (triggers_.any() && triggers_.Jump(event_q_, event_v_))
    system_.triggers()->Fire(triggers_.fired(), t(), event_q_, event_v_);
  if (same && !at_event_ && MayCarryOn()) return;
  jumped_ = !at_event_;
  MoveTo(t(), event_q_, event_v_);
  at_event_ = true;
}

/// The first event within the last step, of elements or of triggers.
std::optional<double> StepDriver::FindEvent() {
  const auto interpolate = [this](double at, VectorXd& q, VectorXd& v) { Interpolate(at, q, v); };
  std::optional<double> time;
  if (events_.any()) time = events_.FindFirst(t(), interpolate);
  if (!triggers_.any()) return time;
  const auto crossing = triggers_.FindFirst(time.value_or(t()), interpolate);
  return crossing ? crossing : time;
}

/// An event within the last step becomes its end.
void StepDriver::StopAtEvent() {
  const auto time = FindEvent();
  if (time) {
    Interpolate(*time, event_q_, event_v_);
    MoveTo(*time, event_q_, event_v_);
    at_event_ = true;
  }
  system_.Accept(t(), q(), v());
  if (at_event_ && events_.any()) events_.Start(t(), q(), v());
  if (time && triggers_.any() && !triggers_.fired().empty())
    system_.triggers()->Fire(triggers_.fired(), t(), q(), v());
}

/// What triggers have asked for at the end of the last step: other equations, and velocities that
/// jump. Triggers may cross by that, too.
void StepDriver::ApplyChanges() {
  const double at = breaks_.StartOf(t());
  event_q_ = q();
  event_v_ = v();
  TriggerSource& triggers = *system_.triggers();
  while (triggers.has_changes()) {
    const EquationChange change = triggers.ApplyChanges();
    if (change.rows) SetActiveRows(AnalyzeRedundancy(system_, at, event_q_).active);
    if (change.rows || change.impulse.size() > 0)
      CalcJump({system_, at, event_q_, active_rows(), change, options_.tolerance}, event_v_);
    system_.Accept(at, event_q_, event_v_);
    if (triggers_.Jump(event_q_, event_v_))
      triggers.Fire(triggers_.fired(), t(), event_q_, event_v_);
  }
  if (events_.any()) events_.Start(t(), event_q_, event_v_);
  MoveTo(t(), event_q_, event_v_);
  at_event_ = true;
}

void StepDriver::ThrowNoStep() {
  std::ostringstream message;
  message << "no step from t = " << t() << " s: with h = " << next_step()
          << " s the last attempt failed (" << limit_;
  if (limit_.find('\'') == std::string::npos && statistics_.steps > 0)
    message << ", the largest error before is at " << system_.DescribeComponent(worst_component());
  message << "); " << remedy();
  const double distance = q().lpNorm<Eigen::Infinity>();
  const double rounding = std::numeric_limits<double>::epsilon() * distance;
  if (rounding > kReached * options_.tolerance)
    message << "; the model lies " << distance << " m from the origin, where places are rounded to "
            << rounding << " m: draw it nearer to the origin";
  const auto report = AnalyzeRedundancy(system_, t(), q(), kNearlyDependent);
  for (int row : active_rows().rows()) {
    if (std::binary_search(report.active.begin(), report.active.end(), row)) continue;
    message
        << "; the position is nearly singular (a change point, a dead centre or parts in line): "
        << DescribeRedundancy(system_, report, row) << " there but for a small part";
    break;
  }
  throw SolverError(message.str());
}

/// False if rows that were left out as redundant have been taken back, so that the step must be
/// repeated.
bool StepDriver::RowsHold() {
  if (active_rows().all()) return true;
  if (!residuals_) {
    residuals_ = std::make_unique<Residuals>();
    DynamicsMatrices unused;
    system_.InitializePatterns(*residuals_, unused);
  }
  const Candidate at = candidate();
  Residuals& r = *residuals_;
  system_.CalcResiduals(at.t, at.q, at.v, VectorXd::Zero(at.v.size()), r);
  const auto violation = [&](int row) {
    if (system_.is_holonomic_row(row)) return std::abs(r.g[row]);
    return std::abs(r.GT.col(row).dot(at.v) + r.g_t[row]);
  };
  double solved = 0, left_out = 0;
  int worst = -1;
  for (int row : active_rows().rows()) solved = std::max(solved, violation(row));
  for (int row : active_rows().Inactive())
    if (violation(row) > left_out) left_out = violation(row), worst = row;
  const double drift = kDrift * solved;
  if (left_out <= std::max(kWatched * options_.tolerance, drift)) return true;
  ++statistics_.redundancy_checks;
  auto rows = AnalyzeRedundancy(system_, at.t, at.q).active;
  if (rows == active_rows().rows()) {
    if (left_out > options_.tolerance) ThrowContradiction(at, worst, left_out);
    return true;
  }
  statistics_.reinstated_rows += static_cast<long>(rows.size()) - active_rows().size();
  SetActiveRows(std::move(rows));
  return false;
}

void StepDriver::ThrowContradiction(const Candidate& at, int row, double violation) {
  const auto report = AnalyzeRedundancy(system_, at.t, at.q);
  std::ostringstream message;
  message << "the constraints contradict each other between t = " << t() << " s and " << at.t
          << " s: " << DescribeRedundancy(system_, report, row) << " and is violated by "
          << violation
          << (system_.is_rotational_row()[static_cast<std::size_t>(row)] ? " rad" : " m")
          << (system_.is_holonomic_row(row) ? "" : " per second")
          << (RepeatsOnlyHere(system_, at.t, at.q, report)
                  ? "; the position is singular (a change point, a dead centre or parts in line): "
                    "start beside it, or drive another coordinate there"
                  : "; remove one of them, or let their motions agree");
  throw SolverError(message.str());
}

}  // namespace trunnion
