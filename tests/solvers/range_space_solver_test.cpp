// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/range_space_solver.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <Eigen/LU>
#include <random>

namespace trunnion {
namespace {

class RangeSpaceSolverTest : public testing::Test {
 protected:
  double Random() { return uniform_(engine_); }
  MatrixXd RandomMatrix(Eigen::Index rows, Eigen::Index columns) {
    return MatrixXd::NullaryExpr(rows, columns, [this] { return Random(); });
  }
  /// Blocks of 1, 3, 6, 2 and 1, positive definite.
  MatrixXd Mass() {
    MatrixXd M = MatrixXd::Zero(13, 13);
    int first = 0;
    for (int size : {1, 3, 6, 2, 1}) {
      const MatrixXd A = RandomMatrix(size, size);
      M.block(first, first, size, size) = A * A.transpose() + MatrixXd::Identity(size, size);
      first += size;
    }
    return M;
  }
  std::mt19937 engine_{5};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

TEST_F(RangeSpaceSolverTest, SolvesTheWholeSystem) {
  const MatrixXd M = Mass();
  MatrixXd GT = MatrixXd::Zero(13, 4);
  GT.block(0, 0, 10, 2) = RandomMatrix(10, 2);  // the first three blocks
  GT.block(4, 2, 9, 2) = RandomMatrix(9, 2);    // the last three
  MatrixXd A = MatrixXd::Zero(17, 17);
  A << M, GT, GT.transpose(), MatrixXd::Zero(4, 4);
  RangeSpaceSolver solver;
  ASSERT_TRUE(solver.SetMass(M.sparseView()));
  for (int repeat = 0; repeat < 2; ++repeat) {  // another G of the same pattern
    ASSERT_TRUE(solver.Factor(GT.sparseView()));
    const MatrixXd b = RandomMatrix(17, 2), exact = A.fullPivLu().solve(b);
    MatrixXd x = b.topRows(13), s = b.bottomRows(4);
    ASSERT_TRUE(solver.Solve(x, s));
    EXPECT_LT((x - exact.topRows(13)).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT((s - exact.bottomRows(4)).cwiseAbs().maxCoeff(), 1e-12);
    GT *= 1.5;
    A << M, GT, GT.transpose(), MatrixXd::Zero(4, 4);
  }
}

/// Enough blocks for threads to share: a chain in which each has three rows with the next.
TEST_F(RangeSpaceSolverTest, AnyNumberOfThreadsGivesTheSameBits) {
  constexpr int kBlocks = 2500, n = 6 * kBlocks, m = 3 * (kBlocks - 1);
  std::vector<Eigen::Triplet<double>> mass, transposed;
  for (int b = 0; b < kBlocks; ++b) {
    const MatrixXd A = RandomMatrix(6, 6), block = A * A.transpose() + MatrixXd::Identity(6, 6);
    for (int i = 0; i < 36; ++i)
      mass.emplace_back(6 * b + i % 6, 6 * b + i / 6, block(i % 6, i / 6));
    for (int i = 0; i < 36 && b + 1 < kBlocks; ++i)
      transposed.emplace_back(6 * b + i % 12, 3 * b + i / 12, Random());
  }
  SparseMatrix M(n, n), GT(n, m);
  M.setFromTriplets(mass.begin(), mass.end());
  GT.setFromTriplets(transposed.begin(), transposed.end());
  const MatrixXd f = RandomMatrix(n, 2), r = RandomMatrix(m, 2);
  MatrixXd x_one, s_one;
  for (const int threads : {1, 2, 4}) {
    MatrixXd x = f, s = r;
    tbb::task_arena(threads).execute([&] {
      RangeSpaceSolver solver;
      ASSERT_TRUE(solver.SetMass(M));
      ASSERT_TRUE(solver.Factor(GT));
      ASSERT_TRUE(solver.Solve(x, s));
    });
    EXPECT_LT((M * x + GT * s - f).cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT((GT.transpose() * x - r).cwiseAbs().maxCoeff(), 1e-10);
    if (threads == 1) x_one = x, s_one = s;
    EXPECT_TRUE((x.array() == x_one.array()).all() && (s.array() == s_one.array()).all());
  }
}

TEST_F(RangeSpaceSolverTest, RefusesWhatItCannotDo) {
  RangeSpaceSolver solver;
  MatrixXd M = Mass();
  M(0, 0) = 0;
  EXPECT_FALSE(solver.SetMass(M.sparseView()));  // not definite
  M = Mass();
  M(1, 1) = -1;
  EXPECT_FALSE(solver.SetMass(M.sparseView()));
  const MatrixXd A = RandomMatrix(7, 7);
  EXPECT_FALSE(solver.SetMass((A * A.transpose()).eval().sparseView()));  // a larger block

  ASSERT_TRUE(solver.SetMass(Mass().sparseView()));
  MatrixXd GT = MatrixXd::Zero(13, 1);
  GT(2, 0) = 1;  // a part of a block
  EXPECT_FALSE(solver.Factor(GT.sparseView()));
  GT = MatrixXd::Zero(13, 2);
  GT(0, 0) = GT(12, 0) = 1;
  GT.col(1) = (1 + 1e-5) * GT.col(0);
  GT(12, 1) += 1e-5;
  EXPECT_FALSE(solver.Factor(GT.sparseView()));  // rows that nearly repeat each other
  GT(12, 1) = -1;
  EXPECT_TRUE(solver.Factor(GT.sparseView()));
}

}  // namespace
}  // namespace trunnion
