// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/trial_solve.hpp"

#include <algorithm>
#include <cmath>

namespace trunnion {

VectorXd CalcRowScale(const SparseMatrix& A) {
  VectorXd scale = VectorXd::Zero(A.rows());
  for (int j = 0; j < A.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
      scale[it.row()] = std::max(scale[it.row()], std::abs(it.value()));
    }
  }
  return (scale.array() > 0.0).select(scale, 1.0);
}

VectorXd MakeTrialVector(const VectorXd& scale) {
  VectorXd trial(scale.size());
  unsigned random = 12345;
  for (Eigen::Index i = 0; i < trial.size(); ++i) {
    random = 1664525U * random + 1013904223U;
    const double size = 0.5 + ((random >> 8U) & 0xffffU) / 131072.0;
    trial[i] = ((random >> 31U) != 0U ? size : -size) * scale[i];
  }
  return trial;
}

double EstimateReciprocalCondition(const SparseMatrix& A,
                                   const VectorXd& row_scale,
                                   const VectorXd& x) {
  if (!x.allFinite()) return 0.0;
  double largest = 0.0;
  for (int j = 0; j < A.outerSize(); ++j) {
    double scale = 0.0;
    for (SparseMatrix::InnerIterator it(A, j); it; ++it) {
      scale = std::max(scale, std::abs(it.value()) / row_scale[it.row()]);
    }
    largest = std::max(largest, std::abs(x[j]) * scale);
  }
  return 1.0 / largest;
}

}  // namespace trunnion
