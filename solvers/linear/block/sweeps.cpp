// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/sweeps.hpp"

#include <algorithm>

#include "engine/core/parallel.hpp"

namespace trunnion::block {
namespace {

/// Numbers of a factor below which it is swept as a whole, some 0.2 ms, and of a subtree that is
/// worth a task.
constexpr double kSerialFactor = 5e5, kTaskNumbers = 2e4;
/// Subtrees that are larger than this part of all are divided.
constexpr double kLargestPart = 1.0 / 12;

/// Numbers of a front in an unsymmetric factor.
double CountNumbers(const Front& front) {
  return static_cast<double>(front.pivots) * (front.pivots + 2 * front.rest);
}

}  // namespace

Sweeps::Sweeps(const Plan& plan)
    : plan_(plan), rows_(plan.tree.rows), size_(static_cast<int>(plan.tree.permutation.size())) {
  FindParts();
}

void Sweeps::FindParts() {
  const FrontTree& tree = plan_.tree;
  const std::vector<double> numbers = SumSubtrees(tree, CountNumbers);
  const int count = static_cast<int>(tree.fronts.size());
  double total = 0;
  for (const Front& front : tree.fronts) total += CountNumbers(front);
  const double largest = total < kSerialFactor ? 0 : kLargestPart * total;
  std::vector<int> first(tree.fronts.size());  // front of each subtree
  std::vector<int> root_at(tree.fronts.size(), -1);
  for (int f = 0; f < count; ++f) {
    first[f] = tree.children[f].empty() ? f : first[tree.children[f].front()];
    const int parent = tree.fronts[f].parent;
    const bool is_cut = numbers[f] >= kTaskNumbers && numbers[f] <= largest &&
                        (parent < 0 || numbers[parent] > largest);
    if (is_cut) root_at[first[f]] = f;
  }
  for (int f = 0; f < count; ++f) {
    if (root_at[f] >= 0) {
      AddSubtree(f, root_at[f]);
      f = root_at[f];
      continue;
    }
    if (parts_.empty() || parts_.back().is_subtree()) parts_.push_back({f, f});
    parts_.back().end = f + 1;
  }
}

/// Gives the rows above a subtree, which are those of its last front, places behind the unknowns.
void Sweeps::AddSubtree(int begin, int root_front) {
  const FrontTree& tree = plan_.tree;
  const Front& root = tree.fronts[static_cast<std::size_t>(root_front)];
  const auto above = tree.rows.begin() + root.rows + root.pivots;
  for (int f = begin; f <= root_front; ++f) {
    const Front& front = tree.fronts[static_cast<std::size_t>(f)];
    for (int i = front.rows; i < front.rows + front.size(); ++i) {
      int& row = rows_[static_cast<std::size_t>(i)];
      if (row < root.first + root.pivots) continue;
      row = size_ + static_cast<int>(std::lower_bound(above, above + root.rest, row) - above);
    }
  }
  parts_.push_back({begin, root_front + 1, size_});
  size_ += root.rest;
}

int Sweeps::PanelBegin(const Part& part) const {
  return plan_.tree.fronts[static_cast<std::size_t>(part.begin)].first_panel;
}

int Sweeps::PanelEnd(const Part& part) const {
  const Front& last = plan_.tree.fronts[static_cast<std::size_t>(part.end - 1)];
  return last.first_panel + last.panels;
}

void Sweeps::Forward(
    const Part& part, const Kernels& kernels, const double* lower, int columns, double* x) const {
  const int begin = PanelBegin(part);
  kernels.Forward(plan_.tree.panels.data() + begin,
                  PanelEnd(part) - begin,
                  rows_.data(),
                  lower + plan_.lower_offset[static_cast<std::size_t>(begin)],
                  columns,
                  x);
}

void Sweeps::Backward(const Part& part,
                      const Kernels& kernels,
                      const double* lower,
                      const double* upper,
                      int columns,
                      double* x) const {
  const auto begin = static_cast<std::size_t>(PanelBegin(part));
  const auto end = static_cast<std::size_t>(PanelEnd(part));
  const auto end_of = [end](const std::vector<long>& offsets, long size) {
    return end == offsets.size() ? size : offsets[end];
  };
  const Panel* panels = plan_.tree.panels.data() + begin;
  const int count = static_cast<int>(end - begin);
  const int* rows = plan_.tree.rows.data();
  upper += end_of(plan_.upper_offset, plan_.upper_size);
  if (!plan_.symmetric) {
    kernels.Backward(panels, count, rows, upper, columns, x);
    return;
  }
  lower += end_of(plan_.lower_offset, plan_.lower_size);
  kernels.BackwardSymmetric(panels, count, rows, lower, upper, columns, x);
}

void Sweeps::AddRest(const Part& subtree, int columns, double* x) const {
  const Front& root = plan_.tree.fronts[static_cast<std::size_t>(subtree.end - 1)];
  const int* row = plan_.tree.rows.data() + root.rows + root.pivots;
  const double* left = x + static_cast<long>(columns) * subtree.rest;
  for (int i = 0; i < root.rest; ++i)
    for (int c = 0; c < columns; ++c) x[static_cast<long>(columns) * row[i] + c] += *left++;
}

void Sweeps::Solve(const Kernels& kernels,
                   const double* lower,
                   const double* upper,
                   int columns,
                   double* x,
                   bool parallel) const {
  const long n = static_cast<long>(plan_.tree.permutation.size());
  std::fill(x + columns * n, x + static_cast<long>(columns) * size_, 0.0);
  const int count = static_cast<int>(parts_.size());
  ForEachIndex(count, parallel, [&](int i) {
    const Part& part = parts_[static_cast<std::size_t>(i)];
    if (part.is_subtree()) Forward(part, kernels, lower, columns, x);
  });
  for (const Part& part : parts_) {
    if (part.is_subtree()) {
      AddRest(part, columns, x);
    } else {
      Forward(part, kernels, lower, columns, x);
    }
  }
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part)
    if (!part->is_subtree()) Backward(*part, kernels, lower, upper, columns, x);
  ForEachIndex(count, parallel, [&](int i) {
    const Part& part = parts_[static_cast<std::size_t>(i)];
    if (part.is_subtree()) Backward(part, kernels, lower, upper, columns, x);
  });
}

}  // namespace trunnion::block
