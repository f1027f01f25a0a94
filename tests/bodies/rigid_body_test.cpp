// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/rigid_body.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bodies/mass_properties.hpp"
#include "engine/core/error.hpp"
#include "tests/support/check_force.hpp"

namespace trunnion {
namespace {

RigidBodyInertia RandomBody(std::mt19937& random) {
  const Mat3 R = test::RandomRotation(random);
  return {1, 3.7, R * Vec3(0.3, 0.5, 0.7).asDiagonal() * R.transpose()};
}

BodyState RandomState(std::mt19937& random) { return test::RandomStates(1, random, {})[1]; }

TEST(RigidBody, ResidualIsTheRateOfMomentumLessWeight) {
  std::mt19937 random(1);
  const RigidBodyInertia body = RandomBody(random);
  const BodyState state = RandomState(random);
  const Vec3 r_ddot = test::RandomVector(random, 1), w_dot = test::RandomVector(random, 1);
  const Vec3 gravity(0.1, -0.2, -9.81);
  Vec6 acceleration;
  acceleration << r_ddot, w_dot;
  const Vec6 residual = body.CalcResidual(state, acceleration, gravity);
  EXPECT_LT((residual.head<3>() - 3.7 * (r_ddot - gravity)).norm(), 1e-14);
  // d/dt (R J w) by differences along the motion, in body axes.
  const auto momentum = [&](double t) {
    const Mat3 R = state.R * RotationExp(t * state.w + t * t / 2 * w_dot);
    return Vec3(R * body.inertia() * (state.w + t * w_dot));
  };
  const double h = 1e-5;
  const Vec3 rate = (momentum(h) - momentum(-h)) / (2 * h);
  EXPECT_LT((residual.tail<3>() - state.R.transpose() * rate).norm(), 1e-8);
}

TEST(RigidBody, GyroscopicBlockIsTheDerivativeOfTheResidual) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    std::mt19937 random(seed);
    const RigidBodyInertia body = RandomBody(random);
    const BodyState state = RandomState(random);
    const Mat6 D = body.CalcVelocityGradient(state);
    for (int j = 0; j < 6; ++j) {
      // Quadratic in w: the central difference is exact.
      const Vec6 column = (body.CalcResidual(test::Sped(state, j, 0.5), Vec6::Zero(), {0, 0, 0}) -
                           body.CalcResidual(test::Sped(state, j, -0.5), Vec6::Zero(), {0, 0, 0}));
      EXPECT_LT((D.col(j) - column).norm(), 1e-14);
    }
    Vec6 a = Vec6::Random();
    EXPECT_LT((body.CalcMassMatrix() * a - (body.CalcResidual(state, a, {0, 0, 0}) -
                                            body.CalcResidual(state, Vec6::Zero(), {0, 0, 0})))
                  .norm(),
              1e-14);
  }
}

TEST(RigidBody, EnergiesAreTheClosedForms) {
  std::mt19937 random(2);
  const RigidBodyInertia body = RandomBody(random);
  const BodyState state = RandomState(random);
  Vec6 v;
  v << state.v, state.w;
  EXPECT_NEAR(body.CalcKineticEnergy(state), 0.5 * v.dot(body.CalcMassMatrix() * v), 1e-14);
  EXPECT_NEAR(body.CalcPotentialEnergy(state, {0, 0, -9.81}), 3.7 * 9.81 * state.r.z(), 1e-13);
  // Gyroscopic terms take no power.
  EXPECT_NEAR(v.dot(body.CalcResidual(state, Vec6::Zero(), {0, 0, 0})), 0, 1e-14);
}

TEST(RigidBody, RefusesImpossibleInertia) {
  EXPECT_THROW(RigidBodyInertia(1, -1, Mat3::Identity()), ModelError);
  EXPECT_NO_THROW(RigidBodyInertia(1, 0, Mat3::Zero()));
}

}  // namespace
}  // namespace trunnion
