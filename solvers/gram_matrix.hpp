// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// S = G W⁻¹ Gᵀ, symmetric positive definite for independent rows: the matrix of every projection
/// onto the constraints. The product terms are listed once for a pattern; the numeric pass walks
/// the list. Only the lower triangle is stored.
class GramMatrix {
 public:
  /// Lists the terms for the pattern of GT (n×m).
  void Analyze(const SparseMatrix& GT);
  /// Overwrites the values for new GT of the same pattern and the diagonal of W⁻¹.
  void Compute(const SparseMatrix& GT, const VectorXd& inverse_metric);
  /// Lower triangle of S ∈ ℝᵐˣᵐ.
  const SparseMatrix& matrix() const { return matrix_; }

 private:
  struct Term {
    int a, b;  // positions in GT's values
    int row;   // shared coordinate
  };
  SparseMatrix matrix_;
  std::vector<Term> terms_;
  std::vector<std::size_t> first_term_;  // per nonzero of S
};

}  // namespace trunnion
