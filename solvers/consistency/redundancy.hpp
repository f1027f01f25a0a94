// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "solvers/linear/rank_analysis.hpp"
#include "solvers/problem/constrained_system.hpp"

/// Redundant constraints: found by a rank-revealing factorization, named, left out of the solves
/// and watched (docs/theory.md, section 8).
namespace trunnion {

/// One constraint row that repeats others.
struct RedundantRow {
  int row;
  std::vector<int> repeats;  ///< rows it is a combination of; empty: the row constrains nothing
};

struct RedundancyReport {
  std::vector<int> active;  ///< an independent subset of the rows, sorted
  std::vector<RedundantRow> redundant;
  int degrees_of_freedom = 0;  ///< n − rank G at this configuration, without own states
};

/// Rank analysis of G at (t, q).
/// @param tolerance  of AnalyzeRank; a large one finds rows that nearly repeat others.
RedundancyReport AnalyzeRedundancy(ConstrainedSystem& system,
                                   double t,
                                   const VectorXd& q,
                                   double tolerance = 1e-9);

/// "joint 'B2', rotation about y, repeats joint 'A1', joint 'B1'": one line a row.
std::vector<std::string> DescribeRedundancy(const ConstrainedSystem& system,
                                            const RedundancyReport& report);

/// The line of one row.
std::string DescribeRedundancy(const ConstrainedSystem& system,
                               const RedundancyReport& report,
                               int row);

/// True if rows that repeat others at (t, q) are independent at neighbouring positions: a change
/// point, a dead centre, parts in line. `report` is of (t, q).
bool RepeatsOnlyHere(ConstrainedSystem& system,
                     double t,
                     const VectorXd& q,
                     const RedundancyReport& report);

/// Reactions to report where rows are redundant: among all multipliers with the same Gᵀλ those that
/// minimise Σ |F|² + |T|²/L² over the rows, L [m] the length that weighs torques.
VectorXd MinimumNormReactions(
    ConstrainedSystem& system, double t, const VectorXd& q, const VectorXd& lambda, double length);

}  // namespace trunnion
