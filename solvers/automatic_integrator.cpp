// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/automatic_integrator.hpp"

#include <sstream>
#include <utility>

#include "engine/core/error.hpp"
#include "solvers/option_checks.hpp"

namespace trunnion {
namespace {

/// Steps of BDF in a trial, and the last ones of them by whose length it is judged.
constexpr long kTrialSteps = 120, kJudgedSteps = 60;
/// Explicit steps that cost as much as one of BDF (measured on B1 and B2, bench/scale: 3 to 4).
constexpr double kCostOfStep = 3.5;

IntegratorOptions With(IntegratorOptions options, FormulationKind formulation) {
  options.formulation = formulation;
  return options;
}

}  // namespace

AutomaticIntegrator::AutomaticIntegrator(ConstrainedSystem& system,
                                         const IntegratorOptions& options)
    : system_(system), options_(With(options, FormulationKind::coordinate_splitting)) {
  if (FindAlgebraicState(system) >= 0) {
    bdf_ = std::make_unique<Bdf>(system, options_);
    bdf_->statistics().integrator = "BDF: there are algebraic states";
  } else {
    adams_ = std::make_unique<Adams>(system, With(options, FormulationKind::adams));
    adams_->statistics().integrator = "Adams: the model is not stiff";
  }
}

void AutomaticIntegrator::Start(
    double t, const VectorXd& q, const VectorXd& v, const VectorXd& v_dot, const VectorXd& lambda) {
  active().Start(t, q, v, v_dot, lambda);
}

void AutomaticIntegrator::SetRowWatch(RowWatch watch) {
  row_watch_ = watch;
  active().SetRowWatch(std::move(watch));
}

void AutomaticIntegrator::JudgeAdams() {
  if (adams_->is_shrinking()) return TakeBdf("explicit steps became short", 0);
  if (statistics().steps < next_trial_ || !(adams_->is_stiff() || adams_->is_held())) return;
  const double step = adams_->last_step();
  const bool comparable = options_.fixed_step == 0 && step < options_.max_step;
  TakeBdf(adams_->is_stiff() ? "the model is stiff" : "stability holds explicit steps",
          comparable ? step : 0);
}

void AutomaticIntegrator::Step() {
  if (bdf_) JudgeTrial();
  if (!bdf_) JudgeAdams();
  if (bdf_) return bdf_->Step();
  try {
    adams_->Step();
  } catch (const SolverError&) {
    const long steps = adams_->statistics().steps;
    if (options_.fixed_step > 0 || (options_.max_steps > 0 && steps >= options_.max_steps)) throw;
    TakeBdf("no explicit step is possible", 0);
    bdf_->Step();
  }
}

void AutomaticIntegrator::TakeBdf(const char* reason, double explicit_step) {
  VectorXd v_dot, lambda;
  if (!adams_->CalcAccelerations(v_dot, lambda)) {
    v_dot.setZero(system_.num_velocities());
    lambda = adams_->lambda();
  }
  auto bdf = std::make_unique<Bdf>(system_, options_);
  bdf->SetActiveRows(adams_->active_rows().rows());
  bdf->SetRowWatch(row_watch_);
  std::ostringstream text;
  text << "Adams to t = " << adams_->t() << " s, then BDF: " << reason;
  bdf->statistics() = adams_->statistics();
  bdf->statistics().integrator = text.str();
  bdf->Start(adams_->t(), adams_->q(), adams_->v(), v_dot, lambda);
  explicit_step_ = explicit_step;
  begin_ = adams_->t();
  end_ = bdf->statistics().steps + kTrialSteps;
  bdf_ = std::move(bdf);
  adams_.reset();
}

void AutomaticIntegrator::JudgeTrial() {
  const long left = end_ - statistics().steps;
  if (left == kJudgedSteps) judged_from_ = t();
  if (left == 0 && t() - judged_from_ < kJudgedSteps * kCostOfStep * explicit_step_) TakeAdams();
}

void AutomaticIntegrator::TakeAdams() {
  IntegratorOptions options = With(options_, FormulationKind::adams);
  options.initial_step = explicit_step_;
  auto adams = std::make_unique<Adams>(system_, options);
  adams->SetActiveRows(bdf_->active_rows().rows());
  adams->SetRowWatch(row_watch_);
  VectorXd v_dot = VectorXd::Zero(system_.num_velocities()), lambda = bdf_->lambda();
  adams->Start(bdf_->t(), bdf_->q(), bdf_->v(), v_dot, lambda);
  if (!adams->CalcAccelerations(v_dot, lambda)) return;  // a singular position: BDF goes on
  adams->Start(bdf_->t(), bdf_->q(), bdf_->v(), v_dot, lambda);
  adams->ForgetLongSteps();
  std::ostringstream text;
  text << "Adams: BDF, tried from t = " << begin_ << " s, took hardly longer steps";
  adams->statistics() = bdf_->statistics();
  adams->statistics().integrator = text.str();
  next_trial_ = adams->statistics().steps + wait_;
  wait_ *= 4;
  adams_ = std::move(adams);
  bdf_.reset();
}

}  // namespace trunnion
