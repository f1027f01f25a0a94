// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/explicit_stepper.hpp"

#include <sstream>

#include "engine/core/error.hpp"

namespace trunnion {

ExplicitStepper::ExplicitStepper(ManifoldOde& ode, const ExplicitOptions& options)
    : ode_(ode), options_(options), tableau_(TableauOf(options.method)) {
  Require(options.stabilization_alpha > 0, "explicit integrator: alpha must be positive, best 1");
  rates_.setZero(ode.size(), tableau_.stages());
}

bool ExplicitStepper::Start(double t, const VectorXd& z) {
  t_ = t;
  z_ = z;
  h_ = 0;
  order_ = 0;
  return Refresh();
}

ExplicitStepper::Status ExplicitStepper::Attempt(double h) {
  h_new_ = h;
  auto status = CalcStages(h);
  if (status != Status::ok) return status;
  if (options_.stabilization_point == StabilizationPoint::start && stabilizes()) {
    if (!ode_.CalcCorrection(t_, z_, x_dot_)) return Status::undefined;
    x_end_ += options_.stabilization_alpha * x_dot_;
  }
  return Finish(h);
}

ExplicitStepper::Status ExplicitStepper::CalcStages(double h) {
  const bool two_step = options_.method == ExplicitMethod::adams_bashforth && h_ > 0;
  return two_step ? CalcAdamsBashforth(h) : CalcRungeKutta(h);
}

ExplicitStepper::Status ExplicitStepper::CalcRungeKutta(double h) {
  const bool half_explicit = options_.method == ExplicitMethod::half_explicit;
  for (int i = 0; i < tableau_.stages(); ++i) {
    if (i == 0 && !half_explicit) {
      rates_.col(0) = d_;
      continue;
    }
    x_.noalias() = h * (rates_.leftCols(i) * tableau_.A.row(i).head(i).transpose());
    if (!InChart(x_)) return Status::leaves_chart;
    if (!CalcRate(i, h)) return Status::undefined;
  }
  x_end_.noalias() = h * (rates_ * tableau_.b);
  if (tableau_.error.size() > 0) error_.noalias() = h * (rates_ * tableau_.error);
  return Status::ok;
}

/// The rate of a stage at the chart coordinates x_.
bool ExplicitStepper::CalcRate(int stage, double h) {
  const double t = t_ + tableau_.c[stage] * h;
  if (options_.method == ExplicitMethod::half_explicit) {
    const bool last = stage + 1 == tableau_.stages();
    const VectorXd weights = last ? tableau_.b : VectorXd(tableau_.A.row(stage + 1));
    const NextStage next{.t = t_ + (last ? 1 : tableau_.c[stage + 1]) * h,
                         .partial = h * (rates_.leftCols(stage) * weights.head(stage)),
                         .weight = h * weights[stage]};
    if (!ode_.CalcHalfExplicitDerivative(t, z_, x_, next, stage_d_)) return false;
  } else {
    ode_.Retract(z_, x_, stage_);
    if (!ode_.CalcDerivative(t, stage_, stage_d_)) return false;
  }
  ode_.ChartVelocity(x_, stage_d_, x_dot_);
  rates_.col(stage) = x_dot_;
  return true;
}

ExplicitStepper::Status ExplicitStepper::CalcAdamsBashforth(double h) {
  ode_.Difference(z_, z_old_, previous_);
  ode_.ChartVelocity(previous_, d_old_, x_dot_);
  const double half_ratio = 0.5 * h / h_;
  x_end_ = h * ((1 + half_ratio) * d_ - half_ratio * x_dot_);
  return Status::ok;
}

bool ExplicitStepper::InChart(const VectorXd& x) {
  const bool inside = ode_.InChart(x);
  if (!inside) outside_ = x;
  return inside;
}

/// The new state from x_end_, with its derivative.
ExplicitStepper::Status ExplicitStepper::Finish(double h) {
  if (!InChart(x_end_)) return Status::leaves_chart;
  ode_.Retract(z_, x_end_, z_new_);
  const bool stabilize = stabilizes() && options_.stabilization_point == StabilizationPoint::end;
  if (stabilize) {
    if (!ode_.CalcCorrection(t_ + h, z_new_, x_dot_)) return Status::undefined;
    ode_.Retract(z_new_, options_.stabilization_alpha * x_dot_, z_new_);
  }
  ode_.Normalize(z_new_);
  if (options_.method == ExplicitMethod::dormand_prince && !stabilizes()) {
    d_new_ = stage_d_;  // the last stage is the new state
    return Status::ok;
  }
  return ode_.CalcDerivative(t_ + h, z_new_, d_new_) ? Status::ok : Status::undefined;
}

void ExplicitStepper::Accept(double end) {
  order_ = options_.method == ExplicitMethod::adams_bashforth && h_ > 0 ? 2 : tableau_.order;
  t_old_ = t_;
  h_ = h_new_;
  z_old_ = z_;
  d_old_ = d_;
  ode_.Difference(z_, z_new_, x_accepted_);
  shift_ = x_accepted_ - x_end_;
  rates_accepted_ = rates_;
  t_ = end;
  z_ = z_new_;
  d_ = d_new_;
}

void ExplicitStepper::Step(double h) {
  const auto status = Attempt(h);
  if (status != Status::ok) {
    std::ostringstream message;
    message << "explicit integrator: no step of " << h << " s from t = " << t_ << " s: "
            << (status == Status::undefined ? "the derivative does not exist"
                                            : "something turns too far")
            << "; take a smaller step";
    throw SolverError(message.str());
  }
  Accept();
}

void ExplicitStepper::Interpolate(double t, VectorXd& z) const {
  if (h_ == 0) {
    z = z_;
    return;
  }
  const double s = (t - t_old_) / h_, r = 1 - s;
  VectorXd x, end_rate;
  if (tableau_.dense.size() > 0) {
    // Hairer, Nørsett & Wanner I, code DOPRI5; the shift by stabilization is blended in.
    const VectorXd step = x_accepted_ - shift_, first = h_ * rates_accepted_.col(0);
    const VectorXd bend = first - step;
    const VectorXd last = h_ * rates_accepted_.rightCols(1);
    x = s * (step +
             r * (bend + s * (step - last - bend + r * h_ * (rates_accepted_ * tableau_.dense))));
    x += s * s * (3 - 2 * s) * shift_;
  } else {
    ode_.ChartVelocity(x_accepted_, d_, end_rate);
    x = s * s * (3 - 2 * s) * x_accepted_ + h_ * (s * r * r * d_old_ - s * s * r * end_rate);
  }
  ode_.Retract(z_old_, x, z);
}

}  // namespace trunnion
