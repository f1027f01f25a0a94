// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/analysis/symmetric_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"

namespace trunnion {
namespace symmetric_modes_test {

using std::numbers::pi;

/// n unit masses in a row with unit springs between them; the first is also held if `held`.
SparseMatrix Chain(int n, bool held) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i + 1 < n; ++i)
    for (const auto& [row, column, value] :
         {std::tuple{i, i, 1.0}, {i + 1, i + 1, 1.0}, {i, i + 1, -1.0}, {i + 1, i, -1.0}})
      entries.emplace_back(row, column, value);
  if (held) entries.emplace_back(0, 0, 1.0);
  SparseMatrix K(n, n);
  K.setFromTriplets(entries.begin(), entries.end());
  return K;
}

SparseMatrix Diagonal(const VectorXd& values) {
  SparseMatrix M(values.asDiagonal().toDenseMatrix().sparseView());
  M.makeCompressed();
  return M;
}

class SymmetricModesOf : public testing::TestWithParam<int> {};  // unknowns: dense and sparse
INSTANTIATE_TEST_SUITE_P(, SymmetricModesOf, testing::Values(40, 400));

TEST_P(SymmetricModesOf, ChainHasItsClosedFormFrequencies) {
  const int n = GetParam();
  const SparseMatrix K = Chain(n, true), M = Diagonal(VectorXd::Constant(n, 2));
  const SymmetricModes modes = CalcLowestModes(K, M, 8);
  for (int k = 0; k < 8; ++k) {
    const double s = std::sin((2 * k + 1) * pi / (2 * (2 * n + 1)));
    EXPECT_NEAR(modes.eigenvalues[k] / (2 * s * s), 1, 1e-10) << k;  // 4 sin²/2
    const VectorXd shape = modes.shapes.col(k);
    EXPECT_LT((K * shape - modes.eigenvalues[k] * (M * shape)).norm(), 1e-9);
    EXPECT_GT(shape.maxCoeff(), -shape.minCoeff() * (1 - 1e-6));
  }
  const MatrixXd product = modes.shapes.transpose() * (M * modes.shapes);
  EXPECT_LT((product - MatrixXd::Identity(8, 8)).norm(), 1e-10);
  EXPECT_NEAR(modes.CalcFrequencies()[0], std::sqrt(modes.eigenvalues[0]) / (2 * pi), 1e-15);
}

TEST_P(SymmetricModesOf, FreeChainHasARigidMode) {
  const int n = GetParam();
  const SymmetricModes modes =
      CalcLowestModes(Chain(n, false), Diagonal(VectorXd::Ones(n)), 4, 1e-4);
  EXPECT_NEAR(modes.eigenvalues[0], 0, 1e-13);
  EXPECT_NEAR(std::abs(modes.shapes.col(0).sum()), std::sqrt(n), 1e-9);
  for (int k = 1; k < 4; ++k) {
    const double s = 2 * std::sin(k * pi / (2 * n));
    EXPECT_NEAR(modes.eigenvalues[k] / (s * s), 1, 1e-10) << k;
  }
}

/// Springs in series through nodes without mass: half the stiffness.
TEST_P(SymmetricModesOf, MassIsAllowedToBeSingular) {
  const int n = GetParam();
  VectorXd masses = VectorXd::Zero(n);
  for (int i = 1; i < n; i += 2) masses[i] = 1;
  const SymmetricModes modes = CalcLowestModes(Chain(n, true), Diagonal(masses), 5);
  const SymmetricModes half =
      CalcLowestModes(0.5 * Chain(n / 2, true), Diagonal(VectorXd::Ones(n / 2)), 5);
  EXPECT_LT((modes.eigenvalues - half.eigenvalues).norm(), 1e-10 * half.eigenvalues.norm());
}

TEST(SymmetricModes, RefusesWhatHasNoAnswer) {
  const SparseMatrix K = Chain(5, true), M = Diagonal(VectorXd::Ones(5));
  EXPECT_THROW(CalcLowestModes(K, M, 0), SolverError);
  EXPECT_THROW(CalcLowestModes(K, M, 6), SolverError);
  EXPECT_THROW(CalcLowestModes(-1.0 * K, M, 2), SolverError);
}

TEST(SymmetricModes, SelectsRowsAndColumns) {
  const SparseMatrix K = Chain(6, true);
  const std::vector<int> kept{4, 0, 3};
  EXPECT_EQ(MatrixXd(SelectRowsAndColumns(K, kept)), MatrixXd(MatrixXd(K)(kept, kept)));
}

}  // namespace symmetric_modes_test
}  // namespace trunnion
