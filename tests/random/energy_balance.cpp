// SPDX-License-Identifier: BSD-3-Clause
#include "tests/random/energy_balance.hpp"
#include "engine/system/system_evaluator.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace trunnion::random {
namespace {

std::size_t idx(int i) { return static_cast<std::size_t>(i); }

double PowerOf(const std::vector<std::pair<BodyIndex, Vec6>>& loads,
               const ElementContext& x,
               int num_bodies) {
  double power = 0;
  for (const auto& [b, load] : loads)
    if (b < num_bodies)
      power += load.head<3>().dot(x.bodies[idx(b)].v) + load.tail<3>().dot(x.bodies[idx(b)].w);
  return power;
}

}  // namespace

EnergyBalance::EnergyBalance(Simulation& simulation, const Mechanism& mechanism)
    : simulation_(simulation), has_reactions_(mechanism.driven) {
  const SystemParts& parts = simulation.system().parts();
  for (const auto& pool : parts.force_pools) conservative_.emplace_back(idx(pool->size()), true);
  for (const DrawnElement& element : mechanism.elements)
    if (!element.conservative)
      for (const ElementInfo& force : parts.forces)
        if (force.name == element.name) conservative_[idx(force.pool)][idx(force.index)] = false;
  DynamicsMatrices unused;
  simulation.evaluator().InitializePatterns(rows_, unused);
  initial_ = CalcEnergy();
  initial_potential_ = initial_ - simulation.kinetic_energy();
  scale_ = simulation.kinetic_energy();
}

double EnergyBalance::CalcEnergy() const {
  const ElementContext& x = simulation_.context();
  const System& system = simulation_.system();
  double energy = system.CalcKineticEnergy(x) + system.CalcPotentialEnergy(x);
  for (std::size_t p = 0; p < conservative_.size(); ++p)
    for (std::size_t i = 0; i < conservative_[p].size(); ++i)
      if (!conservative_[p][i])
        energy -= system.parts().force_pools[p]->CalcEnergy(static_cast<int>(i), x);
  return energy;
}

double EnergyBalance::CalcLoadPower(const ElementContext& x) const {
  const System& system = simulation_.system();
  const int n = system.num_bodies();
  std::vector<BodyState> still(x.bodies.begin(), x.bodies.end());
  for (int b = 0; b < n; ++b) still[idx(b)].v = still[idx(b)].w = Vec3::Zero();
  ElementContext at_rest = x;
  at_rest.bodies = still;
  double power = 0;
  for (std::size_t p = 0; p < conservative_.size(); ++p) {
    const ForcePoolBase& pool = *system.parts().force_pools[p];
    for (int i = 0; i < pool.size(); ++i) {
      power += PowerOf(pool.CalcLoads(i, x), x, n);
      if (conservative_[p][idx(i)]) power -= PowerOf(pool.CalcLoads(i, at_rest), x, n);
    }
  }
  return power;
}

double EnergyBalance::CalcReactionPower() {
  const double t = simulation_.t();
  const VectorXd q = simulation_.q(), v = simulation_.v(), lambda = simulation_.lambda();
  SystemEvaluator& evaluator = simulation_.evaluator();
  evaluator.CalcResiduals(t, q, v, VectorXd::Zero(v.size()), rows_);
  double power = lambda.dot(rows_.g_t);
  if (evaluator.has_reaction_forces()) {
    VectorXd friction;
    evaluator.CalcReactionForces(t, q, v, lambda, friction);
    power += friction.dot(v);
  }
  return power;
}

double EnergyBalance::CalcPower() {
  return CalcLoadPower(simulation_.context()) + (has_reactions_ ? CalcReactionPower() : 0);
}

void EnergyBalance::AddStep(double until) {
  const double end = std::min(simulation_.step_end(), until);
  const double begin = simulation_.step_end() - simulation_.last_step();
  constexpr std::array kPoints{-0.7745966692414834, 0.0, 0.7745966692414834};
  constexpr std::array kWeights{5.0 / 9, 8.0 / 9, 5.0 / 9};
  const double half = 0.5 * (end - begin);
  for (std::size_t k = 0; k < 3; ++k) {
    simulation_.advance_to(begin + half * (1 + kPoints[k]));
    const double part = half * kWeights[k] * CalcPower();
    work_ += part;
    turnover_ += std::abs(part);
  }
  simulation_.advance_to(end);
  const double kinetic = simulation_.kinetic_energy();
  const double potential = CalcEnergy() - kinetic;
  scale_ = std::max({scale_, kinetic, std::abs(potential - initial_potential_), turnover_});
}

double EnergyBalance::CalcDefect() const { return std::abs(CalcEnergy() - initial_ - work_); }

}  // namespace trunnion::random
