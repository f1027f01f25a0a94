// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/saddle_ordering.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <numeric>
#include <random>

#include "engine/core/error.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "tests/support/random_mechanism.hpp"

namespace trunnion {
namespace {

void CheckPermutation(const std::vector<int>& order, Eigen::Index size) {
  std::vector<int> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  std::vector<int> expected(size);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(sorted, expected);
}

/// Relative error of the solution with the diagonal pivots in the given order.
double CalcStaticPivotError(const MatrixXd& A, const std::vector<int>& order) {
  MatrixXd LU = A(order, order);
  const auto n = LU.rows();
  VectorXd x = VectorXd::LinSpaced(n, 1.0, 2.0);
  const VectorXd expected = MatrixXd(LU).partialPivLu().solve(x);
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto rest = n - k - 1;
    LU.col(k).tail(rest) /= LU(k, k);
    LU.bottomRightCorner(rest, rest) -= LU.col(k).tail(rest) * LU.row(k).tail(rest);
  }
  LU.triangularView<Eigen::UnitLower>().solveInPlace(x);
  LU.triangularView<Eigen::Upper>().solveInPlace(x);
  return (x - expected).norm() / expected.norm();
}

void CheckStaticPivots(const RandomMechanism& mechanism, unsigned seed) {
  const MatrixXd A = mechanism.MakeMatrix();
  const std::vector<int> order = OrderSaddlePoint(mechanism.structure());
  CheckPermutation(order, A.rows());
  EXPECT_LT(CalcStaticPivotError(A, order), 1e-7) << "seed " << seed;
}

TEST(SaddleOrdering, EmptyAndTrivialStructures) {
  EXPECT_TRUE(OrderSaddlePoint({}).empty());
  CheckPermutation(OrderSaddlePoint({{6, 0, 3}, {}, {}}), 9);
  CheckPermutation(OrderSaddlePoint({{}, {{0, 2, {}, true}}, {}}), 2);  // two impossible rows
  EXPECT_EQ(OrderSaddlePoint({{2}, {{0, 1, {0}, true}}, {}}), (std::vector<int>{0, 1, 2}));
}

TEST(SaddleOrdering, InconsistentStructuresThrow) {
  EXPECT_THROW(OrderSaddlePoint({{6}, {{0, 3, {1}, false}}, {}}), SolverError);
  EXPECT_THROW(OrderSaddlePoint({{6}, {{1, 3, {0}, false}}, {}}), SolverError);
  EXPECT_THROW(OrderSaddlePoint({{6}, {{0, 3, {0}, true}, {2, 3, {0}, true}}, {}}), SolverError);
  EXPECT_THROW(OrderSaddlePoint({{6}, {}, {{0, 2}}}), SolverError);
  EXPECT_THROW(OrderSaddlePoint({{-1}, {}, {}}), SolverError);
}

/// Both joints after the rod alone would be six rows of rank five.
TEST(SaddleOrdering, RodOnTwoBallJoints) {
  RandomMechanism mechanism(3, 1);
  mechanism.AddBall(0, 1);
  mechanism.AddBall(0, 2);
  CheckStaticPivots(mechanism, 1);
  RandomMechanism closed(3, 2);
  closed.AddBall(0, 1);
  closed.AddBall(0, 2);
  closed.AddBall(1, -1);
  CheckStaticPivots(closed, 2);
}

TEST(SaddleOrdering, RandomTreesHaveSafeStaticPivots) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomMechanism mechanism(20, seed);
    std::mt19937 random(seed);
    for (int b = 1; b < 20; ++b) {
      mechanism.AddBall(b, std::uniform_int_distribution<int>(0, b - 1)(random));
    }
    if (seed % 2 == 0) mechanism.AddBall(mechanism.PickBody(), -1);
    CheckStaticPivots(mechanism, seed);
  }
}

TEST(SaddleOrdering, RandomLoopsAndGroundJointsHaveSafeStaticPivots) {
  int tested = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const RandomMechanism mechanism = MakeRandomLoops(4 + static_cast<int>(seed % 17), seed);
    if (!mechanism.HasFullRank()) continue;
    ++tested;
    CheckStaticPivots(mechanism, seed);
  }
  EXPECT_GT(tested, 50);
}

TEST(SaddleOrdering, HubComesLastAndServesKlu) {
  RandomMechanism mechanism(121, 5);
  for (int b = 1; b <= 120; ++b) mechanism.AddBall(b, 0);
  const MatrixXd dense = mechanism.MakeMatrix();
  const std::vector<int> order = OrderSaddlePoint(mechanism.structure());
  EXPECT_GE(*std::find_if(order.end() - 9, order.end(), [](int i) { return i < 6; }), 0);
  CheckStaticPivots(mechanism, 5);
  const SparseMatrix A = dense.sparseView();
  const auto solver = MakeKlu({.ordering = order});
  ASSERT_EQ(solver->Factor(A), SolveStatus::ok);
  VectorXd x = A * VectorXd::Ones(A.rows());
  ASSERT_EQ(solver->Solve(x), SolveStatus::ok);
  EXPECT_LT((x - VectorXd::Ones(A.rows())).lpNorm<Eigen::Infinity>(), 1e-10);
}

/// A cube of finite elements: large cliques, in which vertices are merged. No more fill than AMD.
TEST(SaddleOrdering, GridOfNodesFillsNoMoreThanAmd) {
  constexpr int n = 9;
  SaddleStructure structure{std::vector<int>(n * n * n, 3), {}, {}};
  std::vector<Eigen::Triplet<double>> entries;
  const auto couple = [&](int a, int b) {
    if (a < b) structure.couplings.emplace_back(a, b);
    for (int k = 0; k < 9; ++k)
      entries.emplace_back(3 * a + k / 3, 3 * b + k % 3, a == b && k % 4 == 0 ? 30.0 : 0.3);
  };
  for (int a = 0; a < n * n * n; ++a)
    for (int k = -1; k <= 1; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) {
          const int x = a % n + i, y = a / n % n + j, z = a / n / n + k;
          if (std::min({x, y, z}) >= 0 && std::max({x, y, z}) < n) couple(a, x + n * (y + n * z));
        }
  SparseMatrix A(3 * n * n * n, 3 * n * n * n);
  A.setFromTriplets(entries.begin(), entries.end());
  const std::vector<int> order = OrderSaddlePoint(structure);
  CheckPermutation(order, A.rows());
  const auto ours = MakeKlu({.ordering = order}), amd = MakeKlu();
  ASSERT_EQ(ours->Factor(A), SolveStatus::ok);
  ASSERT_EQ(amd->Factor(A), SolveStatus::ok);
  EXPECT_LT(ours->statistics().factor_nonzeros, 1.05 * amd->statistics().factor_nonzeros);
}

/// Nested dissection: a cube of 13³ nodes with a joint in the middle and one to the ground.
TEST(SaddleOrdering, ALargeMeshIsDissected) {
  constexpr int n = 13;
  SaddleStructure structure{std::vector<int>(n * n * n, 3), {}, {}};
  for (int a = 0; a < n * n * n; ++a)
    for (const int step : {1, n, n * n})
      if (a / step % n + 1 < n) structure.couplings.emplace_back(a, a + step);
  structure.joints = {{0, 3, {5, 1000}, false}, {3, 2, {17}, true}};
  const std::vector<int> order = OrderSaddleVertices(structure);
  CheckPermutation(order, n * n * n + 2);
  EXPECT_EQ(order, OrderSaddleVertices(structure));
  std::vector<std::size_t> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[static_cast<std::size_t>(order[k])] = k;
  EXPECT_GT(place[n * n * n], std::min(place[5], place[1000]));
  EXPECT_GT(place[n * n * n + 1], place[17]);
  // What is eliminated last is a plane of nodes that divides the cube, and little more.
  std::vector<int> part(n * n * n, -1);
  for (std::size_t k = order.size() - 2 * n * n; k < order.size(); ++k)
    if (order[k] < n * n * n) part[static_cast<std::size_t>(order[k])] = 0;
  int parts = 0, largest = 0;
  for (int a = 0; a < n * n * n; ++a) {
    if (part[a] >= 0) continue;
    std::vector<int> stack{a};
    part[a] = ++parts;
    int count = 0;
    while (!stack.empty()) {
      const int b = stack.back();
      stack.pop_back();
      ++count;
      for (const auto& [i, j] : structure.couplings) {
        if (i != b && j != b) continue;
        const int c = i == b ? j : i;
        if (part[c] < 0) part[c] = parts, stack.push_back(c);
      }
    }
    largest = std::max(largest, count);
  }
  EXPECT_GE(parts, 2);
  EXPECT_LT(largest, 0.6 * n * n * n);
}

}  // namespace
}  // namespace trunnion
