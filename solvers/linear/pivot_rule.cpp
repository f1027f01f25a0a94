// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/pivot_rule.hpp"

#include <algorithm>
#include <numeric>

namespace trunnion {

std::vector<std::vector<int>> CollectJoints(const SaddleStructure& s) {
  std::vector<std::vector<int>> joints_of(s.body_sizes.size());
  for (int j = 0; j < static_cast<int>(s.joints.size()); ++j) {
    for (int body : s.joints[j].bodies) {
      if (joints_of[body].empty() || joints_of[body].back() != j) joints_of[body].push_back(j);
    }
  }
  return joints_of;
}

PivotRule::PivotRule(const SaddleStructure& structure,
                     const std::vector<std::vector<int>>& joints_of)
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

std::vector<int> PivotRule::EliminateBody(int body) {
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

bool PivotRule::TryEliminateJoint(int j) {
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

int PivotRule::Find(int body) {
  while (group_[body] != body) body = group_[body] = group_[group_[body]];
  return body;
}

void PivotRule::Join(int a, int b) {
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

}  // namespace trunnion
