// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/factor.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>

#include "engine/core/parallel.hpp"

namespace trunnion::block {
namespace {

/// Operations of a matrix below which threads do not help, and of one update.
constexpr double kSerialFlops = 2e6, kSerialUpdate = 4e6;
/// Columns of one piece of a shared update: a multiple of every kernel's width.
constexpr int kUpdateColumns = 48;

}  // namespace

Factor::Factor(const SparseMatrix& A, const Kernels& kernels)
    : kernels_(kernels), plan_(MakePlan(A)), sweeps_(plan_) {
  const auto allocate = [](std::vector<double>& array, long size) {
    array.assign(static_cast<std::size_t>(size + kReadPadding), 0.0);
  };
  allocate(lower_, plan_.tree.lower_size);
  allocate(upper_, plan_.tree.upper_size);
  allocate(left_, plan_.left_size);
  allocate(x_, static_cast<long>(kMaxColumns) * sweeps_.size());
  smallest_.resize(plan_.tree.fronts.size());
}

double Factor::Compute(const SparseMatrix& A, bool parallel) {
  parallel = parallel && plan_.tree.flops > kSerialFlops && plan_.tasks.size() > 1;
  if (parallel) {
    ComputeTasks(A.valuePtr());
  } else {
    work_.resize(static_cast<std::size_t>(plan_.largest_front) * plan_.largest_front +
                 kReadPadding);
    for (int f = 0; f < static_cast<int>(plan_.tree.fronts.size()); ++f) {
      smallest_[f] = ComputeFront(f, A.valuePtr(), work_.data(), false);
      if (!(smallest_[f] > 0.0)) return 0.0;
    }
  }
  return *std::min_element(smallest_.begin(), smallest_.end());
}

/// Runs each task when those below it are done.
void Factor::ComputeTasks(const double* values) {
  const auto& tasks = plan_.tasks;
  tbb::enumerable_thread_specific<std::vector<double>> work;
  std::vector<std::atomic<int>> missing(tasks.size());
  for (std::size_t t = 0; t < tasks.size(); ++t) missing[t] = tasks[t].children;
  tbb::task_group group;
  const auto run = [&](const auto& self, int t) -> void {
    tbb::this_task_arena::isolate([&] {  // or an inner loop could begin another task on `mine`
      std::vector<double>& mine = work.local();
      for (int f : tasks[t].fronts) {
        const auto size = static_cast<std::size_t>(plan_.tree.fronts[f].size());
        if (mine.size() < size * size + kReadPadding) mine.resize(size * size + kReadPadding);
        smallest_[f] = ComputeFront(f, values, mine.data(), true);
      }
    });
    const int parent = tasks[t].parent;
    if (parent >= 0 && --missing[parent] == 0) group.run([&self, parent] { self(self, parent); });
  };
  for (std::size_t t = 0; t < tasks.size(); ++t)
    if (tasks[t].children == 0) group.run([&run, t] { run(run, static_cast<int>(t)); });
  group.wait();
}

void Factor::Assemble(int f, const double* values, double* work) const {
  const int size = plan_.tree.fronts[f].size();
  std::fill_n(work, static_cast<std::size_t>(size) * size, 0.0);
  kernels_.Copy(plan_.runs.data() + plan_.first_run[f],
                plan_.first_run[f + 1] - plan_.first_run[f],
                values,
                work);
  for (int child : plan_.tree.children[f]) {
    kernels_.Add(plan_.row_runs.data() + plan_.first_row_run[child],
                 plan_.first_row_run[child + 1] - plan_.first_row_run[child],
                 plan_.columns.data() + plan_.first_column[child],
                 plan_.tree.fronts[child].rest,
                 left_.data() + plan_.left_offset[child],
                 work,
                 size);
  }
}

double Factor::ComputeFront(int f, const double* values, double* work, bool parallel) {
  const Front& front = plan_.tree.fronts[f];
  Assemble(f, values, work);
  const int size = front.size();
  double smallest = 1.0;
  for (int k = front.first_panel; k < front.first_panel + front.panels; ++k) {
    const Panel& panel = plan_.tree.panels[k];
    const int p = panel.pivots, begin = panel.first - front.first;
    double* D = work + static_cast<std::size_t>(begin) * (size + 1);
    double *upper = upper_.data() + plan_.upper_offset[k],
           *lower = lower_.data() + plan_.lower_offset[k];
    smallest = std::min(smallest, kernels_.Invert(p, D, size, upper));
    if (!(smallest > 0.0)) return 0.0;
    kernels_.CopyUpper(panel.rest, p, D + static_cast<std::size_t>(p) * size, size, upper + p * p);
    kernels_.MakeLower(panel.rest, p, D + p, size, upper, lower);
    double* rest = D + static_cast<std::size_t>(p) * (size + 1);
    const bool last = begin + p == front.pivots;
    UpdateRest(panel,
               k,
               rest,
               size,
               last ? left_.data() + plan_.left_offset[f] : rest,
               last ? front.rest : size,
               parallel);
  }
  return smallest;
}

void Factor::UpdateRest(const Panel& panel,
                        int k,
                        const double* source,
                        int source_stride,
                        double* target,
                        int target_stride,
                        bool parallel) const {
  const int p = panel.pivots, rest = panel.rest;
  const double* lower = lower_.data() + plan_.lower_offset[k];
  const double* C = upper_.data() + plan_.upper_offset[k] + p * p;
  if (!parallel || 2.0 * p * rest * rest < kSerialUpdate) {
    kernels_.Update(rest, p, 0, rest, lower, C, source, source_stride, target, target_stride);
    return;
  }
  ForEachIndex((rest + kUpdateColumns - 1) / kUpdateColumns, true, [&](int piece) {
    const int begin = piece * kUpdateColumns, end = std::min(begin + kUpdateColumns, rest);
    kernels_.Update(rest, p, begin, end, lower, C, source, source_stride, target, target_stride);
  });
}

void Factor::Solve(Eigen::Ref<MatrixXd> rhs, bool parallel) const {
  const auto& tree = plan_.tree;
  const int n = static_cast<int>(rhs.rows()), total = static_cast<int>(rhs.cols());
  for (int first = 0, columns = 0; first < total; first += columns) {
    columns = total - first == 1 ? 1 : kMaxColumns;
    const int used = std::min(columns, total - first);
    if (used < columns) std::fill(x_.begin(), x_.end(), 0.0);
    for (int c = 0; c < used; ++c) {
      const double* b = rhs.col(first + c).data();
      for (int k = 0; k < n; ++k) x_[columns * k + c] = b[tree.permutation[k]];
    }
    sweeps_.Solve(kernels_, lower_.data(), upper_.data(), columns, x_.data(), parallel);
    for (int c = 0; c < used; ++c) {
      double* b = rhs.col(first + c).data();
      for (int k = 0; k < n; ++k) b[tree.permutation[k]] = x_[columns * k + c];
    }
  }
}

}  // namespace trunnion::block
