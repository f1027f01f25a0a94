// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/saddle_ordering.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "engine/core/error.hpp"
#include "solvers/linear/quotient_graph.hpp"

namespace trunnion {
namespace {

/// The rule of the header: groups of eliminated bodies with their counts h and g (union-find), and
/// the joints that wait for a change in a group.
class PivotRule {
 public:
  PivotRule(const SaddleStructure& structure, const std::vector<std::vector<int>>& joints_of)
      : joints_(structure.joints),
        joints_of_(joints_of),
        group_(structure.body_sizes.size()),
        open_(group_.size(), 0),
        grounded_(group_.size(), 0),
        waiting_(group_.size()),
        body_done_(group_.size(), false),
        joint_done_(joints_.size(), false) {
    std::iota(group_.begin(), group_.end(), 0);
  }

  /// Records the elimination of a body; returns the joints to be considered (again).
  std::vector<int> EliminateBody(int body) {
    body_done_[body] = true;
    std::vector<int> next;
    for (int j : joints_of_[body]) {
      if (!joint_done_[j]) {
        next.push_back(j);
        continue;
      }
      for (int other : joints_[j].bodies) {  // was open at the group of `other`
        if (other == body) continue;
        --open_[Find(other)];
        Join(other, body);
      }
    }
    std::vector<int>& waiting = waiting_[Find(body)];
    next.insert(next.end(), waiting.begin(), waiting.end());
    waiting.clear();
    return next;
  }

  /// Eliminates joint j if that is allowed, else keeps it for later.
  bool TryEliminateJoint(int j) {
    std::vector<int> groups;
    int missing = 0, open = 0, grounded = joints_[j].touches_ground ? 1 : 0;
    for (int body : joints_[j].bodies) {
      if (!body_done_[body]) {
        ++missing;
      } else if (std::find(groups.begin(), groups.end(), Find(body)) == groups.end()) {
        groups.push_back(Find(body));
        open += open_[groups.back()];
        grounded += grounded_[groups.back()];
      }
    }
    const bool simple = missing == 0 || (missing == 1 && joints_[j].bodies.size() == 2);
    open += missing;
    if (!simple || !(open == 0 || (open == 1 && grounded == 0))) {
      for (int g : groups) waiting_[g].push_back(j);
      return false;
    }
    joint_done_[j] = true;
    for (int g : groups) Join(g, groups.front());
    if (groups.empty()) return true;
    open_[Find(groups.front())] = open;
    grounded_[Find(groups.front())] = grounded;
    return true;
  }

  bool IsDone(int j) const { return joint_done_[j]; }

 private:
  int Find(int body) {
    while (group_[body] != body) body = group_[body] = group_[group_[body]];
    return body;
  }

  void Join(int a, int b) {
    a = Find(a);
    b = Find(b);
    if (a == b) return;
    if (waiting_[a].size() < waiting_[b].size()) std::swap(a, b);
    group_[b] = a;
    open_[a] += open_[b];
    grounded_[a] += grounded_[b];
    waiting_[a].insert(waiting_[a].end(), waiting_[b].begin(), waiting_[b].end());
    waiting_[b] = {};
  }

  const std::vector<SaddleJoint>& joints_;
  const std::vector<std::vector<int>>& joints_of_;
  std::vector<int> group_, open_, grounded_;  // of bodies; the counts are valid at group leaders
  std::vector<std::vector<int>> waiting_;
  std::vector<bool> body_done_, joint_done_;
};

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

  static std::vector<std::vector<int>> CollectJoints(const SaddleStructure& s) {
    std::vector<std::vector<int>> joints_of(s.body_sizes.size());
    for (int j = 0; j < static_cast<int>(s.joints.size()); ++j) {
      for (int body : s.joints[j].bodies) {
        if (joints_of[body].empty() || joints_of[body].back() != j) joints_of[body].push_back(j);
      }
    }
    return joints_of;
  }

  static std::vector<int> CollectWeights(const SaddleStructure& s) {
    std::vector<int> weights = s.body_sizes;
    for (const SaddleJoint& joint : s.joints) weights.push_back(joint.rows);
    return weights;
  }

  /// Bodies with very many neighbours come last (as in AMD): following their fill costs much.
  void DetachHubs() {
    is_hub_.assign(bodies_, false);
    const double limit = std::max(64.0, 10.0 * std::sqrt(bodies_ + joints()));
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

}  // namespace

std::vector<int> OrderSaddleVertices(const SaddleStructure& structure) {
  CheckStructure(structure);
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
