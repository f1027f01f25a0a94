// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block_lu.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/core/archive.hpp"
#include "solvers/linear/block/factor.hpp"
#include "solvers/linear/sparse_products.hpp"
#include "solvers/linear/symmetry.hpp"
#include "solvers/linear/trial_solve.hpp"

namespace trunnion {
namespace {

/// Matrices of one pattern that only KLU could factorize before KLU takes all of them.
constexpr int kMaxFallbacks = 3;
/// Right-hand sides refined at once.
constexpr Eigen::Index kColumns = 4;

/// Largest |b − A x|ᵢ / (|A||x| + |b|)ᵢ. Source: Oettli & Prager 1964.
double CalcBackwardError(const SparseMatrix& A, const VectorXd& x, const VectorXd& b) {
  VectorXd residual = b, size = b.cwiseAbs();
  for (int j = 0; j < A.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
      const double term = it.value() * x[j];
      residual[it.row()] -= term;
      size[it.row()] += std::abs(term);
    }
  }
  return (residual.array().abs() / size.array()).maxCoeff();
}

class BlockLu final : public LinearSolver {
 public:
  explicit BlockLu(BlockLuOptions options) : options_(options) {}

  bool deterministic() const override { return true; }
  std::string name() const override { return "block LU"; }

 private:
  SolveStatus DoAnalyze(const SparseMatrix& A) override {
    klu_.reset();
    uses_klu_ = refine_ = false;
    pattern_fallbacks_ = 0;
    try {
      block::FrontTree tree = block::MakeFronts(block::MakeGraph(A));
      symmetric_ = tree.flops > options_.symmetric_flops && HasSymmetricPattern(A);
      Plan(A, std::move(tree));
    } catch (const std::bad_alloc&) {
      factor_.reset();
      return SolveStatus::out_of_memory;
    }
    return SolveStatus::ok;
  }

  SolveStatus DoFactor(const SparseMatrix& A) override {
    uses_klu_ = false;
    if (pattern_fallbacks_ >= kMaxFallbacks) return FallBack(A);
    if (!factor_) return SolveStatus::out_of_memory;  // since an earlier matrix
    try {
      Prepare(A);
    } catch (const std::bad_alloc&) {
      return SolveStatus::out_of_memory;
    }
    return Compute(A) && Check(A) ? SolveStatus::ok : FallBack(A);
  }

  bool DoRefactor(const SparseMatrix& A) override {
    return !uses_klu_ && IsPreparedFor(A) && Compute(A) && Check(A);
  }

  void Plan(const SparseMatrix& A, block::FrontTree tree) {
    factor_ =
        std::make_unique<block::Factor>(A, std::move(tree), symmetric_, block::SelectKernels());
    const block::Plan& plan = factor_->plan();
    statistics_.factor_nonzeros = static_cast<double>(plan.lower_size + plan.upper_size);
    statistics_.factor_flops = plan.flops;
  }

  /// Once a matrix of a pattern is not symmetric, none is taken for symmetric.
  void Prepare(const SparseMatrix& A) {
    symmetric_ = symmetric_ && IsSymmetric(A);
    if (symmetric_ == factor_->plan().symmetric) return;
    block::FrontTree tree = factor_->plan().tree;
    factor_.reset();
    Plan(A, std::move(tree));
  }

  bool IsPreparedFor(const SparseMatrix& A) const {
    return factor_ && symmetric_ == factor_->plan().symmetric && (!symmetric_ || IsSymmetric(A));
  }

  SolveStatus DoSolve(Eigen::Ref<MatrixXd> rhs) const override {
    if (uses_klu_) return klu_->Solve(rhs);
    if (!refine_) {
      factor_->Solve(rhs, options_.parallel);
      return SolveStatus::ok;
    }
    if (residual_.rows() != rhs.rows()) residual_.resize(rhs.rows(), kColumns);
    for (Eigen::Index first = 0; first < rhs.cols(); first += kColumns)
      SolveRefined(rhs.middleCols(first, std::min(kColumns, rhs.cols() - first)));
    statistics_.refinements += static_cast<int>(rhs.cols());
    return SolveStatus::ok;
  }

  bool SerializeBackend(Archive& archive) override {
    const bool used_klu = uses_klu_, was_symmetric = symmetric_;
    bool has_klu = klu_ != nullptr;
    archive(has_klu, uses_klu_, pattern_fallbacks_, symmetric_);
    if (has_klu && !klu_) klu_ = MakeKlu();
    has_klu ? archive(*klu_) : klu_.reset();
    return uses_klu_ != used_klu || symmetric_ != was_symmetric;
  }

  bool DoRestore(const SparseMatrix& A) override {
    if (uses_klu_) return true;
    Prepare(A);
    return DoRefactor(A);
  }

  void SolveRefined(Eigen::Ref<MatrixXd> x) const {
    auto residual = residual_.leftCols(x.cols());
    residual = x;
    factor_->Solve(x, options_.parallel);
    AddProduct(-1, A_, x, residual);
    factor_->Solve(residual, options_.parallel);
    x += residual;
  }

  bool Compute(const SparseMatrix& A) {
    statistics_.pivot_growth = factor_->Compute(A, options_.parallel);
    return statistics_.pivot_growth > 0.0;
  }

  /// Condition and residual of a trial solve; decides about refinement.
  bool Check(const SparseMatrix& A) {
    const VectorXd row_scale = CalcRowScale(A), b = MakeTrialVector(row_scale);
    VectorXd x = b;
    factor_->Solve(x, options_.parallel);
    statistics_.reciprocal_condition = EstimateReciprocalCondition(A, row_scale, x);
    if (!(statistics_.reciprocal_condition > kSmallestReciprocalCondition)) return false;
    statistics_.backward_error = CalcBackwardError(A, x, b);
    refine_ = statistics_.backward_error > options_.refine_above;
    if (!refine_) return true;
    A_ = A;
    x = b;
    (void)DoSolve(x);
    statistics_.backward_error = CalcBackwardError(A, x, b);
    return statistics_.backward_error < options_.reject_above;
  }

  SolveStatus FallBack(const SparseMatrix& A) {
    if (statistics_.factor_flops > options_.klu_flops) return SolveStatus::singular;
    if (klu_ == nullptr) klu_ = MakeKlu();
    const SolveStatus status = klu_->Factor(A);
    uses_klu_ = status == SolveStatus::ok;
    if (!uses_klu_) return status;
    ++pattern_fallbacks_;
    ++statistics_.fallbacks;
    statistics_.reciprocal_condition = klu_->statistics().reciprocal_condition;
    return status;
  }

  BlockLuOptions options_;
  std::unique_ptr<block::Factor> factor_;
  SparseMatrix A_;  // a copy, if solves are refined
  std::unique_ptr<LinearSolver> klu_;
  mutable MatrixXd residual_;  // scratch, kColumns columns
  bool refine_ = false, uses_klu_ = false;
  bool symmetric_ = false;  // all matrices of this pattern so far
  int pattern_fallbacks_ = 0;
};

}  // namespace

std::unique_ptr<LinearSolver> MakeBlockLu(BlockLuOptions options) {
  return std::make_unique<BlockLu>(options);
}

}  // namespace trunnion
