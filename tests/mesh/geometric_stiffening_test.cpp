// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/geometric_stiffening.hpp"

#include <gtest/gtest.h>

#include "engine/core/rotation.hpp"
#include "engine/mesh/following_frame.hpp"
#include "engine/mesh/read_inp.hpp"
#include "tests/mesh/mesh_files.hpp"

namespace trunnion {
namespace geometric_stiffening_test {

Mesh ReadBlock() {
  Mesh mesh = ReadInp(test::kData / "meshes/block_c3d20r_r1.inp");
  SetMaterial(mesh, {.name = "steel", .E = 210e9, .nu = 0.3, .density = 7850});
  return mesh;
}

struct Block {
  Mesh mesh = ReadBlock();
  LinearMesh linear{mesh};

  ReducedPart Part() const {
    return MakeReducedPart(mesh, linear, {{"root", "CLAMP"}, {"end", "ENDFACE"}}, 3);
  }
};

const Block& TheBlock() {
  static const Block block;
  return block;
}

/// Component c of all motions of second order, ½ Σ motion(i, j) pᵢ pⱼ.
Vec6 Motion(const ReducedPart::Interface& interface, Eigen::Index i, Eigen::Index j) {
  Vec6 motion;
  for (int c = 0; c < 6; ++c)
    motion[c] = interface.foreshortening[static_cast<std::size_t>(c)](i, j);
  return motion;
}

// A point at d in a frame that moves by t and turns by θ = Σ θᵢ pᵢ + ½ Σ θᵢⱼ pᵢ pⱼ has the second
// derivatives tᵢⱼ + θᵢⱼ × d + sym θᵢ × (θⱼ × d). The forces of unit loads at both origins differ.
TEST(GeometricStiffening, InterfacesTurnRigidly) {
  const Vec3 d(0.3, -0.2, 0.4);
  ReducedPart part = TheBlock().Part(), other = part;
  ReducedPart::Interface& shifted = other.interfaces[1];
  shifted.origin += d;
  shifted.shape.topRows<3>() -= Skew(d) * shifted.shape.bottomRows<3>();
  AddGeometricStiffening(part, TheBlock().linear);
  AddGeometricStiffening(other, TheBlock().linear);
  const ReducedPart::Interface &end = part.interfaces[1], &moved = other.interfaces[1];
  for (Eigen::Index i = 0; i < part.num_shapes(); ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      const Vec6 at = Motion(end, i, j), there = Motion(moved, i, j);
      const Vec3 a = end.shape.col(i).tail<3>(), b = end.shape.col(j).tail<3>();
      const Vec3 turned =
          Vec3(at.tail<3>()).cross(d) + 0.5 * (a.cross(b.cross(d)) + b.cross(a.cross(d)));
      const double size = at.norm() + a.norm() * b.norm();
      EXPECT_LT((there.head<3>() - at.head<3>() - turned).norm(), 1e-9 * size) << i << " " << j;
      EXPECT_LT((there - at).tail<3>().norm(), 1e-9 * size) << i << " " << j;
    }
}

// Its forces are in no matrix; the interfaces are as without it.
TEST(GeometricStiffening, FollowingFramesHaveNone) {
  ReducedPart part = TheBlock().Part();
  AddGeometricStiffening(part, TheBlock().linear);
  const MatrixXd before = part.interfaces[1].foreshortening[0];
  AddFollowingFrame(part, TheBlock().mesh, TheBlock().linear, {"tip", "TIP"});
  AddGeometricStiffening(part, TheBlock().linear);
  EXPECT_TRUE(part.interfaces[2].foreshortening.empty());
  EXPECT_EQ((part.interfaces[1].foreshortening[0] - before).norm(), 0);
}

}  // namespace geometric_stiffening_test
}  // namespace trunnion
