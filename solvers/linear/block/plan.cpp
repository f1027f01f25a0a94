// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/plan.hpp"

#include <algorithm>

#include "solvers/linear/block/tasks.hpp"

namespace trunnion::block {
namespace {

/// An entry of A with its place in the permuted matrix.
struct Entry {
  int source;
  int row;
  int column;
};

/// Adds one number to the runs from `first` on; lengthens the last run where it goes on there, if
/// that is not to be divided.
void Append(std::vector<Run>& runs, int first, int source, int target, bool divide = false) {
  if (static_cast<int>(runs.size()) > first && !divide) {
    Run& last = runs.back();
    if (last.source + last.length == source && last.target + last.length == target) {
      ++last.length;
      return;
    }
  }
  runs.push_back({source, target, 1});
}

class Planner {
 public:
  /// The plan has the tree.
  Planner(const SparseMatrix& A, Plan& plan)
      : A_(A), plan_(plan), tree_(plan.tree), local_(A.cols()) {}

  void Run() {
    SortEntries();
    const int count = static_cast<int>(tree_.fronts.size());
    plan_.first_column.assign(count + 1, 0);
    for (int f = 0; f < count; ++f)
      plan_.first_column[f + 1] = plan_.first_column[f] + tree_.fronts[f].rest;
    plan_.columns.resize(plan_.first_column.back());
    row_runs_.resize(count);
    plan_.first_run.push_back(0);
    for (int f = 0; f < count; ++f) PlanFront(f);
    JoinRowRuns();
    PlacePanels();
  }

 private:
  /// Entries of A by the front that takes them: that of the first of row and column.
  void SortEntries() {
    std::vector<int> position(A_.cols()), front_of(A_.cols());
    for (int k = 0; k < A_.cols(); ++k) position[tree_.permutation[k]] = k;
    const int count = static_cast<int>(tree_.fronts.size());
    for (int f = 0; f < count; ++f) {
      const Front& front = tree_.fronts[f];
      std::fill_n(front_of.begin() + front.first, front.pivots, f);
    }
    first_entry_.assign(count + 2, 0);
    const int *outer = A_.outerIndexPtr(), *inner = A_.innerIndexPtr();
    const auto each = [&](const auto& visit) {
      for (int j = 0; j < A_.cols(); ++j) {
        for (int k = outer[j]; k < outer[j + 1]; ++k) {
          const int row = position[inner[k]], column = position[j];
          visit(front_of[std::min(row, column)], Entry{k, row, column});
        }
      }
    };
    each([this](int f, const Entry&) { ++first_entry_[f + 2]; });
    for (int f = 0; f < count; ++f) first_entry_[f + 2] += first_entry_[f + 1];
    entries_.resize(A_.nonZeros());
    each([this](int f, const Entry& entry) { entries_[first_entry_[f + 1]++] = entry; });
  }

  void PlanFront(int f) {
    const Front& front = tree_.fronts[f];
    const int* rows = tree_.rows.data() + front.rows;
    for (int i = 0; i < front.size(); ++i) local_[rows[i]] = i;
    const int first = static_cast<int>(plan_.runs.size());
    for (int e = first_entry_[f]; e < first_entry_[f + 1]; ++e) {
      const Entry& entry = entries_[e];
      Append(
          plan_.runs, first, entry.source, local_[entry.row] + local_[entry.column] * front.size());
    }
    plan_.first_run.push_back(static_cast<int>(plan_.runs.size()));
    for (int child : tree_.children[f]) {
      const Front& from = tree_.fronts[child];
      const int* rest = tree_.rows.data() + from.rows + from.pivots;
      int* column = plan_.columns.data() + plan_.first_column[child];
      for (int i = 0; i < from.rest; ++i) {
        column[i] = local_[rest[i]];
        Append(row_runs_[child], 0, i, column[i], plan_.symmetric && i % kPieceColumns == 0);
      }
    }
    plan_.largest_front = std::max(plan_.largest_front, front.size());
  }

  void JoinRowRuns() {
    plan_.first_row_run.push_back(0);
    for (const auto& runs : row_runs_) {
      plan_.row_runs.insert(plan_.row_runs.end(), runs.begin(), runs.end());
      plan_.first_row_run.push_back(static_cast<int>(plan_.row_runs.size()));
    }
  }

  void PlacePanels() {
    for (const Panel& panel : tree_.panels) {
      plan_.lower_offset.push_back(plan_.lower_size);
      plan_.upper_offset.push_back(plan_.upper_size);
      plan_.lower_size += static_cast<long>(panel.pivots) * panel.rest;
      plan_.upper_size +=
          static_cast<long>(panel.pivots) * (panel.pivots + (plan_.symmetric ? 0 : panel.rest));
    }
  }

  const SparseMatrix& A_;
  Plan& plan_;
  const FrontTree& tree_;
  std::vector<Entry> entries_;
  std::vector<int> first_entry_;
  std::vector<int> local_;  // of positions in the front at work
  std::vector<std::vector<block::Run>> row_runs_;
};

}  // namespace

long CountLeft(int rest, bool symmetric) {
  if (!symmetric) return static_cast<long>(rest) * rest;
  const int last = rest / kPieceColumns * kPieceColumns;
  return PieceOffset(rest, last) + static_cast<long>(rest - last) * (rest - last);
}

Plan MakePlan(const SparseMatrix& A, FrontTree tree, bool symmetric) {
  Plan plan;
  plan.tree = std::move(tree);
  plan.symmetric = symmetric;
  plan.flops = symmetric ? plan.tree.flops / 2 : plan.tree.flops;
  Planner(A, plan).Run();
  MakeTasks(plan);
  return plan;
}

}  // namespace trunnion::block
