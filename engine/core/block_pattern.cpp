// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/block_pattern.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr std::int64_t kMostBlocks = std::numeric_limits<int>::max();

// The distinct rows of each column of bodies, sorted.
std::vector<std::vector<BodyIndex>> FindRows(const BlockLayout& layout,
                                             const Connectivity& elements) {
  std::vector<std::vector<BodyIndex>> rows(idx(layout.num_bodies()));
  for (BodyIndex b = 0; b < layout.num_bodies(); ++b) {
    if (layout.active(b)) rows[idx(b)].push_back(b);
  }
  for (int e = 0; e < elements.num_elements(); ++e) {
    for (const BodyIndex col : elements.bodies(e)) {
      for (const BodyIndex row : elements.bodies(e)) {
        if (layout.active(row) && layout.active(col) && row != col) rows[idx(col)].push_back(row);
      }
    }
  }
  for (auto& column : rows) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
  return rows;
}

}  // namespace

BlockPattern::BlockPattern(const BlockLayout& layout, const Connectivity& elements) {
  const auto rows = FindRows(layout, elements);
  std::int64_t column_base = 0;
  for (BodyIndex col = 0; col < layout.num_bodies(); ++col) {
    first_.push_back(static_cast<int>(blocks_.size()));
    int height = 0;
    for (const BodyIndex row : rows[idx(col)]) {
      blocks_.push_back({row, col, static_cast<int>(column_base) + height});
      height += layout.size(row);
    }
    heights_.push_back(height);
    column_base += std::int64_t{height} * layout.size(col);
    Require(column_base < kMostBlocks, "The system matrix has more than 2^31 entries.");
  }
  first_.push_back(static_cast<int>(blocks_.size()));
}

int BlockPattern::Find(BodyIndex row, BodyIndex col) const {
  const auto begin = blocks_.begin() + first_[idx(col)];
  const auto end = blocks_.begin() + first_[idx(col) + 1];
  const auto it = std::lower_bound(
      begin, end, row, [](const Block& block, BodyIndex r) { return block.row < r; });
  assert(it != end && it->row == row);
  return static_cast<int>(it - blocks_.begin());
}

SparseMatrix BlockPattern::MakeMatrix(const BlockLayout& layout) const {
  const int n = layout.num_components();
  SparseMatrix matrix(n, n);
  int nonzeros = 0;
  for (BodyIndex col = 0; col < layout.num_bodies(); ++col) {
    for (int c = 0; c < layout.size(col); ++c) {
      matrix.outerIndexPtr()[layout.offset(col) + c] = nonzeros;
      nonzeros += height(col);
    }
  }
  matrix.outerIndexPtr()[n] = nonzeros;
  matrix.resizeNonZeros(nonzeros);
  for (const Block& block : blocks_) {
    for (int c = 0; c < layout.size(block.col); ++c) {
      int* inner = matrix.innerIndexPtr() + block.base + c * height(block.col);
      std::iota(inner, inner + layout.size(block.row), layout.offset(block.row));
    }
  }
  matrix.coeffs().setZero();
  return matrix;
}

}  // namespace trunnion
