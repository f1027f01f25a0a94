// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "engine/core/types.hpp"

namespace trunnion {

/// A 6×6 matrix that is diagonal more often than not: then a product reads 6 numbers.
class CompactMatrix6 {
 public:
  explicit CompactMatrix6(const Mat6& A)
      : diagonal_(A.diagonal()),
        full_(A.isDiagonal(0) ? nullptr : std::make_shared<const Mat6>(A)) {}

  Vec6 operator*(const Vec6& x) const {
    if (full_) return *full_ * x;
    return diagonal_.cwiseProduct(x);
  }
  bool is_diagonal() const { return !full_; }
  Mat6 ToDense() const { return full_ ? *full_ : Mat6(diagonal_.asDiagonal()); }

 private:
  Vec6 diagonal_;
  std::shared_ptr<const Mat6> full_;  ///< none if diagonal
};

}  // namespace trunnion
