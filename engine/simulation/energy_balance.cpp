// SPDX-License-Identifier: BSD-3-Clause
#include "engine/simulation/energy_balance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/core/error.hpp"
#include "engine/simulation/conservative.hpp"
#include "engine/system/system_reports.hpp"

namespace trunnion {

EnergyBalance::EnergyBalance(SystemEvaluator& evaluator, const IntegratorOptions& options)
    : evaluator_(evaluator),
      tolerance_(options.tolerance),
      angle_tolerance_(options.angle_tolerance > 0 ? options.angle_tolerance : options.tolerance),
      relative_(options.relative_tolerance > 0),
      accelerations_(evaluator),
      undamped_(FindUndamped(evaluator.system().parts())),
      has_reactions_(evaluator.has_reaction_forces() ||
                     !evaluator.system().parts().constraints.empty()) {
  DynamicsMatrices unused;
  evaluator.InitializePatterns(rows_, unused);
}

void EnergyBalance::Begin(const Integrator& integrator) {
  const double t = integrator.t();
  conservative_ =
      FindConservative(evaluator_.system(), evaluator_.Evaluate(t, integrator.q(), integrator.v()));
  account_ = {};
  lost_ = false;
  work_ = gross_ = 0;
  initial_ = last_ = CalcEnergy(t, integrator.q(), integrator.v());
  account_.turnover = largest_kinetic_ = last_.kinetic;
  const VectorXd slow = VectorXd::Constant(integrator.v().size(), tolerance_);
  account_.unresolved = CalcEnergy(t, integrator.q(), slow).kinetic;
}

void EnergyBalance::BeginStep(const Integrator& integrator) {
  if (lost_) return;
  Jump(CalcEnergy(integrator.t(), integrator.q(), integrator.v()));
}

/// From the end of the last step to what the next one begins with.
void EnergyBalance::Jump(const Energy& now) {
  account_.jumps += now.total() - last_.total();
  last_ = now;
}

/// Reactions that are not determined, at a singular position, end the account and not the run.
void EnergyBalance::EndStep(const Integrator& integrator, bool redundant) {
  if (lost_) return;
  try {
    AddStep(integrator, redundant);
  } catch (const SolverError&) {
    lost_ = true;
  }
}

void EnergyBalance::AddStep(const Integrator& integrator, bool redundant) {
  active_ = integrator.active_rows();
  redundant_ = redundant;
  VectorXd q, v;
  if (evaluator_.triggers()) {  // which act at the beginning of the step
    const double begin = integrator.t() - integrator.last_step();
    integrator.Interpolate(begin, q, v);
    Jump(CalcEnergy(begin, q, v));
  }
  const Rates work = Integrate(integrator);
  integrator.Interpolate(integrator.t(), q, v);
  const Energy now = CalcEnergy(integrator.t(), q, v);
  EnergyAccount& a = account_;
  work_ += work.loads;
  a.loads = work_ + now.other - initial_.other;
  a.motions += work.motions;
  a.damping += work.damping;
  a.friction += work.friction;
  a.defect += now.total() - last_.total() - work.total();
  a.stored = now.total() + now.other - initial_.total() - initial_.other;
  a.largest_defect = std::max(a.largest_defect, std::abs(a.defect));
  a.turnover = std::max({a.turnover, now.kinetic, gross_});
  largest_kinetic_ = std::max(largest_kinetic_, now.kinetic);
  last_ = now;
  AddLead(evaluator_.Evaluate(integrator.t(), q, v), integrator.last_step());
}

/// Over a step of length h, with the defect at its end.
void EnergyBalance::AddLead(const ElementContext& x, double h) {
  EnergyAccount& a = account_;
  if (!(largest_kinetic_ > a.unresolved)) return;
  a.lead += h * a.defect / (2 * largest_kinetic_);
  for (std::size_t i = 1; i < x.bodies.size(); ++i) {
    const double distance = std::abs(a.lead) * x.bodies[i].v.norm();
    const double angle = std::abs(a.lead) * x.bodies[i].w.norm();
    if (distance > a.lead_distance)
      a.lead_distance = distance, a.lead_distance_body = static_cast<BodyIndex>(i);
    if (angle > a.lead_angle) a.lead_angle = angle, a.lead_angle_body = static_cast<BodyIndex>(i);
  }
  if (!relative_)
    a.lead_tolerances = std::max(a.lead_distance / tolerance_, a.lead_angle / angle_tolerance_);
}

EnergyBalance::Rates EnergyBalance::Integrate(const Integrator& integrator) {
  constexpr std::array kPoints{-0.7745966692414834, 0.0, 0.7745966692414834};
  constexpr std::array kWeights{5.0 / 9, 8.0 / 9, 5.0 / 9};
  const double half = 0.5 * integrator.last_step(), middle = integrator.t() - half;
  Rates work;
  VectorXd q, v;
  for (std::size_t k = 0; k < kPoints.size(); ++k) {
    const double t = middle + half * kPoints[k], weight = half * kWeights[k];
    integrator.Interpolate(t, q, v);
    const Rates rates = CalcRates(t, q, v);
    work.loads += weight * rates.loads;
    work.motions += weight * rates.motions;
    work.damping += weight * rates.damping;
    work.friction += weight * rates.friction;
    gross_ += weight * (std::abs(rates.loads) + std::abs(rates.motions) + std::abs(rates.damping) +
                        std::abs(rates.friction));
  }
  return work;
}

EnergyBalance::Energy EnergyBalance::CalcEnergy(double t, const VectorXd& q, const VectorXd& v) {
  const System& system = evaluator_.system();
  const ElementContext& x = evaluator_.Evaluate(t, q, v);
  Energy energy{.kinetic = system.CalcKineticEnergy(x)};
  const auto& pools = system.parts().force_pools;
  for (std::size_t p = 0; p < pools.size(); ++p)
    for (int i = 0; i < pools[p]->size(); ++i)
      if (!conservative_[p][idx(i)])
        energy.other += CalcForceScale(*pools[p], i, x) * pools[p]->CalcEnergy(i, x);
  energy.potential = system.CalcPotentialEnergy(x) - energy.other;
  return energy;
}

EnergyBalance::Rates EnergyBalance::CalcRates(double t, const VectorXd& q, const VectorXd& v) {
  Rates rates;
  AddForces(evaluator_.Evaluate(t, q, v), rates);
  if (has_reactions_) AddReactions(t, q, v, rates);
  return rates;
}

void EnergyBalance::AddForces(const ElementContext& x, Rates& rates) const {
  const System& system = evaluator_.system();
  std::vector<BodyState> still;
  const ElementContext at_rest = AtRest(system, x, still);
  const auto& pools = system.parts().force_pools;
  for (std::size_t p = 0; p < pools.size(); ++p)
    for (int i = 0; i < pools[p]->size(); ++i) {
      const bool conservative = conservative_[p][idx(i)], undamped = undamped_[p][idx(i)];
      const double scale = CalcForceScale(*pools[p], i, x);
      if ((conservative && undamped) || scale == 0) continue;
      const double rest = scale * CalcPower(system, pools[p]->CalcLoads(i, at_rest), x);
      if (!conservative) rates.loads += rest;
      if (!undamped)
        rates.damping += rest - scale * CalcPower(system, pools[p]->CalcLoads(i, x), x);
    }
}

void EnergyBalance::AddReactions(double t, const VectorXd& q, const VectorXd& v, Rates& rates) {
  evaluator_.CalcResiduals(t, q, v, VectorXd::Zero(v.size()), rows_);
  const bool friction = evaluator_.has_reaction_forces();
  const bool driven = (rows_.g_t.array() != 0).any();
  if (!friction && !driven) return;
  account_.driven |= driven;
  VectorXd v_dot, lambda;
  accelerations_.Solve(t, q, v, active_, redundant_, v_dot, lambda);
  rates.motions = lambda.dot(rows_.g_t);
  if (!friction) return;
  VectorXd f;
  evaluator_.CalcReactionForces(t, q, v, lambda, f);
  rates.friction = -f.dot(v);
}

}  // namespace trunnion
