// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/fronts.hpp"

#include <algorithm>
#include <utility>

namespace trunnion::block {
namespace {

/// Estimated time [ns] of a front with p pivots and r rows below, a few solves included: its own
/// overhead, its arithmetic, its numbers in the factor and those handed to the parent.
double EstimateTime(double p, double r) {
  constexpr double kFront = 120, kFlop = 1.0 / 30, kValue = 1.5, kHanded = 0.4;
  const double size = p + r;
  return kFront + kFlop * 2.0 / 3.0 * (size * size * size - r * r * r) +
         kValue * (size * size - r * r) + kHanded * r * r;
}

/// Vertices of one front while the tree is made. `vertices` are in the order of elimination.
struct Node {
  std::vector<int> vertices;
  std::vector<int> rest;  // vertices below, by their place in the order
  std::vector<int> children;
  int pivots = 0, size = 0;  // scalars: pivots, and with the rest
};

class TreeBuilder {
 public:
  explicit TreeBuilder(const Graph& graph)
      : graph_(graph), place_(graph.size()), nodes_(graph.size()) {
    for (int k = 0; k < graph.size(); ++k) place_[graph.order[k]] = k;
  }

  FrontTree Build() {
    FindRows();
    for (int k = 0; k < graph_.size(); ++k) Merge(k);
    NumberNodes();
    for (int k : postorder_) AddFront(nodes_[k]);
    LinkFronts();
    return std::move(tree_);
  }

 private:
  /// Block elimination: what a vertex is coupled to below is what it touches itself and what its
  /// children left.
  void FindRows() {
    std::vector<int> seen(graph_.size(), -1);
    for (int k = 0; k < graph_.size(); ++k) {
      Node& node = nodes_[k];
      const int v = graph_.order[k];
      node.vertices = {v};
      node.pivots = node.size = graph_.weight(v);
      const auto add = [&](int place) {
        if (place <= k || seen[place] == k) return;
        seen[place] = k;
        node.rest.push_back(place);
        node.size += graph_.weight(graph_.order[place]);
      };
      for (int i = graph_.start[v]; i < graph_.start[v + 1]; ++i) add(place_[graph_.neighbours[i]]);
      for (int child : node.children)
        for (int place : nodes_[child].rest) add(place);
      std::sort(node.rest.begin(), node.rest.end());
      if (node.rest.empty()) continue;
      nodes_[node.rest.front()].children.push_back(k);
    }
  }

  double CalcGain(const Node& child, const Node& parent) const {
    const int rest = parent.size - parent.pivots;
    return EstimateTime(child.pivots, child.size - child.pivots) +
           EstimateTime(parent.pivots, rest) - EstimateTime(child.pivots + parent.pivots, rest);
  }

  /// Takes the children of node k into it, the best ones first, while that gains time.
  void Merge(int k) {
    Node& node = nodes_[k];
    std::vector<std::pair<double, int>> candidates;
    for (int child : node.children) candidates.emplace_back(-CalcGain(nodes_[child], node), child);
    std::sort(candidates.begin(), candidates.end());
    node.children.clear();
    for (const auto& [loss, child] : candidates) {
      if (loss < 0 && CalcGain(nodes_[child], node) > 0) {
        Absorb(node, nodes_[child]);
      } else {
        node.children.push_back(child);
      }
    }
  }

  static void Absorb(Node& node, Node& child) {
    child.vertices.insert(child.vertices.end(), node.vertices.begin(), node.vertices.end());
    node.vertices = std::move(child.vertices);
    node.children.insert(node.children.end(), child.children.begin(), child.children.end());
    node.pivots += child.pivots;
    node.size += child.pivots;
    child = {};
  }

  /// Postorder without recursion.
  void NumberNodes() {
    std::vector<int> stack;
    for (int k = graph_.size() - 1; k >= 0; --k)
      if (!nodes_[k].vertices.empty() && nodes_[k].rest.empty()) stack.push_back(k);
    while (!stack.empty()) {
      const int k = stack.back();
      stack.pop_back();
      postorder_.push_back(k);
      stack.insert(stack.end(), nodes_[k].children.begin(), nodes_[k].children.end());
    }
    std::reverse(postorder_.begin(), postorder_.end());
  }

  void AddFront(const Node& node) {
    Front front;
    front.first = static_cast<int>(tree_.permutation.size());
    front.pivots = node.pivots;
    front.rest = node.size - node.pivots;
    front.first_panel = static_cast<int>(tree_.panels.size());
    std::vector<int> ends;  // of the vertices among the pivots
    for (int v : node.vertices) {
      for (int i = graph_.first[v]; i < graph_.first[v + 1]; ++i) tree_.permutation.push_back(i);
      ends.push_back(static_cast<int>(tree_.permutation.size()) - front.first);
    }
    front.rows = rows_size_;
    rows_size_ += front.size();
    AddPanels(front, ends);
    tree_.fronts.push_back(front);
  }

  /// Panels of about equal width that end where a vertex ends.
  void AddPanels(Front& front, const std::vector<int>& ends) {
    int begin = 0;
    while (begin < front.pivots) {
      const int left = front.pivots - begin;
      const int panels = (left + kMaxPivots - 1) / kMaxPivots;
      const int wanted = begin + (left + panels - 1) / panels;
      auto end = std::lower_bound(ends.begin(), ends.end(), wanted);
      int stop = *end;
      if (stop - begin > kMaxPivots && end != ends.begin() && *(end - 1) > begin) stop = *(end - 1);
      stop = std::min(stop, begin + kMaxPivots);
      const int p = stop - begin, rest = front.size() - stop;
      tree_.panels.push_back({front.first + begin, p, rest, front.rows + stop});
      front.flops += 2.0 * p * (static_cast<double>(p) * p + 1.0 * p * rest + 1.0 * rest * rest);
      ++front.panels;
      begin = stop;
    }
    tree_.flops += front.flops;
  }

  /// Parents and the indices of all fronts in the permuted matrix.
  void LinkFronts() {
    std::vector<int> front_of(graph_.size()), position(graph_.size());  // of vertices by place
    for (int f = 0; f < static_cast<int>(postorder_.size()); ++f) {
      int next = tree_.fronts[f].first;
      for (int v : nodes_[postorder_[f]].vertices) {
        front_of[place_[v]] = f;
        position[place_[v]] = next;
        next += graph_.weight(v);
      }
    }
    tree_.children.resize(postorder_.size());
    tree_.rows.resize(static_cast<std::size_t>(rows_size_));
    for (int f = 0; f < static_cast<int>(postorder_.size()); ++f) {
      const Node& node = nodes_[postorder_[f]];
      Front& front = tree_.fronts[f];
      int* row = tree_.rows.data() + front.rows;
      for (int i = 0; i < front.pivots; ++i) *row++ = front.first + i;
      int* rest = row;
      for (int place : node.rest) {
        const int weight = graph_.weight(graph_.order[place]);
        for (int i = 0; i < weight; ++i) *row++ = position[place] + i;
      }
      std::sort(rest, row);
      if (node.rest.empty()) continue;
      front.parent = front_of[node.rest.front()];
      tree_.children[front.parent].push_back(f);
    }
  }

  const Graph& graph_;
  std::vector<int> place_;  // of each vertex in the order of elimination
  std::vector<Node> nodes_;
  std::vector<int> postorder_;
  int rows_size_ = 0;
  FrontTree tree_;
};

}  // namespace

FrontTree MakeFronts(const Graph& graph) { return TreeBuilder(graph).Build(); }

}  // namespace trunnion::block
