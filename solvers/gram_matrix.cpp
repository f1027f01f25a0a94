// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/gram_matrix.hpp"

namespace trunnion {

void GramMatrix::Analyze(const SparseMatrix& GT) {
  const SparseMatrix G = GT.transpose();
  const SparseMatrix pattern = G * GT;  // structural zeros are kept
  matrix_ = pattern.triangularView<Eigen::Lower>();
  terms_.clear();
  first_term_.clear();
  const int* outer = GT.outerIndexPtr();
  const int* inner = GT.innerIndexPtr();
  for (int j = 0; j < matrix_.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(matrix_, j); it; ++it) {
      first_term_.push_back(terms_.size());
      const int i = static_cast<int>(it.row());
      int a = outer[i], b = outer[j];
      while (a < outer[i + 1] && b < outer[j + 1]) {
        if (inner[a] == inner[b]) terms_.push_back({a, b, inner[a]});
        const int row_a = inner[a], row_b = inner[b];
        if (row_a <= row_b) ++a;
        if (row_b <= row_a) ++b;
      }
    }
  }
  first_term_.push_back(terms_.size());
}

void GramMatrix::Compute(const SparseMatrix& GT, const VectorXd& inverse_metric) {
  const double* value = GT.valuePtr();
  for (int k = 0; k < matrix_.nonZeros(); ++k) {
    double sum = 0;
    for (std::size_t i = first_term_[static_cast<std::size_t>(k)];
         i < first_term_[static_cast<std::size_t>(k) + 1];
         ++i) {
      const Term& term = terms_[i];
      sum += value[term.a] * value[term.b] * inverse_metric[term.row];
    }
    matrix_.valuePtr()[k] = sum;
  }
}

}  // namespace trunnion
