// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/shell_matrices.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <functional>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "examples/models/shell_parts.hpp"
#include "forces/elements/shell_membrane.hpp"
#include "tests/support/check_force.hpp"
#include "tests/support/shell_patch.hpp"

namespace trunnion {
namespace {

using models::MakeShellMesh;
using models::ShellCells;
using test::RandomRotation;
using test::RandomShell;
using test::RandomVector;
using test::ShellPatch;

constexpr double kE = 2.1, kNu = 0.3, kRho = 1.7, kThickness = 0.05;

ShellSection Section(double thickness = kThickness, double offset = 0) {
  return {.thickness = thickness,
          .material = ElasticMaterial::Isotropic("steel", kE, kNu, kRho),
          .offset = offset};
}

template <int N>
Eigen::Matrix<double, 6 * N, 6> RigidMotions(const Eigen::Matrix<double, 3, N>& X) {
  Eigen::Matrix<double, 6 * N, 6> R;
  for (int i = 0; i < N; ++i) {
    R.template block<6, 6>(6 * i, 0).setIdentity();
    R.template block<3, 3>(6 * i, 3) = -Skew(X.col(i));
  }
  return R;
}

template <int N>
void CheckRigidMotions() {
  for (unsigned seed = 1; seed <= 5; ++seed)
    for (const double offset : {0.0, 0.04}) {
      std::mt19937 random(seed);
      const auto X = RandomShell<N>(random, 0.1);
      const auto K = CalcShellMatrices<N>(X, Section(kThickness, offset), "shell").stiffness;
      EXPECT_LT((K - K.transpose()).cwiseAbs().maxCoeff(), 1e-15);
      EXPECT_LT((K * RigidMotions<N>(X)).cwiseAbs().maxCoeff(), 1e-14) << seed;
      const VectorXd energies = Eigen::SelfAdjointEigenSolver<MatrixXd>(K).eigenvalues();
      EXPECT_LT(energies.head(6).cwiseAbs().maxCoeff(), 1e-15) << seed;
      // Bending of an element of size 1 costs about E t³/12 = 2e-5.
      EXPECT_GT(energies[6], 2e-6) << seed;
    }
}

TEST(Shell, SixRigidMotionsNeedNoForceAndNothingElseDoes) {
  CheckRigidMotions<3>();
  CheckRigidMotions<4>();
}

template <int N>
void CheckRotation() {
  std::mt19937 random(7);
  const auto X = RandomShell<N>(random, 0.1);
  const Mat3 Q = RandomRotation(random);
  ShellSection section = Section();
  section.material = MakeOrthotropic("ply", {{3, 1, 1}, {0.2, 0.2, 0.3}, {0.5, 0.4, 0.3}}, kRho);
  section.axis_1 = Vec3(1, 0.3, 0.2);
  ShellSection turned = section;
  turned.axis_1 = Q * section.axis_1;
  turned.axis_2 = Q * section.axis_2;
  const auto before = CalcShellMatrices<N>(X, section, "shell");
  const auto after = CalcShellMatrices<N>(Q * X, turned, "shell");
  Eigen::Matrix<double, 6 * N, 6 * N> T = Eigen::Matrix<double, 6 * N, 6 * N>::Zero();
  for (int i = 0; i < 2 * N; ++i) T.template block<3, 3>(3 * i, 3 * i) = Q;
  EXPECT_LT((after.stiffness - T * before.stiffness * T.transpose()).norm(),
            1e-13 * before.stiffness.norm());
  EXPECT_LT((after.mass - T * before.mass * T.transpose()).norm(), 1e-13 * before.mass.norm());
}

TEST(Shell, MatricesTurnWithTheElement) {
  CheckRotation<3>();
  CheckRotation<4>();
}

template <int N>
void CheckNumbering() {
  std::mt19937 random(9);
  const auto X = RandomShell<N>(random, 0.1);
  Eigen::Matrix<double, 3, N> next;
  for (int i = 0; i < N; ++i) next.col(i) = X.col((i + 1) % N);
  const auto K = CalcShellMatrices<N>(X, Section(), "shell").stiffness;
  const auto moved = CalcShellMatrices<N>(next, Section(), "shell").stiffness;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      EXPECT_LT((moved.template block<6, 6>(6 * i, 6 * j) -
                 K.template block<6, 6>(6 * ((i + 1) % N), 6 * ((j + 1) % N)))
                    .norm(),
                1e-14 * K.norm());
}

TEST(Shell, StiffnessDoesNotDependOnTheFirstNode) {
  CheckNumbering<3>();
  CheckNumbering<4>();
}

/// A unit square of 3×3 cells whose inner nodes are moved.
Mesh PatchMesh(ShellCells cells) {
  Mesh mesh = MakeShellMesh(3, 3, models::PlateSurface, cells);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> move(-0.08, 0.08);
  for (Vec3& x : mesh.nodes)
    if (x.x() > 0.1 && x.x() < 0.9 && x.y() > 0.1 && x.y() < 0.9)
      x += Vec3(move(random), move(random), 0);
  return mesh;
}

Mat3 PlaneStress() {
  Mat3 C;
  C << 1, kNu, 0, kNu, 1, 0, 0, 0, (1 - kNu) / 2;
  return kE / (1 - kNu * kNu) * C;
}

/// Displacements of constant strain (xx, yy, xy) and curvature κ = −∇∇w (xx, yy, 2xy).
Vec6 ConstantState(const Vec3& strain, const Vec3& curvature, const Vec3& x) {
  const double X = x.x(), Y = x.y();
  const double w_x = -curvature[0] * X - curvature[2] * Y / 2,
               w_y = -curvature[1] * Y - curvature[2] * X / 2;
  const double w = -(curvature[0] * X * X + curvature[1] * Y * Y + curvature[2] * X * Y) / 2;
  Vec6 u;  // θ = (w_y, −w_x, ½ curl u)
  u << strain[0] * X + 0.3 * strain[2] * Y, strain[1] * Y + 0.7 * strain[2] * X, w, w_y, -w_x,
      0.5 * (0.7 - 0.3) * strain[2];
  return u;
}

class ShellPatches : public testing::TestWithParam<ShellCells> {};
INSTANTIATE_TEST_SUITE_P(, ShellPatches, testing::Values(ShellCells::quads, ShellCells::triangles));

TEST_P(ShellPatches, ConstantStrainsAndCurvaturesAreExact) {
  const ShellPatch patch(PatchMesh(GetParam()), Section());
  const double t = kThickness;
  for (int k = 0; k < 6; ++k) {
    const Vec3 strain = k < 3 ? Vec3(Vec3::Unit(k)) : Vec3(Vec3::Zero()),
               curvature = k < 3 ? Vec3(Vec3::Zero()) : Vec3(Vec3::Unit(k - 3));
    const VectorXd u =
        patch.Field([&](const Vec3& x) { return ConstantState(strain, curvature, x); });
    const double exact = 0.5 * t * strain.dot(PlaneStress() * strain) +
                         0.5 * t * t * t / 12 * curvature.dot(PlaneStress() * curvature);
    EXPECT_NEAR(0.5 * u.dot(patch.K * u), exact, 1e-12 * exact) << k;
    EXPECT_LT(patch.InnerForce(u), 1e-12 * exact) << k;
  }
}

TEST_P(ShellPatches, StressesOfConstantStatesAreExact) {
  const ShellPatch patch(PatchMesh(GetParam()), Section());
  const Vec3 strain(1, -2, 0.5), curvature(3, 1, -2);
  const VectorXd all =
      patch.Field([&](const Vec3& x) { return ConstantState(strain, curvature, x); });
  const auto check = [&]<int N>(std::integral_constant<int, N>, const MeshElement& e) {
    Eigen::Matrix<double, 6 * N, 1> u;
    for (int i = 0; i < N; ++i)
      u.template segment<6>(6 * i) = all.segment<6>(6 * e.nodes[static_cast<std::size_t>(i)]);
    const ShellStress stress =
        CalcShellStress<N>(ShellNodes<N>(patch.mesh.nodes, e), Section(), u, "shell");
    const double z = kThickness / 2;
    EXPECT_LT((stress.top - PlaneStress() * (strain + z * curvature)).norm(), 1e-12);
    EXPECT_LT((stress.bottom - PlaneStress() * (strain - z * curvature)).norm(), 1e-12);
  };
  for (const MeshElement& e : patch.mesh.elements) {
    if (e.nodes.size() == 4)
      check(std::integral_constant<int, 4>(), e);
    else
      check(std::integral_constant<int, 3>(), e);
  }
  EXPECT_NEAR(CalcVonMises(Vec3(3, -1, 2)), std::sqrt(9 + 3 + 1 + 12), 1e-14);
}

// The surface of the nodes is not the middle: bending without stretch of that surface stretches
// the middle by −offset times the curvature.
TEST_P(ShellPatches, OffsetStretchesTheMiddleInBending) {
  const double t = kThickness, offset = 0.03;
  const ShellPatch patch(PatchMesh(GetParam()), Section(t, offset));
  for (int k = 0; k < 3; ++k) {
    const Vec3 curvature = Vec3::Unit(k);
    const VectorXd u =
        patch.Field([&](const Vec3& x) { return ConstantState(Vec3::Zero(), curvature, x); });
    const double exact =
        0.5 * (t * t * t / 12 + t * offset * offset) * curvature.dot(PlaneStress() * curvature);
    EXPECT_NEAR(0.5 * u.dot(patch.K * u), exact, 1e-12 * exact) << k;
  }
}

TEST_P(ShellPatches, MassCentreAndInertiaAreThoseOfThePlate) {
  const double t = kThickness, offset = 0.02;
  const ShellPatch patch(PatchMesh(GetParam()), Section(t, offset));
  Eigen::Matrix<double, Eigen::Dynamic, 6> rigid(patch.M.rows(), 6);
  for (std::size_t i = 0; i < patch.mesh.nodes.size(); ++i) {
    rigid.middleRows<6>(static_cast<Eigen::Index>(6 * i)).setIdentity();
    rigid.block<3, 3>(static_cast<Eigen::Index>(6 * i), 3) = -Skew(patch.mesh.nodes[i]);
  }
  const Mat6 total = rigid.transpose() * patch.M * rigid;
  const double m = kRho * t;  // of the unit square, centre (½, ½, offset)
  const Vec3 centre(0.5, 0.5, offset);
  EXPECT_NEAR(total(0, 0), m, 1e-14);
  EXPECT_LT((total.block<3, 3>(3, 0) - m * Skew(centre)).norm(), 1e-14);
  Mat3 inertia = m / 12 * Vec3(1 + t * t, 1 + t * t, 2).asDiagonal();
  inertia -= m * Skew(centre) * Skew(centre);
  inertia(2, 2) += m * t * t / 12;  // the inertia that is added about the normal
  EXPECT_LT((total.bottomRightCorner<3, 3>() - inertia).norm(), 1e-14);
}

TEST(Shell, LumpedMassIsBlockDiagonalWithTheSameMass) {
  std::mt19937 random(4);
  const auto X = RandomShell<4>(random, 0.1);
  const auto consistent = CalcShellMatrices<4>(X, Section(kThickness, 0.01), "shell").mass;
  auto lumped = consistent;
  LumpShellMass<4>(lumped);
  const auto R = RigidMotions<4>(X);
  EXPECT_NEAR((R.transpose() * lumped * R)(0, 0), (R.transpose() * consistent * R)(0, 0), 1e-15);
  for (int i = 0; i < 24; ++i)
    for (int j = 0; j < 24; ++j) EXPECT_TRUE(i / 6 == j / 6 || lumped(i, j) == 0);
  EXPECT_GT(Eigen::SelfAdjointEigenSolver<MatrixXd>(lumped).eigenvalues()[0], 0);
}

// A strip of one row of elements of any aspect ratio, bent in its plane by a couple.
TEST(Shell, QuadrilateralBendsInItsPlaneWithoutLocking) {
  for (const double aspect : {1.0, 4.0, 16.0}) {
    Eigen::Matrix<double, 3, 4> X;
    X << 0, aspect, aspect, 0, 0, 0, 1, 1, 0, 0, 0, 0;
    const auto K = CalcShellMatrices<4>(X, Section(), "shell").stiffness;
    // v = −½ κ x², u = κ x (y − ½), θ = −κ x, and the contraction ν, with the modes left to adapt.
    VectorXd u(24);
    for (int i = 0; i < 4; ++i) {
      const double x = X(0, i) - aspect / 2, y = X(1, i) - 0.5;
      u.segment<6>(6 * i) << x * y, -0.5 * (x * x + kNu * y * y), 0, 0, 0, -x;
    }
    const double exact = 0.5 * kE * kThickness / 12 * aspect;
    EXPECT_NEAR(0.5 * u.dot(K * u), exact, 1e-12 * exact) << aspect;
  }
}

// Felippa (2003), section 5: the optimal triangle has the bending energy of the beam, for any
// aspect ratio and in both directions, in a rectangle of two triangles.
TEST(Shell, TriangleBendsInItsPlaneWithoutLocking) {
  for (const double a : {1.0, 4.0, 16.0}) {
    Eigen::Matrix<double, 2, 4> X;
    X << -a / 2, a / 2, a / 2, -a / 2, -0.5, -0.5, 0.5, 0.5;
    double along = 0, across = 0;
    for (const auto& corners : {std::array{0, 1, 2}, {0, 2, 3}}) {
      Eigen::Matrix<double, 2, 3> x;
      Eigen::Matrix<double, 9, 1> u, v;
      for (int i = 0; i < 3; ++i) {
        x.col(i) = X.col(corners[static_cast<std::size_t>(i)]);
        const double p = x(0, i), q = x(1, i);
        u.segment<3>(3 * i) << -p * q, 0.5 * (p * p + kNu * q * q), p;
        v.segment<3>(3 * i) << 0.5 * (q * q + kNu * p * p), -p * q, -q;
      }
      const Eigen::Matrix<double, 9, 9> K = CalcTriangleMembrane(x, PlaneStress());
      along += 0.5 * u.dot(K * u);
      across += 0.5 * v.dot(K * v);
    }
    EXPECT_NEAR(along, 0.5 * kE * a / 12, 1e-11 * along) << a;
    EXPECT_NEAR(across, 0.5 * kE * a * a * a / 12, 1e-11 * across) << a;
  }
}

/// Tip deflection of a strip of length 1 and width 0.2 under a tip force of 1 along z.
double CalcTipDeflection(const ShellSection& section, int cells, ShellCells type, int rows = 1) {
  const Mesh mesh = MakeShellMesh(
      cells, rows, [](double u, double v) { return Vec3(u, 0.2 * v, 0); }, type);
  ShellPatch patch(mesh, section);
  VectorXd f = VectorXd::Zero(patch.K.rows());
  for (const int i : mesh.node_set("U1")) {
    const double y = mesh.nodes[static_cast<std::size_t>(i)].y();
    f[6 * i + 2] = (y > 1e-9 && y < 0.2 - 1e-9 ? 1.0 : 0.5) / rows;
  }
  for (const int i : mesh.node_set("U0"))
    for (int k = 0; k < 6; ++k) {
      patch.K.row(6 * i + k).setZero();
      patch.K.col(6 * i + k).setZero();
      patch.K(6 * i + k, 6 * i + k) = 1;
    }
  const VectorXd u = patch.K.ldlt().solve(f);
  return u[6 * mesh.node_set("U1")[0] + 2];
}

// Timoshenko's cantilever, from thick to very thin: no locking, and shear where it counts.
TEST(Shell, CantileverOfAnyThickness) {
  for (const double t : {0.2, 0.01, 1e-5}) {
    ShellSection section = Section(t);
    section.material = ElasticMaterial::Isotropic("m", kE, 0, 1);
    const double I = 0.2 * t * t * t / 12, shear = 5.0 / 6 * kE / 2 * 0.2 * t;
    const double exact = 1 / (3 * kE * I) + 1 / shear;
    const auto error = [&](ShellCells cells, int n, int rows) {
      return std::abs(CalcTipDeflection(section, n, cells, rows) / exact - 1);
    };
    EXPECT_LT(error(ShellCells::quads, 2, 1), 1e-8) << t;
    const double coarse = error(ShellCells::triangles, 10, 2),
                 fine = error(ShellCells::triangles, 20, 4);
    EXPECT_LT(fine, 1e-4) << t;
    EXPECT_LT(fine, 0.6 * coarse) << t;
  }
}

TEST(Shell, OrthotropicStripBendsWithTheModulusAlongIt) {
  ShellSection section = Section(0.01);
  section.material = MakeOrthotropic("ply", {{8, 2, 2}, {0, 0, 0}, {1, 1, 1}}, 1);
  const double along = CalcTipDeflection(section, 16, ShellCells::quads);
  section.axis_1 = Vec3::UnitY();
  const double across = CalcTipDeflection(section, 16, ShellCells::quads);
  const double I = 0.2 * 1e-6 / 12;
  EXPECT_NEAR(along * 3 * 8 * I, 1, 2e-3);
  EXPECT_NEAR(across * 3 * 2 * I, 1, 2e-3);
}

// A couple about the normal at one corner turns that corner, by a finite angle.
TEST(Shell, CoupleAboutTheNormalIsCarried) {
  std::mt19937 random(5);
  const auto X = RandomShell<4>(random, 0);
  auto K = CalcShellMatrices<4>(X, Section(), "shell").stiffness;
  Eigen::Matrix<double, 6, 1> f = Eigen::Matrix<double, 6, 1>::Zero();
  f[5] = 1;
  const Mat6 own = K.block<6, 6>(0, 0);
  const Vec6 u = own.ldlt().solve(f);
  EXPECT_LT((own * u - f).norm(), 1e-9);
  EXPECT_GT(u[5], 0);
  EXPECT_LT(u[5], 1e4 / (kE * kThickness));
}

TEST(Shell, RefusesBadElements) {
  const auto message = [](const Eigen::Matrix<double, 3, 4>& X, const ShellSection& section) {
    try {
      CalcShellMatrices<4>(X, section, "element 7");
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  Eigen::Matrix<double, 3, 4> X;
  X << 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0;
  EXPECT_EQ(message(X, Section()), "");
  EXPECT_NE(message(X, Section(0)).find("element 7: the thickness"), std::string::npos);
  Eigen::Matrix<double, 3, 4> bow = X;
  bow.col(2).swap(bow.col(3));
  EXPECT_NE(message(bow, Section()).find("element 7"), std::string::npos);
  X.col(2) = X.col(1);
  EXPECT_NE(message(X, Section()).find("element 7"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
