// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/bdf.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/core/error.hpp"
#include "solvers/formulation/newton_matrix.hpp"
#include "solvers/integrator/step_factor.hpp"
#include "solvers/problem/chart_limit.hpp"
#include "solvers/problem/option_checks.hpp"

namespace trunnion {
namespace {

/// Steps of order 1 of one size before it may double: an oscillation shows small estimates wherever
/// it passes zero, and a step doubled there fails again. Other orders would start more slowly.
constexpr int kSettledSteps = 3;

/// Of errors, for StepFactor.
constexpr double kBdfErrorFloor = 1e-4;

}  // namespace

Bdf::Bdf(ConstrainedSystem& system, const IntegratorOptions& options)
    : StepDriver(system, (RequireValidOptions(options), options)),
      test_error_(options.test_error && options.fixed_step == 0),
      formulation_(MakeFormulation(system, options_, statistics_)),
      norm_(system, options),
      history_(system),
      circles_(system),
      e_q_(system.num_velocities(), NewtonMatrix::kMaxColumns),
      e_v_(system.num_velocities(), NewtonMatrix::kMaxColumns),
      restart_(system) {}

void Bdf::Start(
    double t, const VectorXd& q, const VectorXd& v, const VectorXd& v_dot, const VectorXd& lambda) {
  history_.Clear();
  StatePoint start{t, q, v, lambda};
  history_.Push(start);
  last_step_ = 0;
  start_v_dot_ = v_dot;
  start_v_ddot_.setZero(v.size());
  k_ = std::min(2, options_.bdf.max_order);
  first_step_ = true;
  StartEvents(t, q, v);
  steps_at_size_ = 0;
  starting_ = true;
  stability_ = {};
  circles_.Start();
  accepted_derivatives_ = {};
  formulation_->DiscardMatrix();
  if (options_.relative_tolerance > 0) norm_.ScaleBySize(q, v, options_.relative_tolerance);
  h_ = std::min(ChooseInitialStep(v, v_dot), options_.max_step);
  PlaceArtificialPoints();
}

void Bdf::Start(std::vector<StatePoint> states) {
  history_.Clear();
  for (auto it = states.rbegin(); it != states.rend(); ++it) history_.Push(*it);
  start_v_dot_.resize(0);
  first_step_ = false;
  StartEvents(t(), q(), v());
  h_ = options_.fixed_step > 0 ? options_.fixed_step : history_.time(0) - history_.time(1);
  k_ = std::min(options_.bdf.max_order, history_.size() - 1);
  steps_at_size_ = 0;
  starting_ = false;
  stability_ = {};
  accepted_derivatives_ = {};
  formulation_->DiscardMatrix();
}

void Bdf::SetActiveRows(std::vector<int> rows) { formulation_->SetActiveRows(std::move(rows)); }

/// The displacement by the accelerations is a hundredth of a step's tolerance.
double Bdf::ChooseInitialStep(const VectorXd& v, const VectorXd& v_dot) const {
  if (options_.fixed_step > 0) return options_.fixed_step;
  if (options_.initial_step > 0) return options_.initial_step;
  const double speed = std::max(norm_(v), norm_.StateNorm(v_dot)), acceleration = norm_(v_dot);
  double h = 1e-3;
  if (acceleration > 0) h = std::min(h, 0.1 * std::sqrt(2 / acceleration));
  if (speed > 0) h = std::min(h, std::max(0.5 / std::sqrt(speed), 1e-6));
  return h;
}

/// Before the first step of order k, k more points are needed: where the bodies would have been at
/// constant accelerations, the initial ones. Free fall is then exact from the first step on; an
/// error there would be the same for all bodies and add up in the energy.
void Bdf::PlaceArtificialPoints() {
  StatePoint now = history_[0];
  history_.Clear();
  for (int j = k_; j > 0; --j) {
    const double s = j * h_;
    const double quadratic = k_ > 1 ? 0.5 * s * s : 0;  // order 1 extrapolates a line
    const VectorXd v = now.v - s * start_v_dot_ + quadratic * start_v_ddot_;
    StatePoint before{now.t - s, now.q, v, {}};
    const VectorXd x = quadratic * (start_v_dot_ - s / 3 * start_v_ddot_) - s * now.v;
    system_.Retract(now.q, x, before.q);
    history_.Push(before);
  }
  history_.Push(now);
}

int Bdf::max_order() const { return std::min(options_.bdf.max_order, stability_.cap()); }

void Bdf::ChangeStep(double factor) {
  h_ = std::min(h_ * factor, options_.max_step);
  steps_at_size_ = 0;
  if (start_v_dot_.size() > 0 && first_step_) PlaceArtificialPoints();
}

std::string Bdf::remedy() const {
  return "check stiffness, mass and constraints there, or loosen the tolerance";
}

/// The formula at time t, and the prediction.
void Bdf::MakeFormula(double t) {
  std::array<double, kMaxPoints + 1> times{t};
  for (int j = 0; j < k_; ++j) times[static_cast<std::size_t>(j) + 1] = history_.time(j);
  const Weights w = DerivativeWeights({times.data(), static_cast<std::size_t>(k_) + 1});
  Weights past{};
  std::copy(w.begin() + 1, w.begin() + 1 + k_, past.begin());
  formula_.t = t;
  formula_.h = t - history_.time(0);
  formula_.h_velocity = CalcVelocityStep(formula_.h);
  formula_.a = w[0];
  formula_.q_ref = &history_[0].q;
  const int n = system_.num_velocities();
  for (VectorXd* x : {&formula_.c_x, &formula_.c_v, &x_, &state_.v}) x->resize(n);
  std::array<Combination, 2> sums{
      Combination{past, formula_.c_x, formula_.c_v},
      Combination{history_.InterpolationWeights(t, k_ + 1), x_, state_.v}};
  history_.Combine(sums);
  if (test_error_) circles_.Apply(history_, k_, formula_);
}

/// False if a body would turn further than its chart allows.
bool Bdf::Predict() {
  if (LeavesChart(system_, x_)) return false;
  system_.Retract(history_[0].q, x_, state_.q);
  history_.ExtrapolateMultipliers(formula_.t, state_.lambda);
  return true;
}

bool Bdf::Attempt() {
  const double end = CutStep(h_);
  if (end < t() + h_) ChangeStep((end - t()) / h_);
  formula_.t = end;
  if (one_.active) return AttemptOneStep();
  MakeFormula(end);
  if (!Predict()) {
    limit_ = DescribeTurn(system_, x_);
    ChangeStep(0.5);
    starting_ = false;
    return false;
  }
  const auto status = formulation_->Correct(formula_, history_[0].lambda, norm_, state_);
  if (status != CorrectorStatus::converged) {
    RejectByNewton(status);
    return Reject();
  }
  if (!test_error_) return true;
  estimate_ = EstimateError();
  const double limit = 1 + 3 * formulation_->round_off();
  if (!(estimate_.error <= limit)) {
    RejectByError();
    return Reject();
  }
  return true;
}

void Bdf::RejectByNewton(CorrectorStatus status) {
  if (status == CorrectorStatus::singular) {
    ++statistics_.singular_failures;
    limit_ = "singular or non-finite Newton matrix";
  } else {
    ++statistics_.convergence_failures;
    limit_ = "Newton iteration stalls at " + formulation_->DescribeStall();
    ++statistics_.convergence_failures_by_element[formulation_->DescribeStall()];
  }
  starting_ = false;
  ChangeStep(0.25);
}

void Bdf::RejectByError() {
  const int failures = ++error_failures_;
  ++statistics_.error_test_failures;
  ++statistics_.error_failures_by_element[limit_.substr(limit_.find(" at ") + 4)];
  starting_ = false;
  if (failures == 1) {
    k_ = estimate_.order;
    const double factor = 0.9 * StepFactor(estimate_.size, k_, kBdfErrorFloor);
    ChangeStep(std::isfinite(factor) ? std::clamp(factor, 0.25, 0.9) : 0.25);
  } else {
    k_ = failures == 2 ? estimate_.order : 1;
    ChangeStep(0.25);
  }
}

void Bdf::Accept() {
  error_failures_ = 0;
  accepted_derivatives_ = derivatives_;
  system_.Normalize(state_.q);
  accepted_.t = formula_.t;
  accepted_.q.swap(state_.q);
  accepted_.v.swap(state_.v);
  accepted_.lambda.swap(state_.lambda);
  history_.Push(accepted_);
  if (options_.relative_tolerance > 0)
    norm_.ScaleBySize(history_[0].q, history_[0].v, options_.relative_tolerance);
  last_step_ = formula_.h;
  last_order_ = k_;
  first_step_ = false;
  ++statistics_.steps;
  ++statistics_.steps_of_order[static_cast<std::size_t>(k_)];
  statistics_.smallest_step =
      statistics_.steps == 1 ? last_step_ : std::min(statistics_.smallest_step, last_step_);
  statistics_.largest_step = std::max(statistics_.largest_step, last_step_);
  ++steps_at_size_;
  one_.last = one_.active;
  if (one_.trial) one_.trial = false, one_.penalty = 1;
  if (one_.active) return AcceptOneStep();
  if (!test_error_) {
    k_ = std::min({k_ + 1, options_.bdf.max_order, history_.size() - 1});
    h_ = uncut_;
    return;
  }
  if (!starting_ && last_order_ > 1) circles_.Observe(history_);
  ChooseNext(estimate_);
}

/// True if the next step has order 2 because StabilityWatch says so.
bool Bdf::CapOrder(const ErrorEstimate& e) {
  const double second = e.second_term < 0 ? -1 : StepFactor(e.second_term / 3, 2, kBdfErrorFloor);
  const bool begins =
      stability_.Observe(k_, last_step_, StepFactor(e.size, k_, kBdfErrorFloor), second);
  statistics_.order_caps = stability_.caps();
  if (!begins) return false;
  k_ = 2;
  order_changed_ = true;
  ChangeStep(std::clamp(second, 0.5, 1.0));
  return true;
}

void Bdf::ChooseNext(const ErrorEstimate& e) {
  if (formulation_->round_off() > 0) return;  // which the estimate cannot tell from errors
  const int used = k_;
  double size = e.size;
  if (options_.bdf.cap_order && !starting_ && CapOrder(e)) return;
  if (e.order < k_ || k_ >= max_order()) starting_ = false;
  if (starting_) {
    ++k_;
    ChangeStep(2);
    order_changed_ = true;
    return;
  }
  if (e.order < k_ || k_ > max_order()) {
    --k_;
    size = e.lower_size;
  } else if (e.higher_term >= 0) {
    const bool lower = e.lower_term >= 0 && e.lower_term <= std::min(e.term, e.higher_term);
    const bool raise = e.higher_term < (k_ > 1 ? 1 : 0.5) * e.term;
    if (lower) {
      --k_;
      size = e.lower_size;
    } else if (raise) {
      ++k_;
      size = e.higher_term / (k_ + 1);
    }
  }
  order_changed_ = k_ != used;
  if (order_changed_) steps_at_size_ = 0;
  const double factor = StepFactor(size, k_, kBdfErrorFloor);
  if (factor >= 2) {
    if (k_ > 1 || steps_at_size_ >= kSettledSteps) ChangeStep(2);
  } else if (factor <= 1) {
    ChangeStep(std::clamp(factor, 0.5, 0.9));
  } else if (stability_.cap() == k_ && factor >= 1.2) {
    ChangeStep(factor);  // a step that grows damps more
  }
}

void Bdf::Interpolate(double t, VectorXd& q, VectorXd& v) const {
  VectorXd x;
  if (one_.last && history_.size() > 1) {
    one_.method->Interpolate(history_[1], history_[0], t, x, v);
    return system_.Retract(history_[1].q, x, q);
  }
  history_.Interpolate(t, std::min(last_order_ + 1, history_.size()), x, v);
  system_.Retract(history_[0].q, x, q);
}

}  // namespace trunnion
