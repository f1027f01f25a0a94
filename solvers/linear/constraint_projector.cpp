// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/constraint_projector.hpp"

#include "solvers/linear/sparse_pattern.hpp"

namespace trunnion {
namespace {

/// Below this ratio of pivots cond(G) exceeds about 1e6 and S, its square, is too ill conditioned.
constexpr double kSmallestPivotRatio = 1e-12;

}  // namespace

SolveStatus ConstraintProjector::Factor(const SparseMatrix& GT, const VectorXd& inverse_metric) {
  if (!analyzed_ || !SamePattern(GT_, GT)) {
    gram_.Analyze(GT);
    analyzed_ = true;
    augmented_solver_.reset();
  }
  GT_ = GT;
  inverse_metric_ = inverse_metric;
  gram_.Compute(GT_, inverse_metric_);
  const auto status = solver_->Factor(gram_.matrix());
  use_augmented_ = status == SolveStatus::singular || pivot_ratio() < kSmallestPivotRatio;
  return use_augmented_ ? FactorAugmented() : status;
}

SparseMatrix ConstraintProjector::CalcMetric() const {
  const int n = static_cast<int>(GT_.rows());
  SparseMatrix W(n, n);
  W.setIdentity();
  W.makeCompressed();
  for (int i = 0; i < n; ++i) {
    // A frozen coordinate has infinite weight; a large one keeps the matrix finite.
    W.valuePtr()[i] = inverse_metric_[i] > 0 ? 1 / inverse_metric_[i] : 1e12;
  }
  return W;
}

void ConstraintProjector::MakeAugmented(const SparseMatrix& W) {
  augmented_.Analyze(W, GT_);
  augmented_solver_ = MakeRefined(MakeKlu());
}

SolveStatus ConstraintProjector::FactorAugmented() {
  const SparseMatrix W = CalcMetric();
  if (!augmented_solver_) MakeAugmented(W);
  augmented_.Compute(1, W, 0, W, 0, W, GT_, GT_);
  return augmented_solver_->Factor(augmented_.matrix());
}

SolveStatus ConstraintProjector::Solve(Eigen::Ref<MatrixXd> s) const {
  if (!use_augmented_) return solver_->Solve(s);
  // [W Gᵀ; G 0] [x; s] = [0; −b] has x = −W⁻¹Gᵀ s and therefore G W⁻¹Gᵀ s = b.
  MatrixXd x = MatrixXd::Zero(GT_.rows() + GT_.cols(), s.cols());
  x.bottomRows(GT_.cols()) = -s;
  const auto status = augmented_solver_->Solve(x);
  s = x.bottomRows(GT_.cols());
  return status;
}

SolveStatus ConstraintProjector::Project(VectorXd& x) const {
  VectorXd s = GT_.transpose() * x;
  if (const auto status = Solve(s); status != SolveStatus::ok) return status;
  x -= inverse_metric_.cwiseProduct(GT_ * s);
  return SolveStatus::ok;
}

}  // namespace trunnion
