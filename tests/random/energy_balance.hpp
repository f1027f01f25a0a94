// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/simulation/simulation.hpp"
#include "tests/random/mechanism.hpp"

namespace trunnion::random {

/// Balance of energy and power over a run.
///
///     T + V − ∫ P dt = constant,     P = Σ f·v + Σ (f − f_rest)·v + f_r·v + λ·g_t
///
/// V is that of gravity and of the elements that say that they derive from it; f of all others, f −
/// f_rest what velocities add to the forces of those; f_r friction of joints and λ·g_t the work of
/// motions. The loads come from the elements, λ from the acceleration level: nothing of the
/// integrator is used but states.
class EnergyBalance {
 public:
  /// The simulation must outlive it.
  EnergyBalance(Simulation& simulation, const Mechanism& mechanism);

  /// After every step; the state shown is changed.
  void AddStep(double until);
  /// |T + V − ∫P − initial| at the state shown, which must be the end of the last step added [J].
  double CalcDefect() const;
  /// Largest kinetic energy, change of the potential or work so far [J].
  double scale() const { return scale_; }

 private:
  double CalcEnergy() const;
  double CalcPower();
  double CalcLoadPower(const ElementContext& x) const;
  double CalcReactionPower();

  Simulation& simulation_;
  bool has_reactions_;
  std::vector<std::vector<bool>> conservative_;  // [pool][element]
  double initial_ = 0, initial_potential_ = 0, work_ = 0, turnover_ = 0, scale_ = 0;
  Residuals rows_;
};

}  // namespace trunnion::random
