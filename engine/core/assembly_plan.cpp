// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/assembly_plan.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

constexpr std::int64_t kMaxSize = std::numeric_limits<int>::max();

}  // namespace

MatrixPlan::MatrixPlan(const BlockLayout& layout,
                       const BlockPattern& pattern,
                       const Connectivity& elements) {
  AssignPlaces(layout, pattern, MakeSlots(layout, pattern, elements));
}

std::vector<MatrixPlan::Tile> MatrixPlan::MakeSlots(const BlockLayout& layout,
                                                    const BlockPattern& pattern,
                                                    const Connectivity& elements) {
  std::vector<Tile> tiles;
  first_slot_.reserve(idx(elements.num_elements()));
  for (int e = 0; e < elements.num_elements(); ++e) {
    first_slot_.push_back(slots_.size());
    for (const BodyIndex col : elements.bodies(e)) {
      for (const BodyIndex row : elements.bodies(e)) {
        Slot slot;
        if (layout.active(row) && layout.active(col)) {
          slot.rows = static_cast<signed char>(layout.size(row));
          slot.cols = static_cast<signed char>(layout.size(col));
          tiles.push_back({pattern.Find(row, col), static_cast<int>(slots_.size())});
        }
        slots_.push_back(slot);
        Require(static_cast<std::int64_t>(slots_.size()) < kMaxSize / 36,
                "The model has too many elements for 32-bit assembly.");
      }
    }
  }
  return tiles;
}

// Slots are numbered in element order, so that sorting by (block, slot) puts the tiles of a block
// in ascending element number.
void MatrixPlan::AssignPlaces(const BlockLayout& layout,
                              const BlockPattern& pattern,
                              std::vector<Tile> tiles) {
  std::sort(tiles.begin(), tiles.end(), [](const Tile& a, const Tile& b) {
    return a.block != b.block ? a.block < b.block : a.slot < b.slot;
  });
  std::size_t next = 0;
  for (int index = 0; index < static_cast<int>(pattern.blocks().size()); ++index) {
    const BlockPattern::Block& block = pattern.blocks()[idx(index)];
    const std::size_t begin = next;
    while (next < tiles.size() && tiles[next].block == index) ++next;
    const int ld = pattern.height(block.col);
    const int rows = layout.size(block.row);
    const int cols = layout.size(block.col);
    if (next - begin == 1) {
      Slot& slot = slots_[idx(tiles[begin].slot)];
      slot.at = block.base;
      slot.ld = ld;
      continue;
    }
    const int count = static_cast<int>(next - begin);
    gathers_.push_back({block.base, ld, staging_size_, count, rows, cols});
    for (std::size_t t = begin; t < next; ++t) {
      Slot& slot = slots_[idx(tiles[t].slot)];
      slot.staged = true;
      slot.at = staging_size_;
      slot.ld = rows;
      staging_size_ += rows * cols;
    }
  }
}

void MatrixPlan::Copy(const double* local, int local_ld, const Slot& slot, double* place) noexcept {
  if (slot.rows == 6) {
    for (int c = 0; c < slot.cols; ++c) {
      std::copy_n(local + c * local_ld, 6, place + c * slot.ld);
    }
  } else {
    for (int c = 0; c < slot.cols; ++c) {
      std::copy_n(local + c * local_ld, slot.rows, place + c * slot.ld);
    }
  }
}

void MatrixPlan::CopyTranslations(const double* local,
                                  int local_ld,
                                  const Slot& slot,
                                  double* place) noexcept {
  for (int c = 0; c < slot.cols; ++c)
    for (int r = 0; r < slot.rows; ++r)
      place[r + c * slot.ld] = r < 3 && c < 3 ? local[r + c * local_ld] : 0;
}

void MatrixPlan::Gather(int target, const double* staging, double* values) const noexcept {
  const GatherTarget& g = gathers_[idx(target)];
  const int size = g.rows * g.cols;
  double sum[36] = {};
  const double* tile = staging + g.first;
  if (g.count > 0) std::copy_n(tile, size, sum);
  for (int t = 1; t < g.count; ++t) {
    tile += size;
    for (int i = 0; i < size; ++i) sum[i] += tile[i];
  }
  for (int c = 0; c < g.cols; ++c) {
    std::copy_n(sum + c * g.rows, g.rows, values + g.at + c * g.ld);
  }
}

void MatrixPlan::Scale(int e, double factor, double* values, double* staging) const noexcept {
  const std::size_t end = idx(e) + 1 < first_slot_.size() ? first_slot_[idx(e) + 1] : slots_.size();
  for (std::size_t i = first_slot_[idx(e)]; i < end; ++i) {
    const Slot& slot = slots_[i];
    double* place = (slot.staged ? staging : values) + slot.at;
    for (int c = 0; c < slot.cols; ++c, place += slot.ld)
      for (int r = 0; r < slot.rows; ++r) place[r] *= factor;
  }
}

VectorPlan::VectorPlan(const BlockLayout& layout, const Connectivity& elements)
    : begin_(idx(layout.num_bodies()) + 1, 0) {
  for (int e = 0; e < elements.num_elements(); ++e) {
    for (const BodyIndex b : elements.bodies(e)) {
      if (layout.active(b)) ++begin_[idx(b) + 1];
    }
  }
  std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
  num_tiles_ = begin_.back();
  std::vector<int> next(begin_.begin(), begin_.end() - 1);
  first_.reserve(idx(elements.num_elements()));
  for (int e = 0; e < elements.num_elements(); ++e) {
    first_.push_back(tiles_.size());
    for (const BodyIndex b : elements.bodies(e)) {
      tiles_.push_back(layout.active(b) ? next[idx(b)]++ : -1);
    }
  }
}

void VectorPlan::Scale(int e, double factor, double* staging) const noexcept {
  const std::size_t end = idx(e) + 1 < first_.size() ? first_[idx(e) + 1] : tiles_.size();
  for (std::size_t i = first_[idx(e)]; i < end; ++i)
    if (tiles_[i] >= 0) Vec6::Map(staging + 6 * tiles_[i]) *= factor;
}

Vec6 VectorPlan::Sum(BodyIndex b, const double* staging) const noexcept {
  Vec6 sum = Vec6::Zero();
  for (int tile = begin_[idx(b)]; tile < begin_[idx(b) + 1]; ++tile) {
    sum += Vec6::Map(staging + 6 * tile);
  }
  return sum;
}

}  // namespace trunnion
