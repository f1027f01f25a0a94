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

/// What a front of a symmetric matrix leaves is kept in pieces of so many columns, each with the
/// rows from its first column on: a multiple of kTileRows and of every kernel's width.
inline constexpr int kPieceColumns = 48;

/// Offset of the piece from column `begin` on, a multiple of kPieceColumns.
inline long PieceOffset(int rest, int begin) {
  return static_cast<long>(begin) * rest - static_cast<long>(begin) * (begin - kPieceColumns) / 2;
}

/// Numbers that a front with `rest` rows below its pivots leaves.
long CountLeft(int rest, bool symmetric);

/// Everything about a factorization that depends on the pattern alone.
struct Plan {
  FrontTree tree;
  bool symmetric = false;  ///< Only the lower triangle is eliminated and kept.
  double flops = 0;        ///< of one factorization

  // Front f takes the entries of A in runs[first_run[f]] .. runs[first_run[f + 1] − 1].
  std::vector<Run> runs;
  std::vector<int> first_run;

  // What front f leaves goes to columns[first_column[f] + j] of its parent, j = 0 .. rest − 1, and
  // to the rows in row_runs[first_row_run[f]] .. row_runs[first_row_run[f + 1] − 1].
  std::vector<Run> row_runs;
  std::vector<int> first_row_run, columns, first_column;

  // What front f leaves is kept at left_offset[f] of a memory of left_size numbers: a stack for
  // each task. Row runs of symmetric matrices end where a piece does.
  std::vector<long> left_offset;
  long left_size = 0;

  std::vector<Task> tasks;
  int largest_front = 0;
  /// Offsets of the parts of each panel in the packed factor.
  std::vector<long> lower_offset, upper_offset;
  long lower_size = 0, upper_size = 0;
};

/// The plan for matrices with the pattern of A, which are `symmetric` in pattern and values or not.
Plan MakePlan(const SparseMatrix& A, FrontTree tree, bool symmetric);

}  // namespace trunnion::block
