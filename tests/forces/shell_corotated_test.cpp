// SPDX-License-Identifier: BSD-3-Clause
//
// The matrices of shells in the co-rotated frame of forces/elements/superelement.hpp.
#include <gtest/gtest.h>

#include "forces/elements/shell_matrices.hpp"
#include "forces/elements/superelement.hpp"
#include "tests/support/check_force.hpp"
#include "tests/support/shell_patch.hpp"

namespace trunnion {
namespace {

using test::RandomRotation;
using test::RandomVector;

template <int N>
Superelement<N> MakeElement(double beta) {
  std::mt19937 random(11);
  const auto X = test::RandomShell<N>(random, 0.1);
  const ShellSection section{.thickness = 0.05,
                             .material = ElasticMaterial::Isotropic("steel", 2.1, 0.3, 1.7)};
  const auto linear = CalcShellMatrices<N>(X, section, "shell");
  SuperelementMatrices<N> m{.stiffness = linear.stiffness, .mass = linear.mass};
  m.damping = beta * m.stiffness;
  FrameGroup<N> frames;
  for (int i = 0; i < N; ++i) {
    frames.bodies[static_cast<std::size_t>(i)] = i + 1;
    frames.X_EF[static_cast<std::size_t>(i)].p = X.col(i);
  }
  return Superelement<N>(frames, m, "shell");
}

TEST(CorotatedShell, SatisfiesEveryForceCheck) {
  EXPECT_TRUE(test::CheckForce(MakeElement<3>(0), 1, {.conservative = true, .max_angle = 1.0}));
  EXPECT_TRUE(test::CheckForce(MakeElement<4>(0), 2, {.conservative = true, .max_angle = 1.0}));
  EXPECT_TRUE(test::CheckForce(MakeElement<4>(0.1), 3, {.dissipative = true, .max_angle = 1.0}));
}

template <int N>
void CheckLargeRigidMotion() {
  const auto element = MakeElement<N>(0.1);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    const Pose X{RandomRotation(random, 3.1), RandomVector(random, 5)};
    const Vec3 w = RandomVector(random, 1), v = RandomVector(random, 1);
    std::vector<BodyState> bodies(1);
    for (const Pose& node : element.frames().X_EF) {
      const Vec3 r = X * node.p;
      bodies.push_back({.r = r, .R = X.R, .v = v + w.cross(r), .w = X.R.transpose() * w});
    }
    LocalVector<N> f;
    element.CalcForce({0, bodies, {}}, f);
    EXPECT_LT(f.norm(), 1e-14) << seed;
  }
}

TEST(CorotatedShell, NoForceUnderLargeRigidMotion) {
  CheckLargeRigidMotion<3>();
  CheckLargeRigidMotion<4>();
}

}  // namespace
}  // namespace trunnion
