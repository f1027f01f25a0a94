// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/dependent_coordinates.hpp"

#include <cmath>

namespace trunnion {
namespace {

/// Pivots below this part of the largest entry of their column count as zero.
constexpr double kZeroPivot = 1e-12;

struct Factor {
  int row;
  double value;
};

}  // namespace

std::vector<int> SelectDependentCoordinates(const SparseMatrix& GT,
                                            const VectorXd& inverse_metric) {
  const int n = static_cast<int>(GT.rows());
  const VectorXd scale = inverse_metric.cwiseSqrt();
  std::vector<std::vector<Factor>> lower;  // columns of L below the pivots
  std::vector<int> pivots;
  std::vector<bool> is_pivot(static_cast<std::size_t>(n), false);
  VectorXd x = VectorXd::Zero(n);
  for (int j = 0; j < GT.cols(); ++j) {
    x.setZero();
    for (SparseMatrix::InnerIterator it(GT, j); it; ++it)
      x[it.row()] = scale[it.row()] * it.value();
    const double size = x.lpNorm<Eigen::Infinity>();
    for (std::size_t k = 0; k < pivots.size(); ++k) {
      const double factor = x[pivots[k]];
      if (factor == 0) continue;
      for (const Factor& e : lower[k]) x[e.row] -= factor * e.value;
    }
    int pivot = -1;
    double largest = kZeroPivot * size;
    for (int i = 0; i < n; ++i)
      if (!is_pivot[static_cast<std::size_t>(i)] && std::abs(x[i]) > largest)
        pivot = i, largest = std::abs(x[i]);
    if (pivot < 0) continue;
    is_pivot[static_cast<std::size_t>(pivot)] = true;
    pivots.push_back(pivot);
    lower.emplace_back();
    for (int i = 0; i < n; ++i)
      if (!is_pivot[static_cast<std::size_t>(i)] && x[i] != 0)
        lower.back().push_back({i, x[i] / x[pivot]});
  }
  return pivots;
}

}  // namespace trunnion
