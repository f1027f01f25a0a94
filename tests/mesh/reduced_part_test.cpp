// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/reduced_part.hpp"

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "engine/core/rotation.hpp"
#include "engine/mesh/following_frame.hpp"
#include "engine/mesh/linear_static.hpp"
#include "engine/mesh/read_inp.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace reduced_part_test {

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

/// Motion (t, θ) at X of a rigid motion (t₀, θ₀) about the origin: 6×6.
MatrixXd RigidRows(const Vec3& X) {
  MatrixXd rows = MatrixXd::Identity(6, 6);
  rows.topRightCorner<3, 3>() = -Skew(X);
  return rows;
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

/// On nodes that move rigidly it is the frame of the interface.
TEST(FollowingFrame, OfAnInterfaceIsTheInterface) {
  const Block& block = TheBlock();
  ReducedPart part = MakeReducedPart(block.mesh, block.linear, block.interfaces, 4);
  AddFollowingFrame(part, block.mesh, block.linear, {"again", "ENDFACE", Vec3(1.2, 0.1, -0.3)});
  const ReducedPart::Interface &end = part.interfaces[1], &again = part.interfaces[2];
  const Vec3 arm = again.origin - end.origin;
  for (int j = 0; j < part.num_shapes(); ++j) {
    const Vec3 t = end.shape.col(j).head<3>(), theta = end.shape.col(j).tail<3>();
    EXPECT_LT((again.shape.col(j).head<3>() - t - theta.cross(arm)).norm(), 1e-10);
    EXPECT_LT((again.shape.col(j).tail<3>() - theta).norm(), 1e-10);
  }
  AddFollowingFrame(part, block.mesh, block.linear, {"tip", "TIP"});
  EXPECT_EQ(part.interfaces[3].shape.bottomRows<3>().norm(), 0);
  const int tip = block.linear.first_unknown(block.mesh.node_set("TIP").at(0));
  EXPECT_EQ((part.interfaces[3].shape.topRows<3>() - part.shapes.middleRows<3>(tip)).norm(), 0);
}

/// A force in the middle of the block, clamped at one end: the shapes converge to the full mesh.
TEST(FollowingFrame, LoadsBesideTheInterfacesConverge) {
  const Block& block = TheBlock();
  Mesh mesh = block.mesh;
  std::vector<int>& middle = mesh.node_sets["MIDDLE"];
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i)
    if (std::abs(mesh.nodes[i].x() - 0.5) < 1e-9) middle.push_back(static_cast<int>(i));
  ASSERT_EQ(middle.size(), 9u);
  VectorXd f = VectorXd::Zero(block.linear.size());
  for (const int node : middle) f[block.linear.first_unknown(node) + 2] = -1000.0 / 9;
  const std::vector<int> clamp = block.linear.FindUnknowns(mesh.node_set("CLAMP"));
  const VectorXd u = SolveStatic(block.linear.stiffness(), f, clamp).u;
  double full = 0;
  for (const int node : middle) full += u[block.linear.first_unknown(node) + 2] / 9;
  double error = 1;
  for (const int modes : {0, 4, 12}) {
    ReducedPart part = MakeReducedPart(mesh, block.linear, block.interfaces, modes);
    AddFollowingFrame(part, mesh, block.linear, {"middle", "MIDDLE"});
    // min ½ pᵀ K p − F t_z(p) with the root at rest: rows of p and rigid motions r.
    const int k = part.num_shapes(), n = k + 6;
    MatrixXd A = MatrixXd::Zero(n + 6, n + 6);
    A.topLeftCorner(k, k) = (4 * std::pow(std::numbers::pi, 2) *
                             part.frequencies.cwiseAbs2().cwiseProduct(part.modal_mass))
                                .asDiagonal();
    MatrixXd root(6, n), at(6, n);
    root << part.interfaces[0].shape, RigidRows(part.interfaces[0].origin - part.com);
    at << part.interfaces[2].shape, RigidRows(part.interfaces[2].origin - part.com);
    A.bottomLeftCorner(6, n) = root;
    A.topRightCorner(n, 6) = root.transpose();
    VectorXd b = VectorXd::Zero(n + 6);
    b.head(n) = -1000 * at.row(2).transpose();
    const VectorXd x = A.fullPivLu().solve(b);
    const double now = std::abs(at.row(2).dot(x.head(n)) / full - 1);
    EXPECT_LT(now, 0.7 * error) << modes;
    error = now;
  }
  EXPECT_LT(error, 0.02);
}

TEST(FollowingFrame, MistakesAreNamed) {
  const Block& block = TheBlock();
  ReducedPart part = MakeReducedPart(block.mesh, block.linear, block.interfaces, 1);
  const auto message = [&](const PartInterface& frame) -> std::string {
    try {
      AddFollowingFrame(part, block.mesh, block.linear, frame);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({"end", "TIP"}).find("has one of that name"), std::string::npos);
  EXPECT_NE(message({"x", "NOWHERE"}).find("NOWHERE"), std::string::npos);
}

TEST(ReducedPart, MistakesAreNamed) {
  const Block& block = TheBlock();
  const auto make = [&](std::vector<PartInterface> interfaces, int modes) {
    return [&block, interfaces, modes] {
      MakeReducedPart(block.mesh, block.linear, interfaces, modes);
    };
  };
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

}  // namespace reduced_part_test
}  // namespace trunnion
