// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/sweeps.hpp"

#include <algorithm>

#include "engine/core/parallel.hpp"

namespace trunnion::block {
namespace {

/// Numbers of a factor below which it is swept as a whole, some 0.2 ms, and of a subtree that is
/// worth a task.
constexpr double kSerialNumbers = 5e5, kTaskNumbers = 2e4;
/// Subtrees that are larger than this part of all are divided.
constexpr double kLargestPart = 1.0 / 12;

/// Numbers in the factor of the subtree of each front.
std::vector<double> SumNumbers(const FrontTree& tree) {
  std::vector<double> numbers(tree.fronts.size());
  for (std::size_t f = 0; f < numbers.size(); ++f) {
    const Front& front = tree.fronts[f];
    numbers[f] += static_cast<double>(front.pivots) * (front.pivots + 2 * front.rest);
    if (front.parent >= 0) numbers[static_cast<std::size_t>(front.parent)] += numbers[f];
  }
  return numbers;
}

}  // namespace

Sweeps::Sweeps(const Plan& plan)
    : plan_(plan), rows_(plan.tree.rows), size_(static_cast<int>(plan.tree.permutation.size())) {
  FindParts();
  for (Part& part : parts_)
    if (part.root >= 0) KeepApart(part);
}

void Sweeps::FindParts() {
  const FrontTree& tree = plan_.tree;
  const std::vector<double> numbers = SumNumbers(tree);
  const int count = static_cast<int>(tree.fronts.size());
  const auto total = static_cast<double>(tree.lower_size + tree.upper_size);
  const double largest = total < kSerialNumbers ? 0 : kLargestPart * total;
  std::vector<int> first(tree.fronts.size());  // front of each subtree
  std::vector<int> root_at(tree.fronts.size(), -1);
  for (int f = 0; f < count; ++f) {
    first[f] = tree.children[f].empty() ? f : first[tree.children[f].front()];
    const int parent = tree.fronts[f].parent;
    const bool is_cut = numbers[f] >= kTaskNumbers && numbers[f] <= largest &&
                        (parent < 0 || numbers[parent] > largest);
    if (is_cut) root_at[first[f]] = f;
  }
  for (int f = 0; f < count;) {
    const int root = root_at[f];
    if (root >= 0) {
      subtrees_.push_back(static_cast<int>(parts_.size()));
      parts_.push_back({f, root + 1, -1, root});
      f = root + 1;
      continue;
    }
    if (parts_.empty() || parts_.back().root >= 0) parts_.push_back({f, f});
    parts_.back().end = ++f;
  }
}

/// Gives the rows above a subtree, which are those of its last front, places behind the unknowns.
void Sweeps::KeepApart(Part& subtree) {
  const FrontTree& tree = plan_.tree;
  const Front& root = tree.fronts[static_cast<std::size_t>(subtree.root)];
  const auto above = tree.rows.begin() + root.rows + root.pivots;
  subtree.rest = size_;
  for (int f = subtree.begin; f < subtree.end; ++f) {
    const Front& front = tree.fronts[static_cast<std::size_t>(f)];
    for (int i = front.rows; i < front.rows + front.size(); ++i) {
      int& row = rows_[static_cast<std::size_t>(i)];
      if (row < root.first + root.pivots) continue;
      row = size_ + static_cast<int>(std::lower_bound(above, above + root.rest, row) - above);
    }
  }
  size_ += root.rest;
}

void Sweeps::Forward(
    const Part& part, const Kernels& kernels, const double* lower, int columns, double* x) const {
  const auto& fronts = plan_.tree.fronts;
  const int first = fronts[static_cast<std::size_t>(part.begin)].first_panel;
  const Front& last = fronts[static_cast<std::size_t>(part.end - 1)];
  kernels.Forward(plan_.tree.panels.data() + first,
                  last.first_panel + last.panels - first,
                  rows_.data(),
                  lower + plan_.lower_offset[static_cast<std::size_t>(first)],
                  columns,
                  x);
}

void Sweeps::Backward(
    const Part& part, const Kernels& kernels, const double* upper, int columns, double* x) const {
  const auto& fronts = plan_.tree.fronts;
  const int first = fronts[static_cast<std::size_t>(part.begin)].first_panel;
  const Front& last = fronts[static_cast<std::size_t>(part.end - 1)];
  const int end = last.first_panel + last.panels;
  const bool is_last = end == static_cast<int>(plan_.tree.panels.size());
  const long upper_end =
      is_last ? plan_.tree.upper_size : plan_.upper_offset[static_cast<std::size_t>(end)];
  kernels.Backward(plan_.tree.panels.data() + first,
                   end - first,
                   plan_.tree.rows.data(),
                   upper + upper_end,
                   columns,
                   x);
}

void Sweeps::AddRest(const Part& subtree, int columns, double* x) const {
  const Front& root = plan_.tree.fronts[static_cast<std::size_t>(subtree.root)];
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
  const int count = static_cast<int>(subtrees_.size());
  const auto subtree = [this](int s) -> const Part& {
    return parts_[static_cast<std::size_t>(subtrees_[static_cast<std::size_t>(s)])];
  };
  ForEachIndex(count, parallel, [&](int s) { Forward(subtree(s), kernels, lower, columns, x); });
  for (const Part& part : parts_) {
    if (part.root >= 0) {
      AddRest(part, columns, x);
    } else {
      Forward(part, kernels, lower, columns, x);
    }
  }
  for (auto part = parts_.rbegin(); part != parts_.rend(); ++part)
    if (part->root < 0) Backward(*part, kernels, upper, columns, x);
  ForEachIndex(count, parallel, [&](int s) { Backward(subtree(s), kernels, upper, columns, x); });
}

}  // namespace trunnion::block
