// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/OrderingMethods>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "solvers/linear/sparse_qr.hpp"

namespace trunnion {
namespace {

struct Element {
  int column;
  double value;
};
using Row = std::vector<Element>;  // ascending columns

/// R by Givens rotations of the rows of A, one after the other (George & Heath 1980), then a sweep
/// from the top for the rank (Heath 1982). Eigen's SparseQR, which this replaces, recomputes its
/// elimination tree at each dependent column: minutes for a ladder of 1500 loops.
class RowGivens {
 public:
  explicit RowGivens(int columns) : rows_(columns) {}

  /// Rotates `row` into R until nothing is left of it.
  void Insert(Row row) {
    while (!row.empty()) {
      Row& pivot = rows_[row.front().column];
      if (pivot.empty()) {
        pivot = std::move(row);
        return;
      }
      Rotate(pivot, row);
    }
  }

  /// Where the diagonal is what is left of a dependent column, the row is rotated further down.
  void FindRank(double tolerance) {
    for (auto& pivot : rows_) {
      if (pivot.empty() || std::abs(pivot.front().value) > tolerance) continue;
      Row row(pivot.begin() + 1, pivot.end());
      pivot.clear();
      Insert(std::move(row));
    }
  }

  SparseMatrix MakeStaircase() const {
    std::vector<Eigen::Triplet<double>> entries;
    int step = 0;
    for (const Row& row : rows_) {
      for (const Element& e : row) entries.emplace_back(step, e.column, e.value);
      step += row.empty() ? 0 : 1;
    }
    SparseMatrix R(step, static_cast<int>(rows_.size()));
    R.setFromTriplets(entries.begin(), entries.end());
    return R;
  }

 private:
  /// Both rows start in the same column; afterwards only `pivot` does.
  void Rotate(Row& pivot, Row& row) {
    const double length = std::hypot(pivot.front().value, row.front().value);
    const double c = length > 0.0 ? pivot.front().value / length : 1.0;
    const double s = length > 0.0 ? row.front().value / length : 0.0;
    upper_.clear();
    lower_.clear();
    upper_.push_back({pivot.front().column, length});
    auto p = pivot.begin() + 1, r = row.begin() + 1;
    while (p != pivot.end() || r != row.end()) {
      const bool take_p = r == row.end() || (p != pivot.end() && p->column <= r->column);
      const bool take_r = p == pivot.end() || (r != row.end() && r->column <= p->column);
      const int column = take_p ? p->column : r->column;
      const double a = take_p ? (p++)->value : 0.0, b = take_r ? (r++)->value : 0.0;
      upper_.push_back({column, c * a + s * b});
      const double below = c * b - s * a;
      if (below != 0.0) lower_.push_back({column, below});
    }
    pivot = upper_;
    row = lower_;
  }

  std::vector<Row> rows_;  // rows_[k] starts in column k, or is empty
  Row upper_, lower_;
};

std::vector<int> OrderColumns(const SparseMatrix& A, bool natural_order) {
  std::vector<int> order(A.cols());
  if (natural_order || A.nonZeros() == 0) {
    std::iota(order.begin(), order.end(), 0);
  } else {
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
    Eigen::COLAMDOrdering<int>()(A, permutation);  // new position of each column
    for (int j = 0; j < A.cols(); ++j) order[permutation.indices()[j]] = j;
  }
  return order;
}

}  // namespace

QrFactor FactorQr(const SparseMatrix& A, double tolerance, bool natural_order) {
  QrFactor out;
  out.column = OrderColumns(A, natural_order);
  std::vector<Row> rows(A.rows());
  for (int k = 0; k < A.cols(); ++k) {
    for (SparseMatrix::InnerIterator it(A, out.column[k]); it; ++it) {
      rows[it.row()].push_back({k, it.value()});
    }
  }
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const Row& r) { return r.empty(); }),
             rows.end());
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return a.front().column < b.front().column;
  });
  RowGivens givens(static_cast<int>(A.cols()));
  for (Row& row : rows) givens.Insert(std::move(row));
  givens.FindRank(tolerance);
  out.R = givens.MakeStaircase();
  return out;
}

}  // namespace trunnion
