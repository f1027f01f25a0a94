// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// R of a rank-revealing A P = Q R, Q not kept. Internal to rank_analysis.
struct QrFactor {
  SparseMatrix R;  ///< upper trapezoidal or a staircase: a step for each independent column
  std::vector<int> column;  ///< column[k]: index in A of the k-th column of R
};

/// @param A              columns of unit or zero norm.
/// @param tolerance      a column whose remaining part is shorter makes no step in R.
/// @param natural_order  keep the order of the columns (independent ones), or reduce the fill.
QrFactor FactorQr(const SparseMatrix& A, double tolerance, bool natural_order);

}  // namespace trunnion
