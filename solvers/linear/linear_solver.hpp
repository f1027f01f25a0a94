// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {
class Archive;

/// Outcome of a numerical operation. `singular` and `not_finite` are recoverable (the integrator
/// shrinks the step or takes a fresh matrix); `out_of_memory` is fatal.
enum class SolveStatus { ok, singular, not_finite, out_of_memory };

const char* ToString(SolveStatus status);  ///< "ok", "singular", ... for messages

/// What a solver did so far; numbers that a backend cannot tell stay zero.
struct LinearSolverStatistics {
  int analyses = 0;          ///< symbolic analyses
  int factorizations = 0;    ///< numeric factorizations that chose their pivots afresh
  int refactorizations = 0;  ///< numeric factorizations with the pivots of an earlier one
  int rejected = 0;          ///< refactorizations that failed their guard and were repeated
  int solves = 0;            ///< right-hand sides
  int refinements = 0;       ///< sweeps of iterative refinement
  int fallbacks = 0;         ///< matrices handed to another solver, which could do better

  double factor_nonzeros = 0;  ///< nonzeros of the factors; an estimate before the first Factor
  double factor_flops = 0;     ///< floating-point operations of one factorization, likewise
  /// Of the last factorization. LU: min over columns of max|A|/max|U|; small means that the pivots
  /// are bad. Block LU: smallest pivot, rows of its panel scaled to one. Cholesky: smallest pivot
  /// over the diagonal element it came from; small means that a row nearly depends on others.
  double pivot_growth = 0;
  /// Estimate from the last factorization with fresh pivots. LU: of the matrix with rows and
  /// columns scaled to one, from one solve. Cholesky: smallest over largest pivot, crude.
  double reciprocal_condition = 0;
  /// ‖b − A x‖∞ / (‖A‖∞‖x‖∞ + ‖b‖∞) of the last refined solve.
  double backward_error = 0;

  double analyze_seconds = 0;
  double factor_seconds = 0;  ///< both kinds
  double solve_seconds = 0;
  void Serialize(Archive& archive);
};

/// Direct solver of A x = b, A ∈ ℝⁿˣⁿ sparse, for many matrices of one pattern.
///
///     empty ─Analyze→ analyzed ─Factor→ factored ─Solve*→ factored
///
/// The public functions check sizes, states and finite values, count and time; backends implement
/// the private DoX. Solve uses scratch memory: an object serves one thread at a time.
/// @throws SolverError on misuse (A not square or not compressed, Solve without a valid factor),
/// and if there is not enough memory.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;
  LinearSolver(const LinearSolver&) = delete;
  LinearSolver& operator=(const LinearSolver&) = delete;

  /// Symbolic analysis of the pattern of A (values are ignored). Returns at once if the pattern is
  /// that of the last call, so it may always be called. A failure is also reported by Factor.
  SolveStatus Analyze(const SparseMatrix& A);

  /// Numeric factorization; calls Analyze. Where an earlier factorization of this pattern exists,
  /// its pivots are tried first and kept if the guard of the backend accepts them. After a failure
  /// the state is `analyzed`. A is not referred to afterwards.
  [[nodiscard]] SolveStatus Factor(const SparseMatrix& A);

  /// Overwrites the columns of `rhs` (a vector or a matrix, n rows) with A⁻¹ rhs. If the result is
  /// not `ok`, the content of `rhs` is unspecified.
  [[nodiscard]] SolveStatus Solve(Eigen::Ref<MatrixXd> rhs) const;

  bool is_factored() const { return state_ == State::factored; }
  /// On loading, the factorization is made again from the same matrices in the same order, for the
  /// same bits, unless it is there already. @throws SolverError if that fails.
  void Serialize(Archive& archive);
  int size() const { return size_; }  ///< n of the last Analyze

  virtual LinearSolverStatistics statistics() const { return statistics_; }
  /// True if equal input gives bitwise equal output for any number of threads.
  virtual bool deterministic() const = 0;
  virtual std::string name() const = 0;

 protected:
  /// What a factorization follows from, besides what a backend says by SerializeBackend.
  enum class Made { from_matrix, from_matrix_and_pivots, elsewhere };
  explicit LinearSolver(Made made = Made::from_matrix) : made_(made) {}
  mutable LinearSolverStatistics statistics_;

 private:
  enum class State { empty, analyzed, factored };

  /// All are called with n > 0 and finite values. DoRefactor returns false if the old pivots do
  /// not serve (or the backend has none to keep); DoFactor follows then.
  virtual SolveStatus DoAnalyze(const SparseMatrix& A) = 0;
  virtual SolveStatus DoFactor(const SparseMatrix& A) = 0;
  virtual bool DoRefactor(const SparseMatrix& A) = 0;
  virtual SolveStatus DoSolve(Eigen::Ref<MatrixXd> rhs) const = 0;

  /// What it holds besides matrices; true if it has changed by loading.
  virtual bool SerializeBackend(Archive& /*archive*/) { return false; }
  /// The last factorization again, from its matrix.
  virtual bool DoRestore(const SparseMatrix& A) { return DoRefactor(A); }

  bool HasPatternOf(const SparseMatrix& A) const;
  SolveStatus FactorAnalyzed(const SparseMatrix& A);
  void Restore();
  SparseMatrix MakeMatrix(const std::vector<double>& values) const;

  Made made_;
  State state_ = State::empty;
  SolveStatus analysis_ = SolveStatus::ok;
  bool has_pivots_ = false;
  int size_ = 0;
  std::vector<int> outer_, inner_;             // pattern of the last Analyze
  std::vector<double> values_, pivot_values_;  // of the last factorization, and the last DoFactor
};

/// Operations of the last factorization over those of one solve, 0 if unknown.
double CalcFactorCost(const LinearSolver& solver);

struct KluOptions {
  /// Symmetric permutation: ordering[k] is the index of A that is eliminated k-th (for example
  /// from OrderSaddlePoint). Empty: AMD.
  std::vector<int> ordering = {};
  /// Permute to block triangular form first; never with a given ordering.
  bool btf = false;
  /// The diagonal is the pivot if it exceeds this times the largest candidate of its column.
  double pivot_tolerance = 1e-3;
  /// A refactorization is accepted if pivot_growth, and the ratio of the smallest to the largest
  /// pivot, are above this times their values at the last factorization with pivoting.
  double refactor_guard = 1e-3;
};

/// Sparse LU for unsymmetric and saddle-point matrices. A factorization with pivoting is
/// followed by a trial solve; reciprocal_condition below 64 ε is reported as singular.
std::unique_ptr<LinearSolver> MakeKlu(KluOptions options = {});

/// Sparse L D Lᵀ for symmetric positive definite matrices: CHOLMOD (simplicial), or Eigen's
/// SimplicialLDLT without TRUNNION_WITH_CHOLMOD. Reads the lower triangle only, so A may be the
/// full matrix or its lower half. Singular if a pivot is not above 256 ε times the diagonal element
/// of A it came from: not positive definite, or a row that depends on others to working precision.
std::unique_ptr<LinearSolver> MakeCholesky();

/// Adds up to `sweeps` steps of iterative refinement to each solve, ended early when the residual
/// reaches rounding level or no longer halves (the better iterate is kept). Needs the full matrix.
std::unique_ptr<LinearSolver> MakeRefined(std::unique_ptr<LinearSolver> solver, int sweeps = 2);

}  // namespace trunnion
