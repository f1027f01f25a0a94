// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/simulation/energy_account.hpp"
#include "engine/simulation/state_report.hpp"
#include "engine/system/system_evaluator.hpp"
#include "solvers/integrator/integrator.hpp"

namespace trunnion {

class Archive;

/// Keeps the account of a run. Work is integrated over each step by three points of Gauss from the
/// interpolated states, forces and reactions being evaluated there: nothing of the integrator is
/// used but states. The defect is what is left of
///
///     T + V − T₀ − V₀ = ∫ (Σ f₀·v + Σ (f − f₀)·v + λ·g_t + f_r·v) dt
///
/// V is that of gravity and of elements whose forces derive from it (conservative.hpp), f₀ the
/// forces at rest of all others, f − f₀ what velocities add to the forces of all, f_r friction of
/// joints.
///
/// Verified  tests/system/energy_balance_test.cpp: closed forms; a run that is made wrong.
class EnergyBalance {
 public:
  /// @param evaluator  must outlive it.  @param options  tolerances of the run.
  EnergyBalance(SystemEvaluator& evaluator, const IntegratorOptions& options);

  /// At the start of a run, or where it goes on from another state: the account begins anew.
  void Begin(const Integrator& integrator);
  /// Before each step.
  void BeginStep(const Integrator& integrator);
  /// After it. @param redundant  there are constraint rows without multipliers.
  void EndStep(const Integrator& integrator, bool redundant);

  /// Null from where reactions were not determined on, at a singular position.
  const EnergyAccount* account() const { return lost_ ? nullptr : &account_; }
  void Serialize(Archive& archive);

 private:
  /// Power [W], or work.
  struct Rates {
    double loads = 0, motions = 0, damping = 0, friction = 0;
    double total() const { return loads + motions - damping - friction; }
  };
  /// Of a state [J].
  struct Energy {
    double kinetic = 0;
    double potential = 0;  ///< of gravity and of conservative elements
    double other = 0;      ///< that other elements give
    double total() const { return kinetic + potential; }
  };
  Energy CalcEnergy(double t, const VectorXd& q, const VectorXd& v);
  Rates CalcRates(double t, const VectorXd& q, const VectorXd& v);
  void AddStep(const Integrator& integrator, bool redundant);
  void Jump(const Energy& now);
  void AddLead(const ElementContext& x, double h);
  void AddForces(const ElementContext& x, Rates& rates) const;
  void AddReactions(double t, const VectorXd& q, const VectorXd& v, Rates& rates);
  Rates Integrate(const Integrator& integrator);

  SystemEvaluator& evaluator_;
  double tolerance_, angle_tolerance_;  // [m], [rad]
  bool relative_;                       // there is a relative tolerance, too
  AccelerationReport accelerations_;
  std::vector<std::vector<bool>> conservative_, undamped_;  // by pool and element
  bool has_reactions_;  // motions, constraints of the user or friction
  Residuals rows_;
  ActiveRows active_;  // at its end
  bool redundant_ = false, lost_ = false;
  EnergyAccount account_;
  Energy initial_, last_;
  double work_ = 0;   // of loads, without what their energies say
  double gross_ = 0;  // of all, in either direction
  double largest_kinetic_ = 0;
};

}  // namespace trunnion
