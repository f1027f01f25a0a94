// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/symmetry.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace trunnion {
namespace {

/// True if accept(k, l) for all entries k below the diagonal with their mirror images l, which all
/// exist. Columns in turn meet the entries of each row in their order, so one cursor a row is
/// enough.
template <class Accept>
bool AcceptsPairs(const SparseMatrix& A, const Accept& accept) {
  const int *outer = A.outerIndexPtr(), *inner = A.innerIndexPtr();
  std::vector<int> next(outer, outer + A.cols());
  for (int j = 0; j < A.cols(); ++j) {
    for (int k = outer[j]; k < outer[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(inner[k]);
      const int mirror = next[i]++;
      if (mirror >= outer[i + 1] || inner[mirror] != j || !accept(k, mirror)) return false;
    }
  }
  return true;
}

}  // namespace

bool HasSymmetricPattern(const SparseMatrix& A) {
  return AcceptsPairs(A, [](int, int) { return true; });
}

bool IsSymmetric(const SparseMatrix& A) {
  constexpr double kTolerance = 16 * std::numeric_limits<double>::epsilon();
  const double* values = A.valuePtr();
  VectorXd largest = VectorXd::Zero(A.rows());
  for (int j = 0; j < A.cols(); ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      largest[it.row()] = std::max(largest[it.row()], std::abs(it.value()));
  return AcceptsPairs(A, [&](int k, int mirror) {
    const double difference = std::abs(values[k] - values[mirror]);
    if (difference == 0) return true;
    const double scale =
        std::min(largest[A.innerIndexPtr()[k]], largest[A.innerIndexPtr()[mirror]]);
    return difference <= kTolerance * scale;
  });
}

}  // namespace trunnion
