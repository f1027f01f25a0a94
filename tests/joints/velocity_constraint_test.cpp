// SPDX-License-Identifier: BSD-3-Clause
#include "joints/user_velocity_constraint.hpp"

#include <gtest/gtest.h>

#include "joints/rolling.hpp"
#include "tests/support/random_state.hpp"

namespace trunnion {
namespace velocity_constraint_test {

constexpr double kStep = 1e-5;

/// Time-dependent, with a part free of velocities.
struct Conveyor {
  static constexpr int kRows = 2;
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& c) const {
    using std::sin;
    c[0] = bodies[1].R.col(1).dot(bodies[1].v - bodies[0].v) - sin(t) * bodies[1].r[0];
    c[1] = bodies[0].w[2] * bodies[1].r[1] + bodies[1].w[0] - t * t;
  }
};

template <class E>
struct Blocks {
  LocalRows<E::kMaxRows> g, g_t, gamma;
  LocalJacobian<2, E::kMaxRows> G, L;
  LocalMatrix<2> K;

  Blocks(const E& e, double t, const std::vector<BodyState>& bodies, const VectorXd& lambda) {
    const ElementContext x{t, bodies, {}};
    e.Calc(x, g, g_t, G);
    e.CalcGamma(x, gamma);
    e.CalcVelocityGradient(x, L);
    e.CalcGeometricStiffness(x, {lambda.data(), static_cast<std::size_t>(lambda.size())}, K);
  }
};

LocalVector<2> Velocities(const std::vector<BodyState>& bodies) {
  LocalVector<2> v;
  v << bodies[1].v, bodies[1].w, bodies[2].v, bodies[2].w;
  return v;
}

template <class E>
void CheckBlocks(const E& element, unsigned seed) {
  test::RandomSource random(seed);
  const auto bodies = random.Bodies(2);
  const double t = 0.6;
  VectorXd lambda(element.num_rows());
  for (double& l : lambda) l = random.Uniform(-2, 2);
  const LocalVector<2> v = Velocities(bodies);
  const Blocks<E> at(element, t, bodies, lambda);
  EXPECT_EQ(at.g.norm(), 0);
  EXPECT_FALSE(element.is_holonomic(0));
  const auto moved = [&](const LocalVector<2>& d) {
    auto out = bodies;
    test::MoveBody(d.head<6>(), out[1]);
    test::MoveBody(d.tail<6>(), out[2]);
    return out;
  };
  const auto value = [&](const Blocks<E>& b) { return VectorXd(b.G * v + b.g_t); };
  for (int j = 0; j < 12; ++j) {
    const LocalVector<2> d = kStep * LocalVector<2>::Unit(j);
    const Blocks<E> plus(element, t, moved(d), lambda), minus(element, t, moved(-d), lambda);
    EXPECT_LT((at.L.col(j) - (value(plus) - value(minus)) / (2 * kStep)).norm(), 2e-7) << j;
    const LocalVector<2> dK = (plus.G - minus.G).transpose() * lambda / (2 * kStep);
    EXPECT_LT((at.K.col(j) - dK).norm(), 2e-7) << j;
  }
  const Blocks<E> later(element, t + kStep, moved(kStep * v), lambda);
  const Blocks<E> before(element, t - kStep, moved(-kStep * v), lambda);
  EXPECT_LT((at.gamma + (value(later) - value(before)) / (2 * kStep)).norm(), 1e-6);
}

TEST(VelocityConstraint, BlocksAgreeWithCentralDifferences) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomSource random(seed + 50);
    CheckBlocks(UserVelocityConstraint<Conveyor>({1, 2}), seed);
    CheckBlocks(UserVelocityConstraint<KnifeEdgeRow>({1, 2}, {random.Frame(), random.Frame()}),
                seed);
    CheckBlocks(UserVelocityConstraint<RollingRows>({1, 2}, {random.Frame(), random.Frame(), 0.3}),
                seed);
  }
}

/// A disc and its plane that move together as one rigid body do not slip.
TEST(VelocityConstraint, CommonRigidMotionIsNoSlip) {
  test::RandomSource random(9);
  auto bodies = random.Bodies(2);
  const Vec3 w(0.3, -1.2, 0.7), v0(1, 2, 3);
  for (std::size_t b = 1; b <= 2; ++b) {
    bodies[b].v = v0 + w.cross(bodies[b].r);
    bodies[b].w = bodies[b].R.transpose() * w;
  }
  const UserVelocityConstraint<RollingRows> rolling({1, 2}, {random.Frame(), random.Frame(), 0.3});
  const UserVelocityConstraint<KnifeEdgeRow> edge({1, 2}, {random.Frame(), random.Frame()});
  LocalRows<2> g, g_t;
  LocalJacobian<2, 2> G;
  rolling.Calc({0, bodies, {}}, g, g_t, G);
  const VectorXd rate = G * Velocities(bodies);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(rate[i], -g_t[i], 1e-13);
  LocalRows<1> h, h_t;
  LocalJacobian<2, 1> H;
  edge.Calc({0, bodies, {}}, h, h_t, H);
  EXPECT_NEAR(H.row(0).dot(Velocities(bodies)), -h_t[0], 1e-13);
}

}  // namespace velocity_constraint_test
}  // namespace trunnion
