// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/sparse_products.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "engine/core/parallel.hpp"

namespace trunnion {
namespace {

using ConstMatrix = Eigen::Ref<const MatrixXd>;
using Matrix = Eigen::Ref<MatrixXd>;

/// Numbers of a matrix below which threads do not help its product, and columns of one task.
constexpr Eigen::Index kSerialNumbers = 30000;
constexpr int kColumnsPerTask = 512;

template <int C>
void AddColumns(double s, const SparseMatrix& A, const ConstMatrix& X, Matrix& Y) {
  const int *start = A.outerIndexPtr(), *row = A.innerIndexPtr();
  const double *value = A.valuePtr(), *x = X.data();
  double* y = Y.data();
  const Eigen::Index x_ld = X.outerStride(), y_ld = Y.outerStride();
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    std::array<double, C> factor;
    for (int c = 0; c < C; ++c) factor[c] = s * x[j + c * x_ld];
    for (int k = start[j]; k < start[j + 1]; ++k)
      for (int c = 0; c < C; ++c) y[row[k] + c * y_ld] += value[k] * factor[c];
  }
}

template <int C>
void AddTransposedColumns(
    double s, const SparseMatrix& A, const ConstMatrix& X, Matrix& Y, int begin, int end) {
  const int *start = A.outerIndexPtr(), *row = A.innerIndexPtr();
  const double *value = A.valuePtr(), *x = X.data();
  double* y = Y.data();
  const Eigen::Index x_ld = X.outerStride(), y_ld = Y.outerStride();
  for (Eigen::Index j = begin; j < end; ++j) {
    std::array<double, C> sum{};
    for (int k = start[j]; k < start[j + 1]; ++k)
      for (int c = 0; c < C; ++c) sum[c] += value[k] * x[row[k] + c * x_ld];
    for (int c = 0; c < C; ++c) y[j + c * y_ld] += s * sum[c];
  }
}

}  // namespace

void AddProduct(double s, const SparseMatrix& A, const ConstMatrix& X, Matrix Y) {
  assert(A.isCompressed() && X.rows() == A.cols() && Y.rows() == A.rows());
  using Function = void (*)(double, const SparseMatrix&, const ConstMatrix&, Matrix&);
  static constexpr std::array<Function, kMaxProductColumns> kByColumns{
      AddColumns<1>, AddColumns<2>, AddColumns<3>, AddColumns<4>};
  kByColumns.at(static_cast<std::size_t>(X.cols() - 1))(s, A, X, Y);
}

void AddTransposedProduct(double s, const SparseMatrix& A, const ConstMatrix& X, Matrix Y) {
  assert(A.isCompressed() && X.rows() == A.rows() && Y.rows() == A.cols());
  using Function =
      void (*)(double, const SparseMatrix&, const ConstMatrix&, Matrix&, int begin, int end);
  static constexpr std::array<Function, kMaxProductColumns> kByColumns{AddTransposedColumns<1>,
                                                                       AddTransposedColumns<2>,
                                                                       AddTransposedColumns<3>,
                                                                       AddTransposedColumns<4>};
  const Function add = kByColumns.at(static_cast<std::size_t>(X.cols() - 1));
  const int columns = static_cast<int>(A.cols());
  const int tasks = (columns + kColumnsPerTask - 1) / kColumnsPerTask;
  ForEachIndex(tasks, A.nonZeros() >= kSerialNumbers, [&](int task) {
    const int begin = task * kColumnsPerTask;
    add(s, A, X, Y, begin, std::min(begin + kColumnsPerTask, columns));
  });
}

void AddConstraintTerms(const SparseMatrix& GT,
                        const VectorXd& v,
                        const VectorXd& mu,
                        const VectorXd& lambda,
                        const ConstraintTerms& out) {
  const int *start = GT.outerIndexPtr(), *row = GT.innerIndexPtr();
  const double *value = GT.valuePtr(), *x = v.data();
  double *kinematics = out.kinematics.data(), *dynamics = out.dynamics.data();
  for (Eigen::Index j = 0; j < GT.cols(); ++j) {
    double rate = 0;
    for (int k = start[j]; k < start[j + 1]; ++k) {
      rate += value[k] * x[row[k]];
      kinematics[row[k]] += value[k] * mu[j];
      dynamics[row[k]] += value[k] * lambda[j];
    }
    out.rates[j] += rate;
  }
}

}  // namespace trunnion
