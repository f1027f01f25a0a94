// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// Dependent coordinates of a partition: m rows of Gᵀ ∈ ℝⁿˣᵐ that form a well conditioned matrix.
/// They are the pivot rows of a sparse LU factorization of W^(−1/2) Gᵀ with partial pivoting,
/// column j of Gᵀ giving the j-th of them. Fewer than m where Gᵀ has not full rank. Source: Wehage
/// & Haug, J. Mech. Design 104 (1982) 247-255.
std::vector<int> SelectDependentCoordinates(const SparseMatrix& GT, const VectorXd& inverse_metric);

}  // namespace trunnion
