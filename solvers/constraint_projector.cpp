// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/constraint_projector.hpp"

#include "solvers/sparse_pattern.hpp"

namespace trunnion {

SolveStatus ConstraintProjector::Factor(const SparseMatrix& GT, const VectorXd& inverse_metric) {
  if (!analyzed_ || !SamePattern(GT_, GT)) {
    gram_.Analyze(GT);
    analyzed_ = true;
  }
  GT_ = GT;
  inverse_metric_ = inverse_metric;
  gram_.Compute(GT_, inverse_metric_);
  return solver_->Factor(gram_.matrix());
}

SolveStatus ConstraintProjector::Solve(VectorXd& s) const { return solver_->Solve(s); }

SolveStatus ConstraintProjector::Project(VectorXd& x) const {
  VectorXd s = GT_.transpose() * x;
  if (const auto status = solver_->Solve(s); status != SolveStatus::ok) return status;
  x -= inverse_metric_.cwiseProduct(GT_ * s);
  return SolveStatus::ok;
}

}  // namespace trunnion
