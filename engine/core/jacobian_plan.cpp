// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/jacobian_plan.hpp"

#include <algorithm>
#include <numeric>

namespace trunnion {
JacobianPlan::JacobianPlan(const BlockLayout& layout,
                           const Connectivity& elements,
                           std::vector<int> rows) {
  int base = 0;
  first_row_.push_back(0);
  for (int e = 0; e < elements.num_elements(); ++e) {
    const auto bodies = elements.bodies(e);
    Column column{base, 0, static_cast<int>(parts_.size()), static_cast<int>(bodies.size())};
    for (const BodyIndex b : bodies) {
      int above = 0;
      for (const BodyIndex other : bodies) {
        if (layout.offset(other) < layout.offset(b)) above += layout.size(other);
      }
      parts_.push_back({above, layout.size(b), layout.offset(b)});
      column.height += layout.size(b);
    }
    columns_.push_back(column);
    base += column.height * rows[idx(e)];
    first_row_.push_back(first_row_.back() + rows[idx(e)]);
  }
}

int JacobianPlan::Owner(int row) const {
  const auto it = std::upper_bound(first_row_.begin(), first_row_.end(), row);
  return static_cast<int>(it - first_row_.begin()) - 1;
}

SparseMatrix JacobianPlan::MakeMatrix(const BlockLayout& layout) const {
  SparseMatrix matrix(layout.num_components(), num_rows());
  int nonzeros = 0;
  for (std::size_t e = 0; e < columns_.size(); ++e) {
    for (int row = first_row_[e]; row < first_row_[e + 1]; ++row) {
      matrix.outerIndexPtr()[row] = nonzeros;
      nonzeros += columns_[e].height;
    }
  }
  matrix.outerIndexPtr()[num_rows()] = nonzeros;
  matrix.resizeNonZeros(nonzeros);
  for (std::size_t e = 0; e < columns_.size(); ++e) {
    for (int row = first_row_[e]; row < first_row_[e + 1]; ++row) {
      int* inner = matrix.innerIndexPtr() + matrix.outerIndexPtr()[row];
      for (int p = 0; p < columns_[e].num_parts; ++p) {
        const Part& part = parts_[idx(columns_[e].first_part + p)];
        std::iota(inner + part.at, inner + part.at + part.size, part.offset);
      }
    }
  }
  matrix.coeffs().setZero();
  return matrix;
}

}  // namespace trunnion
