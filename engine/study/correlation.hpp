// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// Pearson's correlation of two samples of the same length, in [−1, 1]; NaN where one is constant
/// or there are fewer than 3.
double CalcPearson(const VectorXd& x, const VectorXd& y);
/// Spearman's: Pearson's of the ranks, equal values having the mean of theirs.
double CalcSpearman(const VectorXd& x, const VectorXd& y);

/// Parts of the variance of y that a parameter explains: alone, and with all others together.
struct SobolIndices {
  VectorXd first, total;  ///< one a parameter; NaN where y is constant
};
/// From runs sampled by SamplingType::sobol, all of which are there: y of A, B, then of A with
/// each column of B. First-order indices by Saltelli et al. (2010), table 2 (b), total ones by
/// Jansen (1999), (f) there.
/// @param y  n (parameters + 2) values.
SobolIndices CalcSobol(const VectorXd& y, Eigen::Index parameters);

}  // namespace trunnion
