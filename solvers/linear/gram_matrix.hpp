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
  /// The same with W = I.
  void Compute(const SparseMatrix& GT);
  /// Lower triangle of S ∈ ℝᵐˣᵐ.
  const SparseMatrix& matrix() const { return matrix_; }

 private:
  struct Run {
    int a, b;  // positions in GT's values
    int row;   // shared coordinate
    int size;  // so many of each, one after the other
  };
  void AddTerm(const Run& term, std::size_t first);
  template <class Product>
  void ComputeEntries(const Product& product);

  SparseMatrix matrix_;
  std::vector<Run> runs_;
  std::vector<std::size_t> first_run_;  // per nonzero of S
};

}  // namespace trunnion
