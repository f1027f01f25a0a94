// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "solvers/linear/block/graph.hpp"
#include "solvers/linear/block/kernels.hpp"

namespace trunnion::block {

/// Vertices eliminated together in one dense frontal matrix [D C; B E]: the pivots, then the rows
/// below that they are coupled to. What is left of E is added to the front of the parent.
struct Front {
  int first = 0;   ///< first pivot in the permuted matrix
  int pivots = 0;  ///< p
  int rest = 0;    ///< r
  int rows = 0;    ///< offset of the p + r indices of the front in FrontTree::rows, ascending
  int parent = -1;
  int first_panel = 0, panels = 0;
  double flops = 0;  ///< of this front, if unsymmetric
  int size() const { return pivots + rest; }
};

/// Fronts in postorder: children before their parent, each subtree without a gap.
struct FrontTree {
  std::vector<int> permutation;  ///< permutation[k] is the unknown eliminated k-th
  std::vector<Front> fronts;
  std::vector<std::vector<int>> children;
  std::vector<Panel> panels;
  std::vector<int> rows;
  double flops = 0;  ///< of one factorization of an unsymmetric matrix
};

/// Sums of value(front) over the subtree of each front.
template <class Value>
std::vector<double> SumSubtrees(const FrontTree& tree, const Value& value) {
  std::vector<double> sums(tree.fronts.size());
  for (std::size_t f = 0; f < sums.size(); ++f) {
    sums[f] += value(tree.fronts[f]);
    const int parent = tree.fronts[f].parent;
    if (parent >= 0) sums[static_cast<std::size_t>(parent)] += sums[f];
  }
  return sums;
}

/// Elimination tree of the graph in its order, vertices merged where that saves time.
FrontTree MakeFronts(const Graph& graph);

}  // namespace trunnion::block
