// SPDX-License-Identifier: BSD-3-Clause
#include <cholmod.h>

#include <algorithm>
#include <array>
#include <limits>

#include "solvers/linear/linear_solver.hpp"

namespace trunnion {
namespace {

constexpr double kSmallestPivot = 256.0 * std::numeric_limits<double>::epsilon();

class Cholmod final : public LinearSolver {
 public:
  Cholmod() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.error_handler = nullptr;
    common_.supernodal = CHOLMOD_SIMPLICIAL;  // no BLAS: bitwise reproducible
    common_.final_ll = 0;
    common_.nmethods = 1;
    common_.method[0].ordering = CHOLMOD_AMD;
    common_.postorder = 1;
  }
  ~Cholmod() override {
    cholmod_free_factor(&factor_, &common_);
    for (Workspace& w : workspaces_) {
      cholmod_free_dense(&w.x, &common_);
      cholmod_free_dense(&w.y, &common_);
      cholmod_free_dense(&w.e, &common_);
    }
    cholmod_finish(&common_);
  }

  bool deterministic() const override { return true; }
  std::string name() const override { return "CHOLMOD"; }

 private:
  /// The lower triangle of A as CHOLMOD sees it; stype < 0 ignores the upper one.
  static cholmod_sparse View(const SparseMatrix& A) {
    cholmod_sparse view{};
    view.nrow = view.ncol = static_cast<size_t>(A.rows());
    view.nzmax = static_cast<size_t>(A.nonZeros());
    view.p = const_cast<int*>(A.outerIndexPtr());
    view.i = const_cast<int*>(A.innerIndexPtr());
    view.x = const_cast<double*>(A.valuePtr());
    view.stype = -1;
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = view.packed = 1;
    return view;
  }

  SolveStatus status() const {
    if (common_.status == CHOLMOD_OK) return SolveStatus::ok;
    const bool singular = common_.status == CHOLMOD_NOT_POSDEF || common_.status == CHOLMOD_DSMALL;
    return singular ? SolveStatus::singular : SolveStatus::out_of_memory;
  }

  SolveStatus DoAnalyze(const SparseMatrix& A) override {
    cholmod_free_factor(&factor_, &common_);
    cholmod_sparse view = View(A);
    factor_ = cholmod_analyze(&view, &common_);
    return factor_ != nullptr ? SolveStatus::ok : SolveStatus::out_of_memory;
  }

  SolveStatus DoFactor(const SparseMatrix& A) override {
    cholmod_sparse view = View(A);
    cholmod_factorize(&view, factor_, &common_);
    if (common_.status != CHOLMOD_OK) return status();
    if (factor_->minor < factor_->n) return SolveStatus::singular;
    statistics_.factor_flops = common_.fl;
    if (workspaces_[1].x == nullptr) ReserveWorkspaces();
    return CheckPivots(A);
  }

  /// So that no later solve allocates, whatever the number of its columns.
  void ReserveWorkspaces() {
    for (std::size_t columns = 1; columns < workspaces_.size(); ++columns) {
      MatrixXd zero =
          MatrixXd::Zero(static_cast<Eigen::Index>(factor_->n), static_cast<Eigen::Index>(columns));
      (void)DoSolve(zero);
    }
  }

  /// LDLᵀ does not stop at negative or tiny pivots: compares each with its diagonal element.
  SolveStatus CheckPivots(const SparseMatrix& A) {
    const VectorXd diagonal = A.diagonal();
    const auto* start = static_cast<const int*>(factor_->p);
    const auto* count = static_cast<const int*>(factor_->nz);
    const auto* value = static_cast<const double*>(factor_->x);
    const auto* order = static_cast<const int*>(factor_->Perm);
    double ratio = std::numeric_limits<double>::infinity(), low = ratio, high = 0.0, nonzeros = 0.0;
    for (int k = 0; k < A.rows(); ++k) {
      const double pivot = value[start[k]], original = diagonal[order[k]];
      if (!(pivot > 0.0) || !(original > 0.0)) return SolveStatus::singular;
      ratio = std::min(ratio, pivot / original);
      low = std::min(low, pivot);
      high = std::max(high, pivot);
      nonzeros += count[k];
    }
    statistics_.pivot_growth = ratio;
    statistics_.reciprocal_condition = low / high;
    statistics_.factor_nonzeros = nonzeros;
    return ratio > kSmallestPivot ? SolveStatus::ok : SolveStatus::singular;
  }

  bool DoRefactor(const SparseMatrix& A) override { return DoFactor(A) == SolveStatus::ok; }

  SolveStatus DoSolve(Eigen::Ref<MatrixXd> rhs) const override {
    cholmod_dense b{};
    b.nrow = static_cast<size_t>(rhs.rows());
    b.ncol = static_cast<size_t>(rhs.cols());
    b.d = rhs.cols() == 1 ? b.nrow : static_cast<size_t>(rhs.outerStride());
    b.nzmax = b.d * (b.ncol - 1) + b.nrow;
    b.x = rhs.data();
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    Workspace& w = workspaces_[b.ncol < workspaces_.size() ? b.ncol : 0];
    // In the shape that CHOLMOD asks for, or it would allocate another.
    if (w.y != nullptr && w.y->nzmax >= 4 * b.nrow) {
      w.y->nrow = w.y->d = 4;
      w.y->ncol = b.nrow;
    }
    if (!cholmod_solve2(CHOLMOD_A, factor_, &b, nullptr, &w.x, nullptr, &w.y, &w.e, &common_)) {
      return status();
    }
    rhs = Eigen::Map<const MatrixXd>(static_cast<const double*>(w.x->x), rhs.rows(), rhs.cols());
    return SolveStatus::ok;
  }

  /// CHOLMOD reuses these only for the same number of columns.
  struct Workspace {
    cholmod_dense *x = nullptr, *y = nullptr, *e = nullptr;
  };

  mutable cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
  mutable std::array<Workspace, 5> workspaces_;  // by columns, 0 for more
};

}  // namespace

std::unique_ptr<LinearSolver> MakeCholesky() { return std::make_unique<Cholmod>(); }

}  // namespace trunnion
