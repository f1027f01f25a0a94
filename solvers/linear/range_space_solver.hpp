// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "solvers/linear/gram_matrix.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace trunnion {

class Archive;

/// Solves [M Gᵀ; G 0] [x; s] = [f; r] through S = G M⁻¹Gᵀ, for one block-diagonal M and many G of
/// one pattern: a third of the work of an LU factorization of the whole matrix. With M = L Lᵀ by
/// blocks, S is the Gram matrix of L⁻¹Gᵀ.
///
/// cond(S) is the square of cond(L⁻¹Gᵀ). A factorization succeeds where the smallest pivot of S
/// shows that at least nine digits are left; elsewhere the whole matrix must be solved.
class RangeSpaceSolver {
 public:
  RangeSpaceSolver() : cholesky_(MakeCholesky()) {}

  /// M ∈ ℝⁿˣⁿ. False if it is not positive definite with diagonal blocks of at most six.
  bool SetMass(const SparseMatrix& M);
  /// Gᵀ ∈ ℝⁿˣᵐ. False if S is singular or too ill-conditioned, or a column of Gᵀ has entries for a
  /// part of a block only.
  bool Factor(const SparseMatrix& GT);
  /// On input f and r, on output x and s; columns are right-hand sides.
  [[nodiscard]] bool Solve(Eigen::Ref<MatrixXd> x, Eigen::Ref<MatrixXd> s) const;
  LinearSolverStatistics statistics() const { return cholesky_->statistics(); }  ///< of S
  /// What is not made anew by SetMass and Factor.
  void Serialize(Archive& archive) { cholesky_->Serialize(archive); }

 private:
  struct Block {
    int first = 0, size = 0;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> inverse_root{};  // L⁻¹
  };
  struct Place {
    int entry, block;  // the first value of Gᵀ that belongs to the block
  };
  bool AddBlock(const SparseMatrix& M, int first, int size);
  bool Analyze(const SparseMatrix& GT);

  VectorXd inverse_root_;      // L⁻¹ where a block has size 1, else 1
  std::vector<Block> blocks_;  // the larger ones
  std::vector<int> block_of_;  // by coordinate, −1: none
  std::vector<Place> places_;
  SparseMatrix scaled_GT_;  // L⁻¹Gᵀ
  GramMatrix gram_;
  std::unique_ptr<LinearSolver> cholesky_;
};

}  // namespace trunnion
