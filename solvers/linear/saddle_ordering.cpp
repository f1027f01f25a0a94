// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/saddle_ordering.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/core/error.hpp"
#include "solvers/linear/nested_dissection.hpp"
#include "solvers/linear/pivot_rule.hpp"
#include "solvers/linear/quotient_graph.hpp"

namespace trunnion {
namespace {

void CheckStructure(const SaddleStructure& s) {
  const int bodies = static_cast<int>(s.body_sizes.size());
  const auto is_body = [&](int b) { return b >= 0 && b < bodies; };
  bool valid = std::all_of(s.body_sizes.begin(), s.body_sizes.end(), [](int n) { return n >= 0; });
  int m = 0;
  for (const SaddleJoint& joint : s.joints) {
    valid = valid && joint.rows >= 0 && joint.first_row >= 0;
    valid = valid && std::all_of(joint.bodies.begin(), joint.bodies.end(), is_body);
    m += valid ? joint.rows : 0;
  }
  for (const auto& [a, b] : s.couplings) valid = valid && is_body(a) && is_body(b);
  std::vector<bool> seen(m, false);
  for (std::size_t j = 0; valid && j < s.joints.size(); ++j) {
    for (int r = s.joints[j].first_row; r < s.joints[j].first_row + s.joints[j].rows; ++r) {
      valid = valid && r < m && !seen[r];
      if (valid) seen[r] = true;
    }
  }
  if (!valid) throw SolverError("saddle point ordering: the structure is inconsistent");
}

/// Bodies with more neighbours come last.
double CalcHubLimit(const SaddleStructure& s) {
  return std::max(64.0, 10.0 * std::sqrt(s.body_sizes.size() + s.joints.size()));
}

/// Minimum fill.
class Ordering {
 public:
  explicit Ordering(const SaddleStructure& structure)
      : structure_(structure),
        bodies_(static_cast<int>(structure.body_sizes.size())),
        joints_of_(CollectJoints(structure)),
        graph_(CollectWeights(structure)),
        rule_(structure, joints_of_) {
    for (int j = 0; j < joints(); ++j) {
      for (int body : structure.joints[j].bodies) graph_.AddEdge(bodies_ + j, body);
    }
    for (const auto& [a, b] : structure.couplings) graph_.AddEdge(a, b);
    graph_.Finish();
    for (int body = 0; body < bodies_; ++body)
      if (joints_of_[body].empty()) graph_.AllowMerging(body);
  }

  /// Vertices, bodies first, in the order of their elimination.
  std::vector<int> Run() {
    DetachHubs();
    key_.assign(bodies_ + joints(), kNotOffered);
    for (int body = 0; body < bodies_; ++body) {
      if (!is_hub_[body]) Offer(body);
    }
    EliminateOffered();
    for (int hub : hubs_) {
      order_.push_back(hub);
      OfferJoints(rule_.EliminateBody(hub));
      EliminateOffered();
    }
    for (int j = 0; j < joints(); ++j) {  // joints without a body
      if (!rule_.IsDone(j)) order_.push_back(bodies_ + j);
    }
    return order_;
  }

 private:
  using Key = std::pair<long, long>;  // fill, minus time of the last change
  static constexpr Key kNotOffered{-1, 1};

  int joints() const { return static_cast<int>(structure_.joints.size()); }

  static std::vector<int> CollectWeights(const SaddleStructure& s) {
    std::vector<int> weights = s.body_sizes;
    for (const SaddleJoint& joint : s.joints) weights.push_back(joint.rows);
    return weights;
  }

  /// Bodies with very many neighbours come last (as in AMD): following their fill costs much.
  void DetachHubs() {
    is_hub_.assign(bodies_, false);
    const double limit = CalcHubLimit(structure_);
    for (int body = 0; body < bodies_; ++body) {
      if (static_cast<double>(graph_.CountNeighbours(body)) <= limit) continue;
      is_hub_[body] = true;
      hubs_.push_back(body);
    }
    for (int hub : hubs_) graph_.Detach(hub);
  }

  /// Of equal fill the last one changed comes first: the elimination goes on where it is.
  void Offer(int vertex) {
    Withdraw(vertex);
    key_[vertex] = {graph_.CalcFill(vertex), --time_};
    offered_.emplace(key_[vertex], vertex);
  }

  void Withdraw(int vertex) {
    if (!IsOffered(vertex)) return;
    offered_.erase(key_[vertex]);
    key_[vertex] = kNotOffered;
  }

  bool IsOffered(int vertex) const { return key_[vertex] != kNotOffered; }

  void OfferJoints(const std::vector<int>& list) {
    for (int j : list) {
      if (!rule_.IsDone(j)) Offer(bodies_ + j);
    }
  }

  void EliminateOffered() {
    while (!offered_.empty()) {
      const int vertex = offered_.begin()->second;
      Withdraw(vertex);
      if (vertex >= bodies_ && !rule_.TryEliminateJoint(vertex - bodies_)) continue;
      order_.push_back(vertex);
      const std::vector<int>& members = graph_.members(vertex);  // bodies without joints
      order_.insert(order_.end(), members.begin(), members.end());
      const std::vector<int>& changed = graph_.Eliminate(vertex);
      for (int u : graph_.merged()) Withdraw(u);
      for (int u : changed) {
        if (IsOffered(u)) Offer(u);
      }
      if (vertex < bodies_) OfferJoints(rule_.EliminateBody(vertex));
    }
  }

  const SaddleStructure& structure_;
  int bodies_;
  std::vector<std::vector<int>> joints_of_;
  QuotientGraph graph_;
  PivotRule rule_;
  std::vector<bool> is_hub_;
  std::vector<int> hubs_, order_;
  long time_ = 0;
  std::vector<Key> key_;
  std::map<Key, int> offered_;  // vertices that may be eliminated next
};

/// Nested dissection of the bodies; each joint follows as soon as the rule allows.
class Dissection {
 public:
  explicit Dissection(const SaddleStructure& structure)
      : structure_(structure),
        bodies_(static_cast<int>(structure.body_sizes.size())),
        joints_of_(CollectJoints(structure)),
        neighbours_(structure.body_sizes.size()),
        rule_(structure, joints_of_) {
    for (const auto& [a, b] : structure.couplings) Couple(a, b);
    for (const SaddleJoint& joint : structure.joints)
      if (joint.bodies.size() == 2) Couple(joint.bodies[0], joint.bodies[1]);
  }

  /// Empty if there is no dissection.
  std::vector<int> Run() {
    std::vector<int> hubs, others;
    const double limit = CalcHubLimit(structure_);
    for (int body = 0; body < bodies_; ++body) {
      auto& list = neighbours_[body];
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
      (static_cast<double>(list.size()) > limit ? hubs : others).push_back(body);
    }
    const std::vector<int> dissected = OrderByNestedDissection(MakeSubgraph(others));
    if (dissected.empty()) return {};
    for (const int v : dissected) Eliminate(others[v]);
    for (const int hub : hubs) Eliminate(hub);
    for (int j = 0; j < static_cast<int>(structure_.joints.size()); ++j)  // without a body
      if (!rule_.IsDone(j)) order_.push_back(bodies_ + j);
    return std::move(order_);
  }

 private:
  void Couple(int a, int b) {
    if (a == b) return;
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }

  WeightedGraph MakeSubgraph(const std::vector<int>& kept) const {
    std::vector<int> place(neighbours_.size(), -1);
    for (std::size_t v = 0; v < kept.size(); ++v) place[kept[v]] = static_cast<int>(v);
    WeightedGraph graph;
    for (const int body : kept) {
      for (const int other : neighbours_[body])
        if (place[other] >= 0) graph.neighbours.push_back(place[other]);
      graph.start.push_back(static_cast<int>(graph.neighbours.size()));
      graph.weights.push_back(structure_.body_sizes[body]);
    }
    return graph;
  }

  void Eliminate(int body) {
    order_.push_back(body);
    for (const int j : rule_.EliminateBody(body))
      if (!rule_.IsDone(j) && rule_.TryEliminateJoint(j)) order_.push_back(bodies_ + j);
  }

  const SaddleStructure& structure_;
  int bodies_;
  std::vector<std::vector<int>> joints_of_, neighbours_;
  PivotRule rule_;
  std::vector<int> order_;
};

/// Bodies that have three-dimensional neighbourhoods and few joints: where nested dissection fills
/// half as much as minimum fill, and is found several times faster. In planes the two are alike,
/// along lines minimum fill is better.
bool IsLargeMesh(const SaddleStructure& s) {
  constexpr std::size_t kLarge = 2000;
  constexpr double kNeighbours = 5, kJoints = 0.1;
  const auto bodies = static_cast<double>(s.body_sizes.size());
  return s.body_sizes.size() >= kLarge &&
         2 * static_cast<double>(s.couplings.size()) > kNeighbours * bodies &&
         static_cast<double>(s.joints.size()) < kJoints * bodies;
}

}  // namespace

std::vector<int> OrderSaddleVertices(const SaddleStructure& structure) {
  CheckStructure(structure);
  if (IsLargeMesh(structure)) {
    std::vector<int> order = Dissection(structure).Run();
    if (!order.empty()) return order;
  }
  return Ordering(structure).Run();
}

std::vector<int> OrderSaddlePoint(const SaddleStructure& structure) {
  const std::vector<int> vertices = OrderSaddleVertices(structure);
  const int bodies = static_cast<int>(structure.body_sizes.size());
  std::vector<int> first(bodies + 1, 0);
  std::partial_sum(structure.body_sizes.begin(), structure.body_sizes.end(), first.begin() + 1);
  std::vector<int> result;
  for (int vertex : vertices) {
    const bool is_body = vertex < bodies;
    const int begin =
        is_body ? first[vertex] : first[bodies] + structure.joints[vertex - bodies].first_row;
    const int size =
        is_body ? structure.body_sizes[vertex] : structure.joints[vertex - bodies].rows;
    for (int i = begin; i < begin + size; ++i) result.push_back(i);
  }
  return result;
}

}  // namespace trunnion
