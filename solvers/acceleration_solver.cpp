// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/acceleration_solver.hpp"

#include "solvers/sparse_pattern.hpp"

namespace trunnion {

AccelerationSolver::AccelerationSolver(ConstrainedSystem& system)
    : system_(system),
      solver_(MakeRefined(MakeKlu())),
      no_acceleration_(VectorXd::Zero(system.num_velocities())),
      no_multipliers_(VectorXd::Zero(system.num_constraints())) {
  system.InitializePatterns(residuals_, matrices_);
}

void AccelerationSolver::Evaluate(double t,
                                  const VectorXd& q,
                                  const VectorXd& v,
                                  const ActiveRows& active) {
  system_.CalcResiduals(t, q, v, no_acceleration_, residuals_);
  system_.CalcMatrices(t, q, v, no_acceleration_, no_multipliers_, matrices_);
  active.Select(residuals_.GT, GT_);
  if (SamePattern(analyzed_, GT_)) return;
  saddle_.Analyze(matrices_.M, GT_);
  analyzed_ = GT_;
}

bool AccelerationSolver::SolveSaddle(const ActiveRows& active,
                                     const SparseMatrix& GT_lower,
                                     const VectorXd& rhs,
                                     VectorXd& v_dot,
                                     VectorXd& lambda) {
  const int n = system_.num_velocities(), m = active.size();
  VectorXd active_rhs;
  active.Select(rhs, active_rhs);
  saddle_.Compute(1, matrices_.M, 0, matrices_.D, 0, matrices_.K, GT_, GT_lower);
  x_.resize(n + m);
  x_ << -residuals_.dynamics, active_rhs;
  if (solver_->Factor(saddle_.matrix()) != SolveStatus::ok || solver_->Solve(x_) != SolveStatus::ok)
    return false;
  v_dot = x_.head(n);
  active.Expand(x_.tail(m), lambda);
  return true;
}

bool AccelerationSolver::Solve(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const ActiveRows& active,
                               VectorXd& v_dot,
                               VectorXd& lambda) {
  Evaluate(t, q, v, active);
  system_.CalcGamma(t, q, v, gamma_);
  return SolveSaddle(active, GT_, gamma_, v_dot, lambda);
}

bool AccelerationSolver::Solve(double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const ActiveRows& active,
                               const SparseMatrix& GT_next,
                               const VectorXd& rhs,
                               VectorXd& v_dot,
                               VectorXd& lambda) {
  Evaluate(t, q, v, active);
  active.Select(GT_next, GT_lower_);
  return SolveSaddle(active, GT_lower_, rhs, v_dot, lambda);
}

}  // namespace trunnion
