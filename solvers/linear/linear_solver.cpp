// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/linear_solver.hpp"

#include <algorithm>
#include <chrono>

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
  return status;
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
