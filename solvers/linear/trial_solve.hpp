// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

#include "engine/core/types.hpp"

namespace trunnion {

/// Matrices with a smaller estimate are reported as singular.
inline constexpr double kSmallestReciprocalCondition =
    64.0 * std::numeric_limits<double>::epsilon();

/// Largest absolute value of each row of A; 1 for a zero row.
VectorXd CalcRowScale(const SparseMatrix& A);

/// Reproducible numbers of irregular sign and size in ±[0.5, 1], times `scale`: the right-hand side
/// of a solve that shows how good a factorization is.
VectorXd MakeTrialVector(const VectorXd& scale);

/// Estimates (from above) 1/‖B⁻¹‖∞, where B = A with the largest element of each row, then of each
/// column, scaled to one, from x = A⁻¹ MakeTrialVector(row_scale). In a matrix singular to working
/// precision a rounding error is a pivot, and x is huge. Zero if x is not finite.
double EstimateReciprocalCondition(const SparseMatrix& A,
                                   const VectorXd& row_scale,
                                   const VectorXd& x);

}  // namespace trunnion
