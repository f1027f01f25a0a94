// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// True if the pattern of A ∈ ℝⁿˣⁿ is symmetric and each column has ascending rows.
bool HasSymmetricPattern(const SparseMatrix& A);

/// The same, and |aᵢⱼ − aⱼᵢ| is at most 16 ε times the largest element of row i and of row j.
bool IsSymmetric(const SparseMatrix& A);

}  // namespace trunnion
