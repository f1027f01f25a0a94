// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "solvers/linear/block/kernels.hpp"

namespace trunnion::block {

/// Numbers for the kernels, kReadPadding of them behind the end, which the first use touches, in
/// the thread that uses them. Where the system offers it, large ones lie in huge pages: a factor of
/// a gigabyte otherwise takes as long to touch as to compute.
class Memory {
 public:
  Memory() = default;
  /// @throws std::bad_alloc
  explicit Memory(std::size_t size) : size_(size) {
    const std::size_t bytes = (size + kReadPadding) * sizeof(double);
    const std::size_t page = bytes > kHugePage ? kHugePage : kCacheLine;
    const std::size_t rounded = (bytes + page - 1) / page * page;
    data_.reset(static_cast<double*>(std::aligned_alloc(page, rounded)));
    if (data_ == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    if (page == kHugePage) (void)madvise(data_.get(), rounded, MADV_HUGEPAGE);
#endif
  }

  double* get() const { return data_.get(); }
  /// Room for `size` numbers; what was there is lost if it grows.
  void Require(std::size_t size) {
    if (size > size_) *this = Memory(size);
  }

 private:
  struct Free {
    void operator()(double* data) const { std::free(data); }
  };
  static constexpr std::size_t kHugePage = std::size_t{1} << 21, kCacheLine = 64;
  std::size_t size_ = 0;
  std::unique_ptr<double[], Free> data_;
};

}  // namespace trunnion::block
