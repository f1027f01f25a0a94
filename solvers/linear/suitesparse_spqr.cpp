// SPDX-License-Identifier: BSD-3-Clause
#include <SuiteSparseQR.hpp>
#include <algorithm>
#include <numeric>

#include "engine/core/error.hpp"
#include "solvers/linear/sparse_qr.hpp"

namespace trunnion {
namespace {

using Long = SuiteSparse_long;

/// Owns the CHOLMOD workspace and what SPQR returns.
class Spqr {
 public:
  Spqr() {
    cholmod_l_start(&common_);
    common_.print = 0;
    common_.error_handler = nullptr;
  }
  ~Spqr() {
    cholmod_l_free(columns_, sizeof(Long), order_, &common_);
    cholmod_l_free_sparse(&R_, &common_);
    cholmod_l_finish(&common_);
  }
  Spqr(const Spqr&) = delete;
  Spqr& operator=(const Spqr&) = delete;

  QrFactor Factor(const SparseMatrix& A, double tolerance, int ordering) {
    std::vector<Long> start(A.outerIndexPtr(), A.outerIndexPtr() + A.cols() + 1);
    std::vector<Long> row(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros());
    cholmod_sparse view{};
    view.nrow = static_cast<size_t>(A.rows());
    view.ncol = columns_ = static_cast<size_t>(A.cols());
    view.nzmax = row.size();
    view.p = start.data();
    view.i = row.data();
    view.x = const_cast<double*>(A.valuePtr());
    view.itype = CHOLMOD_LONG;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = view.packed = 1;
    const Long rank = SuiteSparseQR<double>(ordering, tolerance, 0, &view, &R_, &order_, &common_);
    if (rank < 0 || R_ == nullptr) throw SolverError("rank analysis: SPQR ran out of memory");
    cholmod_l_sort(R_, &common_);
    return MakeResult();
  }

 private:
  QrFactor MakeResult() const {
    QrFactor out;
    out.column.resize(columns_);
    if (order_ != nullptr) {
      std::transform(order_, order_ + columns_, out.column.begin(), [](Long j) {
        return static_cast<int>(j);
      });
    } else {
      std::iota(out.column.begin(), out.column.end(), 0);
    }
    const auto rows = static_cast<Eigen::Index>(R_->nrow);
    const auto columns = static_cast<Eigen::Index>(R_->ncol);
    const auto* start = static_cast<const Long*>(R_->p);
    out.R = Eigen::Map<const Eigen::SparseMatrix<double, Eigen::ColMajor, Long>>(
        rows,
        columns,
        start[columns],
        start,
        static_cast<const Long*>(R_->i),
        static_cast<const double*>(R_->x));
    return out;
  }

  cholmod_common common_{};
  cholmod_sparse* R_ = nullptr;
  Long* order_ = nullptr;
  size_t columns_ = 0;
};

}  // namespace

QrFactor FactorQr(const SparseMatrix& A, double tolerance, bool natural_order) {
  return Spqr().Factor(A, tolerance, natural_order ? SPQR_ORDERING_FIXED : SPQR_ORDERING_AMD);
}

}  // namespace trunnion
