// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/explicit_integrator.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "engine/core/error.hpp"
#include "solvers/problem/chart_limit.hpp"
#include "solvers/problem/option_checks.hpp"

namespace trunnion {
namespace {

const IntegratorOptions& Validated(const IntegratorOptions& o) {
  RequireValidOptions(o);
  Require(o.fixed_step > 0 || o.explicit_method.method == ExplicitMethod::dormand_prince,
          "integrator: this explicit method does not choose its steps; give fixed_step, or take "
          "the method dormand_prince");
  return o;
}

}  // namespace

ExplicitIntegrator::ExplicitIntegrator(ConstrainedSystem& system, const IntegratorOptions& options)
    : StepDriver(system, Validated(options)),
      ode_(system, options.explicit_method),
      stepper_(ode_, options.explicit_method),
      norm_(system, options) {
  RequireNoAlgebraicStates(system);
}

void ExplicitIntegrator::Start(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const VectorXd& v_dot,
                               const VectorXd& /*lambda*/) {
  q_ = q;
  v_ = v;
  last_step_ = 0;
  t_ = t;
  StartEvents(t, q, v);
  StartStepper();
  lambda_ = ode_.lambda();
  if (options_.relative_tolerance > 0) norm_.ScaleBySize(q, v, options_.relative_tolerance);
  ChooseInitialStep(v_dot);
  CountEvaluations();
}

void ExplicitIntegrator::StartStepper() {
  if (stepper_.Start(t_, ode_.Join(q_, v_))) return;
  std::ostringstream message;
  message << "the accelerations at t = " << t_
          << " s are not determined: the constraints depend on each other, or a mass is missing";
  throw SolverError(message.str());
}

/// A method of one step needs nothing but the derivative after it.
void ExplicitIntegrator::StartAnew() {
  if (options_.fixed_step == 0) h_ = CalcLongestAnew(h_);
  StartStepper();
}

void ExplicitIntegrator::KeepOrder(int /*order*/) {
  if (options_.fixed_step == 0) h_ = std::max(h_, uncut_);
}

/// The stepper stays at the end of its step, and with it what Interpolate gives.
void ExplicitIntegrator::MoveTo(double t, VectorXd& q, VectorXd& v) {
  q_.swap(q);
  v_.swap(v);
  last_step_ -= t_ - t;
  t_ = t;
}

void ExplicitIntegrator::SetActiveRows(std::vector<int> rows) {
  ode_.active_rows().Set(system_.num_constraints(), std::move(rows));
  if (q_.size() > 0) (void)stepper_.Refresh();  // where it fails the next attempt does, too
}

/// A step on which forward Euler would keep the tolerance; the control corrects it soon.
void ExplicitIntegrator::ChooseInitialStep(const VectorXd& v_dot) {
  const double acceleration = norm_(v_dot);
  h_ = acceleration > 0 ? std::clamp(std::sqrt(2 / acceleration), 1e-6, 1e-2) : 1e-2;
  if (options_.initial_step > 0) h_ = options_.initial_step;
  h_ = std::min(h_, options_.max_step);
  if (options_.fixed_step > 0) h_ = options_.fixed_step;
}

bool ExplicitIntegrator::Attempt() {
  growth_ = 1;
  end_ = CutStep(h_);
  h_ = end_ - t();
  const auto status = stepper_.Attempt(h_);
  if (status != ExplicitStepper::Status::ok) {
    const bool turned = status == ExplicitStepper::Status::leaves_chart;
    limit_ =
        turned ? DescribeTurn(system_, stepper_.outside()) : "singular or non-finite accelerations";
    statistics_.singular_failures += turned ? 0 : 1;
    if (options_.fixed_step == 0) h_ /= 4;
    rejected_ = true;
    return false;
  }
  if (!TestError()) return false;
  ode_.Split(stepper_.candidate(), q_new_, v_new_);
  return true;
}

/// Standard step control: h (1/error)^{1/5} with a factor of safety, at most a fifth or five times.
bool ExplicitIntegrator::TestError() {
  if (stepper_.error().size() == 0 || options_.fixed_step > 0 || !options_.test_error) return true;
  const int n = system_.num_velocities();
  const VectorXd e_q = stepper_.error().head(n), e_v = stepper_.error().tail(n);
  const bool positions = options_.error_test == ErrorTest::positions;
  const double error =
      norm_.ErrorNorm(e_q, e_v, positions ? 0 : VelocityScale(options_, CalcVelocityStep(h_)));
  growth_ = std::clamp(0.9 * std::pow(error + 1e-10, -0.2), 0.2, 5.0);
  if (error <= 1) {
    if (rejected_) growth_ = std::min(growth_, 1.0);
    return true;
  }
  ++statistics_.error_test_failures;
  const auto element = system_.DescribeComponent(norm_.worst_component());
  ++statistics_.error_failures_by_element[element];
  limit_ = "error test at " + element;
  h_ *= std::isfinite(error) ? growth_ : 0.2;
  rejected_ = true;
  return false;
}

void ExplicitIntegrator::Accept() {
  stepper_.Accept(end_);
  last_step_ = h_;
  t_ = end_;
  ode_.Split(stepper_.z(), q_, v_);
  lambda_ = ode_.lambda();
  if (options_.relative_tolerance > 0) norm_.ScaleBySize(q_, v_, options_.relative_tolerance);
  ++statistics_.steps;
  ++statistics_.steps_of_order[static_cast<std::size_t>(stepper_.order())];
  statistics_.smallest_step =
      statistics_.steps == 1 ? last_step_ : std::min(statistics_.smallest_step, last_step_);
  statistics_.largest_step = std::max(statistics_.largest_step, last_step_);
  rejected_ = false;
  h_ = options_.fixed_step > 0 ? options_.fixed_step : std::min(h_ * growth_, options_.max_step);
  CountEvaluations();
}

void ExplicitIntegrator::CountEvaluations() {
  statistics_.residual_evaluations = ode_.evaluations();
  statistics_.jacobian_evaluations = ode_.evaluations();
  statistics_.factorizations = ode_.evaluations();
}

void ExplicitIntegrator::Interpolate(double t, VectorXd& q, VectorXd& v) const {
  VectorXd z;
  stepper_.Interpolate(t, z);
  ode_.Split(z, q, v);
}

}  // namespace trunnion
