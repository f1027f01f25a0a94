// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/integrator/butcher_tableau.hpp"
#include "solvers/integrator/manifold_ode.hpp"

namespace trunnion {

class Archive;

/// Steps of an explicit method on a manifold, each followed by the stabilization
///
///     z~ = z_n ⊕ x~,    z_{n+1} = z~ − α F(z~) h(z~)        (Ascher, Qin & Reich 1992, eq. 3.9).
///
/// All stages of a step live in the chart of z_n, where the method is one in a vector space; its
/// order is therefore that of the tableau (Munthe-Kaas 1999).
class ExplicitStepper {
 public:
  enum class Status {
    ok,
    undefined,     ///< z' or the correction does not exist at some stage
    leaves_chart,  ///< the step turns something too far
  };

  /// `ode` must outlive the object. Of the options, levels other than none all mean: stabilize.
  /// @throws ModelError if α is not positive.
  ExplicitStepper(ManifoldOde& ode, const ExplicitOptions& options);

  /// False if z' does not exist at (t, z).
  bool Start(double t, const VectorXd& z);
  /// z' at the present state again, after the ODE has changed.
  bool Refresh() { return ode_.CalcDerivative(t_, z_, d_); }

  /// Computes the state at t + h, its derivative included; Accept makes it the present one.
  Status Attempt(double h);
  void Accept() { Accept(t_ + h_new_); }
  /// The same; `end` is the time t + h without rounding.
  void Accept(double end);
  /// Attempt and Accept. @throws SolverError where the step cannot be made.
  void Step(double h);

  double t() const { return t_; }
  const VectorXd& z() const { return z_; }
  const VectorXd& candidate() const { return z_new_; }
  /// Of an attempt that leaves the chart: the chart coordinates that do.
  const VectorXd& outside() const { return outside_; }
  /// Estimate of the local error in chart coordinates; empty for methods without one.
  const VectorXd& error() const { return error_; }
  /// Order of the last step.
  int order() const { return order_; }

  /// State at time t [s] within the last accepted step: the continuous extension of Dormand &
  /// Prince (order 4), else the cubic through both states and derivatives (order 3).
  void Interpolate(double t, VectorXd& z) const;
  void Serialize(Archive& archive);

 private:
  bool InChart(const VectorXd& x);
  bool stabilizes() const { return options_.stabilized_levels != StabilizedLevels::none; }
  Status CalcStages(double h);
  Status CalcRungeKutta(double h);
  Status CalcAdamsBashforth(double h);
  bool CalcRate(int stage, double h);
  Status Finish(double h);

  ManifoldOde& ode_;
  ExplicitOptions options_;
  const ButcherTableau& tableau_;
  double t_ = 0;
  VectorXd z_, d_;  // present state and its derivative
  int order_ = 0;

  MatrixXd rates_;  // x' of the stages, a column each
  VectorXd x_, x_dot_, stage_, stage_d_, previous_;
  VectorXd outside_;  // chart coordinates that left the chart in the last attempt
  VectorXd x_end_;    // end of the step without stabilization, chart coordinates
  VectorXd error_;
  double h_new_ = 0;
  VectorXd z_new_, d_new_;

  double t_old_ = 0, h_ = 0;  // last accepted step; h_ = 0: none
  VectorXd z_old_, d_old_, x_accepted_, shift_;
  MatrixXd rates_accepted_;
};

}  // namespace trunnion
