// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/automatic_integrator.hpp"

#include <sstream>
#include <utility>

#include "engine/core/error.hpp"
#include "solvers/option_checks.hpp"

namespace trunnion {
namespace {

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

void AutomaticIntegrator::Step() {
  if (!bdf_ && adams_->is_stiff()) TakeBdf("the model is stiff");
  if (!bdf_ && adams_->is_shrinking()) TakeBdf("explicit steps became short");
  if (bdf_) return bdf_->Step();
  try {
    adams_->Step();
  } catch (const SolverError&) {
    const long steps = adams_->statistics().steps;
    if (options_.fixed_step > 0 || (options_.max_steps > 0 && steps >= options_.max_steps)) throw;
    TakeBdf("no explicit step is possible");
    bdf_->Step();
  }
}

void AutomaticIntegrator::TakeBdf(const char* reason) {
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
  bdf_ = std::move(bdf);
  adams_.reset();
}

}  // namespace trunnion
