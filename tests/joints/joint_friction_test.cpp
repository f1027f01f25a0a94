// SPDX-License-Identifier: BSD-3-Clause
#include "joints/joint_friction.hpp"

#include <gtest/gtest.h>

#include "engine/core/error.hpp"
#include "joints/joint.hpp"
#include "tests/support/random_state.hpp"

namespace trunnion {
namespace joint_friction_test {

constexpr double kStep = 1e-5;

JointFriction Friction(JointType type) {
  JointFriction p{.coefficient = 0.3, .stiction_velocity = 1.5, .bending_arm = 0.4, .preload = 2};
  if (type != JointType::prismatic) p.radius = 0.3;
  if (type == JointType::revolute) p.axial_radius = 0.2;
  if (type == JointType::prismatic) p.torsion_arm = 0.7;
  return p;
}

struct Case {
  Joint joint;
  std::vector<BodyState> bodies;
  std::vector<double> lambda;

  Case(JointType type, unsigned seed) : joint(MakeCase(type, seed)) {
    test::RandomSource random(seed + 100);
    bodies = random.Bodies(2);
    lambda.resize(static_cast<std::size_t>(joint.num_rows()));
    for (double& l : lambda) l = random.Uniform(-5, 5);
  }
  static Joint MakeCase(JointType type, unsigned seed) {
    test::RandomSource random(seed);
    return MakeJoint(type, {.pair = random.Pair(1, 2), .friction = Friction(type)});
  }
  LocalVector<2> Force(const std::vector<BodyState>& at, const std::vector<double>& l) const {
    LocalVector<2> f;
    joint.CalcReactionForce({0, at, {}}, l, f);
    return f;
  }
};

class JointFrictionOf : public testing::TestWithParam<JointType> {};

TEST_P(JointFrictionOf, BlocksAreTheDerivatives) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Case c(GetParam(), seed);
    LocalMatrix<2> f_q, f_v;
    LocalJacobian<2, 6> f_lambda(c.joint.num_rows(), 12);
    c.joint.LinearizeReactionForce({0, c.bodies, {}}, c.lambda, f_q, f_v, f_lambda);
    const double bound = 1e-7 * (1 + f_q.norm() + f_v.norm());
    for (int j = 0; j < 12; ++j) {
      auto plus = c.bodies, minus = c.bodies;
      const auto body = static_cast<std::size_t>(1 + j / 6);
      test::MoveBody(kStep * Vec6::Unit(j % 6), plus[body]);
      test::MoveBody(-kStep * Vec6::Unit(j % 6), minus[body]);
      const LocalVector<2> df = (c.Force(plus, c.lambda) - c.Force(minus, c.lambda)) / (2 * kStep);
      EXPECT_LT((f_q.col(j) - df).norm(), bound) << "seed " << seed << " position " << j;
      plus = minus = c.bodies;
      double* at_plus = j % 6 < 3 ? &plus[body].v[j % 6] : &plus[body].w[j % 6 - 3];
      double* at_minus = j % 6 < 3 ? &minus[body].v[j % 6] : &minus[body].w[j % 6 - 3];
      *at_plus += kStep;
      *at_minus -= kStep;
      const LocalVector<2> dv = (c.Force(plus, c.lambda) - c.Force(minus, c.lambda)) / (2 * kStep);
      EXPECT_LT((f_v.col(j) - dv).norm(), bound) << "seed " << seed << " velocity " << j;
    }
    for (std::size_t i = 0; i < c.lambda.size(); ++i) {
      auto plus = c.lambda, minus = c.lambda;
      plus[i] += kStep;
      minus[i] -= kStep;
      const LocalVector<2> df = (c.Force(c.bodies, plus) - c.Force(c.bodies, minus)) / (2 * kStep);
      EXPECT_LT((f_lambda.row(static_cast<int>(i)).transpose() - df).norm(), bound) << i;
    }
  }
}

TEST_P(JointFrictionOf, BalancesAndOnlyTakesPower) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Case c(GetParam(), seed);
    const LocalVector<2> f = c.Force(c.bodies, c.lambda);
    const BodyState &A = c.bodies[1], &B = c.bodies[2];
    const Vec3 F_A = f.segment<3>(0), F_B = f.segment<3>(6);
    EXPECT_LT((F_A + F_B).norm(), 1e-13);
    const Vec3 moment =
        A.R * f.segment<3>(3) + A.r.cross(F_A) + B.R * f.segment<3>(9) + B.r.cross(F_B);
    EXPECT_LT(moment.norm(), 1e-12);
    const double power =
        F_A.dot(A.v) + f.segment<3>(3).dot(A.w) + F_B.dot(B.v) + f.segment<3>(9).dot(B.w);
    EXPECT_LT(power, 0);
  }
}

/// |force| and torque/r at full slip are μ (N₀ + |F_⊥| + ...).
TEST_P(JointFrictionOf, IsFiniteWithoutReactionAndWithoutSlip) {
  Case c(GetParam(), 3);
  std::fill(c.lambda.begin(), c.lambda.end(), 0.0);
  for (BodyState& body : c.bodies) body.v.setZero(), body.w.setZero();
  LocalMatrix<2> f_q, f_v;
  LocalJacobian<2, 6> f_lambda(c.joint.num_rows(), 12);
  c.joint.LinearizeReactionForce({0, c.bodies, {}}, c.lambda, f_q, f_v, f_lambda);
  EXPECT_EQ(c.Force(c.bodies, c.lambda).norm(), 0);
  EXPECT_TRUE(f_q.allFinite() && f_v.allFinite() && f_lambda.allFinite());
}

INSTANTIATE_TEST_SUITE_P(Types,
                         JointFrictionOf,
                         testing::Values(JointType::revolute,
                                         JointType::prismatic,
                                         JointType::cylindrical));

TEST(JointFriction, RefusesWhatDoesNotFit) {
  const auto message = [](JointType type, const JointFriction& friction) -> std::string {
    try {
      RequireValid(friction, type);
    } catch (const ModelError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(JointType::revolute, Friction(JointType::revolute)), "");
  EXPECT_NE(message(JointType::ball, {}).find("a ball joint takes no friction"), std::string::npos);
  EXPECT_NE(message(JointType::revolute, {.coefficient = 0.1}).find("radius"), std::string::npos);
  EXPECT_NE(message(JointType::prismatic, {.coefficient = -1}).find("coefficient"),
            std::string::npos);
  EXPECT_NE(message(JointType::prismatic, {.stiction_velocity = 0}).find("stiction_velocity"),
            std::string::npos);
}

}  // namespace joint_friction_test
}  // namespace trunnion
