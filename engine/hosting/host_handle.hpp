// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

namespace trunnion {

/// Names something of one host object, by its place in a list of that object.
template <class Tag>
class HostHandle {
 public:
  constexpr HostHandle() = default;  ///< none: refused by every function
  constexpr HostHandle(std::uint64_t owner, int index) : owner_(owner), index_(index) {}

  constexpr std::uint64_t owner() const { return owner_; }  ///< number of the object, from 1 on
  constexpr int index() const { return index_; }
  friend constexpr bool operator==(HostHandle, HostHandle) = default;

 private:
  std::uint64_t owner_ = 0;
  int index_ = -1;
};

using InputHandle = HostHandle<struct InputTag>;
using OutputHandle = HostHandle<struct OutputTag>;
using ParameterHandle = HostHandle<struct ParameterTag>;

}  // namespace trunnion
