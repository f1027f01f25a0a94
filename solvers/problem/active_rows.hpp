// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/core/types.hpp"

namespace trunnion {

class Archive;

/// The constraint rows that are solved with; the others repeat them (redundant constraints) and are
/// only watched. Vectors over all m rows are full, over the active ones compact.
class ActiveRows {
 public:
  explicit ActiveRows(int m = 0) : m_(m) { Reset(m); }
  /// All m rows active.
  void Reset(int m);
  /// Only `rows` (sorted) active.
  void Set(int m, std::vector<int> rows) { m_ = m, rows_ = std::move(rows); }

  int size() const { return static_cast<int>(rows_.size()); }
  bool all() const { return size() == m_; }
  const std::vector<int>& rows() const { return rows_; }
  /// The rows that are not active, sorted.
  std::vector<int> Inactive() const;

  /// Columns of GT that belong to active rows.
  void Select(const SparseMatrix& GT, SparseMatrix& out) const;
  /// Entries of a full vector at the active rows.
  void Select(const VectorXd& full, VectorXd& out) const;
  /// Full vector from a compact one, zero elsewhere.
  void Expand(const VectorXd& compact, VectorXd& full) const;
  void Serialize(Archive& archive);

 private:
  int m_ = 0;
  std::vector<int> rows_;
};

}  // namespace trunnion
