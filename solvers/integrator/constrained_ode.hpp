// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/consistency/acceleration_solver.hpp"
#include "solvers/integrator/manifold_ode.hpp"
#include "solvers/linear/constraint_projector.hpp"
#include "solvers/problem/explicit_options.hpp"

namespace trunnion {

class Archive;

/// The underlying ODE of a ConstrainedSystem, q' = N(q) v, v' from the index-1 form, on states
/// z = (q, v); its invariants are g = 0 and G v + g_t = 0.
class ConstrainedOde final : public ManifoldOde {
 public:
  /// `system` must outlive the object.
  ConstrainedOde(ConstrainedSystem& system, const ExplicitOptions& options);

  ActiveRows& active_rows() { return active_; }
  const ActiveRows& active_rows() const { return active_; }
  /// λ ∈ ℝᵐ and g ∈ ℝᵐ of all rows at the last derivative.
  const VectorXd& lambda() const { return lambda_; }
  const VectorXd& position_residual() const { return solver_.residuals().g; }
  /// Derivatives taken so far: one evaluation of all forces and matrices and one factorization
  /// each.
  long evaluations() const { return evaluations_; }

  VectorXd Join(const VectorXd& q, const VectorXd& v) const;
  void Split(const VectorXd& z, VectorXd& q, VectorXd& v) const;

  int size() const override { return 2 * n_; }
  bool CalcDerivative(double t, const VectorXd& z, VectorXd& d) override;
  /// M v' + Gᵀλ = f here, and G v + g_t = 0 at the next stage.
  bool CalcHalfExplicitDerivative(double t,
                                  const VectorXd& z_ref,
                                  const VectorXd& x,
                                  const NextStage& next,
                                  VectorXd& d) override;
  void Retract(const VectorXd& z, const VectorXd& d, VectorXd& out) const override;
  void Difference(const VectorXd& z_ref, const VectorXd& z, VectorXd& x) const override;
  void ChartVelocity(const VectorXd& x, const VectorXd& d, VectorXd& x_dot) const override;
  bool InChart(const VectorXd& x) const override;
  void Normalize(VectorXd& z) const override;
  /// Both levels from the same point, in the metric W of the system.
  bool CalcCorrection(double t, const VectorXd& z, VectorXd& c) override;
  void Serialize(Archive& archive);

 private:
  ConstrainedSystem& system_;
  StabilizedLevels levels_;
  StabilizationMatrix matrix_;
  int n_, size_q_;
  ActiveRows active_;
  AccelerationSolver solver_;
  ConstraintProjector projector_;
  VectorXd inverse_metric_, lambda_, no_acceleration_;
  Residuals residuals_;
  long evaluations_ = 0;
};

}  // namespace trunnion
