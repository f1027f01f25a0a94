// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/block_lu.hpp"

#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>

#include <Eigen/LU>
#include <Eigen/SparseLU>
#include <limits>

#include "bench/problems/saddle_matrices.hpp"
#include "examples/models/benchmark_models.hpp"
#include "solvers/linear/block/factor.hpp"
#include "solvers/linear/symmetry.hpp"
#include "tests/support/random_mechanism.hpp"

namespace trunnion {
namespace block_lu_test {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// ‖b − A x‖∞ / (‖A‖∞‖x‖∞ + ‖b‖∞).
double CalcBackwardError(const SparseMatrix& A, const VectorXd& x, const VectorXd& b) {
  const double norm = (A.cwiseAbs() * VectorXd::Ones(A.cols())).maxCoeff();
  return (b - A * x).lpNorm<Eigen::Infinity>() /
         (norm * x.lpNorm<Eigen::Infinity>() + b.lpNorm<Eigen::Infinity>());
}

/// Numbers of both signs, the same on every machine.
VectorXd MakeVector(Eigen::Index n) {
  VectorXd b(n);
  for (Eigen::Index i = 0; i < n; ++i) b[i] = static_cast<double>((i * 37) % 41 - 20) / 7;
  return b;
}

/// The solution is that of another factorization, as far as the condition of A allows: both have a
/// small residual.
void CheckAgainstEigen(const SparseMatrix& A) {
  const auto solver = MakeBlockLu();
  ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
  const VectorXd b = MakeVector(A.rows());
  VectorXd x = b;
  ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
  EXPECT_LT(CalcBackwardError(A, x, b), 8 * kEpsilon);
  EXPECT_EQ(solver->statistics().fallbacks, 0);
  Eigen::SparseLU<SparseMatrix> reference(A);
  ASSERT_EQ(reference.info(), Eigen::Success);
  VectorXd expected = reference.solve(b);
  expected += reference.solve(b - A * expected);
  const double condition = 1 / solver->statistics().reciprocal_condition;
  EXPECT_LT((x - expected).norm(), 100 * kEpsilon * condition * expected.norm());
}

TEST(BlockLu, SolvesRandomMechanisms) {
  int tested = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const RandomMechanism mechanism = MakeRandomLoops(4 + static_cast<int>(seed % 17), seed);
    if (!mechanism.HasFullRank()) continue;
    ++tested;
    const MatrixXd A = mechanism.MakeMatrix();
    const VectorXd b = MakeVector(A.rows()), expected = A.fullPivLu().solve(b);
    for (const double refine_above : {BlockLuOptions().refine_above, 0.0}) {
      const auto solver = MakeBlockLu({.refine_above = refine_above});
      ASSERT_EQ(solver->Factor(A.sparseView()), SolveStatus::ok) << "seed " << seed;
      VectorXd x = b;
      ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
      const double bound = refine_above > 0 ? refine_above : 2 * kEpsilon;
      EXPECT_LT(CalcBackwardError(A.sparseView(), x, b), bound) << "seed " << seed;
      EXPECT_LT((x - expected).norm(), 1e-7 * expected.norm()) << "seed " << seed;
    }
  }
  EXPECT_GT(tested, 50);
}

TEST(BlockLu, SolvesTheBenchmarkModels) {
  for (const double a : {1e2, 1e5}) {
    CheckAgainstEigen(MakeSaddlePoint(models::MakeRigidChain(60).model, a));
    CheckAgainstEigen(MakeSaddlePoint(models::MakeBushingChain(60).model, a));
    CheckAgainstEigen(
        MakeSaddlePoint(models::MakeLadder(30, models::LadderJoints::determinate).model, a));
  }
  CheckAgainstEigen(MakeNodeGrid(6));
}

/// Diagonal H: unknowns of a body that are coupled through joints only.
TEST(BlockLu, TakesADiagonalMetricForABody) {
  SparseMatrix A = MakeSaddlePoint(models::MakeRigidChain(30).model, 1.0);
  const int n = 6 * 30;
  A.prune([n](Eigen::Index i, Eigen::Index j, double) { return i >= n || j >= n || i == j; });
  A.makeCompressed();
  const block::Graph graph = block::MakeGraph(A);
  EXPECT_EQ(graph.size(), 60);
  CheckAgainstEigen(A);
}

/// Four bars of a planar loop, on one line but for the angle e at the second joint: nearly the
/// change point, where the eight rows of G have rank seven.
SparseMatrix MakeFourBar(double e) {
  const double x[4] = {0, 1, 2, 1}, y[4] = {0, 0, e, 0};  // hinges
  const double cx[3] = {0.5, 1.5, 1.5}, cy[3] = {0, e / 2, e / 2};
  MatrixXd A = MatrixXd::Zero(17, 17);
  for (int body = 0; body < 3; ++body)
    A.diagonal().segment(3 * body, 3) << 1 + body, 1 + body, 0.1 * (1 + body);
  for (int hinge = 0; hinge < 4; ++hinge) {
    for (int side = 0; side < 2; ++side) {
      const int body = hinge - side;
      if (body < 0 || body > 2) continue;
      MatrixXd G(2, 3);
      G << 1, 0, -(y[hinge] - cy[body]), 0, 1, x[hinge] - cx[body];
      if (side == 1) G = -G;
      A.block(9 + 2 * hinge, 3 * body, 2, 3) = G;
      A.block(3 * body, 9 + 2 * hinge, 3, 2) = G.transpose();
    }
  }
  return A.sparseView();
}

TEST(BlockLu, IsAccurateNearASingularPosition) {
  for (const double e : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5}) {
    const SparseMatrix A = MakeFourBar(e);
    const auto solver = MakeBlockLu();
    ASSERT_EQ(solver->Factor(A), SolveStatus::ok) << e;
    const VectorXd b = MakeVector(A.rows());
    VectorXd x = b;
    ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
    EXPECT_LT(CalcBackwardError(A, x, b), 4 * kEpsilon) << e;
    // Row by row: refined where that is not good enough.
    const VectorXd size = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
    EXPECT_LT(((b - A * x).cwiseAbs().array() / size.array()).maxCoeff(), 1e-9) << e;
    EXPECT_EQ(solver->statistics().refinements > 0, e < 2e-3) << e;
  }
}

TEST(BlockLu, ReportsSingularAndRedundantMatrices) {
  EXPECT_EQ(MakeBlockLu()->Factor(MakeFourBar(0)), SolveStatus::singular);
  const models::Ladder redundant = models::MakeLadder(5, models::LadderJoints::revolutes);
  const SparseMatrix A = MakeSaddlePoint(redundant.model, 1e3);
  EXPECT_EQ(MakeBlockLu()->Factor(A), SolveStatus::singular);
}

/// Forty unknowns without mass, which their own joint holds: the first panel of 32 is zero.
TEST(BlockLu, FallsBackToKlu) {
  const int n = 40;
  srand(1);
  MatrixXd dense = MatrixXd::Ones(2 * n, 2 * n);
  dense.topRightCorner(n, n) = MatrixXd::Random(n, n) + 5 * MatrixXd::Identity(n, n);
  dense.bottomLeftCorner(n, n) = dense.topRightCorner(n, n).transpose();
  dense.bottomRightCorner(n, n).setZero();
  SparseMatrix A = dense.sparseView();
  for (int j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator it(A, j); it; ++it)
      if (it.row() < n) it.valueRef() = 0;
  const auto solver = MakeBlockLu();
  for (int k = 1; k <= 5; ++k) {
    ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
    VectorXd x = A * VectorXd::Ones(2 * n);
    ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
    EXPECT_LT((x - VectorXd::Ones(2 * n)).norm(), 1e-12);
    EXPECT_EQ(solver->statistics().fallbacks, k);
  }
  EXPECT_EQ(MakeBlockLu({.klu_flops = 0})->Factor(A), SolveStatus::singular);
}

TEST(BlockLu, ChecksEachFactorization) {
  const auto solver = MakeBlockLu();
  const VectorXd b = MakeVector(17);
  for (const double e : {1e-1, 1e-4, 0.9e-1}) {
    const SparseMatrix A = MakeFourBar(e);
    const int before = solver->statistics().refinements;
    ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
    VectorXd x = b;
    ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
    EXPECT_LT(CalcBackwardError(A, x, b), 4 * kEpsilon);
    EXPECT_EQ(solver->statistics().refinements > before, e == 1e-4);
  }
}

void ExpectColumnsLikeOne(const SparseMatrix& A) {
  const auto solver = MakeBlockLu();
  ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
  for (int columns = 1; columns <= 6; ++columns) {
    MatrixXd X(A.rows(), columns);
    for (int c = 0; c < columns; ++c) X.col(c) = (1 + c) * MakeVector(A.rows()).array() + c;
    MatrixXd single = X;
    ASSERT_EQ(solver->Solve(X), SolveStatus::ok);
    for (int c = 0; c < columns; ++c) ASSERT_EQ(solver->Solve(single.col(c)), SolveStatus::ok);
    EXPECT_TRUE((X.array() == single.array()).all()) << columns;
  }
}

/// The larger one is swept by subtrees.
TEST(BlockLu, ManyRightHandSidesAreBitwiseLikeOne) {
  for (const int size : {6, 9}) ExpectColumnsLikeOne(MakeNodeGrid(size));
}

/// Symmetric but for rounding, too large for one panel, with a saddle point in it.
SparseMatrix MakeSymmetric(int size) {
  const SparseMatrix A = MakeNodeGrid(size), T = A.transpose();
  return (A + T) / 2;
}

/// One half of the memory and of the operations, and the same solution.
TEST(BlockLu, ASymmetricMatrixTakesHalf) {
  const SparseMatrix A = MakeSymmetric(9);
  const auto half = MakeBlockLu({.symmetric_flops = 0}),
             whole = MakeBlockLu({.symmetric_flops = 1e300});
  ASSERT_EQ(half->Factor(A), SolveStatus::ok);
  ASSERT_EQ(whole->Factor(A), SolveStatus::ok);
  EXPECT_EQ(2 * half->statistics().factor_flops, whole->statistics().factor_flops);
  EXPECT_LT(half->statistics().factor_nonzeros, 0.56 * whole->statistics().factor_nonzeros);
  for (const int columns : {1, 3, 5}) {
    MatrixXd X(A.rows(), columns);
    for (int c = 0; c < columns; ++c) X.col(c) = (1 + c) * MakeVector(A.rows()).array() + c;
    MatrixXd Y = X;
    const MatrixXd B = X;
    ASSERT_EQ(half->Solve(X), SolveStatus::ok);
    ASSERT_EQ(whole->Solve(Y), SolveStatus::ok);
    EXPECT_LT((X - Y).norm(), 1e-12 * Y.norm());
    for (int c = 0; c < columns; ++c)
      EXPECT_LT(CalcBackwardError(A, X.col(c), B.col(c)), 1e-15) << columns;
  }
}

/// Saddle points, where pivots leave the diagonal.
TEST(BlockLu, SymmetricSaddlePointsOfRandomMechanisms) {
  int tested = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const RandomMechanism mechanism = MakeRandomLoops(4 + static_cast<int>(seed % 17), seed);
    if (!mechanism.HasFullRank()) continue;
    MatrixXd A = mechanism.MakeMatrix();
    A = (A + A.transpose()).eval() / 2;
    const auto solver = MakeBlockLu({.refine_above = 0.0, .symmetric_flops = 0});
    const SparseMatrix S = A.sparseView();
    ASSERT_EQ(solver->Factor(S), SolveStatus::ok) << "seed " << seed;
    const VectorXd b = MakeVector(A.rows()), expected = A.fullPivLu().solve(b);
    VectorXd x = b;
    ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
    EXPECT_LT(CalcBackwardError(S, x, b), 2 * kEpsilon) << "seed " << seed;
    EXPECT_LT((x - expected).norm(), 1e-7 * expected.norm()) << "seed " << seed;
    ++tested;
  }
  EXPECT_GT(tested, 25);
}

/// A matrix of the same pattern that is not symmetric is solved as what it is, and so are all that
/// follow.
TEST(BlockLu, ValuesDecideAboutSymmetry) {
  const SparseMatrix A = MakeSymmetric(6);
  const auto solver = MakeBlockLu({.symmetric_flops = 0});
  const auto residual = [&](const SparseMatrix& B) {
    VectorXd x = MakeVector(B.rows());
    if (solver->Factor(B) != SolveStatus::ok || solver->Solve(x) != SolveStatus::ok) return 1.0;
    return CalcBackwardError(B, x, MakeVector(B.rows()));
  };
  EXPECT_LT(residual(A), 1e-15);
  const double half = solver->statistics().factor_flops;
  SparseMatrix skew = A;
  skew.coeffRef(0, 1) += 1e-9 * std::abs(A.coeff(0, 0));
  ASSERT_EQ(skew.nonZeros(), A.nonZeros());
  EXPECT_LT(residual(skew), 1e-15);
  EXPECT_EQ(solver->statistics().factor_flops, 2 * half);
  EXPECT_LT(residual(A), 1e-15);
  EXPECT_EQ(solver->statistics().factor_flops, 2 * half);
  EXPECT_EQ(solver->statistics().fallbacks, 0);
}

TEST(BlockLu, SymmetryIsJudgedByRows) {
  SparseMatrix A = MakeSymmetric(3);
  EXPECT_TRUE(IsSymmetric(A));
  const double scale = A.coeffs().cwiseAbs().maxCoeff();
  A.coeffRef(0, 1) += kEpsilon * scale;
  EXPECT_TRUE(IsSymmetric(A));
  A.coeffRef(0, 1) += 1e-12 * scale;
  EXPECT_FALSE(IsSymmetric(A));
  EXPECT_TRUE(HasSymmetricPattern(A));
  A.coeffRef(0, A.cols() - 1) += 1;
  A.makeCompressed();
  EXPECT_FALSE(HasSymmetricPattern(A));
}

/// Two grids that know nothing of each other, and no symmetry in the numbers.
TEST(BlockLu, SweepsForestsBySubtrees) {
  const SparseMatrix grid = MakeNodeGrid(8);
  const int n = static_cast<int>(grid.rows());
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < n; ++j) {
    for (SparseMatrix::InnerIterator it(grid, j); it; ++it) {
      const int i = static_cast<int>(it.row());
      const double value = it.value() * (1 + 0.1 * std::sin(3.0 * i + j));
      entries.emplace_back(i, j, value);
      entries.emplace_back(n + i, n + j, 2 * it.value());
    }
  }
  SparseMatrix A(2 * n, 2 * n);
  A.setFromTriplets(entries.begin(), entries.end());
  block::Factor factor(A, block::SelectKernels());
  ASSERT_GT(factor.sweeps().size(), A.rows());
  ASSERT_GT(factor.Compute(A, true), 0.0);
  VectorXd x = MakeVector(A.rows());
  factor.Solve(x, true);
  EXPECT_LT(CalcBackwardError(A, x, MakeVector(A.rows())), 1e-13);
}

void ExpectSameBits(const SparseMatrix& A, bool symmetric) {
  block::Factor factor(
      A, block::MakeFronts(block::MakeGraph(A)), symmetric, block::SelectKernels());
  ASSERT_GT(factor.plan().tasks.size(), 4U);
  ASSERT_GT(factor.sweeps().size(), A.rows());  // there are subtrees to share
  ASSERT_GT(factor.Compute(A, false), 0.0);
  VectorXd expected = MakeVector(A.rows());
  factor.Solve(expected);
  EXPECT_LT(CalcBackwardError(A, expected, MakeVector(A.rows())), 1e-14);
  for (const int threads : {1, 2, 4, 2}) {
    tbb::task_arena(threads).execute([&] { ASSERT_GT(factor.Compute(A, true), 0.0); });
    VectorXd x = MakeVector(A.rows());
    tbb::task_arena(threads).execute([&] { factor.Solve(x, true); });
    EXPECT_TRUE((x.array() == expected.array()).all()) << threads << " threads";
  }
}

TEST(BlockLu, AnyNumberOfThreadsGivesTheSameBits) {
  ExpectSameBits(MakeNodeGrid(9), false);
  ExpectSameBits(MakeSymmetric(9), true);
}

/// Large enough for nested dissection, and for pieces of more than one front.
TEST(BlockLu, ALargeMeshGivesTheSameBits) { ExpectSameBits(MakeSymmetric(14), true); }

MatrixXd RandomTree() {
  RandomMechanism mechanism(20, 1);
  for (int b = 1; b < 20; ++b) mechanism.AddBall(b, (b * 7) % b);
  return mechanism.MakeMatrix();
}

TEST(BlockLu, EveryInstructionSetSolves) {
  const block::Kernels* list[3];
  const int count = block::ListKernels(list);
  for (const SparseMatrix& A : {MakeNodeGrid(5), SparseMatrix(RandomTree().sparseView())}) {
    ASSERT_GT(A.rows(), 0);
    for (int k = 0; k < 2 * count; ++k) {
      const SparseMatrix T = A.transpose(), S = (A + T) / 2;
      SCOPED_TRACE(std::string(list[k % count]->name) + (k < count ? "" : ", symmetric"));
      block::Factor factor(S, block::MakeFronts(block::MakeGraph(S)), k >= count, *list[k % count]);
      ASSERT_GT(factor.Compute(S, false), 0.0);
      const VectorXd b = MakeVector(A.rows());
      MatrixXd X(A.rows(), 3);
      X << b, 2 * b, b;
      factor.Solve(X);
      VectorXd x = b;
      factor.Solve(x);
      EXPECT_LT(CalcBackwardError(S, x, b), 1e-14);
      EXPECT_LT((X.col(0) - x).norm(), 1e-13 * x.norm());
      EXPECT_LT((X.col(1) - 2 * x).norm(), 1e-12 * x.norm());
    }
  }
}

/// An inverse is compared with Eigen's for every size, with rows that need other pivots.
TEST(BlockLu, PivotBlocksAreInverted) {
  const block::Kernels* list[3];
  const int count = block::ListKernels(list);
  for (int k = 0; k < count; ++k) {
    for (int p = 1; p <= block::kMaxPivots; ++p) {
      srand(static_cast<unsigned>(p));
      MatrixXd D = MatrixXd::Random(p, p);
      if (p > 1) D(0, 0) = 0;
      VectorXd inverse = VectorXd::Zero(p * p + block::kReadPadding);
      ASSERT_GT(list[k]->Invert(p, D.data(), p, inverse.data()), 0.0);
      const MatrixXd product = D * Eigen::Map<const MatrixXd>(inverse.data(), p, p);
      EXPECT_LT((product - MatrixXd::Identity(p, p)).norm(), 1e-10) << list[k]->name << " " << p;
      EXPECT_EQ(inverse.tail(block::kReadPadding).norm(), 0.0);
      D.row(p - 1).setZero();
      EXPECT_EQ(list[k]->Invert(p, D.data(), p, inverse.data()), 0.0);
    }
  }
}

}  // namespace block_lu_test
}  // namespace trunnion
