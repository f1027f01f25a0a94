// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/linear_solver.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

#include "engine/core/error.hpp"
#include "solvers/linear/block_lu.hpp"

namespace trunnion {
namespace linear_solver_test {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Random diagonally dominant matrix of about `row_nonzeros` entries per row; symmetric ones are
/// positive definite.
SparseMatrix MakeRandom(int n, double row_nonzeros, bool symmetric, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> index(0, std::max(n - 1, 0));
  std::vector<Eigen::Triplet<double>> entries;
  for (int k = 0; k < n * row_nonzeros; ++k) {
    const int i = index(random), j = index(random);
    const double value = normal(random);
    entries.emplace_back(i, j, value);
    if (symmetric) entries.emplace_back(j, i, value);
  }
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  for (int i = 0; i < n; ++i) {
    A.coeffRef(i, i) += 3.0 + 2.0 * A.col(i).cwiseAbs().sum();
  }
  A.makeCompressed();
  return A;
}

double MaxNorm(const SparseMatrix& A) {
  return (MatrixXd(A).cwiseAbs().rowwise().sum()).maxCoeff();
}

struct Backend {
  const char* name;
  bool symmetric;  // takes positive definite matrices only
  std::function<std::unique_ptr<LinearSolver>()> Make;
};

std::vector<int> ReversedOrdering(int n) {
  std::vector<int> order(n);
  std::iota(order.rbegin(), order.rend(), 0);
  return order;
}

const Backend kBackends[] = {
    {"Klu", false, [] { return MakeKlu(); }},
    {"KluBtf", false, [] { return MakeKlu({.ordering = {}, .btf = true}); }},
    {"Cholesky", true, [] { return MakeCholesky(); }},
    {"BlockLu", false, [] { return MakeBlockLu(); }},
    {"RefinedKlu", false, [] { return MakeRefined(MakeKlu()); }},
    {"RefinedCholesky", true, [] { return MakeRefined(MakeCholesky(), 1); }},
};

class LinearSolverContract : public testing::TestWithParam<Backend> {
 protected:
  SparseMatrix Make(int n, unsigned seed) const {
    return MakeRandom(n, 3.0, GetParam().symmetric, seed);
  }
  std::unique_ptr<LinearSolver> solver_ = GetParam().Make();
};

INSTANTIATE_TEST_SUITE_P(AllBackends,
                         LinearSolverContract,
                         testing::ValuesIn(kBackends),
                         [](const auto& backend) { return backend.param.name; });

TEST_P(LinearSolverContract, ResidualIsAtRoundingLevel) {
  for (int n : {1, 2, 7, 50, 300}) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const SparseMatrix A = Make(n, seed);
      ASSERT_EQ(solver_->Factor(A), SolveStatus::ok) << n << " seed " << seed;
      const VectorXd b = VectorXd::LinSpaced(n, 1.0, 2.0);
      VectorXd x = b;
      ASSERT_EQ(solver_->Solve(x), SolveStatus::ok);
      EXPECT_LE((A * x - b).lpNorm<Eigen::Infinity>(),
                20.0 * kEpsilon * MaxNorm(A) * x.lpNorm<Eigen::Infinity>())
          << n << " seed " << seed;
    }
  }
}

TEST_P(LinearSolverContract, SolvesManyRightHandSidesLikeOne) {
  const SparseMatrix A = Make(40, 3);
  ASSERT_EQ(solver_->Factor(A), SolveStatus::ok);
  MatrixXd wide = MatrixXd::Random(50, 9), single = wide;
  ASSERT_EQ(solver_->Solve(wide.block(4, 1, 40, 7)), SolveStatus::ok);
  for (int j = 1; j < 8; ++j) {
    ASSERT_EQ(solver_->Solve(single.col(j).segment(4, 40)), SolveStatus::ok);
  }
  EXPECT_LT((wide - single).norm(), 1e-14);
  EXPECT_EQ(solver_->statistics().solves, 14);
  MatrixXd none(40, 0);
  EXPECT_EQ(solver_->Solve(none), SolveStatus::ok);
}

TEST_P(LinearSolverContract, MisuseThrows) {
  VectorXd x = VectorXd::Ones(5);
  EXPECT_THROW((void)solver_->Solve(x), SolverError);
  const SparseMatrix A = Make(5, 1);
  solver_->Analyze(A);
  EXPECT_THROW((void)solver_->Solve(x), SolverError);
  ASSERT_EQ(solver_->Factor(A), SolveStatus::ok);
  VectorXd longer = VectorXd::Ones(6);
  EXPECT_THROW((void)solver_->Solve(longer), SolverError);
  EXPECT_THROW(solver_->Analyze(SparseMatrix(2, 3)), SolverError);
  SparseMatrix loose(3, 3);
  loose.insert(1, 1) = 1.0;
  EXPECT_THROW(solver_->Analyze(loose), SolverError);
}

TEST_P(LinearSolverContract, ReportsSingularAndRecovers) {
  SparseMatrix A = Make(30, 2);
  const SparseMatrix good = A;
  for (int i = 0; i < 30; ++i) {  // row and column 11 vanish, in values only
    for (SparseMatrix::InnerIterator it(A, i); it; ++it) {
      if (i == 11 || it.row() == 11) it.valueRef() = 0.0;
    }
  }
  EXPECT_EQ(solver_->Factor(A), SolveStatus::singular);
  EXPECT_FALSE(solver_->is_factored());
  VectorXd x = VectorXd::Ones(30);
  EXPECT_THROW((void)solver_->Solve(x), SolverError);
  EXPECT_EQ(solver_->Factor(good), SolveStatus::ok);
  EXPECT_EQ(solver_->Factor(A), SolveStatus::singular);  // the refactorization path
  EXPECT_EQ(solver_->Factor(good), SolveStatus::ok);
  EXPECT_EQ(solver_->statistics().analyses, 1);
}

TEST_P(LinearSolverContract, ReportsRankLossToWorkingPrecision) {
  int found = 0;
  for (unsigned seed = 1; seed <= 50; ++seed) {
    srand(seed);
    const MatrixXd half = MatrixXd::Random(20, 19), other = MatrixXd::Random(20, 19);
    const MatrixXd dense = half * (GetParam().symmetric ? half : other).transpose();
    const SparseMatrix A = dense.sparseView(0.0, 0.0);
    found += GetParam().Make()->Factor(A) == SolveStatus::singular ? 1 : 0;
  }
  EXPECT_GE(found, 45);  // in the others rounding made a regular matrix
}

TEST_P(LinearSolverContract, AcceptsBadlyScaledMatrices) {
  const SparseMatrix A = Make(40, 4);
  VectorXd scale(40);
  for (int i = 0; i < 40; ++i) scale[i] = std::pow(10.0, (i * 7) % 19 - 9);
  const SparseMatrix scaled = scale.asDiagonal() * A * scale.asDiagonal();
  ASSERT_EQ(solver_->Factor(scaled), SolveStatus::ok);
  const VectorXd ones = VectorXd::Ones(40);
  VectorXd x = scale.asDiagonal() * (A * ones);
  ASSERT_EQ(solver_->Solve(x), SolveStatus::ok);
  EXPECT_LT((x.cwiseProduct(scale) - ones).lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST_P(LinearSolverContract, ReportsNotFinite) {
  SparseMatrix A = Make(10, 1);
  const SparseMatrix good = A;
  for (double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    A.valuePtr()[3] = bad;
    EXPECT_EQ(solver_->Factor(A), SolveStatus::not_finite);
    EXPECT_FALSE(solver_->is_factored());
    ASSERT_EQ(solver_->Factor(good), SolveStatus::ok);
    VectorXd x = VectorXd::Ones(10);
    x[4] = bad;
    EXPECT_EQ(solver_->Solve(x), SolveStatus::not_finite);
    x.setOnes();
    EXPECT_EQ(solver_->Solve(x), SolveStatus::ok);
  }
}

TEST_P(LinearSolverContract, ReusesAnalysisAndPivots) {
  SparseMatrix A = Make(60, 5);
  for (int k = 0; k < 100; ++k) {
    for (Eigen::Index i = 0; i < A.nonZeros(); ++i)
      A.valuePtr()[i] *= 1.0 + 1e-3 * static_cast<double>((i + k) % 3);
    if (GetParam().symmetric) A = SparseMatrix(A.selfadjointView<Eigen::Lower>());
    ASSERT_EQ(solver_->Analyze(A), SolveStatus::ok);
    ASSERT_EQ(solver_->Factor(A), SolveStatus::ok);
    const VectorXd b = VectorXd::Ones(60);
    VectorXd x = b;
    ASSERT_EQ(solver_->Solve(x), SolveStatus::ok);
    EXPECT_LT((A * x - b).norm(), 1e-13);
  }
  const LinearSolverStatistics s = solver_->statistics();
  EXPECT_EQ(s.analyses, 1);
  EXPECT_EQ(s.factorizations, 1);
  EXPECT_EQ(s.refactorizations, 99);
  EXPECT_EQ(s.rejected, 0);
  EXPECT_EQ(s.solves, 100);
  EXPECT_GE(s.factor_nonzeros, 60);
  EXPECT_GT(s.pivot_growth, 0.0);
  EXPECT_GT(s.factor_seconds, 0.0);
}

TEST_P(LinearSolverContract, NewPatternIsAnalyzedAgain) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const SparseMatrix A = Make(20, seed);  // same size and other positions
    ASSERT_EQ(solver_->Factor(A), SolveStatus::ok);
    VectorXd x = A * VectorXd::Ones(20);
    ASSERT_EQ(solver_->Solve(x), SolveStatus::ok);
    EXPECT_LT((x - VectorXd::Ones(20)).norm(), 1e-12);
  }
  EXPECT_EQ(solver_->statistics().analyses, 3);
  solver_->Analyze(Make(20, 7));
  VectorXd x = VectorXd::Ones(20);
  EXPECT_THROW((void)solver_->Solve(x), SolverError);  // the factor belonged to the old pattern
}

TEST_P(LinearSolverContract, EmptyMatrixIsSolved) {
  const SparseMatrix A(0, 0);
  EXPECT_EQ(solver_->Analyze(A), SolveStatus::ok);
  EXPECT_EQ(solver_->Factor(A), SolveStatus::ok);
  EXPECT_EQ(solver_->Factor(A), SolveStatus::ok);
  VectorXd x(0);
  EXPECT_EQ(solver_->Solve(x), SolveStatus::ok);
}

TEST_P(LinearSolverContract, EqualInputGivesEqualBits) {
  ASSERT_TRUE(solver_->deterministic());
  const SparseMatrix A = Make(100, 9);
  VectorXd first = VectorXd::Ones(100), second = first;
  ASSERT_EQ(solver_->Factor(A), SolveStatus::ok);
  ASSERT_EQ(solver_->Solve(first), SolveStatus::ok);
  const auto again = GetParam().Make();
  ASSERT_EQ(again->Factor(A), SolveStatus::ok);
  ASSERT_EQ(again->Solve(second), SolveStatus::ok);
  EXPECT_TRUE((first.array() == second.array()).all());
}

TEST(Cholesky, ReadsTheLowerTriangleOnly) {
  const SparseMatrix A = MakeRandom(30, 3.0, true, 1), lower = A.triangularView<Eigen::Lower>();
  const auto solver = MakeCholesky();
  VectorXd x = A * VectorXd::Ones(30);
  ASSERT_EQ(solver->Factor(lower), SolveStatus::ok);
  ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
  EXPECT_LT((x - VectorXd::Ones(30)).norm(), 1e-13);
}

TEST(Cholesky, RefusesIndefiniteMatrices) {
  SparseMatrix A = MakeRandom(30, 3.0, true, 1);
  A.coeffRef(17, 17) *= -1.0;
  EXPECT_EQ(MakeCholesky()->Factor(A), SolveStatus::singular);
}

TEST(Klu, AnswersBadOldPivotsWithNewOnes) {
  SparseMatrix A(2, 2);
  A.insert(0, 0) = 1.0;
  A.insert(0, 1) = 1.0;
  A.insert(1, 0) = 1.0;
  A.insert(1, 1) = 3.0;
  A.makeCompressed();
  const auto solver = MakeKlu();
  ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
  A.coeffRef(0, 0) = A.coeffRef(1, 1) = 1e-14;
  ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
  EXPECT_EQ(solver->statistics().rejected, 1);
  EXPECT_EQ(solver->statistics().factorizations, 2);
  VectorXd x = A * VectorXd::Ones(2);
  ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
  EXPECT_LT((x - VectorXd::Ones(2)).norm(), 1e-14);
}

TEST(Klu, TakesAGivenOrdering) {
  const SparseMatrix A = MakeRandom(30, 3.0, false, 1);
  const auto solver = MakeKlu({.ordering = ReversedOrdering(30)});
  ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
  VectorXd x = A * VectorXd::Ones(30);
  ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
  EXPECT_LT((x - VectorXd::Ones(30)).norm(), 1e-12);
  EXPECT_THROW(MakeKlu({.ordering = ReversedOrdering(29)})->Analyze(A), SolverError);
  EXPECT_THROW(MakeKlu({.ordering = std::vector<int>(30, 0)}), SolverError);
}

TEST(Refined, RepairsADigitLosingFactorization) {
  const SparseMatrix A = MakeRandom(200, 4.0, false, 8);
  const auto solver = MakeRefined(MakeKlu({.pivot_tolerance = 1e-14}));
  ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
  VectorXd x = A * VectorXd::Ones(200);
  ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
  EXPECT_LT(solver->statistics().backward_error, 2.0 * kEpsilon);
}

}  // namespace linear_solver_test
}  // namespace trunnion
