// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/active_rows.hpp"

#include <algorithm>
#include <numeric>

namespace trunnion {

void ActiveRows::Reset(int m) {
  m_ = m;
  rows_.resize(static_cast<std::size_t>(m));
  std::iota(rows_.begin(), rows_.end(), 0);
}

std::vector<int> ActiveRows::Inactive() const {
  std::vector<int> inactive;
  for (int row = 0; row < m_; ++row)
    if (!std::binary_search(rows_.begin(), rows_.end(), row)) inactive.push_back(row);
  return inactive;
}

void ActiveRows::Select(const SparseMatrix& GT, SparseMatrix& out) const {
  if (all()) {
    out = GT;
    return;
  }
  int nonzeros = 0;
  for (int row : rows_) nonzeros += GT.outerIndexPtr()[row + 1] - GT.outerIndexPtr()[row];
  out.resize(GT.rows(), size());
  out.resizeNonZeros(nonzeros);
  int k = 0;
  for (int j = 0; j < size(); ++j) {
    const int row = rows_[static_cast<std::size_t>(j)];
    const int begin = GT.outerIndexPtr()[row], end = GT.outerIndexPtr()[row + 1];
    out.outerIndexPtr()[j] = k;
    std::copy(GT.innerIndexPtr() + begin, GT.innerIndexPtr() + end, out.innerIndexPtr() + k);
    std::copy(GT.valuePtr() + begin, GT.valuePtr() + end, out.valuePtr() + k);
    k += end - begin;
  }
  out.outerIndexPtr()[size()] = k;
}

void ActiveRows::Select(const VectorXd& full, VectorXd& out) const {
  if (all()) {
    out = full;
    return;
  }
  out.resize(size());
  for (int j = 0; j < size(); ++j) out[j] = full[rows_[static_cast<std::size_t>(j)]];
}

void ActiveRows::Expand(const VectorXd& compact, VectorXd& full) const {
  if (all()) {
    full = compact;
    return;
  }
  full.setZero(m_);
  for (int j = 0; j < size(); ++j) full[rows_[static_cast<std::size_t>(j)]] = compact[j];
}

}  // namespace trunnion
