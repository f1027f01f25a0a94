// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/reduced_part.hpp"

#include <numbers>

#include "engine/mesh/read_inp.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace {

/// A cantilever block of 10×2×2 hexahedra, free here, with an interface at each end.
struct Block {
  Mesh mesh = Read();
  LinearMesh linear{mesh};
  std::vector<PartInterface> interfaces{{"root", "CLAMP"}, {"end", "ENDFACE"}};

  static Mesh Read() {
    Mesh mesh = ReadInp(test::kData / "meshes/block_c3d8i_r1.inp");
    SetMaterial(mesh, {.name = "steel", .E = 210e9, .nu = 0.3, .density = 7850});
    return mesh;
  }
};

const Block& TheBlock() {
  static const Block block;
  return block;
}

TEST(ReducedPart, ShapesAreOrthogonalToEachOtherAndToRigidMotions) {
  const Block& block = TheBlock();
  const ReducedPart part = MakeReducedPart(block.mesh, block.linear, block.interfaces, 5);
  ASSERT_EQ(part.num_shapes(), 11);
  const MatrixXd M = part.shapes.transpose() * (block.linear.mass() * part.shapes);
  const MatrixXd K = part.shapes.transpose() * (block.linear.stiffness() * part.shapes);
  const VectorXd scale = part.modal_mass.cwiseSqrt().cwiseInverse();
  const VectorXd squares = (2 * std::numbers::pi * part.frequencies).cwiseAbs2();
  EXPECT_LT((scale.asDiagonal() * M * scale.asDiagonal() - MatrixXd::Identity(11, 11)).norm(),
            1e-9);
  EXPECT_LT((scale.asDiagonal() * K * scale.asDiagonal() - MatrixXd(squares.asDiagonal())).norm(),
            1e-9 * squares.maxCoeff());
  const InertiaIntegrals& I = part.integrals;
  EXPECT_LT(I.first.norm(), 1e-12 * I.mass);
  EXPECT_LT(I.shape_first.norm(), 1e-8 * I.mass);
  for (const Mat3& P : I.position_shape) EXPECT_LT((P - P.transpose()).norm(), 1e-8 * I.mass);
}

TEST(ReducedPart, AnAmplitudeIsTheLargestNodalDisplacement) {
  const Block& block = TheBlock();
  const ReducedPart part = MakeReducedPart(block.mesh, block.linear, block.interfaces, 3);
  for (Eigen::Index j = 0; j < part.num_shapes(); ++j) {
    const VectorXd p = 0.01 * VectorXd::Unit(part.num_shapes(), j);
    EXPECT_NEAR(part.CalcDisplacements(p).colwise().norm().maxCoeff(), 0.01, 1e-14);
  }
}

/// The nodes of an interface move with its frame.
TEST(ReducedPart, InterfacesFollowTheShapes) {
  const Block& block = TheBlock();
  const ReducedPart part = MakeReducedPart(block.mesh, block.linear, block.interfaces, 2);
  const VectorXd p = VectorXd::LinSpaced(part.num_shapes(), -1, 2);
  const Eigen::Matrix3Xd u = part.CalcDisplacements(p);
  const ReducedPart::Interface& end = part.interfaces[1];
  EXPECT_LT((end.origin - Vec3(1, 0, 0)).norm(), 1e-9);  // mean of the nodes
  const Vec6 motion = end.shape * p;
  for (const int node : block.mesh.node_set("ENDFACE")) {
    const int at = block.linear.first_unknown(node) / 3;
    const Vec3 arm = block.linear.positions().col(at) - end.origin;
    const Vec3 expected = motion.head<3>() + Vec3(motion.tail<3>()).cross(arm);
    EXPECT_LT((u.col(at) - expected).norm(), 1e-10 * u.norm());
  }
}

TEST(ReducedPart, MistakesAreNamed) {
  const Block& block = TheBlock();
  const auto make = [&](std::vector<PartInterface> interfaces, int modes) {
    return [&block, interfaces, modes] {
      MakeReducedPart(block.mesh, block.linear, interfaces, modes);
    };
  };
  test::ExpectRefused<ModelError>(make(block.interfaces, 31), {"37 shapes", "at most 30"});
  test::ExpectRefused<ModelError>(make(block.interfaces, -1), {"negative"});
  test::ExpectRefused<ModelError>(make({{"root", "CLAMP"}}, 0), {"cannot deform"});
  test::ExpectRefused<ModelError>(make({{"root", "NOWHERE"}}, 2), {"NOWHERE"});
  // A support is no part of a free structure.
  SparseMatrix K = block.linear.stiffness();
  K.coeffRef(0, 0) += 1e12;
  const std::vector<InterfaceFrame> frames{
      {"root", Vec3::Zero(), block.linear.FindUnknowns(block.mesh.node_set("CLAMP"), {0})}};
  test::ExpectRefused<ModelError>(
      [&] { MakeReducedPart(K, block.linear.mass(), block.linear.positions(), frames, 4); },
      {"free to move"});
}

}  // namespace
}  // namespace trunnion
