// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/automatic_integrator.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

#include "engine/core/error.hpp"
#include "solvers/problem/option_checks.hpp"

namespace trunnion {
namespace {

/// Steps of BDF in a trial, and after how many it may prove hopeless. The second half of the steps
/// so far is judged.
constexpr long kTrialSteps = 120, kFirstLook = 40;
/// How much BDF must gain to go on: steps with two evaluations are far more accurate than the
/// tolerance asks.
constexpr double kWorthIt = 1.75, kHopeless = 0.55;

/// Below this damping ratio the fastest waves of the start, or those that explicit steps have
/// excited, stay, and BDF has to damp them before its steps can grow: a patient trial. Then it
/// takes so many steps of order 1 after a first look without hope, and may cost more than it gains,
/// since its steps grow on.
constexpr double kLightlyDamped = 0.02, kWorthPatience = 0.5;
constexpr long kDampingSteps = 20;

/// A trial begins again after a break or an event and the short steps that follow it; so often.
constexpr long kTrialRestarts = 5;

/// What explicit steps and BDF cost, in the time of one operation of a triangular solve, by counts
/// so that runs can be repeated (measured on B2 and B5, bench/scale; by them a step of BDF
/// costs 3.0 and 4.5 explicit ones, by the clock 3.1 to 3.5 and 6.7). For each velocity: a
/// residual, M, D and K, the history of a step of BDF, an explicit step of two residuals with all
/// that is around them; an operation of a factorization.
constexpr double kResidual = 70, kMatrices = 2000, kHistory = 850, kExplicitStep = 360,
                 kFactorOperation = 0.25;

/// Explicit steps that cost as much as one of BDF on the average of those from `from` to `to`.
/// `whole_matrix`: each of their evaluations takes the matrices of BDF, too.
double CostOfStep(const Statistics& from,
                  const Statistics& to,
                  int num_velocities,
                  bool whole_matrix) {
  const auto count = [&](long Statistics::*counter) {
    return static_cast<double>(to.*counter - from.*counter);
  };
  const double steps = count(&Statistics::steps);
  double work =
      num_velocities * (kHistory * steps + kResidual * count(&Statistics::residual_evaluations) +
                        kMatrices * count(&Statistics::jacobian_evaluations));
  for (auto matrix : {&Statistics::saddle_point, &Statistics::projection}) {
    const LinearSolverStatistics &old = from.*matrix, &now = to.*matrix;
    work += kFactorOperation * now.factor_flops *
            (now.factorizations - old.factorizations + now.refactorizations - old.refactorizations);
    work += 2 * now.factor_nonzeros * (now.solves - old.solves);
  }
  const double explicit_step = kExplicitStep + (whole_matrix ? 2 * kMatrices : 0);
  return work / (explicit_step * num_velocities * steps);
}

}  // namespace

AutomaticIntegrator::AutomaticIntegrator(ConstrainedSystem& system,
                                         const IntegratorOptions& options)
    : system_(system), options_(options) {
  if (FindAlgebraicState(system) >= 0) {
    bdf_ = std::make_unique<Bdf>(system, options_);
    bdf_->statistics().integrator = "BDF: there are algebraic states";
  } else {
    adams_ = MakeAdams();
    adams_->statistics().integrator = "Adams: the model is not stiff";
  }
}

std::unique_ptr<Adams> AutomaticIntegrator::MakeAdams() const {
  return std::make_unique<Adams>(system_, options_);
}

void AutomaticIntegrator::Start(
    double t, const VectorXd& q, const VectorXd& v, const VectorXd& v_dot, const VectorXd& lambda) {
  active().Start(t, q, v, v_dot, lambda);
}

void AutomaticIntegrator::JudgeAdams() {
  if (adams_->is_shrinking()) return TakeBdf("explicit steps became short", 0);
  if (statistics().steps < next_trial_ || !adams_->is_held()) return;
  const ExplicitStability& stability = adams_->stability();
  const bool twice = stability.evaluates_twice();
  const double step = twice ? adams_->last_step() : 2 * stability.step_of_evaluation();
  patient_ = !twice || adams_->CalcDampingRatio() < kLightlyDamped;
  const bool comparable = options_.fixed_step == 0 && step < options_.max_step;
  TakeBdf("stability holds explicit steps", comparable ? step : 0);
}

void AutomaticIntegrator::Step() {
  if (bdf_) JudgeTrial();
  if (!bdf_) JudgeAdams();
  if (bdf_) return bdf_->Step();
  try {
    adams_->Step();
  } catch (const EventError&) {
    throw;
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
  std::ostringstream text;
  text << "Adams to t = " << adams_->t() << " s, then BDF: " << reason;
  bdf->statistics() = adams_->statistics();
  bdf->statistics().integrator = text.str();
  bdf->Start(adams_->t(), adams_->q(), adams_->v(), v_dot, lambda);
  bdf->CarryOn(*adams_);
  explicit_step_ = explicit_step;
  whole_matrix_ = adams_->takes_whole_matrix();
  trial_restarts_ = 0;
  stability_ = adams_->stability();
  begin_ = adams_->t();
  trial_begin_ = bdf->statistics().steps;
  bdf_ = std::move(bdf);
  adams_.reset();
}

void AutomaticIntegrator::JudgeTrial() {
  if (explicit_step_ == 0) return;
  if (trial_restarts_ < std::min(bdf_->restarts(), kTrialRestarts)) {
    ++trial_restarts_;
    trial_begin_ = statistics().steps + kTrialSteps;
  }
  const long steps = statistics().steps - trial_begin_;
  const long last = patient_ ? patience_ * kTrialSteps : kTrialSteps;
  if (steps == kFirstLook / 2 || steps == last / 2) {
    judged_from_ = t();
    judged_statistics_ = statistics();
  }
  if (patient_ && steps == kFirstLook + kDampingSteps) bdf_->SetMaxOrder(options_.bdf.max_order);
  if (steps != kFirstLook && steps != last) return;
  const Statistics& from = judged_statistics_;
  const double step = (t() - judged_from_) / static_cast<double>(statistics().steps - from.steps);
  const double enough =
      CostOfStep(from, statistics(), system_.num_velocities(), whole_matrix_) * explicit_step_;
  const double worth_it = patient_ ? kWorthPatience : kWorthIt;
  if (step >= (steps == kFirstLook ? kHopeless : worth_it) * enough) return;
  if (patient_ && steps == kFirstLook) return bdf_->SetMaxOrder(1);
  TakeAdams();
}

void AutomaticIntegrator::TakeAdams() {
  auto adams = MakeAdams();
  adams->SetActiveRows(bdf_->active_rows().rows());
  VectorXd v_dot = VectorXd::Zero(system_.num_velocities()), lambda = bdf_->lambda();
  adams->Start(bdf_->t(), bdf_->q(), bdf_->v(), v_dot, lambda);
  if (!adams->CalcAccelerations(v_dot, lambda)) return;  // a singular position: BDF goes on
  adams->Start(bdf_->t(), bdf_->q(), bdf_->v(), v_dot, lambda);
  adams->ResumeHeld(stability_, explicit_step_);
  adams->CarryOn(*bdf_);
  std::ostringstream text;
  text << "Adams: BDF, tried from t = " << begin_ << " s, did not pay";
  adams->statistics() = bdf_->statistics();
  adams->statistics().integrator = text.str();
  next_trial_ = adams->statistics().steps + wait_;
  wait_ *= 2;
  patience_ *= 2;
  adams_ = std::move(adams);
  bdf_.reset();
}

}  // namespace trunnion
