// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// The saddle point [H U; G 0] as one sparse matrix whose pattern is made once; U = Gᵀ, or
/// Gᵀ − ∂f/∂λ where forces depend on the multipliers.
class SaddleMatrix {
 public:
  /// Lays out the pattern for H (n×n) and GT (n×m).
  void Analyze(const SparseMatrix& H, const SparseMatrix& GT);
  /// H = m·M + d·D + k·K (three matrices on the pattern of Analyze), G from GT and `upper` = U on
  /// the pattern of GT.
  void Compute(double m,
               const SparseMatrix& M,
               double d,
               const SparseMatrix& D,
               double k,
               const SparseMatrix& K,
               const SparseMatrix& GT) {
    Compute(m, M, d, D, k, K, GT, GT);
  }
  /// The same with `upper` = U and other lower rows, both on the pattern of GT: [H U; G_lower 0].
  void Compute(double m,
               const SparseMatrix& M,
               double d,
               const SparseMatrix& D,
               double k,
               const SparseMatrix& K,
               const SparseMatrix& upper,
               const SparseMatrix& GT_lower);
  const SparseMatrix& matrix() const { return matrix_; }

 private:
  SparseMatrix matrix_;
  std::vector<int> h_, upper_, lower_;  // destinations of the values of H, Gᵀ and G
};

}  // namespace trunnion
