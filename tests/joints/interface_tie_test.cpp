// SPDX-License-Identifier: BSD-3-Clause
#include "joints/interface_tie.hpp"

#include <gtest/gtest.h>

#include "tests/support/check_constraint.hpp"

namespace trunnion {
namespace {

using test::RandomSource;

constexpr int B = 2;
using Tie = InterfaceTie;

Tie::Shape RandomShape(RandomSource& random) {
  return Tie::Shape::NullaryExpr(6, 3 * B, [&] { return random.Uniform(-0.2, 0.2); });
}

ElementContext At(const std::vector<BodyState>& bodies) {
  ElementContext context;
  context.bodies = bodies;
  return context;
}

std::shared_ptr<const Tie::Curvature> RandomCurvature(RandomSource& random) {
  auto curvature = std::make_shared<Tie::Curvature>();
  for (auto& H : *curvature) {
    H = MatrixXd::NullaryExpr(3 * B, 3 * B, [&] { return random.Uniform(-0.1, 0.1); });
    H = (H + H.transpose()).eval();
  }
  return curvature;
}

TEST(InterfaceTie, BlocksAreDerivativesOfTheResidual) {
  static_assert(ConstraintElement<Tie>);
  for (unsigned seed = 1; seed <= 10; ++seed) {
    RandomSource random(100 + seed);
    const Tie tie({1, 2, 3, 4}, random.Vector(), RandomShape(random));
    // Amplitudes are no positions: they do not move with the rest.
    EXPECT_EQ(test::CheckConstraint(tie, seed, {.invariant = false, .balanced = false}), "");
    const Tie curved({1, 2, 3, 4}, random.Vector(), RandomShape(random), RandomCurvature(random));
    EXPECT_EQ(test::CheckConstraint(curved, seed, {.invariant = false, .balanced = false}), "");
  }
}

TEST(InterfaceTie, HoldsWhereTheFrameFollowsTheShapes) {
  RandomSource random(1);
  const Vec3 X = random.Vector();
  const Tie::Shape shape = RandomShape(random);
  const Tie tie({1, 2, 3, 4}, X, shape);
  std::vector<BodyState> bodies = random.Bodies(4);
  Eigen::Matrix<double, 6, 1> p;
  p << bodies[2].r, bodies[3].r;
  const Vec6 local = shape * p;
  bodies[4].r = bodies[1].r + bodies[1].R * (X + local.head<3>());
  bodies[4].R = bodies[1].R * RotationExp(local.tail<3>());
  LocalRows<6> g, g_t;
  LocalJacobian<Tie::kBodies, 6> G;
  tie.Calc(At(bodies), g, g_t, G);
  EXPECT_LT(g.norm(), 1e-14);
  EXPECT_EQ(g_t.norm(), 0);
  // Of second order.
  const auto curvature = RandomCurvature(random);
  Vec6 bent = local;
  for (int c = 0; c < 6; ++c) bent[c] += 0.5 * p.dot((*curvature)[static_cast<std::size_t>(c)] * p);
  std::vector<BodyState> curved = bodies;
  curved[4].r = bodies[1].r + bodies[1].R * (X + bent.head<3>());
  curved[4].R = bodies[1].R * RotationExp(bent.tail<3>());
  Tie({1, 2, 3, 4}, X, shape, curvature).Calc(At(curved), g, g_t, G);
  EXPECT_LT(g.norm(), 1e-14);
  // The rows of rotation are the rotation vector of a small error.
  bodies[4].R = bodies[4].R * RotationExp(Vec3(1e-4, -2e-4, 3e-4));
  tie.Calc(At(bodies), g, g_t, G);
  EXPECT_LT((g.tail<3>() - Vec3(1e-4, -2e-4, 3e-4)).norm(), 1e-10);
}

// Power of the reactions in a motion of the whole: none, since amplitudes see no rigid motion.
TEST(InterfaceTie, ReactionsBalance) {
  RandomSource random(2);
  const Vec3 X = random.Vector();
  const Tie tie({1, 2, 3, 4}, X, Tie::Shape::Zero(6, 3 * B));
  std::vector<BodyState> bodies = random.Bodies(4);
  bodies[4].r = bodies[1].r + bodies[1].R * X;
  bodies[4].R = bodies[1].R;
  LocalRows<6> g, g_t;
  LocalJacobian<Tie::kBodies, 6> G;
  tie.Calc(At(bodies), g, g_t, G);
  const Vec3 v = random.Vector(), w = random.Vector();
  LocalVector<B + 2> motion = LocalVector<B + 2>::Zero();
  for (const int k : {0, 3}) {
    const BodyState& body = bodies[static_cast<std::size_t>(k + 1)];
    motion.segment<6>(6 * k) << v + w.cross(body.r), body.R.transpose() * w;
  }
  EXPECT_LT((G * motion).norm(), 1e-13);
}

}  // namespace
}  // namespace trunnion
