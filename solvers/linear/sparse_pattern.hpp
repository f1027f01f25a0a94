// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "engine/core/types.hpp"

namespace trunnion {

/// True if the compressed matrices have the same size and structural nonzeros.
inline bool SamePattern(const SparseMatrix& A, const SparseMatrix& B) {
  return A.rows() == B.rows() && A.cols() == B.cols() && A.nonZeros() == B.nonZeros() &&
         std::equal(A.outerIndexPtr(), A.outerIndexPtr() + A.cols() + 1, B.outerIndexPtr()) &&
         std::equal(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros(), B.innerIndexPtr());
}

/// Takes the entries that are exactly zero out of the pattern.
inline void DropZeros(SparseMatrix& A) {
  A.prune([](int, int, double value) { return value != 0; });
}

}  // namespace trunnion
