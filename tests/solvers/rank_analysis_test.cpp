// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear/rank_analysis.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "engine/core/error.hpp"

namespace trunnion {
namespace {

using Entry = Eigen::Triplet<double>;

/// Columns of Gᵀ for joints between bodies given by (position, velocity block); block < 0: ground.
class GradientBuilder {
 public:
  struct Body {
    int block;
    Vec3 position;
  };

  /// Three rows u · (relative velocity at p), u along the axes, and for a revolute joint about
  /// `axis` two more rows of relative angular velocity across it.
  void AddRevolute(const Body& a, const Body& b, const Vec3& p, const Vec3& axis) {
    for (int i = 0; i < 3; ++i) AddRow(a, b, Vec3::Unit(i), p);
    const Vec3 across = axis.unitOrthogonal();
    AddAngularRow(a, b, across);
    AddAngularRow(a, b, axis.cross(across));
  }

  SparseMatrix Finish(int bodies) const {
    SparseMatrix GT(6 * bodies, columns_);
    GT.setFromTriplets(entries_.begin(), entries_.end());
    return GT;
  }

 private:
  void AddRow(const Body& a, const Body& b, const Vec3& u, const Vec3& p) {
    AddPart(a.block, -u, -(p - a.position).cross(u));
    AddPart(b.block, u, (p - b.position).cross(u));
    ++columns_;
  }
  void AddAngularRow(const Body& a, const Body& b, const Vec3& u) {
    AddPart(a.block, Vec3::Zero(), -u);
    AddPart(b.block, Vec3::Zero(), u);
    ++columns_;
  }
  void AddPart(int block, const Vec3& force, const Vec3& torque) {
    for (int i = 0; i < 3 && block >= 0; ++i) {
      entries_.emplace_back(6 * block + i, columns_, force[i]);
      entries_.emplace_back(6 * block + 3 + i, columns_, torque[i]);
    }
  }

  std::vector<Entry> entries_;
  int columns_ = 0;
};

/// N four-bars in a row, drawn with 3D revolutes: crank k, and couplers between cranks k, k + 1.
/// The revolutes are parallel to a skew axis, so that nothing is aligned with the coordinates.
SparseMatrix MakeLadder(int loops) {
  const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const Vec3 axis = R * Vec3::UnitZ();
  const GradientBuilder::Body ground{-1, Vec3::Zero()};
  GradientBuilder builder;
  const auto crank = [&](int k) {
    return GradientBuilder::Body{2 * k, R * Vec3(k + 0.1, 0.5, 0.3)};
  };
  const auto foot = [&](int k) { return Vec3(R * Vec3(k, 0, 0)); };
  const auto head = [&](int k) { return Vec3(R * Vec3(k + 0.2 + 0.01 * (k % 3), 1, 0)); };
  builder.AddRevolute(ground, crank(0), foot(0), axis);
  for (int k = 0; k < loops; ++k) {
    const GradientBuilder::Body coupler{2 * k + 1, R * Vec3(k + 0.7, 1, 0.2)};
    builder.AddRevolute(crank(k), coupler, head(k), axis);
    builder.AddRevolute(coupler, crank(k + 1), head(k + 1), axis);
    builder.AddRevolute(ground, crank(k + 1), foot(k + 1), axis);
  }
  return builder.Finish(2 * loops + 1);
}

SparseMatrix MakeRandomColumns(int n, int m, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> index(0, n - 1);
  std::vector<Entry> entries;
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < 12; ++k) entries.emplace_back(index(random), j, normal(random));
  }
  SparseMatrix GT(n, m);
  GT.setFromTriplets(entries.begin(), entries.end());
  return GT;
}

SparseMatrix Select(const SparseMatrix& GT, const std::vector<int>& columns) {
  SparseMatrix out(GT.rows(), static_cast<int>(columns.size()));
  for (int k = 0; k < out.cols(); ++k) out.col(k) = GT.col(columns[k]);
  return out;
}

/// The partition is complete, and each dependent column is the stated combination of others.
void CheckConsistent(const SparseMatrix& GT, const RankResult& result) {
  std::vector<int> all = result.independent;
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_TRUE(std::is_sorted(result.dependent.begin(), result.dependent.end()));
  EXPECT_EQ(result.rank, static_cast<int>(result.independent.size()));
  all.insert(all.end(), result.dependent.begin(), result.dependent.end());
  std::sort(all.begin(), all.end());
  ASSERT_EQ(static_cast<int>(all.size()), GT.cols());
  for (int j = 0; j < GT.cols(); ++j) EXPECT_EQ(all[j], j);
  const SparseMatrix combined = GT * result.coefficients, expected = Select(GT, result.dependent);
  EXPECT_LT((combined - expected).norm(), 1e-11 * (1.0 + GT.norm()));
  for (int k = 0; k < result.coefficients.cols(); ++k) {
    for (SparseMatrix::InnerIterator it(result.coefficients, k); it; ++it) {
      EXPECT_TRUE(std::binary_search(
          result.independent.begin(), result.independent.end(), static_cast<int>(it.row())));
    }
  }
  EXPECT_LT(result.residual, 1e-11);
}

int DenseRank(const SparseMatrix& GT) {
  Eigen::ColPivHouseholderQR<MatrixXd> qr{MatrixXd(GT)};
  qr.setThreshold(1e-9);
  return static_cast<int>(qr.rank());
}

TEST(RankAnalysis, EmptyAndZeroMatrices) {
  EXPECT_EQ(AnalyzeRank(SparseMatrix(0, 0)).rank, 0);
  EXPECT_EQ(AnalyzeRank(SparseMatrix(6, 0)).rank, 0);
  const RankResult zero = AnalyzeRank(SparseMatrix(6, 3));
  EXPECT_EQ(zero.dependent, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(zero.coefficients.nonZeros(), 0);
  EXPECT_EQ(AnalyzeRank(SparseMatrix(0, 2)).dependent.size(), 2U);
}

TEST(RankAnalysis, LaterDuplicateIsDroppedAndNamed) {
  SparseMatrix GT = MakeRandomColumns(30, 10, 1);
  GT.col(7) = SparseMatrix(-2.5e3 * GT.col(2));
  GT.col(4) = SparseMatrix(0.0 * GT.col(4));
  const RankResult result = AnalyzeRank(GT);
  EXPECT_EQ(result.rank, 8);
  ASSERT_EQ(result.dependent, (std::vector<int>{4, 7}));
  CheckConsistent(GT / 1e3, result);
  EXPECT_EQ(result.coefficients.nonZeros(), 1);
  EXPECT_NEAR(result.coefficients.coeff(2, 1), -2.5e3, 1e-9);
}

TEST(RankAnalysis, WellConditionedMatricesHaveFullRank) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const SparseMatrix GT = MakeRandomColumns(80, 60, seed);
    const RankResult result = AnalyzeRank(GT);
    EXPECT_EQ(result.rank, 60);
    EXPECT_EQ(result.coefficients.cols(), 0);
    EXPECT_EQ(result.residual, 0.0);
  }
}

TEST(RankAnalysis, MoreConstraintsThanUnknowns) {
  const SparseMatrix GT = MakeRandomColumns(20, 33, 2);
  const RankResult result = AnalyzeRank(GT);
  EXPECT_EQ(result.rank, 20);
  CheckConsistent(GT, result);
}

TEST(RankAnalysis, RandomDependenciesAreFound) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SparseMatrix GT = MakeRandomColumns(60, 40, seed);
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> column(0, 39);
    std::normal_distribution<double> normal;
    for (int k = 0; k < 12; ++k) {  // chains of dependencies may form
      GT.col(column(random)) =
          SparseMatrix(normal(random) * GT.col(column(random)) + GT.col(column(random)));
    }
    const RankResult result = AnalyzeRank(GT);
    EXPECT_EQ(result.rank, DenseRank(GT)) << "seed " << seed;
    CheckConsistent(GT, result);
  }
}

TEST(RankAnalysis, PlanarFourBarOfRevolutesHasThreeRedundantRows) {
  const SparseMatrix GT = MakeLadder(1);
  const RankResult result = AnalyzeRank(GT);
  EXPECT_EQ(GT.cols(), 20);
  EXPECT_EQ(result.rank, 17);
  CheckConsistent(GT, result);
  for (int j : result.dependent) EXPECT_GE(j, 15);  // the joint that closes the loop
}

TEST(RankAnalysis, ColumnScalesDoNotMatter) {
  SparseMatrix GT = MakeLadder(3);
  const RankResult expected = AnalyzeRank(GT);
  VectorXd scale(GT.cols());
  for (int j = 0; j < GT.cols(); ++j) scale[j] = std::pow(10.0, j % 9 - 4);
  const RankResult scaled = AnalyzeRank(GT * scale.asDiagonal());
  EXPECT_EQ(scaled.dependent, expected.dependent);
  CheckConsistent(GT, expected);
}

TEST(RankAnalysis, LongLadderKeepsCoefficientsLocal) {
  const int loops = 1500;  // 22 505 columns
  const SparseMatrix GT = MakeLadder(loops);
  std::vector<int> body(GT.rows());
  for (int i = 0; i < GT.rows(); ++i) body[i] = i / 6;
  const RankResult result = AnalyzeRank(GT, 1e-9, body);
  EXPECT_EQ(result.rank, GT.cols() - 3 * loops);
  CheckConsistent(GT, result);
  EXPECT_LT(result.coefficients.nonZeros(), 30 * 3 * loops);
}

/// R of random columns is nearly full in natural order: the fill-reducing one is taken.
TEST(RankAnalysis, OtherOrderingsGiveTheSameRank) {
  SparseMatrix GT = MakeRandomColumns(900, 700, 3);
  for (int j = 100; j < 140; ++j) GT.col(j) = SparseMatrix(GT.col(j + 300) - 2.0 * GT.col(j + 400));
  const RankResult result = AnalyzeRank(GT);
  EXPECT_EQ(result.rank, 660);
  CheckConsistent(GT, result);
}

TEST(RankAnalysis, RefusesWrongBodies) {
  EXPECT_THROW(AnalyzeRank(MakeLadder(1), 1e-9, {0, 1}), SolverError);
}

TEST(RankAnalysis, RefusesNotFiniteGradients) {
  SparseMatrix GT = MakeLadder(1);
  GT.valuePtr()[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(AnalyzeRank(GT), SolverError);
}

TEST(MinimumNormMultipliers, AgreeWithThePseudoInverse) {
  for (int loops : {1, 4}) {
    const SparseMatrix GT = MakeLadder(loops);
    const RankResult rank = AnalyzeRank(GT);
    VectorXd lambda = VectorXd::Zero(GT.cols()), S(GT.cols());
    for (int j : rank.independent) lambda[j] = std::sin(3.0 * j);
    for (int j = 0; j < S.size(); ++j) S[j] = 0.3 + (j % 5);
    const VectorXd root = S.cwiseSqrt();
    const MatrixXd weighted = MatrixXd(GT) * root.cwiseInverse().asDiagonal();
    const VectorXd expected =
        weighted.completeOrthogonalDecomposition().solve(GT * lambda).cwiseQuotient(root);
    const VectorXd result = MinimumNormMultipliers(rank, lambda, S);
    EXPECT_LT((GT * (result - lambda)).norm(), 1e-12);
    EXPECT_LT((result - expected).norm(), 1e-11);
  }
}

TEST(MinimumNormMultipliers, ShareTheLoadOfEqualConstraints) {
  SparseMatrix GT(2, 3);
  GT.insert(0, 0) = 1.0;
  GT.insert(0, 1) = 1.0;
  GT.insert(0, 2) = 1.0;
  GT.makeCompressed();
  const VectorXd result =
      MinimumNormMultipliers(AnalyzeRank(GT), Vec3(6.0, 0.0, 0.0), Vec3(1.0, 1.0, 0.5));
  EXPECT_LT((result - Vec3(1.5, 1.5, 3.0)).norm(), 1e-14);
  EXPECT_THROW(MinimumNormMultipliers(AnalyzeRank(GT), Vec3::Zero(), Vec3::Zero()), SolverError);
}

}  // namespace
}  // namespace trunnion
