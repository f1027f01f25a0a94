// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/saddle_matrix.hpp"

namespace trunnion {

void SaddleMatrix::Analyze(const SparseMatrix& H, const SparseMatrix& GT) {
  const int n = static_cast<int>(H.rows()), m = static_cast<int>(GT.cols());
  // Rows of G by column: counting sort of the entries of Gᵀ by coordinate.
  std::vector<int> count(static_cast<std::size_t>(n) + 1, 0);
  for (int k = 0; k < GT.nonZeros(); ++k) ++count[static_cast<std::size_t>(GT.innerIndexPtr()[k])];

  matrix_.resize(n + m, n + m);
  matrix_.resizeNonZeros(H.nonZeros() + 2 * GT.nonZeros());
  int* outer = matrix_.outerIndexPtr();
  int* inner = matrix_.innerIndexPtr();
  h_.resize(static_cast<std::size_t>(H.nonZeros()));
  upper_.resize(static_cast<std::size_t>(GT.nonZeros()));
  lower_.resize(static_cast<std::size_t>(GT.nonZeros()));

  std::vector<int> next(static_cast<std::size_t>(n));
  int position = 0;
  for (int j = 0; j < n; ++j) {
    outer[j] = position;
    for (int k = H.outerIndexPtr()[j]; k < H.outerIndexPtr()[j + 1]; ++k) {
      inner[position] = H.innerIndexPtr()[k];
      h_[static_cast<std::size_t>(k)] = position++;
    }
    next[static_cast<std::size_t>(j)] = position;
    position += count[static_cast<std::size_t>(j)];
  }
  for (int j = 0; j < m; ++j) {
    outer[n + j] = position;
    for (int k = GT.outerIndexPtr()[j]; k < GT.outerIndexPtr()[j + 1]; ++k) {
      const int row = GT.innerIndexPtr()[k];
      inner[position] = row;
      upper_[static_cast<std::size_t>(k)] = position++;
      const int transposed = next[static_cast<std::size_t>(row)]++;
      inner[transposed] = n + j;
      lower_[static_cast<std::size_t>(k)] = transposed;
    }
  }
  outer[n + m] = position;
}

void SaddleMatrix::Compute(double m,
                           const SparseMatrix& M,
                           double d,
                           const SparseMatrix& D,
                           double k,
                           const SparseMatrix& K,
                           const SparseMatrix& upper,
                           const SparseMatrix& GT_lower) {
  double* value = matrix_.valuePtr();
  for (std::size_t i = 0; i < h_.size(); ++i)
    value[h_[i]] = m * M.valuePtr()[i] + d * D.valuePtr()[i] + k * K.valuePtr()[i];
  for (std::size_t i = 0; i < upper_.size(); ++i) {
    value[upper_[i]] = upper.valuePtr()[i];
    value[lower_[i]] = GT_lower.valuePtr()[i];
  }
}

}  // namespace trunnion
