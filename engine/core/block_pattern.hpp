// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/block_layout.hpp"
#include "engine/core/types.hpp"

namespace trunnion {

/// Pattern of the n×n dynamics matrices: dense body×body blocks in CSC form. All columns of a body
/// have the same height, so that entry (i, j) of a block is values[base + i + j height].
class BlockPattern {
 public:
  struct Block {
    BodyIndex row;
    BodyIndex col;
    int base;  ///< position of the block's entry (0, 0) in the values
  };

  /// The diagonal block of every body and, for each element, all pairs of its bodies.
  BlockPattern(const BlockLayout& layout, const Connectivity& elements);

  const std::vector<Block>& blocks() const { return blocks_; }  ///< sorted by (col, row)
  /// Index in blocks() of a block that exists.
  int Find(BodyIndex row, BodyIndex col) const;
  int height(BodyIndex col) const { return heights_[static_cast<std::size_t>(col)]; }
  /// An n×n matrix with this pattern, values zero.
  SparseMatrix MakeMatrix(const BlockLayout& layout) const;

 private:
  std::vector<Block> blocks_;
  std::vector<int> first_;    // first block of each column of bodies
  std::vector<int> heights_;  // stored rows in each column of a body
};

}  // namespace trunnion
