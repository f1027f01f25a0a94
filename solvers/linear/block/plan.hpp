// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"
#include "solvers/linear/block/fronts.hpp"

namespace trunnion::block {

/// Fronts that one thread takes in their order: a path of the tree with the small subtrees at it.
struct Task {
  std::vector<int> fronts;  ///< ascending
  int parent = -1;
  int children = 0;  ///< tasks that come before
};

/// Everything about a factorization that depends on the pattern alone.
struct Plan {
  FrontTree tree;

  // Front f takes the entries of A in runs[first_run[f]] .. runs[first_run[f + 1] − 1].
  std::vector<Run> runs;
  std::vector<int> first_run;

  // What front f leaves goes to columns[first_column[f] + j] of its parent, j = 0 .. rest − 1, and
  // to the rows in row_runs[first_row_run[f]] .. row_runs[first_row_run[f + 1] − 1].
  std::vector<Run> row_runs;
  std::vector<int> first_row_run, columns, first_column;

  // What front f leaves is kept at left_offset[f] of a memory of left_size numbers: a stack for
  // each task.
  std::vector<long> left_offset;
  long left_size = 0;

  std::vector<Task> tasks;
  int largest_front = 0;
  /// Offsets of the parts of each panel in the packed factor.
  std::vector<long> lower_offset, upper_offset;
};

/// The plan for matrices with the pattern of A.
Plan MakePlan(const SparseMatrix& A);

}  // namespace trunnion::block
