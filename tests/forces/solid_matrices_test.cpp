// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/solid_matrices.hpp"
#include "forces/elements/solid_faces.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

#include "engine/core/error.hpp"
#include "tests/support/solid_patch.hpp"

namespace trunnion {
namespace solid_matrices_test {

using test::MakeSolidPatch;
using test::SolidPatch;

const Mat6 kC =
    MakeOrthotropic(
        "spruce",
        {.E = {11e9, 0.9e9, 0.5e9},
         .nu = {0.4, 0.45, 0.5},
         .G = {0.7e9, 0.6e9, 0.04e9},
         .axes = Eigen::AngleAxisd(1.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix()},
        400)
        .stiffness;

SolidPoints PointsOf(const SolidPatch& patch, std::size_t element) {
  return CalcSolidPoints(patch.type, patch.X(element), StiffnessRule(patch.type), "element");
}

std::vector<int> Unknowns(const std::vector<int>& nodes) {
  std::vector<int> unknowns;
  for (const int node : nodes)
    for (int k = 0; k < 3; ++k) unknowns.push_back(3 * node + k);
  return unknowns;
}

MatrixXd Assemble(const SolidPatch& patch) {
  const auto size = static_cast<Eigen::Index>(3 * patch.nodes.size());
  MatrixXd K = MatrixXd::Zero(size, size);
  for (std::size_t e = 0; e < patch.elements.size(); ++e) {
    const std::vector<int> unknowns = Unknowns(patch.elements[e]);
    K(unknowns, unknowns) += CalcStiffness(PointsOf(patch, e), kC);
  }
  return K;
}

/// Values H X + t at the nodes, node-major.
VectorXd LinearField(const SolidPatch& patch, const Mat3& H, const Vec3& t) {
  VectorXd u(3 * static_cast<Eigen::Index>(patch.nodes.size()));
  for (std::size_t i = 0; i < patch.nodes.size(); ++i)
    u.segment<3>(3 * static_cast<Eigen::Index>(i)) = H * patch.nodes[i] + t;
  return u;
}

bool IsOnSurface(const Vec3& x) { return x.minCoeff() < 1e-12 || x.maxCoeff() > 1 - 1e-12; }

class SolidMatricesOf : public testing::TestWithParam<SolidType> {};
INSTANTIATE_TEST_SUITE_P(,
                         SolidMatricesOf,
                         testing::ValuesIn(test::kSolidTypes),
                         [](const auto& parameter) {
                           return std::string(ToString(parameter.param));
                         });

/// Inner nodes of a distorted patch find the linear field given on the surface, and the stress is
/// constant everywhere.
TEST_P(SolidMatricesOf, PassPatchTest) {
  const SolidPatch patch = MakeSolidPatch(GetParam(), 3, 0.25);
  const Mat3 H = 1e-3 * (Mat3() << 1, 2, -1, 0.5, -2, 3, 0.7, -0.3, 1.5).finished();
  const VectorXd exact = LinearField(patch, H, Vec3(1, 2, 3) * 1e-3);
  std::vector<int> inner_nodes;
  for (std::size_t i = 0; i < patch.nodes.size(); ++i)
    if (!IsOnSurface(patch.nodes[i])) inner_nodes.push_back(static_cast<int>(i));
  ASSERT_GE(inner_nodes.size(), 8u);
  const std::vector<int> inner = Unknowns(inner_nodes);
  const MatrixXd K = Assemble(patch);
  VectorXd u = exact;
  u(inner).setZero();
  u(inner) = -K(inner, inner).ldlt().solve((K * u)(inner));
  EXPECT_LT((u - exact).norm(), 1e-11 * exact.norm());
  const Mat3 E = 0.5 * (H + H.transpose());
  const Vec6 strain = (Vec6() << E.diagonal(), 2 * E(0, 1), 2 * E(0, 2), 2 * E(1, 2)).finished();
  const Vec6 stress = kC * strain;
  for (std::size_t e = 0; e < patch.elements.size(); ++e) {
    const auto stresses = CalcStress(PointsOf(patch, e), kC, u(Unknowns(patch.elements[e])));
    const MatrixXd nodal = CalcExtrapolation(GetParam()) * stresses.transpose();
    EXPECT_LT((stresses.colwise() - stress).norm(), 1e-9 * stress.norm());
    EXPECT_LT((nodal.rowwise() - stress.transpose()).norm(), 1e-9 * stress.norm());
  }
}

TEST_P(SolidMatricesOf, GradientsOfALinearFieldAreExact) {
  const SolidPatch patch = MakeSolidPatch(GetParam(), 3, 0.25);
  const Mat3 H = (Mat3() << 1, 2, -1, 0.5, -2, 3, 0.7, -0.3, 1.5).finished();
  const VectorXd u = LinearField(patch, H, Vec3(1, 2, 3));
  for (std::size_t e = 0; e < patch.elements.size(); ++e) {
    const MatrixXd gradients =
        CalcDisplacementGradients(PointsOf(patch, e), kC, u(Unknowns(patch.elements[e])));
    for (Eigen::Index p = 0; p < gradients.rows(); p += 9)
      EXPECT_LT((gradients.middleRows<9>(p).reshaped(3, 3) - H).norm(), 1e-11);
  }
}

/// Six rigid motions and no other, but for the twelve less 48 points of the reduced hexahedron.
TEST_P(SolidMatricesOf, RigidMotionsNeedNoForce) {
  const SolidPatch patch = MakeSolidPatch(GetParam(), 2, 0.3);
  const MatrixXd K = CalcStiffness(PointsOf(patch, 0), kC);
  EXPECT_EQ((K - K.transpose()).norm(), 0);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(K);
  const double largest = solver.eigenvalues().maxCoeff();
  const int zeros = static_cast<int>((solver.eigenvalues().array() < 1e-12 * largest).count());
  EXPECT_EQ(zeros, GetParam() == SolidType::hex20_reduced ? 12 : 6);
  EXPECT_GT(solver.eigenvalues().minCoeff(), -1e-13 * largest);
  const NodeMatrix X = patch.X(0);
  const Mat3 skew = (Mat3() << 0, -3, 2, 3, 0, -1, -2, 1, 0).finished();
  const NodeMatrix motion = (X * skew.transpose()).rowwise() + Eigen::RowVector3d(1, 2, 3);
  const Eigen::Matrix<double, 3, Eigen::Dynamic> u = motion.transpose();
  EXPECT_LT((K * u.reshaped()).norm(), 1e-12 * largest * u.norm());
}

TEST_P(SolidMatricesOf, StiffnessTurnsWithTheElement) {
  const SolidPatch patch = MakeSolidPatch(GetParam(), 2, 0.3);
  const Mat3 R = Eigen::AngleAxisd(0.8, Vec3(1, 1, -2).normalized()).toRotationMatrix();
  const Mat6 T = CalcStressRotation(R);
  const NodeMatrix turned = (patch.X(0) * R.transpose()).rowwise() + Eigen::RowVector3d(3, -1, 2);
  const MatrixXd K = CalcStiffness(PointsOf(patch, 0), kC);
  const MatrixXd K_turned =
      CalcStiffness(CalcSolidPoints(GetParam(), turned, StiffnessRule(GetParam()), "element"),
                    T * kC * T.transpose());
  MatrixXd big_R = MatrixXd::Zero(K.rows(), K.rows());
  for (Eigen::Index i = 0; i < K.rows(); i += 3) big_R.block<3, 3>(i, i) = R;
  EXPECT_LT((K_turned - big_R * K * big_R.transpose()).norm(), 1e-12 * K.norm());
}

/// Mass, static moment and second moments of the unit cube, from distorted elements.
TEST_P(SolidMatricesOf, MassIsDensityTimesVolume) {
  const SolidPatch patch = MakeSolidPatch(GetParam(), 3, 0.25);
  double mass = 0, lumped_mass = 0, volume = 0, load = 0;
  Vec3 moment = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (std::size_t e = 0; e < patch.elements.size(); ++e) {
    const NodeMatrix X = patch.X(e);
    const MatrixXd m = CalcConsistentMass(GetParam(), X, MassRule(GetParam()), 400);
    const NodeVector lumped = CalcLumpedMass(m);
    EXPECT_GT(lumped.minCoeff(), 0);
    EXPECT_EQ((m - m.transpose()).norm(), 0);
    mass += m.sum();
    lumped_mass += lumped.sum();
    volume += PointsOf(patch, e).volumes.sum();
    load += CalcVolumeShares(GetParam(), X).sum();
    moment += X.transpose() * m.rowwise().sum();
    second += X.transpose() * m * X;
  }
  EXPECT_NEAR(mass, 400, 1e-10);
  EXPECT_NEAR(lumped_mass, 400, 1e-10);
  EXPECT_NEAR(volume, 1, 1e-13);
  EXPECT_NEAR(load, 1, 1e-13);
  EXPECT_LT((moment - Vec3::Constant(200)).norm(), 1e-10);
  Mat3 cube = Mat3::Constant(100);
  cube.diagonal().setConstant(400.0 / 3);
  EXPECT_LT((second - cube).norm(), 1e-10);
}

/// Pressure all around has no resultant and, by the divergence theorem, the virial −3 V.
TEST_P(SolidMatricesOf, PressureAllAroundBalances) {
  const SolidPatch patch = MakeSolidPatch(GetParam(), 2, 0.3);
  const NodeMatrix X = patch.X(0);
  NodeMatrix shares = NodeMatrix::Zero(X.rows(), 3);
  for (int face = 0; face < NumFaces(GetParam()); ++face) {
    const NodeMatrix pressure = CalcPressureShares(GetParam(), X, face);
    EXPECT_LE(pressure.colwise().sum().norm(),
              CalcFaceShares(GetParam(), X, face).sum() * (1 + 1e-14));
    shares += pressure;
  }
  Vec3 moment = Vec3::Zero();
  for (Eigen::Index i = 0; i < X.rows(); ++i) moment += Vec3(X.row(i)).cross(Vec3(shares.row(i)));
  EXPECT_LT(shares.colwise().sum().norm(), 1e-15);
  EXPECT_LT(moment.norm(), 1e-15);
  EXPECT_NEAR((X.cwiseProduct(shares)).sum(), -3 * PointsOf(patch, 0).volumes.sum(), 1e-15);
}

/// S1 of a cube's first cell lies on z = 0 (hexahedra); its shares add to the area.
TEST(SolidMatrices, FaceLoadsAreConsistent) {
  const NodeMatrix X = NaturalNodes(SolidType::hex20);
  const NodeVector shares = CalcFaceShares(SolidType::hex20, X, 0);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(shares[i], -4.0 / 12, 1e-14);  // corners
  for (int i = 8; i < 12; ++i) EXPECT_NEAR(shares[i], 4.0 / 3, 1e-14);   // middles
  EXPECT_NEAR(shares.sum(), 4, 1e-14);
  const NodeMatrix pressure = CalcPressureShares(SolidType::hex20, X, 0);
  EXPECT_LT((pressure.col(2) - shares).norm() + pressure.leftCols(2).norm(), 1e-14);
}

/// A square plate of one element bends without locking: pure moment on an incompatible hexahedron
/// gives the exact curvature of a beam, M/(EI), for ν = 0.
TEST(SolidMatrices, IncompatibleHexahedronBendsExactly) {
  NodeMatrix X = NaturalNodes(SolidType::hex8);
  const Mat6 C = ElasticMaterial::Isotropic("m", 1, 0, 1).stiffness;
  NodeMatrix u = NodeMatrix::Zero(8, 3);
  for (int i = 0; i < 8; ++i) u(i, 0) = X(i, 0) * X(i, 2);  // curvature 1; the modes do the rest
  const Eigen::Matrix<double, 3, Eigen::Dynamic> column = u.transpose();
  const auto energy = [&](SolidType type) {
    const MatrixXd K = CalcStiffness(CalcSolidPoints(type, X, StiffnessRule(type), "e"), C);
    return 0.5 * column.reshaped().dot(K * column.reshaped());
  };
  const double exact = 0.5 * (2 * 8.0 / 12) * 2;  // ½ E I κ² L with I = b h³/12, b = h = L = 2
  EXPECT_NEAR(energy(SolidType::hex8_incompatible), exact, 1e-13);
  EXPECT_GT(energy(SolidType::hex8), 1.4 * exact);  // parasitic shear
}

void ExpectRefused(SolidType type, const NodeMatrix& X, const std::string& word) {
  try {
    CalcSolidPoints(type, X, StiffnessRule(type), "element 7");
    ADD_FAILURE() << "accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("element 7"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(SolidMatrices, InvertedFlatAndCurvedElementsAreRefused) {
  for (const SolidType type : test::kSolidTypes) {
    NodeMatrix X = NaturalNodes(type);
    X.col(2) *= -1;
    ExpectRefused(type, X, "inverted");
    X.col(2).setZero();
    ExpectRefused(type, X, "flat");
    X = NaturalNodes(type);
    X(1, 1) = std::nan("");
    ExpectRefused(type, X, "finite");
  }
  NodeMatrix X = NaturalNodes(SolidType::tet10);
  X(4, 0) = 0.2;  // the middle of edge 12 near its end: ∂X/∂ξ vanishes at node 1 for 0.25
  ExpectRefused(SolidType::tet10, X, "curved");
  ExpectRefused(SolidType::tet4, X, "4 nodes");
}

}  // namespace solid_matrices_test
}  // namespace trunnion
