// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/tasks.hpp"

#include <algorithm>

namespace trunnion::block {
namespace {

/// Operations that are worth a task of their own: some 10 µs, and a 64th of all.
constexpr double kTaskFlops = 2e5, kTaskPart = 1.0 / 64;

/// Task of each front. A front where several large subtrees meet begins a task, which goes on
/// upwards to the next such front; small subtrees belong to the task that they hang on.
std::vector<int> AssignTasks(Plan& plan) {
  const FrontTree& tree = plan.tree;
  const auto flops = SumSubtrees(tree, [](const Front& front) { return front.flops; });
  const double least = std::max(kTaskFlops, kTaskPart * tree.flops);
  const int count = static_cast<int>(tree.fronts.size());
  std::vector<int> task_of(count, -1);
  for (int f = 0; f < count; ++f) {
    if (flops[f] < least) continue;
    std::vector<int> below;
    for (int child : tree.children[f])
      if (task_of[child] >= 0) below.push_back(task_of[child]);
    if (below.size() == 1) {
      task_of[f] = below.front();
      continue;
    }
    task_of[f] = static_cast<int>(plan.tasks.size());
    for (int task : below) plan.tasks[task].parent = task_of[f];
    plan.tasks.push_back({{}, -1, static_cast<int>(below.size())});
  }
  int rest = -1;  // one task for small trees of a forest
  for (int f = count - 1; f >= 0; --f) {
    if (task_of[f] >= 0) continue;
    const int parent = tree.fronts[f].parent;
    if (parent < 0 && rest < 0) {
      rest = static_cast<int>(plan.tasks.size());
      plan.tasks.emplace_back();
    }
    task_of[f] = parent < 0 ? rest : task_of[parent];
  }
  for (int f = 0; f < count; ++f) plan.tasks[task_of[f]].fronts.push_back(f);
  return task_of;
}

}  // namespace

void MakeTasks(Plan& plan) {
  const std::vector<int> task_of = AssignTasks(plan);
  const FrontTree& tree = plan.tree;
  plan.left_offset.resize(tree.fronts.size());
  for (int t = 0; t < static_cast<int>(plan.tasks.size()); ++t) {
    long top = 0, peak = 0;
    for (int f : plan.tasks[t].fronts) {
      const auto left = [&](int front) {
        return CountLeft(tree.fronts[front].rest, plan.symmetric);
      };
      for (int child : tree.children[f])
        if (task_of[child] == t) top -= left(child);
      plan.left_offset[f] = plan.left_size + top;
      top += left(f);
      peak = std::max(peak, top);
    }
    plan.left_size += peak;
  }
}

}  // namespace trunnion::block
