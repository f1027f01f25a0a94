// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion::block {

/// Quotient graph of a matrix: unknowns that follow each other and are coupled to the same others
/// form one vertex. On saddle points [H Gᵀ; G 0] these are the bodies, and the joints, whose
/// unknowns are told by a structurally zero diagonal and couplings to bodies only.
struct Graph {
  std::vector<int> first;       ///< vertex v has the unknowns first[v] .. first[v + 1] − 1
  std::vector<int> start;       ///< vertex v has the neighbours
  std::vector<int> neighbours;  ///< neighbours[start[v]] .. neighbours[start[v + 1] − 1], ascending
  std::vector<int> order;       ///< vertices as OrderSaddleVertices eliminates them

  int size() const { return static_cast<int>(first.size()) - 1; }
  int weight(int v) const { return first[v + 1] - first[v]; }
};

/// Of the pattern of A + Aᵀ; values are not looked at.
Graph MakeGraph(const SparseMatrix& A);

}  // namespace trunnion::block
