// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/craig_bampton.hpp"

#include <Eigen/Cholesky>

#include "engine/mesh/linear_mesh.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/mesh/read_inp.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace craig_bampton_test {

using test::References;
using test::ToMatrix;
using test::ToVector;

Mesh ReadArm() {
  const auto& definition = References()["arm"]["definition"];
  Mesh mesh = ReadInp(test::kData / "meshes/arm_tet10_coarse.inp");
  SetMaterial(
      mesh,
      {.name = "alu", .E = definition["E"], .nu = definition["nu"], .density = definition["rho"]});
  return mesh;
}

/// The control arm with its two bores and 10 fixed-interface modes. The reference integrates the
/// mass with the four points of the stiffness, which changes the fourth digit of high modes.
struct Arm {
  explicit Arm(MassIntegration mass) : linear(mesh, mass) {}

  Mesh mesh = ReadArm();
  LinearMesh linear;
  std::vector<InterfaceFrame> frames{{"A", Vec3(0, 0, 0), FirstUnknowns("BORE_A")},
                                     {"B", Vec3(0.24, 0.05, 0.02), FirstUnknowns("BORE_B")}};
  ReducedStructure reduced =
      ReduceCraigBampton(linear.stiffness(), linear.mass(), linear.positions(), frames, 10);

  std::vector<int> FirstUnknowns(const std::string& set) const {
    return linear.FindUnknowns(mesh.node_set(set), {0});
  }
};

const Arm& ReferenceArm() {
  static const Arm arm(MassIntegration::stiffness_points);
  return arm;
}

double RelativeError(const VectorXd& ours, const VectorXd& reference) {
  return ((ours - reference).array() / reference.array()).abs().maxCoeff();
}

VectorXd ReducedFrequencies(const MatrixXd& K, const MatrixXd& M, int count) {
  return CalcLowestModes(K.sparseView(), M.sparseView(), count).CalcFrequencies();
}

TEST(CraigBampton, FreeFrequenciesAreThoseOfTheReference) {
  const VectorXd reference = ToVector(References()["craig_bampton"]["free_free_hz"]);
  const ReducedStructure& reduced = ReferenceArm().reduced;
  const VectorXd ours = ReducedFrequencies(reduced.K, reduced.M, 22);
  EXPECT_LT(ours.head(6).maxCoeff(), 0.1);
  EXPECT_LT(RelativeError(ours.tail(16), reference.tail(16)), 1e-4);
}

TEST(CraigBampton, HeldFrequenciesAreThoseOfTheReference) {
  const auto& reference = References()["craig_bampton"];
  const ReducedStructure& reduced = ReferenceArm().reduced;
  EXPECT_LT(RelativeError(reduced.fixed_frequencies, ToVector(reference["fixed_interface_hz"])),
            1e-4);
  const VectorXd ours = ReducedFrequencies(
      reduced.K.bottomRightCorner(16, 16), reduced.M.bottomRightCorner(16, 16), 16);
  EXPECT_LT(RelativeError(ours, ToVector(reference["A_clamped_hz"])), 1e-4);
}

/// Entries compared with √(Aᵢᵢ Aⱼⱼ): forces and moments in one scale.
double ScaledDifference(const MatrixXd& A, const MatrixXd& reference) {
  const VectorXd scale = reference.diagonal().cwiseSqrt().cwiseInverse();
  return (scale.asDiagonal() * (A - reference) * scale.asDiagonal()).cwiseAbs().maxCoeff();
}

TEST(CraigBampton, CondensedStiffnessIsThatOfTheReference) {
  const MatrixXd reference = ToMatrix(References()["arm"]["coarse"]["K12"]);
  const MatrixXd K = ReferenceArm().reduced.K.topLeftCorner(12, 12);
  EXPECT_LT(ScaledDifference(K, reference), 1e-7);
  const MatrixXd flexibility = ToMatrix(References()["craig_bampton"]["B_flexibility_A_clamped"]);
  EXPECT_LT(ScaledDifference(K.bottomRightCorner(6, 6).inverse(), flexibility), 1e-6);
}

TEST(CraigBampton, ReducedMassIsThatOfTheReference) {
  const MatrixXd reference = ToMatrix(References()["craig_bampton"]["M"]);
  EXPECT_LT(ScaledDifference(ReferenceArm().reduced.M.topLeftCorner(12, 12),
                             reference.topLeftCorner(12, 12)),
            1e-4);
}

/// p of a rigid motion gives that motion at every node, no force and the rigid mass matrix.
TEST(CraigBampton, RigidMotionsAreExact) {
  const Arm& arm = ReferenceArm();
  const Vec6 motion = (Vec6() << 1, -2, 0.5, 3, 1, -4).finished();
  const Vec3 t = motion.head<3>(), theta = motion.tail<3>();
  VectorXd p = VectorXd::Zero(22);
  p.head(12) << motion, t + theta.cross(arm.frames[1].origin), theta;
  const VectorXd u = arm.reduced.recovery * p;
  Eigen::Matrix3Xd expected = arm.linear.positions();
  for (auto x : expected.colwise()) x = t + theta.cross(Vec3(x));
  EXPECT_LT((u - expected.reshaped()).norm(), 1e-9 * u.norm());
  EXPECT_LT((arm.reduced.K * p).norm(), 1e-9 * arm.reduced.K.norm() * p.norm());
  const MassProperties properties = arm.linear.CalcMassProperties();
  const Vec3 v = t + theta.cross(properties.com);
  const double energy =
      0.5 * properties.mass * v.squaredNorm() + 0.5 * theta.dot(properties.inertia * theta);
  EXPECT_NEAR(0.5 * p.dot(arm.reduced.M * p) / energy, 1, 1e-9);
}

/// Static loads on the frames are answered exactly, and the recovery gives the full displacements.
TEST(CraigBampton, StaticLoadsOnFramesAreExact) {
  const Arm& arm = ReferenceArm();
  const SparseMatrix T = CalcRigidTies(arm.linear.positions(), arm.frames);
  const SparseMatrix K = CalcTied(arm.linear.stiffness(), T);
  const Vec6 wrench = (Vec6() << 100, -50, 20, 3, -2, 1).finished();
  VectorXd load = VectorXd::Zero(K.rows());
  load.tail<6>() = wrench;
  std::vector<int> hold_A(6);
  for (int i = 0; i < 6; ++i)
    hold_A[static_cast<std::size_t>(i)] = static_cast<int>(K.rows()) - 12 + i;
  const VectorXd full = T * SolveStatic(K, load, hold_A).u;
  VectorXd p = VectorXd::Zero(22);
  p.segment<6>(6) = arm.reduced.K.block<6, 6>(6, 6).llt().solve(wrench);
  EXPECT_LT((arm.reduced.recovery * p - full).norm(), 1e-8 * full.norm());
}

TEST(CraigBampton, MassOfTheArmIsThatOfTheReference) {
  const auto& reference = References()["arm"]["coarse"]["mass"];
  const MassProperties ours = LinearMesh(ReadArm()).CalcMassProperties();
  EXPECT_NEAR(ours.mass / reference["mass"].get<double>(), 1, 1e-9);
  EXPECT_LT((ours.com - ToVector(reference["com"])).norm(), 1e-7);
  EXPECT_LT((ours.inertia - ToMatrix(reference["inertia_about_com"])).norm(), 2e-8);
}

/// Rigid motions and a linear field as shapes: integrals of polynomials over the body.
TEST(InertiaIntegrals, OfLinearShapesAreMomentsOfTheBody) {
  const Arm& arm = ReferenceArm();
  const Eigen::Matrix3Xd& X = arm.linear.positions();
  const Mat3 H = (Mat3() << 1, 2, -1, 0.5, -2, 3, 0.7, -0.3, 1.5).finished();
  const Vec3 t(1, -2, 3);
  MatrixXd shapes(arm.linear.size(), 2);
  shapes.col(0) = t.replicate(X.cols(), 1);
  shapes.col(1) = (H * X).reshaped();
  const InertiaIntegrals integrals = CalcInertiaIntegrals(arm.linear.mass(), X, shapes);
  const MassProperties p = arm.linear.CalcMassProperties();
  EXPECT_NEAR(integrals.mass, p.mass, 1e-14);
  EXPECT_LT((integrals.first - p.mass * p.com).norm(), 1e-14);
  EXPECT_LT((integrals.second.trace() * Mat3::Identity() - integrals.second -
             p.CalcInertiaAbout(Vec3::Zero()))
                .norm(),
            1e-14);
  EXPECT_LT((integrals.shape_first.col(0) - p.mass * t).norm(), 1e-13);
  EXPECT_LT((integrals.shape_first.col(1) - H * integrals.first).norm(), 1e-14);
  EXPECT_LT((integrals.position_shape[0] - integrals.first * t.transpose()).norm(), 1e-13);
  EXPECT_LT((integrals.position_shape[1] - integrals.second * H.transpose()).norm(), 1e-14);
  EXPECT_LT((integrals.shape_shape[0][1] - t * (H * integrals.first).transpose()).norm(), 1e-13);
  EXPECT_LT((integrals.shape_shape[1][1] - H * integrals.second * H.transpose()).norm(), 1e-13);
}

/// Traces of the integrals are entries of the projected mass matrix.
TEST(InertiaIntegrals, AgreeWithTheProjectedMass) {
  const Arm& arm = ReferenceArm();
  const MatrixXd shapes = arm.reduced.recovery.rightCols(4);
  const InertiaIntegrals integrals =
      CalcInertiaIntegrals(arm.linear.mass(), arm.linear.positions(), shapes);
  const MatrixXd projected = shapes.transpose() * (arm.linear.mass() * shapes);
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      EXPECT_NEAR(integrals.shape_shape[i][j].trace(),
                  projected(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)),
                  1e-12);
}

TEST(CraigBampton, WrongFramesAreRefusedByName) {
  const Arm& arm = ReferenceArm();
  const auto ties = [&](std::vector<InterfaceFrame> frames) {
    return [&arm, frames] { CalcRigidTies(arm.linear.positions(), frames); };
  };
  auto frames = arm.frames;
  frames[1].unknowns = {};
  test::ExpectRefused<ModelError>(ties(frames), {"'B'", "no nodes"});
  frames[1].unknowns = frames[0].unknowns;
  test::ExpectRefused<ModelError>(ties(frames), {"'B'", "'A'"});
  frames[1].unknowns = {-1};
  test::ExpectRefused<ModelError>(ties(frames), {"'B'", "no element"});
  const auto reduce = [&](const std::vector<InterfaceFrame>& given) {
    ReduceCraigBampton(arm.linear.stiffness(), arm.linear.mass(), arm.linear.positions(), given, 1);
  };
  test::ExpectRefused<ModelError>([&] { reduce({}); }, {"at least one"});
}

}  // namespace craig_bampton_test
}  // namespace trunnion
