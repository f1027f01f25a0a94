// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

/// Where each body's components lie in v ∈ ℝⁿ.
///
/// A rigid body owns 6 components (r', w), a point mass 3 (the translations, the first three of its
/// 6-vector), the ground none. A body's components are contiguous and in the order of the bodies.
class BlockLayout {
 public:
  /// @param sizes  components of each body: 0, 3 or 6; sizes[0] = 0 is the ground.
  explicit BlockLayout(std::vector<int> sizes) : sizes_(std::move(sizes)) {
    offsets_.reserve(sizes_.size());
    for (const int size : sizes_) {
      offsets_.push_back(num_components_);
      num_components_ += size;
    }
  }

  int num_bodies() const { return static_cast<int>(sizes_.size()); }
  int num_components() const { return num_components_; }         ///< n
  int size(BodyIndex b) const { return sizes_[idx(b)]; }         ///< 0, 3 or 6
  int offset(BodyIndex b) const { return offsets_[idx(b)]; }     ///< first component of b in v
  bool active(BodyIndex b) const { return sizes_[idx(b)] > 0; }  ///< has unknowns

 private:
  static std::size_t idx(BodyIndex b) { return static_cast<std::size_t>(b); }

  std::vector<int> sizes_;
  std::vector<int> offsets_;
  int num_components_ = 0;
};

/// The bodies of every element, in element order: the only thing assembly must know of an element.
class Connectivity {
 public:
  /// Appends an element with these bodies. Its number is the count of elements before it.
  void Add(std::span<const BodyIndex> element_bodies) {
    bodies_.insert(bodies_.end(), element_bodies.begin(), element_bodies.end());
    start_.push_back(static_cast<int>(bodies_.size()));
  }
  /// Appends all elements of `other`.
  void Append(const Connectivity& other) {
    for (int e = 0; e < other.num_elements(); ++e) Add(other.bodies(e));
  }

  int num_elements() const { return static_cast<int>(start_.size()) - 1; }
  std::span<const BodyIndex> bodies(int e) const {
    const auto first = static_cast<std::size_t>(start(e));
    return {bodies_.data() + first, static_cast<std::size_t>(start(e + 1)) - first};
  }
  /// Number of (element, body) pairs before element e.
  int start(int e) const { return start_[static_cast<std::size_t>(e)]; }

 private:
  std::vector<int> start_{0};
  std::vector<BodyIndex> bodies_;
};

}  // namespace trunnion
