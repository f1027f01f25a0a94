// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

namespace trunnion {

/// Undirected graph: vertex v has the neighbours neighbours[start[v]] .. neighbours[start[v + 1] −
/// 1] without itself, and stands for `weights[v]` unknowns.
struct WeightedGraph {
  std::vector<int> start{0};
  std::vector<int> neighbours;
  std::vector<int> weights;

  int size() const { return static_cast<int>(weights.size()); }
};

/// Elimination order by nested dissection (George 1973), with minimum degree in the smallest parts:
/// result[k] is the vertex eliminated k-th. By Scotch (Pellegrini), in one thread and from a fixed
/// seed. Empty if that fails.
std::vector<int> OrderByNestedDissection(const WeightedGraph& graph);

}  // namespace trunnion
