// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "bench/problems/bushing_problems.hpp"
#include "solvers/problem/statistics.hpp"

/// Tables 1 to 4 of Yen & Petzold.
namespace trunnion::tables {

/// One row: a problem and the settings of the run.
struct BushingRow {
  int table = 0;
  double parameter = 0;  ///< h0 [s] in tables 1 and 3, else the tolerance
  std::string label;     ///< "h0=0.001"
  problems::Bushing1 problem{};
  Eigen::Vector3d q0, v0;
  double t_end = 0;
  IntegratorOptions options{};
  bool unconstrained_start = false;  ///< initial v' = f(q0, v0), as in the paper, not consistent
};

/// All rows in order.
std::vector<BushingRow> BushingRows();

struct BushingResult {
  Statistics statistics;
  double x = 0, v = 0;  ///< x and x' of the body at the end
  std::string failure;  ///< why the run stopped; empty: it did not
};

/// @param matrix  "cs" (one-shot system, multipliers of the pivoted partition), "cm" or "lagged".
BushingResult Run(const BushingRow& row, const std::string& matrix);

}  // namespace trunnion::tables
