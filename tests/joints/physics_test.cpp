// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "joints/joint.hpp"
#include "tests/support/random_state.hpp"

/// What the joints are for: laws that a mechanic would check by hand.
namespace trunnion {
namespace {

using test::RandomSource;

std::span<const double> Span(const VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

TEST(Screw, AdvancesPitchTimesAngleOverManyTurns) {
  RandomSource random(1);
  const double pitch = -0.07;
  auto screw = MakeJoint(JointType::screw, {.pair = random.Pair(1, 2), .pitch = pitch});
  auto bodies = random.Bodies(2);
  std::vector<double> memory(2, 0.0);
  screw.set_memory(1);
  for (int i = 0; i <= 100; ++i) {
    const double angle = 0.4 * i;  // over six turns
    test::PlaceBody(
        screw.pair(), {RotationExp(Vec3(0, 0, angle)), Vec3(0, 0, pitch * angle)}, bodies);
    LocalRows<6> g, g_t;
    LocalJacobian<2, 6> G;
    screw.Calc({0, bodies, memory}, g, g_t, G);
    ASSERT_LT(g.norm(), 1e-13) << i;
    screw.UpdateMemory({0, bodies, memory}, memory);
    std::array<CoordinateValue, 6> q;
    screw.CalcCoordinates({0, bodies, memory}, q);
    EXPECT_NEAR(q[0].value, angle, 1e-12);
    EXPECT_NEAR(q[1].value, pitch * angle, 1e-13);
    EXPECT_NEAR(q[1].value - pitch * q[0].value, g[4], 1e-13);
  }
  std::vector<double> restarted(2, 0.0);  // finds the turn from the offset
  screw.InitializeMemory({0, bodies, restarted}, restarted);
  EXPECT_NEAR(restarted[1], 40, 1e-12);
}

/// Two shafts through one point: A turns about its own z axis held along z, B about its own z axis
/// held at the bend angle. Returns (spin of B)/(spin of A) admitted by the joint's last row.
double SpeedRatio(const Joint& joint, const std::vector<BodyState>& bodies) {
  LocalRows<6> g, g_t;
  LocalJacobian<2, 6> G;
  joint.Calc({0, bodies, {}}, g, g_t, G);
  const Vec3 shaft_A = joint.pair().X_AF.R.transpose() * Vec3::UnitZ();
  EXPECT_LT(g.norm(), 1e-12) << shaft_A.transpose();
  return -G(3, 5) / G(3, 11);  // spins about body z
}

TEST(ConstantVelocity, TransmitsEqualSpinAtAnyBend) {
  for (double bend : {0.2, 0.7, 1.2}) {
    const Joint joint = MakeJoint(JointType::constant_velocity, {.pair = {.A = 1, .B = 2}});
    const Mat3 R_bend = RotationExp(Vec3(bend, 0, 0));
    for (double spin : {0.0, 0.5, 1.9, 4.0}) {
      std::vector<BodyState> bodies(3);
      bodies[1].R = RotationExp(Vec3(0, 0, spin));
      bodies[2].R = R_bend * RotationExp(Vec3(0, 0, spin));
      EXPECT_NEAR(SpeedRatio(joint, bodies), 1, 1e-14) << bend << ' ' << spin;
    }
  }
}

TEST(Universal, HasTheSpeedRatioOfACardanShaft) {
  // Shafts along the body z axes, the arms of the cross along x of A and y of B.
  const Mat3 z_to_x = FrameWithZ(Vec3::UnitX()), z_to_y = FrameWithZ(Vec3::UnitY());
  const Joint joint = MakeJoint(
      JointType::universal,
      {.pair = {.A = 1, .B = 2, .X_AF = {z_to_x, Vec3::Zero()}, .X_BM = {z_to_y, Vec3::Zero()}}});
  const double bend = 0.6;
  for (double spin_A : {0.0, 0.4, 1.1, 2.0}) {
    // x_A · y_B = 0 gives tan(spin_B) = cos(bend) tan(spin_A).
    const double spin_B = std::atan2(std::sin(spin_A) * std::cos(bend), std::cos(spin_A));
    std::vector<BodyState> bodies(3);
    bodies[1].R = RotationExp(Vec3(0, 0, spin_A));
    bodies[2].R = RotationExp(Vec3(bend, 0, 0)) * RotationExp(Vec3(0, 0, spin_B));
    const double s = std::sin(spin_A), c = std::cos(spin_A), b = std::cos(bend);
    const double ratio = b / (c * c + s * s * b * b);  // d(spin_B)/d(spin_A)
    const Vec3 y_B = bodies[2].R.col(1), x_A = bodies[1].R.col(0);
    ASSERT_NEAR(x_A.dot(y_B), 0, 1e-12) << spin_A;
    EXPECT_NEAR(SpeedRatio(joint, bodies), ratio, 1e-12);
  }
}

TEST(Universal, AnglesComposeTheRelativeRotation) {
  const Joint joint = MakeJoint(JointType::universal, {.pair = {.A = 0, .B = 1}});
  const Mat3 P = FrameWithZX(Vec3::UnitY(), Vec3::UnitX());
  for (const auto& [f, m] : {std::pair{0.0, 0.0}, {0.4, -1.1}, {-2.5, 3.0}}) {
    std::vector<BodyState> bodies(2);
    bodies[1].R = RotationExp(Vec3(0, 0, f)) * P * RotationExp(Vec3(0, 0, m));
    std::array<CoordinateValue, 6> q;
    joint.CalcCoordinates({0, bodies, {}}, q);
    EXPECT_NEAR(q[0].value, f, 1e-14);
    EXPECT_NEAR(q[1].value, m, 1e-14);
  }
}

TEST(Ball, CarriesTheWeightOfAHangingBody) {
  // G^T lambda + weight = 0 for a body whose centre of mass hangs below the joint.
  const Joint joint = MakeJoint(
      JointType::ball, {.pair = {.A = 0, .B = 1, .X_BM = {Mat3::Identity(), Vec3(0, 0, 0.4)}}});
  std::vector<BodyState> bodies(2);
  bodies[1].r = Vec3(0, 0, -0.4);
  const VectorXd lambda = Vec3(0, 0, -9.81);
  const Reaction on_B = joint.CalcReaction({0, bodies, {}}, Span(lambda));
  const Reaction on_A = joint.CalcReactionOnA({0, bodies, {}}, Span(lambda));
  EXPECT_LT((on_B.force - Vec3(0, 0, 9.81)).norm() + on_B.torque.norm(), 1e-14);
  EXPECT_LT((on_A.force + Vec3(0, 0, 9.81)).norm() + on_A.torque.norm(), 1e-14);
}

TEST(Distance, MultiplierIsTheTensionOfTheRod) {
  const Joint rod = MakeJoint(JointType::distance, {.pair = {.A = 0, .B = 1}, .length = 2});
  std::vector<BodyState> bodies(2);
  bodies[1].r = Vec3(2, 0, 0);
  const VectorXd tension = VectorXd::Constant(1, 5.0);
  const Reaction on_B = rod.CalcReaction({0, bodies, {}}, Span(tension));
  EXPECT_LT((on_B.force - Vec3(-5, 0, 0)).norm() + on_B.torque.norm(), 1e-15);
  EXPECT_FALSE(rod.IsOnRightBranch({0, std::vector<BodyState>(2), {}}));
}

TEST(RevoluteSpherical, CrankAngleTurnsWithTheLink) {
  const Joint joint =
      MakeJoint(JointType::revolute_spherical, {.pair = {.A = 0, .B = 1}, .length = 0.5});
  std::vector<BodyState> bodies(2);
  bodies[1].r = 0.5 * Vec3(std::cos(2.0), std::sin(2.0), 0);
  bodies[1].v = Vec3(0, 0, 3).cross(bodies[1].r);
  std::array<CoordinateValue, 6> q;
  joint.CalcCoordinates({0, bodies, {}}, q);
  EXPECT_NEAR(q[0].value, 2.0, 1e-15);
  EXPECT_NEAR(q[0].rate, 3.0, 1e-14);
}

}  // namespace
}  // namespace trunnion
