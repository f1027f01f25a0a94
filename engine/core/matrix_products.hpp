// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>

/// Products of element matrices, compiled once for all sizes: Eigen's own are compiled anew for
/// each pair of sizes, which costs a second each time and no run time less.
namespace trunnion {

/// A matrix by columns, wherever it is stored.
struct ConstMatrixView {
  template <int R, int C, int Options, int MaxR, int MaxC>
  ConstMatrixView(const Eigen::Matrix<double, R, C, Options, MaxR, MaxC>& A)  // NOLINT: implicit
      : data(A.data()), rows(static_cast<int>(A.rows())), cols(static_cast<int>(A.cols())) {
    static_assert(!(Options & Eigen::RowMajor));
  }
  const double* data;
  int rows, cols;
};

/// out ← A B, which may not overlap it.
void AssignProduct(const ConstMatrixView& A, const ConstMatrixView& B, double* out);
/// out ← Aᵀ B.
void AssignTransposedProduct(const ConstMatrixView& A, const ConstMatrixView& B, double* out);

/// A B.
template <int R, int K, int C>
Eigen::Matrix<double, R, C> Product(const Eigen::Matrix<double, R, K>& A,
                                    const Eigen::Matrix<double, K, C>& B) {
  Eigen::Matrix<double, R, C> out(A.rows(), B.cols());
  AssignProduct(A, B, out.data());
  return out;
}

/// Aᵀ B.
template <int K, int R, int C>
Eigen::Matrix<double, R, C> TransposedProduct(const Eigen::Matrix<double, K, R>& A,
                                              const Eigen::Matrix<double, K, C>& B) {
  Eigen::Matrix<double, R, C> out(A.cols(), B.cols());
  AssignTransposedProduct(A, B, out.data());
  return out;
}

}  // namespace trunnion
