// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <vector>

#include "engine/core/block_layout.hpp"
#include "engine/core/element.hpp"

namespace trunnion {

/// Places of the constraint Jacobians in Gᵀ ∈ ℝⁿˣᵐ (CSC, one column a row of G). Every column has
/// one owner, so all places are final.
class JacobianPlan {
 public:
  /// @param rows  number of equations of each element; numbered in element order.
  JacobianPlan(const BlockLayout& layout, const Connectivity& elements, std::vector<int> rows);

  int num_rows() const { return first_row_.back(); }  ///< m
  int first_row(int e) const { return first_row_[static_cast<std::size_t>(e)]; }
  /// The element that owns a row.
  int Owner(int row) const;
  /// An n×m matrix with the pattern, values zero.
  SparseMatrix MakeMatrix(const BlockLayout& layout) const;

  /// Assigns the local Jacobian of element e.
  template <int K, int MaxRows>
  void Write(int e, const LocalJacobian<K, MaxRows>& G, double* values) const noexcept {
    const Column& column = columns_[static_cast<std::size_t>(e)];
    const Part* part = parts_.data() + column.first_part;
    const int count = K == Eigen::Dynamic ? static_cast<int>(G.cols()) / 6 : K;
    for (int k = 0; k < count; ++k, ++part) {
      double* place = values + column.base + part->at;
      for (Eigen::Index i = 0; i < G.rows(); ++i, place += column.height) {
        for (int c = 0; c < part->size; ++c) place[c] = G(i, 6 * k + c);
      }
    }
  }

  /// What element e has written becomes zero.
  void Clear(int e, double* values) const noexcept {
    const Column& column = columns_[static_cast<std::size_t>(e)];
    std::fill_n(values + column.base, (first_row(e + 1) - first_row(e)) * column.height, 0.0);
  }

 private:
  struct Part {  // one body of an element
    int at;      // from the top of the column
    int size;
    int offset;  // in v
  };
  struct Column {
    int base;  // in the values, of the first row
    int height;
    int first_part;
    int num_parts;
  };

  std::vector<Part> parts_;
  std::vector<Column> columns_;  // per element
  std::vector<int> first_row_;   // per element, and m
};

}  // namespace trunnion
