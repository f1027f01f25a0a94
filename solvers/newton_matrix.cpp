// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/newton_matrix.hpp"

#include "solvers/block_matrix.hpp"
#include "solvers/sparse_pattern.hpp"

namespace trunnion {
namespace {

double ResidualScale(double a, double a_fact) { return 2 / (1 + a / a_fact); }

}  // namespace

ThreeStepMatrix::ThreeStepMatrix() : saddle_solver_(MakeKlu()) {}

SolveStatus ThreeStepMatrix::Factor(const NewtonMatrixInput& in) {
  const DynamicsMatrices& dynamics = *in.dynamics;
  if (!analyzed_ || !SamePattern(GT_, *in.GT)) {
    saddle_.Analyze(dynamics.M, *in.GT);
    analyzed_ = true;
  }
  a_ = in.a;
  GT_ = *in.GT;
  position_GT_ = *in.position_GT;
  K_ = dynamics.K;
  inverse_metric_ = *in.inverse_metric;
  projector_ = in.projector;
  saddle_.Compute(a_, dynamics.M, 1, dynamics.D, 1 / a_, K_, *in.upper, GT_);
  return saddle_solver_->Factor(saddle_.matrix());
}

SolveStatus ThreeStepMatrix::Solve(double a, const NewtonResidual& r, NewtonCorrection& out) {
  const double scale = ResidualScale(a, a_);
  const auto n = GT_.rows(), m = GT_.cols();
  // 1. dmu: the position residual in the range of W⁻¹Gᵀ, holonomic rows only
  out.dq = scale * r.r1;  // becomes the projected R1
  out.dmu = a_ * r.g - r.g_dot;
  out.dmu.noalias() -= position_GT_.transpose() * out.dq;
  if (auto s = projector_->Solve(out.dmu); s != SolveStatus::ok) return s;
  rhs_.noalias() = position_GT_ * out.dmu;
  out.dq += inverse_metric_.cwiseProduct(rhs_);
  // 2. dv, dlambda
  VectorXd saddle(n + m);
  saddle.head(n).noalias() = K_ * out.dq;
  saddle.head(n) = saddle.head(n) / a_ - scale * r.r2;
  saddle.tail(m) = -r.eta;
  if (auto s = saddle_solver_->Solve(saddle); s != SolveStatus::ok) return s;
  out.dv = saddle.head(n);
  out.dlambda = saddle.tail(m);
  // 3. the increment
  out.dq = (out.dv - out.dq) / a_;
  return SolveStatus::ok;
}

OneShotMatrix::OneShotMatrix() : solver_(MakeKlu()) {}

SolveStatus OneShotMatrix::Factor(const NewtonMatrixInput& in) {
  const auto& [M, D, K] = *in.dynamics;
  a_ = in.a;
  n_ = static_cast<int>(in.GT->rows());
  m_ = static_cast<int>(in.GT->cols());
  positions_ = static_cast<int>(in.position_GT->cols());
  const SparseMatrix G = in.GT->transpose(), L = in.LT->transpose();
  const SparseMatrix position_G = in.position_GT->transpose();
  const SparseMatrix WGT = in.inverse_metric->asDiagonal() * *in.position_GT;
  const SparseMatrix WS1 = in.inverse_metric->asDiagonal() * *in.S1;
  BlockMatrix A;
  A.AddIdentity(a_, n_, 0, 0);
  A.AddIdentity(-1, n_, 0, n_);
  A.Add(WS1, 0, 0);
  A.Add(WGT, 0, 2 * n_);
  A.Add(K, n_, 0);
  A.Add(M, n_, n_, a_);
  A.Add(D, n_, n_);
  A.Add(*in.upper, n_, 2 * n_ + positions_);
  A.Add(L, 2 * n_, 0);
  A.Add(G, 2 * n_, n_);
  A.Add(position_G, 2 * n_ + m_, 0);
  return solver_->Factor(A.Make(2 * n_ + m_ + positions_));
}

SolveStatus OneShotMatrix::Solve(double a, const NewtonResidual& r, NewtonCorrection& out) {
  const double scale = ResidualScale(a, a_);
  VectorXd x(2 * n_ + m_ + positions_);
  x << -scale * r.r1, -scale * r.r2, -r.eta, -r.g;
  if (auto s = solver_->Solve(x); s != SolveStatus::ok) return s;
  out.dq = x.head(n_);
  out.dv = x.segment(n_, n_);
  out.dmu = x.segment(2 * n_, positions_);
  out.dlambda = x.tail(m_);
  return SolveStatus::ok;
}

}  // namespace trunnion
