// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/graph.hpp"

#include <algorithm>

#include "solvers/linear/saddle_ordering.hpp"
#include "solvers/linear/symmetry.hpp"

namespace trunnion::block {
namespace {

/// Rows by column of the pattern of A + Aᵀ, ascending.
class Adjacency {
 public:
  explicit Adjacency(const SparseMatrix& A) : start_(A.cols() + 1, 0) {
    if (HasSymmetricPattern(A)) {
      start_.assign(A.outerIndexPtr(), A.outerIndexPtr() + A.cols() + 1);
      rows_.assign(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros());
      return;
    }
    const SparseMatrix T = A.transpose(), S = T.transpose();  // S: A with ascending rows
    rows_.reserve(static_cast<std::size_t>(A.nonZeros()));
    for (int j = 0; j < A.cols(); ++j) {
      std::set_union(S.innerIndexPtr() + S.outerIndexPtr()[j],
                     S.innerIndexPtr() + S.outerIndexPtr()[j + 1],
                     T.innerIndexPtr() + T.outerIndexPtr()[j],
                     T.innerIndexPtr() + T.outerIndexPtr()[j + 1],
                     std::back_inserter(rows_));
      start_[j + 1] = static_cast<int>(rows_.size());
    }
  }

  const int* begin(int j) const { return rows_.data() + start_[j]; }
  const int* end(int j) const { return rows_.data() + start_[j + 1]; }
  int size() const { return static_cast<int>(start_.size()) - 1; }

  bool HasDiagonal(int j) const { return std::binary_search(begin(j), end(j), j); }

  /// True if i and j = i + 1 are coupled to the same others.
  bool AreAlike(int i, int j) const {
    const int *a = begin(i), *b = begin(j);
    const auto skip = [i, j](const int*& p, const int* last) {
      while (p != last && (*p == i || *p == j)) ++p;
    };
    for (;;) {
      skip(a, end(i));
      skip(b, end(j));
      if (a == end(i) || b == end(j)) return a == end(i) && b == end(j);
      if (*a++ != *b++) return false;
    }
  }

 private:
  std::vector<int> start_, rows_;
};

std::vector<bool> FindJointRows(const Adjacency& adjacency) {
  const int n = adjacency.size();
  std::vector<bool> has_diagonal(n), is_row(n, false);
  for (int j = 0; j < n; ++j) has_diagonal[j] = adjacency.HasDiagonal(j);
  for (int j = 0; j < n; ++j) {
    is_row[j] = !has_diagonal[j] && std::all_of(adjacency.begin(j), adjacency.end(j), [&](int i) {
      return has_diagonal[i];
    });
  }
  return is_row;
}

void FindNeighbours(const Adjacency& adjacency, const std::vector<int>& vertex_of, Graph& graph) {
  std::vector<int> seen(graph.size(), -1);
  graph.start.assign(1, 0);
  for (int v = 0; v < graph.size(); ++v) {
    seen[v] = v;
    for (int j = graph.first[v]; j < graph.first[v + 1]; ++j) {
      for (const int* i = adjacency.begin(j); i != adjacency.end(j); ++i) {
        const int u = vertex_of[*i];
        if (seen[u] == v) continue;
        seen[u] = v;
        graph.neighbours.push_back(u);
      }
    }
    std::sort(graph.neighbours.begin() + graph.start.back(), graph.neighbours.end());
    graph.start.push_back(static_cast<int>(graph.neighbours.size()));
  }
}

/// The vertices as bodies and joints, with `vertices` in the numbering of the structure.
SaddleStructure MakeStructure(const Graph& graph,
                              const std::vector<bool>& is_joint,
                              std::vector<int>& vertices) {
  SaddleStructure structure;
  std::vector<int> body_of(graph.size(), -1), joints;
  vertices.clear();
  for (int v = 0; v < graph.size(); ++v) {
    if (is_joint[v]) {
      joints.push_back(v);
      continue;
    }
    body_of[v] = static_cast<int>(vertices.size());
    vertices.push_back(v);
    structure.body_sizes.push_back(graph.weight(v));
  }
  int row = 0;
  for (int v : joints) {
    std::vector<int> bodies;
    for (int k = graph.start[v]; k < graph.start[v + 1]; ++k)
      bodies.push_back(body_of[graph.neighbours[k]]);
    const bool touches_ground = bodies.size() < 2;
    structure.joints.push_back({row, graph.weight(v), std::move(bodies), touches_ground});
    row += graph.weight(v);
    vertices.push_back(v);
  }
  for (int v = 0; v < graph.size(); ++v) {
    for (int k = graph.start[v]; k < graph.start[v + 1]; ++k) {
      const int a = body_of[v], b = body_of[graph.neighbours[k]];
      if (a >= 0 && b > a) structure.couplings.emplace_back(a, b);
    }
  }
  return structure;
}

}  // namespace

Graph MakeGraph(const SparseMatrix& A) {
  const Adjacency adjacency(A);
  const int n = adjacency.size();
  const std::vector<bool> is_row = FindJointRows(adjacency);
  Graph graph;
  std::vector<int> vertex_of(n);
  std::vector<bool> is_joint;
  for (int j = 0; j < n; ++j) {
    if (j == 0 || is_row[j] != is_row[j - 1] || !adjacency.AreAlike(j - 1, j)) {
      graph.first.push_back(j);
      is_joint.push_back(is_row[j]);
    }
    vertex_of[j] = static_cast<int>(graph.first.size()) - 1;
  }
  graph.first.push_back(n);
  FindNeighbours(adjacency, vertex_of, graph);
  std::vector<int> vertices;
  const SaddleStructure structure = MakeStructure(graph, is_joint, vertices);
  for (int k : OrderSaddleVertices(structure)) graph.order.push_back(vertices[k]);
  return graph;
}

}  // namespace trunnion::block
