// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace trunnion {

/// Quality of an LU factorization, see LinearSolverStatistics.
struct PivotQuality {
  double growth = 0;          ///< min over columns of max|A|/max|U|
  double smallest_pivot = 0;  ///< over the largest
};

/// True if a factorization with old pivots has lost more than the factor `guard` < 1 of the quality
/// that fresh pivots had.
inline bool MustRepivot(const PivotQuality& now, const PivotQuality& fresh, double guard) {
  return !(now.growth > guard * fresh.growth && now.smallest_pivot > guard * fresh.smallest_pivot);
}

}  // namespace trunnion
