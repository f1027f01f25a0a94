// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/saddle_solver.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "engine/core/archive.hpp"
#include "solvers/linear/block_lu.hpp"

namespace trunnion {
namespace {

class SaddleSolver final : public LinearSolver {
 public:
  explicit SaddleSolver(LinearSolverKind kind)
      : LinearSolver(Made::elsewhere),
        kind_(kind),
        uses_block_(kind == LinearSolverKind::block_lu) {}

  bool deterministic() const override { return true; }
  LinearSolverStatistics statistics() const override {
    return solver_ != nullptr ? solver_->statistics() : statistics_;
  }
  std::string name() const override {
    const std::string own = uses_block_ ? "block LU" : "KLU";
    if (kind_ != LinearSolverKind::automatic) return own + " (as set)";
    if (uses_block_ && !constrained_) return own + " (no constraints)";
    return own + " (" + std::to_string(std::lround(work_per_nonzero_)) +
           " operations for each nonzero of KLU's factors; block LU from " +
           std::to_string(std::lround(kDenseFrontsPay)) + ")";
  }

 private:
  SolveStatus DoAnalyze(const SparseMatrix& A) override {
    uses_block_ = kind_ == LinearSolverKind::block_lu;
    work_per_nonzero_ = 0;
    kept_.assign(static_cast<std::size_t>(A.nonZeros()), false);
    solver_ = uses_block_ ? MakeBlockLu() : MakeKlu();
    return uses_block_ ? solver_->Analyze(A) : SolveStatus::ok;
  }

  bool DoRefactor(const SparseMatrix&) override { return false; }  // the inner Factor decides

  SolveStatus DoFactor(const SparseMatrix& A) override {
    if (uses_block_) return solver_->Factor(A);
    if (A.coeffs().isZero(0)) return SolveStatus::singular;
    if (Keep(A)) {
      constrained_ = (A.diagonal().array() == 0).any();
      if (kind_ == LinearSolverKind::automatic && !constrained_) return TakeBlocks(A);
      Compress(A);
      if (const auto status = solver_->Analyze(compressed_); status != SolveStatus::ok)
        return status;
      if (kind_ == LinearSolverKind::automatic && BlocksPay()) return TakeBlocks(A);
    } else {
      CopyValues(A);
    }
    return solver_->Factor(compressed_);
  }

  SolveStatus DoSolve(Eigen::Ref<MatrixXd> rhs) const override { return solver_->Solve(rhs); }

  bool SerializeBackend(Archive& archive) override {
    const bool had_block = uses_block_;
    bool exists = solver_ != nullptr;
    archive(exists, uses_block_, constrained_, work_per_nonzero_, kept_, compressed_);
    if (archive.loading() && (!solver_ || had_block != uses_block_))
      solver_ = uses_block_ ? MakeBlockLu() : MakeKlu();
    exists ? archive(*solver_) : solver_.reset();
    return false;
  }

  bool BlocksPay() {
    const LinearSolverStatistics s = solver_->statistics();
    work_per_nonzero_ = s.factor_flops / std::max(s.factor_nonzeros, 1.0);
    return work_per_nonzero_ > kDenseFrontsPay;
  }

  SolveStatus TakeBlocks(const SparseMatrix& A) {
    uses_block_ = true;
    solver_ = MakeBlockLu();
    compressed_ = SparseMatrix();
    return solver_->Factor(A);
  }

  /// Marks the nonzeros of A; true if there are new ones.
  bool Keep(const SparseMatrix& A) {
    bool grew = compressed_.rows() != A.rows();
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      if (kept_[k] || A.valuePtr()[k] == 0) continue;
      kept_[k] = grew = true;
    }
    return grew;
  }

  void Compress(const SparseMatrix& A) {
    compressed_.resize(A.rows(), A.cols());
    compressed_.resizeNonZeros(std::count(kept_.begin(), kept_.end(), true));
    int next = 0;
    for (int j = 0; j < A.outerSize(); ++j) {
      compressed_.outerIndexPtr()[j] = next;
      for (int k = A.outerIndexPtr()[j]; k < A.outerIndexPtr()[j + 1]; ++k)
        if (kept_[static_cast<std::size_t>(k)])
          compressed_.innerIndexPtr()[next++] = A.innerIndexPtr()[k];
    }
    compressed_.outerIndexPtr()[A.outerSize()] = next;
    CopyValues(A);
  }

  void CopyValues(const SparseMatrix& A) {
    double* out = compressed_.valuePtr();
    for (std::size_t k = 0; k < kept_.size(); ++k)
      if (kept_[k]) *out++ = A.valuePtr()[k];
  }

  LinearSolverKind kind_;
  bool uses_block_;
  bool constrained_ = false;  // there is a zero on the diagonal
  double work_per_nonzero_ = 0;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<bool> kept_;   // entries of A that were nonzero once
  SparseMatrix compressed_;  // those entries, for KLU
};

}  // namespace

std::unique_ptr<LinearSolver> MakeSaddleSolver(LinearSolverKind kind) {
  return std::make_unique<SaddleSolver>(kind);
}

}  // namespace trunnion
