// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/symmetric_modes.hpp"

#include <Spectra/SymGEigsShiftSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "engine/core/error.hpp"
#include "solvers/linear/block_lu.hpp"

namespace trunnion {
namespace {

constexpr Eigen::Index kDense = 200;  // up to here all modes at once are cheaper
constexpr Eigen::Index kCholesky = 5000;
constexpr double kPrecision = 1e-11;  // of the residual, relative to 1/(λ + μ)

[[noreturn]] void RefuseMatrix() {
  throw SolverError(
      "modes: K + mu M is not positive definite; is a part without stiffness or without mass, or "
      "not connected?");
}

double DefaultMu(const SparseMatrix& K, const SparseMatrix& M) {
  double largest = 0;
  for (Eigen::Index i = 0; i < K.rows(); ++i)
    if (M.coeff(i, i) > 0) largest = std::max(largest, K.coeff(i, i) / M.coeff(i, i));
  return largest > 0 ? 1e-8 * largest : 1.0;
}

/// x → (K + μ M)⁻¹ x.
class ShiftInverse {
 public:
  using Scalar = double;
  ShiftInverse(const SparseMatrix& K, const SparseMatrix& M, double mu)
      : solver_(MakeStructureSolver(K.rows())), size_(K.rows()) {
    if (solver_->Factor(K + mu * M) != SolveStatus::ok) RefuseMatrix();
  }
  Eigen::Index rows() const { return size_; }
  Eigen::Index cols() const { return size_; }
  void set_shift(double) {}  // fixed by the constructor
  void perform_op(const double* x, double* y) const {
    Eigen::Map<VectorXd> result(y, size_);
    result = Eigen::Map<const VectorXd>(x, size_);
    if (solver_->Solve(result) != SolveStatus::ok) RefuseMatrix();
  }

 private:
  std::unique_ptr<LinearSolver> solver_;
  Eigen::Index size_;
};

class Product {
 public:
  using Scalar = double;
  explicit Product(const SparseMatrix& A) : A_(A) {}
  Eigen::Index rows() const { return A_.rows(); }
  Eigen::Index cols() const { return A_.cols(); }
  void perform_op(const double* x, double* y) const {
    Eigen::Map<VectorXd>(y, A_.rows()) = A_ * Eigen::Map<const VectorXd>(x, A_.rows());
  }

 private:
  const SparseMatrix& A_;
};

/// The largest ν = 1/(λ + μ) of M x = ν (K + μ M) x, which does not need M to be regular.
SymmetricModes CalcDenseModes(const SparseMatrix& K,
                              const SparseMatrix& M,
                              Eigen::Index count,
                              double mu) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver{MatrixXd(M),
                                                                  MatrixXd(K + mu * M)};
  if (solver.info() != Eigen::Success) RefuseMatrix();
  SymmetricModes modes{VectorXd(count), MatrixXd(K.rows(), count)};
  for (Eigen::Index j = 0; j < count; ++j) {
    const Eigen::Index from = K.rows() - 1 - j;
    modes.eigenvalues[j] = 1 / solver.eigenvalues()[from] - mu;
    modes.shapes.col(j) = solver.eigenvectors().col(from);
  }
  return modes;
}

SymmetricModes CalcSparseModes(const SparseMatrix& K,
                               const SparseMatrix& M,
                               Eigen::Index count,
                               double mu) {
  using Solver =
      Spectra::SymGEigsShiftSolver<ShiftInverse, Product, Spectra::GEigsMode::ShiftInvert>;
  ShiftInverse inverse(K, M, mu);
  Product mass(M);
  const Eigen::Index basis = std::min(K.rows(), 2 * count + 20);
  Solver solver(inverse, mass, count, basis, -mu);
  // One application of the operator leaves no component without mass in the start.
  VectorXd start = VectorXd::LinSpaced(K.rows(), 1, 2).array().sin(), allowed(K.rows());
  start = M * start;
  inverse.perform_op(start.data(), allowed.data());
  solver.init(allowed.data());
  solver.compute(Spectra::SortRule::LargestMagn, 1000, kPrecision, Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful)
    throw SolverError("modes: the iteration did not converge; ask for fewer modes");
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace

VectorXd SymmetricModes::CalcFrequencies() const {
  return eigenvalues.cwiseAbs().cwiseSqrt() / (2 * std::numbers::pi);
}

SymmetricModes CalcLowestModes(const SparseMatrix& K,
                               const SparseMatrix& M,
                               int count,
                               std::optional<double> mu) {
  if (count < 1 || count > K.rows())
    throw SolverError("modes: " + std::to_string(count) + " modes of " + std::to_string(K.rows()) +
                      " unknowns; ask for at least one and at most that many");
  const double shift = mu.value_or(DefaultMu(K, M));
  const bool dense = K.rows() <= kDense || 3 * count > K.rows();
  SymmetricModes modes =
      dense ? CalcDenseModes(K, M, count, shift) : CalcSparseModes(K, M, count, shift);
  for (Eigen::Index j = 0; j < modes.shapes.cols(); ++j) {
    auto shape = modes.shapes.col(j);
    Eigen::Index largest = 0;
    shape.cwiseAbs().maxCoeff(&largest);
    shape *= (shape[largest] < 0 ? -1 : 1) / std::sqrt(shape.dot(M * shape));
  }
  return modes;
}

std::unique_ptr<LinearSolver> MakeStructureSolver(Eigen::Index size) {
  return size <= kCholesky ? MakeCholesky() : MakeBlockLu();
}

SparseMatrix SelectRowsAndColumns(const SparseMatrix& A, const std::vector<int>& kept) {
  std::vector<int> place(static_cast<std::size_t>(A.rows()), -1);
  for (std::size_t i = 0; i < kept.size(); ++i)
    place[static_cast<std::size_t>(kept[i])] = static_cast<int>(i);
  const auto size = static_cast<Eigen::Index>(kept.size());
  SparseMatrix selected(size, size);
  selected.reserve(A.nonZeros());
  std::vector<std::pair<int, double>> column;
  for (Eigen::Index j = 0; j < size; ++j) {
    column.clear();
    for (SparseMatrix::InnerIterator it(A, kept[static_cast<std::size_t>(j)]); it; ++it)
      if (const int row = place[static_cast<std::size_t>(it.row())]; row >= 0)
        column.emplace_back(row, it.value());
    if (!std::is_sorted(column.begin(), column.end())) std::sort(column.begin(), column.end());
    selected.startVec(j);
    for (const auto& [row, value] : column) selected.insertBack(row, j) = value;
  }
  selected.finalize();
  return selected;
}

}  // namespace trunnion
