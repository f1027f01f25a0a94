// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace trunnion {
namespace {

/// Copies A, so that the caller may assemble the next matrix while this factor is still in use.
class Refined final : public LinearSolver {
 public:
  Refined(std::unique_ptr<LinearSolver> solver, int sweeps)
      : LinearSolver(Made::elsewhere), solver_(std::move(solver)), sweeps_(sweeps) {}

  bool deterministic() const override { return solver_->deterministic(); }
  std::string name() const override { return solver_->name() + ", refined"; }

  LinearSolverStatistics statistics() const override {
    LinearSolverStatistics out = solver_->statistics();
    out.solves = statistics_.solves;
    out.solve_seconds = statistics_.solve_seconds;
    out.refinements = statistics_.refinements;
    out.backward_error = statistics_.backward_error;
    return out;
  }

 private:
  SolveStatus DoAnalyze(const SparseMatrix& A) override { return solver_->Analyze(A); }
  bool DoRefactor(const SparseMatrix&) override { return false; }  // the inner Factor decides

  SolveStatus DoFactor(const SparseMatrix& A) override {
    const SolveStatus status = solver_->Factor(A);
    if (status != SolveStatus::ok) return status;
    A_ = A;
    VectorXd row_sums = VectorXd::Zero(A.rows());
    for (int j = 0; j < A.outerSize(); ++j) {
      for (SparseMatrix::InnerIterator it(A, j); it; ++it)
        row_sums[it.row()] += std::abs(it.value());
    }
    norm_ = row_sums.maxCoeff();
    return SolveStatus::ok;
  }

  SolveStatus DoSolve(Eigen::Ref<MatrixXd> rhs) const override {
    statistics_.backward_error = 0.0;
    for (Eigen::Index j = 0; j < rhs.cols(); ++j) {
      const SolveStatus status = SolveColumn(rhs.col(j));
      if (status != SolveStatus::ok) return status;
    }
    return SolveStatus::ok;
  }

  /// b − A x, and its norm relative to ‖A‖‖x‖ + ‖b‖.
  double CalcResidual(const VectorXd& b, const VectorXd& x, VectorXd& residual) const {
    residual = b;
    residual.noalias() -= A_ * x;
    const double scale = norm_ * x.lpNorm<Eigen::Infinity>() + b.lpNorm<Eigen::Infinity>();
    return scale > 0.0 ? residual.lpNorm<Eigen::Infinity>() / scale : 0.0;
  }

  SolveStatus SolveColumn(Eigen::Ref<VectorXd> column) const {
    const VectorXd b = column;
    VectorXd x = b, residual, trial;
    SolveStatus status = solver_->Solve(x);
    double error = CalcResidual(b, x, residual);
    for (int sweep = 0; sweep < sweeps_ && status == SolveStatus::ok; ++sweep) {
      if (error <= 0.5 * std::numeric_limits<double>::epsilon()) break;
      status = solver_->Solve(residual);
      trial = x + residual;
      ++statistics_.refinements;
      const double trial_error = CalcResidual(b, trial, residual);
      const bool halved = trial_error < 0.5 * error;
      if (trial_error < error) {
        x.swap(trial);
        error = trial_error;
      }
      if (!halved) break;
    }
    column = x;
    statistics_.backward_error = std::max(statistics_.backward_error, error);
    return status;
  }

  bool SerializeBackend(Archive& archive) override {
    archive(*solver_, A_, norm_);
    return false;
  }

  std::unique_ptr<LinearSolver> solver_;
  int sweeps_;
  SparseMatrix A_;
  double norm_ = 0.0;
};

}  // namespace

std::unique_ptr<LinearSolver> MakeRefined(std::unique_ptr<LinearSolver> solver, int sweeps) {
  if (solver == nullptr) throw SolverError("MakeRefined: no solver given");
  return std::make_unique<Refined>(std::move(solver), sweeps);
}

}  // namespace trunnion
