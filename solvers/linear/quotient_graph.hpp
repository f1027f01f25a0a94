// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

namespace trunnion {

/// Graph of the partly eliminated matrix: a vertex is adjacent to vertices and to elements, the
/// cliques that eliminated vertices left. In large cliques, vertices that have become alike (the
/// same neighbours) go on as one: the elimination of one makes the others free.
///
/// Reference George & Liu, SIAM Review 31 (1989) 1: quotient graphs, indistinguishable vertices.
class QuotientGraph {
 public:
  /// @param weights  number of unknowns of each vertex.
  explicit QuotientGraph(std::vector<int> weights);

  void AddEdge(int a, int b);

  /// Ends construction: removes double edges.
  void Finish();

  /// Allows v to be merged with vertices that have become like it.
  void AllowMerging(int v) { mergeable_[v] = true; }

  /// What was merged into v, to be eliminated right after it.
  const std::vector<int>& members(int v) const { return members_[v]; }

  /// What the last Eliminate merged into others.
  const std::vector<int>& merged() const { return merged_; }

  std::size_t CountNeighbours(int v) const { return neighbours_[v].size(); }

  /// Takes v out without making its neighbours a clique.
  void Detach(int v);

  /// Eliminates v and returns its former neighbours, whose fill may have changed, without those
  /// that are merged.
  const std::vector<int>& Eliminate(int v);

  /// Twice the number of scalar edges that eliminating v makes, less those of the largest clique it
  /// is in: an upper bound of the fill.
  long CalcFill(int v);

 private:
  void NewMark() { ++stamp_; }
  void MergeAlike(std::vector<int>& clique);
  bool AreAlike(int a, int b) const;
  void Merge(int keeper, int vertex);

  /// Weight of what is alive and not marked; marks it.
  long CountUnmarked(const std::vector<int>& list);

  /// Appends what is alive and not marked.
  void Gather(const std::vector<int>& from, std::vector<int>& to);

  std::vector<int> weight_;
  std::vector<std::vector<int>> neighbours_, elements_, clique_, members_;
  std::vector<int> merged_;
  std::vector<bool> mergeable_, gone_;
  std::vector<long> mark_;
  long stamp_ = 0;
};

}  // namespace trunnion
