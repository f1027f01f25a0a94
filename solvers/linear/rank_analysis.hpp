// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// Which columns of Gᵀ (rows of G, constraints) repeat others.
struct RankResult {
  int rank = 0;
  std::vector<int> independent;  ///< kept columns, ascending; a basis of the range of Gᵀ
  std::vector<int> dependent;    ///< dropped columns, ascending
  /// C ∈ ℝᵐˣᵈ, d = dependent.size(): Gᵀ e_dependent[k] = Gᵀ C e_k. The nonzeros of column k are at
  /// the independent constraints that dependent[k] repeats; none if it vanishes.
  SparseMatrix coefficients;
  /// Largest ‖Gᵀ (e_dependent[k] − C e_k)‖, columns of Gᵀ scaled to unit norm. At most about
  /// the tolerance; larger values mean that the rank is uncertain.
  double residual = 0;
};

/// Rank of Gᵀ ∈ ℝⁿˣᵐ by a sparse QR factorization of Gᵀ with columns scaled to unit norm (SPQR, or
/// Givens rotations without TRUNNION_WITH_CHOLMOD). A column is dependent if its part orthogonal
/// to the kept columns before it is not longer than `tolerance`. Without `row_body` the order is
/// that of the columns, so that of two equal constraints the later is dropped. With it, the order
/// is by distance from the ground, then by column: a redundancy is then expressed by the nearest
/// loop and not by a path through all loops before it, which matters in long mechanisms (messages,
/// memory). Where that order would fill R too much, one chosen for little fill takes its place.
/// Columns shorter than 1e-15 times the longest count as zero and are dependent.
/// @param row_body  body of each row of Gᵀ (0, 1, ...), or empty.
/// @throws SolverError if Gᵀ is not finite, row_body has a wrong size or memory is exhausted.
RankResult AnalyzeRank(const SparseMatrix& GT,
                       double tolerance = 1e-9,
                       const std::vector<int>& row_body = {});

/// Among all λ' with Gᵀ λ' = Gᵀ λ the one that minimises Σ Sᵢ λ'ᵢ²: the reactions to report where
/// constraints are redundant.
/// @param rank    of Gᵀ at this very configuration: the coefficients vary along the motion.
/// @param lambda  multipliers ∈ ℝᵐ, for example of the independent rows and zero elsewhere.
/// @param S       weights ∈ ℝᵐ, > 0: 1 for forces, 1/L² for torques.
/// @throws SolverError on wrong sizes or weights.
VectorXd MinimumNormMultipliers(const RankResult& rank, const VectorXd& lambda, const VectorXd& S);

}  // namespace trunnion
