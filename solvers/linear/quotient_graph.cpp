// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/quotient_graph.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace trunnion {
namespace {

/// Cliques from here on are searched for vertices that are alike; below, it does not pay.
constexpr std::size_t kMergeFrom = 48;

struct Candidate {
  long hash;
  int vertex;
  bool operator<(const Candidate& other) const {
    return hash != other.hash ? hash < other.hash : vertex < other.vertex;
  }
};

}  // namespace

QuotientGraph::QuotientGraph(std::vector<int> weights)
    : weight_(std::move(weights)),
      neighbours_(weight_.size()),
      elements_(weight_.size()),
      clique_(weight_.size()),
      members_(weight_.size()),
      mergeable_(weight_.size(), false),
      gone_(weight_.size(), false),
      mark_(weight_.size(), 0) {}

void QuotientGraph::AddEdge(int a, int b) {
  if (a == b) return;
  neighbours_[a].push_back(b);
  neighbours_[b].push_back(a);
}

void QuotientGraph::Finish() {
  for (auto& list : neighbours_) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

void QuotientGraph::Detach(int v) {
  for (int u : neighbours_[v]) std::erase(neighbours_[u], v);
  neighbours_[v].clear();
  gone_[v] = true;
}

const std::vector<int>& QuotientGraph::Eliminate(int v) {
  std::vector<int>& clique = clique_[v];
  NewMark();
  mark_[v] = stamp_;
  Gather(neighbours_[v], clique);
  for (int e : elements_[v]) {
    Gather(clique_[e], clique);
    clique_[e] = {};  // absorbed
  }
  gone_[v] = true;
  for (int u : clique) {  // edges inside the clique are implied by it, and so are its parts
    std::erase_if(neighbours_[u], [&](int w) { return gone_[w] || mark_[w] == stamp_; });
    std::erase_if(elements_[u], [&](int e) { return clique_[e].empty(); });
    elements_[u].push_back(v);
  }
  merged_.clear();
  if (clique.size() >= kMergeFrom) MergeAlike(clique);
  return clique;
}

long QuotientGraph::CalcFill(int v) {
  NewMark();
  mark_[v] = stamp_;
  long degree = CountUnmarked(neighbours_[v]), largest = 0;
  for (int e : elements_[v]) {
    degree += CountUnmarked(clique_[e]);
    long weight = -weight_[v];
    for (int u : clique_[e]) weight += gone_[u] ? 0 : weight_[u];
    largest = std::max(largest, weight);
  }
  return degree * (degree - 1) - largest * (largest - 1);
}

void QuotientGraph::MergeAlike(std::vector<int>& clique) {
  std::vector<Candidate> candidates;
  for (int u : clique) {
    if (!mergeable_[u]) continue;
    const long hash = std::accumulate(neighbours_[u].begin(), neighbours_[u].end(), 0L) +
                      std::accumulate(elements_[u].begin(), elements_[u].end(), 0L);
    candidates.push_back({hash, u});
  }
  std::sort(candidates.begin(), candidates.end());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const int keeper = candidates[i].vertex;
    if (gone_[keeper]) continue;
    for (std::size_t k = i + 1; k < candidates.size() && candidates[k].hash == candidates[i].hash;
         ++k)
      if (!gone_[candidates[k].vertex] && AreAlike(keeper, candidates[k].vertex))
        Merge(keeper, candidates[k].vertex);
  }
  if (!merged_.empty()) std::erase_if(clique, [&](int u) { return gone_[u]; });
}

bool QuotientGraph::AreAlike(int a, int b) const {
  return elements_[a] == elements_[b] && neighbours_[a] == neighbours_[b];
}

void QuotientGraph::Merge(int keeper, int vertex) {
  weight_[keeper] += weight_[vertex];
  members_[keeper].push_back(vertex);
  members_[keeper].insert(members_[keeper].end(), members_[vertex].begin(), members_[vertex].end());
  members_[vertex] = neighbours_[vertex] = elements_[vertex] = {};
  gone_[vertex] = true;
  merged_.push_back(vertex);
}

long QuotientGraph::CountUnmarked(const std::vector<int>& list) {
  long weight = 0;
  for (int u : list) {
    if (gone_[u] || mark_[u] == stamp_) continue;
    mark_[u] = stamp_;
    weight += weight_[u];
  }
  return weight;
}

void QuotientGraph::Gather(const std::vector<int>& from, std::vector<int>& to) {
  for (int u : from) {
    if (gone_[u] || mark_[u] == stamp_) continue;
    mark_[u] = stamp_;
    to.push_back(u);
  }
}

}  // namespace trunnion
