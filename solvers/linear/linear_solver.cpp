// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/linear_solver.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>

#include "engine/core/archive.hpp"
#include "engine/core/error.hpp"

namespace trunnion {
namespace {

/// Adds the seconds of its own lifetime to `total`.
class Timer {
 public:
  explicit Timer(double& total) : total_(total) {}
  ~Timer() { total_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& total_;
  Clock::time_point start_ = Clock::now();
};

bool IsFinite(const SparseMatrix& A) {
  return Eigen::Map<const VectorXd>(A.valuePtr(), A.nonZeros()).allFinite();
}

/// The message is put together only where it is needed: a solve does not allocate.
void RequireUsage(bool condition, const LinearSolver& solver, const char* problem) {
  if (!condition) throw SolverError(solver.name() + ": " + problem);
}

bool HaveSameBits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// Memory that is missing now will be missing in a shorter step, too.
void RequireMemory(SolveStatus status,
                   const LinearSolver& solver,
                   std::size_t n,
                   std::size_t nonzeros) {
  if (status != SolveStatus::out_of_memory) return;
  throw SolverError(solver.name() + ": not enough memory for a matrix of " + std::to_string(n) +
                    " rows with " + std::to_string(nonzeros) +
                    " entries; make the model smaller, or take a machine with more memory");
}

}  // namespace

const char* ToString(SolveStatus status) {
  switch (status) {
    case SolveStatus::ok:
      return "ok";
    case SolveStatus::singular:
      return "singular";
    case SolveStatus::not_finite:
      return "not finite";
    case SolveStatus::out_of_memory:
      return "out of memory";
  }
  return "unknown";
}

double CalcFactorCost(const LinearSolver& solver) {
  const LinearSolverStatistics s = solver.statistics();
  return s.factor_nonzeros > 0 ? s.factor_flops / (2 * s.factor_nonzeros) : 0;
}

bool LinearSolver::HasPatternOf(const SparseMatrix& A) const {
  const int *outer = A.outerIndexPtr(), *inner = A.innerIndexPtr();
  return state_ != State::empty && size_ == A.rows() &&
         static_cast<Eigen::Index>(inner_.size()) == A.nonZeros() &&
         std::equal(outer_.begin(), outer_.end(), outer) &&
         std::equal(inner_.begin(), inner_.end(), inner);
}

SolveStatus LinearSolver::Analyze(const SparseMatrix& A) {
  RequireUsage(A.rows() == A.cols(), *this, "the matrix is not square");
  RequireUsage(A.isCompressed(), *this, "the matrix is not compressed");
  if (HasPatternOf(A)) return analysis_;
  const Timer timer(statistics_.analyze_seconds);
  state_ = State::empty;
  has_pivots_ = false;
  size_ = static_cast<int>(A.rows());
  outer_.assign(A.outerIndexPtr(), A.outerIndexPtr() + size_ + 1);
  inner_.assign(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros());
  analysis_ = size_ == 0 ? SolveStatus::ok : DoAnalyze(A);
  RequireMemory(analysis_, *this, outer_.size() - 1, inner_.size());
  state_ = State::analyzed;
  ++statistics_.analyses;
  return analysis_;
}

SolveStatus LinearSolver::Factor(const SparseMatrix& A) {
  const SolveStatus analysis = Analyze(A);
  state_ = State::analyzed;
  if (analysis != SolveStatus::ok) return analysis;
  if (!IsFinite(A)) return SolveStatus::not_finite;
  const Timer timer(statistics_.factor_seconds);
  const SolveStatus status = size_ == 0 ? SolveStatus::ok : FactorAnalyzed(A);
  if (made_ != Made::elsewhere) values_.assign(A.valuePtr(), A.valuePtr() + A.nonZeros());
  RequireMemory(status, *this, outer_.size() - 1, inner_.size());
  if (status == SolveStatus::ok) state_ = State::factored;
  return status;
}

SolveStatus LinearSolver::FactorAnalyzed(const SparseMatrix& A) {
  if (has_pivots_) {
    if (DoRefactor(A)) {
      ++statistics_.refactorizations;
      return SolveStatus::ok;
    }
    ++statistics_.rejected;
  }
  const SolveStatus status = DoFactor(A);
  ++statistics_.factorizations;
  has_pivots_ = status == SolveStatus::ok;
  if (made_ == Made::from_matrix_and_pivots)
    pivot_values_.assign(A.valuePtr(), A.valuePtr() + A.nonZeros());
  return status;
}

SparseMatrix LinearSolver::MakeMatrix(const std::vector<double>& values) const {
  return Eigen::Map<const SparseMatrix>(size_,
                                        size_,
                                        static_cast<Eigen::Index>(inner_.size()),
                                        outer_.data(),
                                        inner_.data(),
                                        values.data());
}

void LinearSolver::Serialize(Archive& archive) {
  std::vector<int> outer, inner;  // before
  std::vector<double> values, pivot_values;
  const bool was_factored = is_factored();
  if (archive.loading()) {
    outer.swap(outer_);
    inner.swap(inner_);
    values.swap(values_);
    pivot_values.swap(pivot_values_);
  }
  archive(state_, analysis_, has_pivots_, size_, outer_, inner_, values_, pivot_values_);
  const bool is_made = archive.loading() && made_ != Made::elsewhere && size_ > 0;
  const bool new_pattern = outer != outer_ || inner != inner_;
  if (is_made && state_ != State::empty && new_pattern)
    analysis_ = DoAnalyze(MakeMatrix(std::vector<double>(inner_.size())));
  const bool changed = SerializeBackend(archive) || new_pattern || !was_factored ||
                       !HaveSameBits(values, values_) || !HaveSameBits(pivot_values, pivot_values_);
  if (is_made && changed) Restore();
  archive(statistics_);
}

/// The factorization from its matrices, in the order in which they came.
void LinearSolver::Restore() {
  const bool pivots = has_pivots_ && made_ == Made::from_matrix_and_pivots;
  const bool apart = !pivots || !HaveSameBits(values_, pivot_values_);
  bool good = !pivots || DoFactor(MakeMatrix(pivot_values_)) == SolveStatus::ok;
  if (good && is_factored() && apart) good = DoRestore(MakeMatrix(values_));
  if (!good)
    throw SolverError(name() +
                      ": the matrix of the checkpoint cannot be factorized; it was made by another "
                      "machine or version");
}

void LinearSolverStatistics::Serialize(Archive& archive) {
  archive(analyses,
          factorizations,
          refactorizations,
          rejected,
          solves,
          refinements,
          fallbacks,
          factor_nonzeros,
          factor_flops,
          pivot_growth,
          reciprocal_condition,
          backward_error,
          analyze_seconds,
          factor_seconds,
          solve_seconds);
}

SolveStatus LinearSolver::Solve(Eigen::Ref<MatrixXd> rhs) const {
  RequireUsage(is_factored(), *this, "Solve needs a successful Factor first");
  RequireUsage(rhs.rows() == size_, *this, "the right-hand side has the wrong length");
  if (rhs.size() == 0) return SolveStatus::ok;
  if (!rhs.allFinite()) return SolveStatus::not_finite;
  const Timer timer(statistics_.solve_seconds);
  statistics_.solves += static_cast<int>(rhs.cols());
  const SolveStatus status = DoSolve(rhs);
  RequireMemory(status, *this, outer_.size() - 1, inner_.size());
  if (status != SolveStatus::ok) return status;
  return rhs.allFinite() ? SolveStatus::ok : SolveStatus::not_finite;
}

}  // namespace trunnion
