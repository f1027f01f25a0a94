// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/saddle_ordering.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <numeric>
#include <random>

#include "engine/core/error.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace trunnion {
namespace {

/// Bodies at random places, with ball joints (three rows) or couplings added one by one.
class RandomMechanism {
 public:
  RandomMechanism(int bodies, unsigned seed) : random_(seed) {
    structure_.body_sizes.assign(bodies, 6);
    for (int b = 0; b < bodies; ++b) positions_.push_back(3.0 * RandomVector());
    MatrixXd diagonal = MatrixXd::Zero(6 * bodies, 6 * bodies);
    H_ = diagonal;
    for (int b = 0; b < bodies; ++b) {
      MatrixXd half(6, 6);
      for (double& value : half.reshaped()) value = normal_(random_);
      H_.block(6 * b, 6 * b, 6, 6) = half * half.transpose() + 0.5 * MatrixXd::Identity(6, 6);
    }
  }

  int PickBody() {
    const int last = static_cast<int>(positions_.size()) - 1;
    return std::uniform_int_distribution<int>(0, last)(random_);
  }

  /// b < 0: to the ground.
  void AddBall(int a, int b) {
    const Vec3 p = 3.0 * RandomVector();
    MatrixXd rows = MatrixXd::Zero(3, H_.cols());
    AddPart(a, p, -1.0, rows);
    if (b >= 0) AddPart(b, p, 1.0, rows);
    const int first = static_cast<int>(G_.rows());
    MatrixXd G(first + 3, H_.cols());
    if (first > 0) G.topRows(first) = G_;
    G.bottomRows(3) = rows;
    G_ = G;
    std::vector<int> bodies{a};
    if (b >= 0) bodies.push_back(b);
    structure_.joints.push_back({first, 3, bodies, b < 0});
  }

  void AddCoupling(int a, int b) {
    structure_.couplings.emplace_back(a, b);
    MatrixXd e(6, H_.cols());
    e.setZero();
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < 6; ++k) {
        e(i, 6 * a + k) = normal_(random_);
        e(i, 6 * b + k) = normal_(random_);
      }
    }
    H_ += e.transpose() * e;
  }

  bool HasFullRank() const {
    return G_.rows() == 0 || Eigen::FullPivHouseholderQR<MatrixXd>(G_).rank() == G_.rows();
  }

  MatrixXd MakeMatrix() const {
    const auto n = H_.rows(), m = G_.rows();
    MatrixXd A = MatrixXd::Zero(n + m, n + m);
    A.topLeftCorner(n, n) = H_;
    if (m > 0) {
      A.topRightCorner(n, m) = G_.transpose();
      A.bottomLeftCorner(m, n) = G_;
    }
    return A;
  }

  const SaddleStructure& structure() const { return structure_; }

 private:
  Vec3 RandomVector() { return Vec3(normal_(random_), normal_(random_), normal_(random_)); }

  void AddPart(int body, const Vec3& p, double sign, MatrixXd& rows) const {
    for (int i = 0; i < 3; ++i) {
      const Vec3 u = sign * Vec3::Unit(i);
      rows.block(i, 6 * body, 1, 3) = u.transpose();
      rows.block(i, 6 * body + 3, 1, 3) = (p - positions_[body]).cross(u).transpose();
    }
  }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  std::vector<Vec3> positions_;
  SaddleStructure structure_;
  MatrixXd H_, G_ = MatrixXd(0, 0);
};

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
    const int bodies = 4 + static_cast<int>(seed % 17);
    RandomMechanism mechanism(bodies, seed);
    for (int k = 0; k < bodies + bodies / 5; ++k) {
      const int a = mechanism.PickBody(), b = mechanism.PickBody();
      mechanism.AddBall(a, a == b ? -1 : b);
    }
    for (unsigned k = 0; k < seed % 4; ++k) {
      const int a = mechanism.PickBody(), b = mechanism.PickBody();
      if (a != b) mechanism.AddCoupling(a, b);
    }
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

}  // namespace
}  // namespace trunnion
