// SPDX-License-Identifier: BSD-3-Clause
#include <klu.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/error.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/pivot_quality.hpp"
#include "solvers/linear/trial_solve.hpp"

namespace trunnion {
namespace {

// KLU takes non-const pointers but does not write to the matrix.
int* Outer(const SparseMatrix& A) { return const_cast<int*>(A.outerIndexPtr()); }
int* Inner(const SparseMatrix& A) { return const_cast<int*>(A.innerIndexPtr()); }
double* Values(const SparseMatrix& A) { return const_cast<double*>(A.valuePtr()); }

bool IsPermutation(const std::vector<int>& order) {
  std::vector<bool> seen(order.size(), false);
  for (int i : order) {
    if (i < 0 || i >= static_cast<int>(order.size()) || seen[i]) return false;
    seen[i] = true;
  }
  return true;
}

class Klu final : public LinearSolver {
 public:
  explicit Klu(KluOptions options)
      : LinearSolver(Made::from_matrix_and_pivots), options_(std::move(options)) {
    if (!IsPermutation(options_.ordering)) throw SolverError("KLU: ordering is no permutation");
    klu_defaults(&common_);
    common_.tol = options_.pivot_tolerance;
    common_.btf = options_.btf && options_.ordering.empty() ? 1 : 0;
    common_.scale = 2;
    common_.halt_if_singular = 1;
  }
  ~Klu() override { Clear(); }

  bool deterministic() const override { return true; }
  std::string name() const override { return "KLU"; }

 private:
  void FreeNumeric() {
    if (numeric_ != nullptr) klu_free_numeric(&numeric_, &common_);
  }

  void Clear() {
    FreeNumeric();
    if (symbolic_ != nullptr) klu_free_symbolic(&symbolic_, &common_);
  }

  SolveStatus status() const {
    if (common_.status == KLU_OK) return SolveStatus::ok;
    return common_.status == KLU_SINGULAR ? SolveStatus::singular : SolveStatus::out_of_memory;
  }

  SolveStatus DoAnalyze(const SparseMatrix& A) override {
    Clear();
    const int n = static_cast<int>(A.rows());
    if (options_.ordering.empty()) {
      symbolic_ = klu_analyze(n, Outer(A), Inner(A), &common_);
    } else {
      if (static_cast<int>(options_.ordering.size()) != n) {
        throw SolverError("KLU: the given ordering does not have the size of the matrix");
      }
      int* order = options_.ordering.data();
      symbolic_ = klu_analyze_given(n, Outer(A), Inner(A), order, order, &common_);
    }
    if (symbolic_ == nullptr) return status();
    statistics_.factor_flops = std::max(0.0, symbolic_->est_flops);
    statistics_.factor_nonzeros = std::max(0.0, symbolic_->lnz + symbolic_->unz);
    return SolveStatus::ok;
  }

  /// Growth and extreme pivots of the present factor, which the guard compares.
  bool UpdateMeasures(const SparseMatrix& A) {
    if (!klu_rgrowth(Outer(A), Inner(A), Values(A), symbolic_, numeric_, &common_)) return false;
    if (!klu_rcond(symbolic_, numeric_, &common_)) return false;
    statistics_.pivot_growth = common_.rgrowth;
    return std::isfinite(common_.rgrowth) && std::isfinite(common_.rcond);
  }

  SolveStatus DoFactor(const SparseMatrix& A) override {
    FreeNumeric();
    numeric_ = klu_factor(Outer(A), Inner(A), Values(A), symbolic_, &common_);
    if (numeric_ == nullptr || common_.status != KLU_OK) return status();
    if (!UpdateMeasures(A)) return SolveStatus::singular;
    fresh_ = {common_.rgrowth, common_.rcond};
    klu_flops(symbolic_, numeric_, &common_);
    statistics_.factor_flops = common_.flops;
    statistics_.factor_nonzeros = numeric_->lnz + numeric_->unz + numeric_->nzoff;
    statistics_.reciprocal_condition = EstimateCondition(A);
    return statistics_.reciprocal_condition > kSmallestReciprocalCondition ? SolveStatus::ok
                                                                           : SolveStatus::singular;
  }

  /// KLU itself reports exact zero pivots only.
  double EstimateCondition(const SparseMatrix& A) const {
    const VectorXd row_scale = CalcRowScale(A);
    VectorXd x = MakeTrialVector(row_scale);
    if (DoSolve(x) != SolveStatus::ok) return 0.0;
    return EstimateReciprocalCondition(A, row_scale, x);
  }

  bool DoRefactor(const SparseMatrix& A) override {
    if (!klu_refactor(Outer(A), Inner(A), Values(A), symbolic_, numeric_, &common_)) return false;
    if (common_.status != KLU_OK || !UpdateMeasures(A)) return false;
    return !MustRepivot({common_.rgrowth, common_.rcond}, fresh_, options_.refactor_guard);
  }

  SolveStatus DoSolve(Eigen::Ref<MatrixXd> rhs) const override {
    const int columns = static_cast<int>(rhs.cols());
    const int stride =
        columns == 1 ? static_cast<int>(rhs.rows()) : static_cast<int>(rhs.outerStride());
    klu_solve(symbolic_, numeric_, stride, columns, rhs.data(), &common_);
    return status();
  }

  KluOptions options_;
  mutable klu_common common_{};
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
  PivotQuality fresh_;  // at the last factorization with pivoting
};

}  // namespace

std::unique_ptr<LinearSolver> MakeKlu(KluOptions options) {
  return std::make_unique<Klu>(std::move(options));
}

}  // namespace trunnion
