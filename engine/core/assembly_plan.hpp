// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/block_layout.hpp"
#include "engine/core/block_pattern.hpp"
#include "engine/core/element.hpp"

/// Two-phase assembly. Once per topology the plans below compute the sparsity patterns and, for
/// every (element, local block), the one place its numbers go to. Per evaluation an element only
/// *assigns* to its places, in any order and from any thread; then each sum is formed by one owner,
/// in ascending element number. No search, lock, atomic or zeroing is needed, and the result is the
/// same bit for bit for any number of threads, and in serial.
///
/// A place is final where a target has exactly one contributor; otherwise it is a tile in a staging
/// buffer in which the tiles of one target lie side by side in the order of summation. Blocks of
/// the ground have no place and are dropped.
namespace trunnion {

/// Places of the local matrices of a set of elements in a matrix with a BlockPattern.
class MatrixPlan {
 public:
  /// @param elements  every pair of bodies of an element must be in `pattern`.
  /// @throws ModelError if the staging buffer exceeds 2³¹ numbers.
  MatrixPlan(const BlockLayout& layout, const BlockPattern& pattern, const Connectivity& elements);

  int staging_size() const { return staging_size_; }

  /// Assigns the local matrix of element e. With blocks of 3 it acts on translations only.
  template <int K, int B = 6>
  void Write(int e,
             const LocalMatrix<K, B>& local,
             double* values,
             double* staging) const noexcept {
    const Slot* slot = slots_.data() + first_slot_[static_cast<std::size_t>(e)];
    const int count = K == Eigen::Dynamic ? static_cast<int>(local.rows()) / B : K;
    for (int j = 0; j < count; ++j) {
      for (int i = 0; i < count; ++i, ++slot) {
        if (slot->rows == 0) continue;
        double* place = slot->staged ? staging + slot->at : values + slot->at;
        const double* block = local.data() + B * i + B * B * count * j;
        if (B < 6 && (slot->rows > B || slot->cols > B))
          CopyTranslations(block, B * count, *slot, place);
        else
          Copy(block, B * count, *slot, place);
      }
    }
  }

  /// What element e has written becomes `factor` times as much.
  void Scale(int e, double factor, double* values, double* staging) const noexcept;

  /// Targets that are not written by exactly one element: their sums, or zero.
  int num_gathers() const { return static_cast<int>(gathers_.size()); }
  void Gather(int target, const double* staging, double* values) const noexcept;

 private:
  struct Slot {
    int at = 0;
    int ld = 0;  // leading dimension at the place
    signed char rows = 0;
    signed char cols = 0;
    bool staged = false;
  };
  struct GatherTarget {
    int at;  // in the values
    int ld;
    int first;  // in the staging buffer
    int count;  // tiles
    int rows;
    int cols;
  };
  struct Tile {  // one (element, local block), during the symbolic phase
    int block;
    int slot;
  };

  std::vector<Tile> MakeSlots(const BlockLayout& layout,
                              const BlockPattern& pattern,
                              const Connectivity& elements);
  void AssignPlaces(const BlockLayout& layout,
                    const BlockPattern& pattern,
                    std::vector<Tile> tiles);
  static void Copy(const double* local, int local_ld, const Slot& slot, double* place) noexcept;
  /// From a 3×3 block; what belongs to rotations is zero.
  static void CopyTranslations(const double* local,
                               int local_ld,
                               const Slot& slot,
                               double* place) noexcept;

  std::vector<std::size_t> first_slot_;  // per element
  std::vector<Slot> slots_;
  std::vector<GatherTarget> gathers_;
  int staging_size_ = 0;
};

/// Places of the local force vectors of a set of elements, always staged; summed per body. The
/// staging buffer starts as zeros.
class VectorPlan {
 public:
  VectorPlan(const BlockLayout& layout, const Connectivity& elements);

  int staging_size() const { return 6 * num_tiles_; }

  template <int K, int B = 6>
  void Write(int e, const LocalVector<K, B>& local, double* staging) const noexcept {
    const int* tile = tiles_.data() + first_[static_cast<std::size_t>(e)];
    const int count = K == Eigen::Dynamic ? static_cast<int>(local.size()) / B : K;
    for (int k = 0; k < count; ++k) {
      if (tile[k] < 0) continue;
      Vec6::Map(staging + 6 * tile[k]).template head<B>() = local.template segment<B>(B * k);
    }
  }

  /// What element e has written becomes `factor` times as much.
  void Scale(int e, double factor, double* staging) const noexcept;

  /// Sum of the 6-vectors of all elements on body b.
  Vec6 Sum(BodyIndex b, const double* staging) const noexcept;

 private:
  std::vector<int> tiles_;  // per (element, local body); −1: none
  std::vector<std::size_t> first_;
  std::vector<int> begin_;  // first tile of each body
  int num_tiles_ = 0;
};

}  // namespace trunnion
