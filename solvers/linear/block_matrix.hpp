// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// A sparse matrix put together from blocks, which may overlap (they add up). Zero entries of the
/// blocks are kept, so that equal patterns of the blocks give equal patterns of the whole.
class BlockMatrix {
 public:
  /// Adds scale · A with its first entry at (row, col).
  void Add(const SparseMatrix& A, int row, int col, double scale = 1) {
    for (int j = 0; j < A.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(A, j); it; ++it)
        entries_.emplace_back(row + static_cast<int>(it.row()), col + j, scale * it.value());
  }
  /// Adds value · I of the given size.
  void AddIdentity(double value, int size, int row, int col) {
    for (int i = 0; i < size; ++i) entries_.emplace_back(row + i, col + i, value);
  }
  /// The sum as a square matrix.
  SparseMatrix Make(int size) const {
    SparseMatrix A(size, size);
    A.setFromTriplets(entries_.begin(), entries_.end());
    return A;
  }

 private:
  std::vector<Eigen::Triplet<double>> entries_;
};

}  // namespace trunnion
