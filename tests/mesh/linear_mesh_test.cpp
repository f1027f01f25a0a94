// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/linear_mesh.hpp"

#include <tbb/global_control.h>

#include "engine/core/rotation.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/mesh/matrix_import.hpp"
#include "engine/mesh/read_inp.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace linear_mesh_test {

using test::kData;
using test::References;
using test::ToVector;

Mesh ReadBlock(const std::string& name) {
  const auto& block = References()["block"]["definition"];
  Mesh mesh = ReadInp(kData / "meshes" / (name + ".inp"));
  SetMaterial(mesh, {.name = "steel", .E = block["E"], .nu = block["nu"], .density = block["rho"]});
  return mesh;
}

/// The print precision of CalculiX, seven digits.
constexpr double kPrinted = 6e-7;

double RelativeError(const VectorXd& ours, const VectorXd& reference) {
  return ((ours - reference).array() / reference.array()).abs().maxCoeff();
}

class Block : public testing::TestWithParam<std::string> {
 protected:
  const Mesh mesh_ = ReadBlock(GetParam());
  const LinearMesh linear_{mesh_};
  const std::vector<int> clamp_ = linear_.FindUnknowns(mesh_.node_set("CLAMP"));
  const nlohmann::json& reference_ = References()["block"]["results"][GetParam()];
  double TipDeflection(const VectorXd& load) const {
    const VectorXd u = SolveStatic(linear_.stiffness(), load, clamp_).u;
    return u[linear_.first_unknown(mesh_.node_set("TIP").at(0)) + 2];
  }
};
INSTANTIATE_TEST_SUITE_P(,
                         Block,
                         testing::Values("block_c3d4_r1",
                                         "block_c3d10_r1",
                                         "block_c3d8_r1",
                                         "block_c3d8i_r1",
                                         "block_c3d20r_r1"),
                         [](const auto& parameter) { return parameter.param; });

class CalculixBlock : public Block {};
INSTANTIATE_TEST_SUITE_P(
    ,
    CalculixBlock,
    testing::Values("block_c3d4_r1", "block_c3d10_r1", "block_c3d8_r1", "block_c3d20r_r1"),
    [](const auto& parameter) { return parameter.param; });

TEST_P(Block, TipForceGivesTheDeflectionOfCalculix) {
  const auto faces = FindFaces(mesh_, mesh_.node_set("ENDFACE"));
  const double area = CalcArea(mesh_, faces);
  EXPECT_NEAR(area, 0.08 * 0.05, 1e-15);
  const VectorXd load = linear_.CalcTractionLoad(faces, Vec3(0, 0, -1000 / area));
  EXPECT_NEAR(TipDeflection(load) / reference_["tip_force_uz"].get<double>(), 1, kPrinted);
}

TEST_P(Block, GravityGivesTheDeflectionOfCalculix) {
  const VectorXd load = linear_.CalcGravityLoad(Vec3(0, 0, -9.81));
  EXPECT_NEAR(TipDeflection(load) / reference_["gravity_uz"].get<double>(), 1, kPrinted);
}

TEST_P(Block, ReactionsBalanceTheLoad) {
  const VectorXd load = linear_.CalcGravityLoad(Vec3(1, 2, -9.81));
  const VectorXd reactions = SolveStatic(linear_.stiffness(), load, clamp_).reactions;
  const Vec3 sum = reactions.reshaped(3, linear_.size() / 3).rowwise().sum();
  EXPECT_LT((sum + 31.4 * Vec3(1, 2, -9.81)).norm(), 1e-7);
  double at_free = 0;
  for (const int i : Complement(clamp_, linear_.size()))
    at_free = std::max(at_free, std::abs(reactions[i]));
  EXPECT_LT(at_free, 1e-9 * reactions.cwiseAbs().maxCoeff() * linear_.size());
}

TEST_P(Block, ClampedFrequenciesAreThoseOfTheSameElementWithExactMass) {
  const SymmetricModes modes = CalcFixedModes(linear_.stiffness(), linear_.mass(), clamp_, 10);
  const VectorXd reference = ToVector(reference_["clamped_free_exact_mass_hz"]);
  EXPECT_LT(RelativeError(modes.CalcFrequencies(), reference), 1e-8);
}

TEST_P(Block, FreeFrequenciesAreThoseOfTheSameElementWithExactMass) {
  const VectorXd ours =
      CalcFixedModes(linear_.stiffness(), linear_.mass(), {}, 16).CalcFrequencies();
  EXPECT_LT(ours.head(6).maxCoeff(), 0.01);
  EXPECT_LT(RelativeError(ours.tail(10), ToVector(reference_["free_free_exact_mass_hz"])), 1e-8);
}

/// CalculiX itself, whose mass has the points of the stiffness. Its C3D8I is not among these: it
/// has masses of its own for the incompatible modes.
TEST_P(CalculixBlock, FrequenciesWithItsMassAreItsFrequencies) {
  const LinearMesh coarse(mesh_, MassIntegration::stiffness_points);
  const VectorXd clamped =
      CalcFixedModes(coarse.stiffness(), coarse.mass(), clamp_, 10).CalcFrequencies();
  EXPECT_LT(RelativeError(clamped, ToVector(reference_["clamped_free_hz"])), kPrinted);
  const VectorXd free = CalcFixedModes(coarse.stiffness(), coarse.mass(), {}, 16).CalcFrequencies();
  EXPECT_LT(RelativeError(free.tail(10), ToVector(reference_["free_free_hz"])), kPrinted);
}

TEST_P(Block, MassPropertiesAreThoseOfTheBox) {
  const MassProperties properties = linear_.CalcMassProperties();
  EXPECT_NEAR(properties.mass, 31.4, 1e-11);
  EXPECT_LT((properties.com - Vec3(0.5, 0, 0)).norm(), 1e-12);
  EXPECT_LT((properties.inertia - SolidBox(31.4, {1, 0.08, 0.05}).inertia).norm(), 1e-11);
}

/// Uniform tension of a bar, guided so that it may contract.
TEST_P(Block, TensionGivesUniformStress) {
  const auto faces = FindFaces(mesh_, mesh_.node_set("ENDFACE"));
  const VectorXd load = linear_.CalcPressureLoad(faces, -1e6);
  std::vector<int> fixed = linear_.FindUnknowns(mesh_.node_set("CLAMP"), {0});
  const int tip = linear_.first_unknown(mesh_.node_set("TIP").at(0));
  fixed.insert(fixed.end(), {tip + 1, tip + 2});
  for (const int node : mesh_.node_set("CLAMP"))  // one more node against the spin about x
    if (const Vec3& X = mesh_.nodes[static_cast<std::size_t>(node)]; X.y() == 0 && X.z() > 0.02)
      fixed.push_back(linear_.first_unknown(node) + 1);
  for (const int node : mesh_.node_set("CLAMP"))
    if (const Vec3& X = mesh_.nodes[static_cast<std::size_t>(node)]; X.norm() < 1e-12)
      fixed.insert(fixed.end(), {linear_.first_unknown(node) + 1, linear_.first_unknown(node) + 2});
  const VectorXd u = SolveStatic(linear_.stiffness(), load, fixed).u;
  EXPECT_NEAR(u[tip] / (1e6 / 210e9), 1, 1e-8);
  const auto stress = linear_.CalcNodalStress(u);
  EXPECT_LT((stress.colwise() - 1e6 * Vec6::Unit(0)).cwiseAbs().maxCoeff(), 1);
}

// ∫ σ dV = Σ f Xᵀ of the nodal forces f = K u: rotations, which have constant gradients, see only
// it.
TEST_P(Block, StressStiffnessOfRotationsIsTheVirialOfTheForces) {
  MatrixXd u(linear_.size(), 2), rotations(linear_.size(), 3);
  for (Eigen::Index i = 0; i < u.size(); ++i)
    u.data()[i] = 1e-3 * std::sin(static_cast<double>(7 * i * i % 1009));
  std::array<Mat3, 3> turns;
  for (int k = 0; k < 3; ++k) {
    turns[static_cast<std::size_t>(k)] = Skew(Vec3::Unit(k));
    rotations.col(k) = (turns[static_cast<std::size_t>(k)] * linear_.positions()).reshaped();
  }
  const auto K = linear_.CalcStressStiffness(u, rotations);
  ASSERT_EQ(K.size(), 2u);
  for (Eigen::Index l = 0; l < 2; ++l) {
    const MatrixXd f = VectorXd(linear_.stiffness() * u.col(l)).reshaped(3, u.rows() / 3);
    const Mat3 virial = f * linear_.positions().transpose();
    MatrixXd expected(3, 3);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        expected(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            turns[i].cwiseProduct(turns[j] * virial).sum();
    EXPECT_LT((K[static_cast<std::size_t>(l)] - expected).norm(), 1e-9 * expected.norm());
  }
}

TEST(LinearMesh, MatricesHaveTheSameBitsForAnyNumberOfThreads) {
  const Mesh mesh = ReadBlock("block_c3d10_r1");
  const LinearMesh parallel(mesh);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const LinearMesh serial(mesh);
  EXPECT_EQ((parallel.stiffness() - serial.stiffness()).norm(), 0);
  EXPECT_EQ((parallel.mass() - serial.mass()).norm(), 0);
}

TEST(LinearMesh, BadMeshesAreRefusedByElement) {
  Mesh mesh = ReadBlock("block_c3d8_r1");
  std::swap(mesh.elements[4].nodes[0], mesh.elements[4].nodes[6]);
  std::swap(mesh.elements[9].nodes[0], mesh.elements[9].nodes[6]);
  test::ExpectRefused<ModelError>([&] { LinearMesh refused(mesh); }, {"element 5", "5, 10"});
  mesh = ReadBlock("block_c3d8_r1");
  mesh.elements[2].type = MeshElementType::s8r;
  test::ExpectRefused<ModelError>([&] { LinearMesh refused(mesh); }, {"element 3", "S8R"});
}

TEST(SolveStatic, PrescribedDisplacementsAreKeptAndFreeBodiesRefused) {
  const LinearMesh linear(ReadBlock("block_c3d8_r1"));
  const VectorXd none = VectorXd::Zero(linear.size());
  EXPECT_THROW(SolveStatic(linear.stiffness(), none, {0, 1, 2}), SolverError);
  VectorXd shift = none;
  std::vector<int> fixed;
  for (int i = 0; i < 30; ++i) fixed.push_back(i);
  for (int i = 0; i < linear.size(); i += 3) shift[i] = 1e-3;
  const StaticSolution moved = SolveStatic(linear.stiffness(), none, fixed, shift);
  EXPECT_LT((moved.u - shift).norm(), 1e-12);
  EXPECT_LT(moved.reactions.norm(), 1e-9 * 210e9 * 1e-3);
}

}  // namespace linear_mesh_test
}  // namespace trunnion
