// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/matrix_products.hpp"

namespace trunnion {
namespace {

using Columns = Eigen::Map<const Eigen::MatrixXd>;

Columns AsMap(const ConstMatrixView& A) { return {A.data, A.rows, A.cols}; }

}  // namespace

void AssignProduct(const ConstMatrixView& A, const ConstMatrixView& B, double* out) {
  Eigen::Map<Eigen::MatrixXd>(out, A.rows, B.cols).noalias() = AsMap(A) * AsMap(B);
}

void AssignTransposedProduct(const ConstMatrixView& A, const ConstMatrixView& B, double* out) {
  Eigen::Map<Eigen::MatrixXd>(out, A.cols, B.cols).noalias() = AsMap(A).transpose() * AsMap(B);
}

}  // namespace trunnion
