// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/gram_matrix.hpp"

#include "engine/core/parallel.hpp"

namespace trunnion {
namespace {

/// Entries below which one thread takes all, and entries of one task.
constexpr int kSerialEntries = 8192, kEntriesPerTask = 1024;

}  // namespace

void GramMatrix::Analyze(const SparseMatrix& GT) {
  const SparseMatrix G = GT.transpose();
  const SparseMatrix pattern = G * GT;  // structural zeros are kept
  matrix_ = pattern.triangularView<Eigen::Lower>();
  runs_.clear();
  first_run_.clear();
  const int* outer = GT.outerIndexPtr();
  const int* inner = GT.innerIndexPtr();
  for (int j = 0; j < matrix_.outerSize(); ++j) {
    for (SparseMatrix::InnerIterator it(matrix_, j); it; ++it) {
      first_run_.push_back(runs_.size());
      const int i = static_cast<int>(it.row());
      int a = outer[i], b = outer[j];
      while (a < outer[i + 1] && b < outer[j + 1]) {
        if (inner[a] == inner[b]) AddTerm({a, b, inner[a], 1}, first_run_.back());
        const int row_a = inner[a], row_b = inner[b];
        if (row_a <= row_b) ++a;
        if (row_b <= row_a) ++b;
      }
    }
  }
  first_run_.push_back(runs_.size());
}

/// Extends the last run of the entry that begins at `first`, if the term continues it.
void GramMatrix::AddTerm(const Run& term, std::size_t first) {
  if (runs_.size() > first) {
    Run& last = runs_.back();
    const int size = last.size;
    if (term.a == last.a + size && term.b == last.b + size && term.row == last.row + size) {
      ++last.size;
      return;
    }
  }
  runs_.push_back(term);
}

template <class Product>
void GramMatrix::ComputeEntries(const Product& product) {
  // Runs have mostly the three or six rows of a body: with constant bounds they are unrolled.
  const auto add = [&](const Run& run, int size, double sum) {
    for (int r = 0; r < size; ++r) sum += product(run, r);
    return sum;
  };
  double* value = matrix_.valuePtr();
  const auto compute = [&](int entry) {
    const auto k = static_cast<std::size_t>(entry);
    double sum = 0;
    for (std::size_t i = first_run_[k]; i < first_run_[k + 1]; ++i) {
      const Run& run = runs_[i];
      sum = run.size == 6   ? add(run, 6, sum)
            : run.size == 3 ? add(run, 3, sum)
                            : add(run, run.size, sum);
    }
    value[k] = sum;
  };
  const int count = static_cast<int>(matrix_.nonZeros());
  ForEachIndex(count, count >= kSerialEntries, compute, kEntriesPerTask);
}

void GramMatrix::Compute(const SparseMatrix& GT, const VectorXd& inverse_metric) {
  const double *value = GT.valuePtr(), *weight = inverse_metric.data();
  ComputeEntries([=](const Run& run, int r) {
    return value[run.a + r] * value[run.b + r] * weight[run.row + r];
  });
}

void GramMatrix::Compute(const SparseMatrix& GT) {
  const double* value = GT.valuePtr();
  ComputeEntries([=](const Run& run, int r) { return value[run.a + r] * value[run.b + r]; });
}

}  // namespace trunnion
