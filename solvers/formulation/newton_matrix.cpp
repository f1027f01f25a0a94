// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/formulation/newton_matrix.hpp"

#include "solvers/linear/block_matrix.hpp"
#include "solvers/linear/sparse_pattern.hpp"
#include "solvers/linear/sparse_products.hpp"

namespace trunnion {
namespace {

double ResidualScale(double a, double a_fact) { return 2 / (1 + a / a_fact); }

}  // namespace

ThreeStepMatrix::ThreeStepMatrix(LinearSolverKind kind) : saddle_solver_(MakeSaddleSolver(kind)) {}

SolveStatus ThreeStepMatrix::Factor(const NewtonMatrixInput& in) {
  const DynamicsMatrices& dynamics = *in.dynamics;
  const auto n = in.GT->rows(), m = in.GT->cols();
  if (!analyzed_ || !SamePattern(GT_, *in.GT)) {
    saddle_.Analyze(dynamics.M, *in.GT);
    rhs_.resize(n + m, kMaxColumns);
    product_.resize(n, kMaxColumns);
    analyzed_ = true;
  }
  dmu_.resize(in.position_GT->cols(), kMaxColumns);
  a_ = in.a;
  GT_ = *in.GT;
  position_GT_ = *in.position_GT;
  K_ = dynamics.K;
  inverse_metric_ = *in.inverse_metric;
  projector_ = in.projector;
  saddle_.Compute(a_, dynamics.M, 1, dynamics.D, 1 / a_, K_, *in.upper, GT_);
  DropZeros(K_);
  return saddle_solver_->Factor(saddle_.matrix());
}

SolveStatus ThreeStepMatrix::Solve(double a, const NewtonResidual& r, NewtonCorrection& out) {
  const double scale = ResidualScale(a, a_);
  const auto n = GT_.rows(), m = GT_.cols();
  out.dq = scale * r.r1;
  dmu_.col(0) = a_ * r.g - r.g_dot;
  rhs_.col(0).head(n) = scale * r.r2;
  rhs_.col(0).tail(m) = -r.eta;
  if (auto s = SolveScaled(out.dq); s != SolveStatus::ok) return s;
  out.dmu = dmu_.col(0);
  out.dv = rhs_.col(0).head(n);
  out.dlambda = rhs_.col(0).tail(m);
  return SolveStatus::ok;
}

SolveStatus ThreeStepMatrix::SolveColumns(Eigen::Ref<MatrixXd> q, Eigen::Ref<MatrixXd> v) {
  const auto n = GT_.rows(), m = GT_.cols(), columns = q.cols();
  dmu_.leftCols(columns).setZero();
  rhs_.topLeftCorner(n, columns) = v;
  rhs_.bottomLeftCorner(m, columns).setZero();
  if (auto s = SolveScaled(q); s != SolveStatus::ok) return s;
  v = rhs_.topLeftCorner(n, columns);
  return SolveStatus::ok;
}

/// On input q is R1 scaled, dmu_ a g - (G v + g_t), rhs_ (R2 scaled, -(G v + g_t)); on output dq,
/// dmu and (dv, dlambda).
SolveStatus ThreeStepMatrix::SolveScaled(Eigen::Ref<MatrixXd> q) {
  auto dmu = dmu_.leftCols(q.cols()), rhs = rhs_.leftCols(q.cols());
  auto product = product_.leftCols(q.cols());
  auto top = rhs_.topLeftCorner(q.rows(), q.cols());
  // 1. dmu: the position residual in the range of W⁻¹Gᵀ, holonomic rows only
  AddTransposedProduct(-1, position_GT_, q, dmu);
  if (auto s = projector_->Solve(dmu); s != SolveStatus::ok) return s;
  product.setZero();
  AddProduct(1, position_GT_, dmu, product);
  q += inverse_metric_.asDiagonal() * product;
  // 2. dv, dlambda
  top = -top;
  AddProduct(1 / a_, K_, q, top);
  if (auto s = saddle_solver_->Solve(rhs); s != SolveStatus::ok) return s;
  // 3. the increment
  q = (top - q) / a_;
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

SolveStatus OneShotMatrix::SolveColumns(Eigen::Ref<MatrixXd> q, Eigen::Ref<MatrixXd> v) {
  MatrixXd x = MatrixXd::Zero(2 * n_ + m_ + positions_, q.cols());
  x.topRows(n_) = -q;
  x.middleRows(n_, n_) = -v;
  if (auto s = solver_->Solve(x); s != SolveStatus::ok) return s;
  q = x.topRows(n_);
  v = x.middleRows(n_, n_);
  return SolveStatus::ok;
}

}  // namespace trunnion
