// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block/factor.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "engine/core/parallel.hpp"

namespace trunnion::block {
namespace {

/// Operations of a matrix below which threads do not help, and of one update.
constexpr double kSerialFlops = 2e6, kSerialUpdate = 4e6;

/// Numbers of the scratch memory for a front: its matrix, and a panel's block to the right.
std::size_t WorkSize(int front) { return static_cast<std::size_t>(front) * (front + kMaxPivots); }

}  // namespace

Factor::Factor(const SparseMatrix& A, FrontTree tree, bool symmetric, const Kernels& kernels)
    : kernels_(kernels),
      plan_(MakePlan(A, std::move(tree), symmetric)),
      sweeps_(plan_),
      lower_(static_cast<std::size_t>(plan_.lower_size)),
      upper_(static_cast<std::size_t>(plan_.upper_size)),
      left_(static_cast<std::size_t>(plan_.left_size)),
      smallest_(plan_.tree.fronts.size()),
      x_(static_cast<std::size_t>(static_cast<long>(kMaxColumns) * sweeps_.size() + kReadPadding)) {
}

Factor::Factor(const SparseMatrix& A, const Kernels& kernels)
    : Factor(A, MakeFronts(MakeGraph(A)), false, kernels) {}

double Factor::Compute(const SparseMatrix& A, bool parallel) {
  parallel = parallel && plan_.flops > kSerialFlops && plan_.tasks.size() > 1;
  if (parallel) {
    ComputeTasks(A.valuePtr());
  } else {
    work_.Require(WorkSize(plan_.largest_front));
    for (int f = 0; f < static_cast<int>(plan_.tree.fronts.size()); ++f) {
      smallest_[f] = ComputeFront(f, A.valuePtr(), work_.get(), false);
      if (!(smallest_[f] > 0.0)) return 0.0;
    }
  }
  return *std::min_element(smallest_.begin(), smallest_.end());
}

/// Runs each task when those below it are done.
void Factor::ComputeTasks(const double* values) {
  const auto& tasks = plan_.tasks;
  tbb::enumerable_thread_specific<Memory> work;
  std::vector<std::atomic<int>> missing(tasks.size());
  for (std::size_t t = 0; t < tasks.size(); ++t) missing[t] = tasks[t].children;
  tbb::task_group group;
  const auto run = [&](const auto& self, int t) -> void {
    tbb::this_task_arena::isolate([&] {  // or an inner loop could begin another task on `mine`
      Memory& mine = work.local();
      mine.Require(WorkSize(plan_.largest_front));
      for (int f : tasks[t].fronts) {
        smallest_[f] = ComputeFront(f, values, mine.get(), true);
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
  for (int child : plan_.tree.children[f]) AddLeft(child, work, size);
}

void Factor::AddLeft(int child, double* work, int stride) const {
  const Run* run = plan_.row_runs.data() + plan_.first_row_run[child];
  const Run* end = plan_.row_runs.data() + plan_.first_row_run[child + 1];
  const int* columns = plan_.columns.data() + plan_.first_column[child];
  const double* left = left_.get() + plan_.left_offset[child];
  const int rest = plan_.tree.fronts[child].rest;
  if (!plan_.symmetric) {
    kernels_.Add(run, static_cast<int>(end - run), columns, rest, left, rest, work, stride);
    return;
  }
  for (int begin = 0; begin < rest; begin += kPieceColumns) {
    while (run->source < begin) ++run;
    const int rows = rest - begin, width = std::min(kPieceColumns, rows);
    const double* piece = left + PieceOffset(rest, begin) - begin;  // runs count from row 0
    kernels_.Add(
        run, static_cast<int>(end - run), columns + begin, width, piece, rows, work, stride);
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
    double *upper = upper_.get() + plan_.upper_offset[k],
           *lower = lower_.get() + plan_.lower_offset[k];
    if (plan_.symmetric) kernels_.Mirror(p, D, size);
    smallest = std::min(smallest, kernels_.Invert(p, D, size, upper));
    if (!(smallest > 0.0)) return 0.0;
    double* C = plan_.symmetric ? work + static_cast<std::size_t>(size) * size : upper + p * p;
    if (plan_.symmetric) {
      kernels_.CopyTransposed(panel.rest, p, D + p, size, C);
    } else {
      kernels_.CopyUpper(panel.rest, p, D + static_cast<std::size_t>(p) * size, size, C);
    }
    kernels_.MakeLower(panel.rest, p, D + p, size, upper, lower);
    const bool last = begin + p == front.pivots;
    UpdateRest({panel.rest, p, lower, C},
               {D + static_cast<std::size_t>(p) * (size + 1), size},
               last ? left_.get() + plan_.left_offset[f] : nullptr,
               parallel);
  }
  return smallest;
}

void Factor::UpdateRest(const Product& product, Rest rest, double* left, bool parallel) const {
  const int n = product.size, p = product.depth;
  parallel = parallel && 2.0 * p * n * n > kSerialUpdate;
  if (!plan_.symmetric && !parallel) {
    double* target = left != nullptr ? left : rest.data;
    const int stride = left != nullptr ? n : rest.stride;
    kernels_.Update(n, p, 0, n, product.lower, product.C, rest.data, rest.stride, target, stride);
    return;
  }
  ForEachIndex((n + kPieceColumns - 1) / kPieceColumns, parallel, [&](int piece) {
    const int begin = piece * kPieceColumns, top = plan_.symmetric ? begin : 0, rows = n - top;
    double* source = rest.data + top + static_cast<std::size_t>(begin) * rest.stride;
    double* target = source;
    int stride = rest.stride;
    if (left != nullptr) {
      target = left + (plan_.symmetric ? PieceOffset(n, begin) : static_cast<long>(begin) * n);
      stride = rows;
    }
    kernels_.Update(rows,
                    p,
                    0,
                    std::min(kPieceColumns, n - begin),
                    product.lower + static_cast<std::size_t>(top) * p,
                    product.C + static_cast<std::size_t>(begin) * p,
                    source,
                    rest.stride,
                    target,
                    stride);
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
    sweeps_.Solve(kernels_, lower_.get(), upper_.get(), columns, x_.data(), parallel);
    for (int c = 0; c < used; ++c) {
      double* b = rhs.col(first + c).data();
      for (int k = 0; k < n; ++k) b[tree.permutation[k]] = x_[columns * k + c];
    }
  }
}

}  // namespace trunnion::block
