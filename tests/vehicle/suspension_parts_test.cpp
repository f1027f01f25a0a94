// SPDX-License-Identifier: BSD-3-Clause
// Steerings, anti-roll bars, subframes and stops against closed forms.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <numbers>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/small_suspensions.hpp"
#include "vehicle/kinematics_compliance.hpp"

namespace trunnion::vehicle {
namespace suspension_parts_test {

using namespace test;

/// Angle by which the left (s = 1) or right wheel turns to the left as the inner ends of the tie
/// rods move by `inner`.
double SteerAngle(const Vec3& inner, double s) {
  const Vec3 in(-0.12, s * 0.35, -0.05), out(-0.15, s * 0.68, -0.05), pin(0, s * 0.7, -0.05);
  return Bisect(
      [&](double angle) {
        const Vec3 turned = pin + Eigen::AngleAxisd(angle, Vec3::UnitZ()) * (out - pin);
        return s * ((turned - in - inner).norm() - (out - in).norm());
      },
      -0.5,
      0.5);
}

void ExpectSteered(KcRig& rig, double input, const Vec3& inner) {
  const KcState state = rig.Solve({.steer = input});
  const double left = SteerAngle(inner, 1), right = SteerAngle(inner, -1);
  EXPECT_GT(std::abs(left), 0.05);
  EXPECT_NEAR(state.wheels.at(0).posture.toe, -left, 1e-8);
  EXPECT_NEAR(state.wheels.at(1).posture.toe, right, 1e-8);
  EXPECT_NEAR(state.wheels.at(0).posture.scrub_radius, 0.1, 1e-8);
}

TEST(SuspensionParts, RackAndPinion) {
  SuspensionData data = Steered();
  RackSteering rack{.rack = Block(5, {-0.12, 0, -0.05})};
  data.steering = rack;
  KcRig direct(MakeDoubleWishbone(data), AtCentre());
  EXPECT_EQ(direct.degrees_of_freedom(), 0);
  ExpectSteered(direct, 0.02, {0, 0.02, 0});
  ExpectSteered(direct, -0.015, {0, -0.015, 0});
  rack.ratio = 0.01;
  rack.pinion = Block(1, {-0.12, 0, 0});
  rack.pinion_point = {-0.12, 0, 0};
  data.steering = rack;
  KcRig pinion(MakeDoubleWishbone(data), AtCentre());
  EXPECT_EQ(pinion.degrees_of_freedom(), 0);
  ExpectSteered(pinion, 2.0, {0, 0.02, 0});
}

/// Arm and idler are equal and parallel, so the link moves on a circle without turning.
TEST(SuspensionParts, PitmanArm) {
  SuspensionData data = Steered();
  const Vec3 arm(-0.05, 0.12, 0);
  data.steering = PitmanSteering{.arm = Block(1, {-0.3, 0.25, -0.05}),
                                 .link = Block(4, {-0.2, 0, -0.05}),
                                 .pivot = {-0.3, 0.25, -0.05},
                                 .arm_end = Vec3(-0.3, 0.25, -0.05) + arm,
                                 .idler_pivot = {-0.3, -0.25, -0.05},
                                 .idler_end = Vec3(-0.3, -0.25, -0.05) + arm};
  KcRig rig(MakeDoubleWishbone(data), AtCentre());
  EXPECT_EQ(rig.degrees_of_freedom(), 0);
  for (const double angle : {0.25, -0.3}) {
    const Vec3 moved = Eigen::AngleAxisd(angle, Vec3::UnitZ()) * arm - arm;
    // Tie rods see the same displacement on both sides.
    const KcState state = rig.Solve({.steer = angle});
    EXPECT_NEAR(state.wheels.at(0).posture.toe, -SteerAngle(moved, 1), 1e-8);
    EXPECT_NEAR(state.wheels.at(1).posture.toe, SteerAngle(moved, -1), 1e-8);
  }
}

/// Trailing arms of length a, a vertical rod at b on a lever of length r: the bar adds
/// k (b/(a r))² t² to the roll stiffness and nothing to the rate in heave.
TEST(SuspensionParts, AntiRollBar) {
  SuspensionData data = SemiTrailing({-0.5, 0.2, 0}, {-0.5, 0.6, 0});
  const KcOptions options{.rig = {.gravity = Vec3::Zero(), .support = WheelSupport::wheel_centre},
                          .bump = 0.02,
                          .rebound = 0.02,
                          .lateral = 0,
                          .longitudinal = 0,
                          .aligning = 0,
                          .steps = 1};
  const auto figures = [&] {
    std::map<std::string, double> values;
    for (const KcFigure& f : RunKinematicsAndCompliance(MakeTrailingArm(data), options).figures)
      values[f.name] = f.values[0];
    return values;
  };
  const auto without = figures();
  data.anti_roll_bar = AntiRollBar{.stiffness = 2000};
  data.points["bar_pivot"] = {-0.55, 0.35, 0.1};
  data.points["bar_end"] = {-0.8, 0.35, 0.1};
  data.points["bar_link"] = {-0.8, 0.35, 0};
  const auto with = figures();
  const double a = 0.5, b = 0.3, r = 0.25, t = 1.4;
  const double bar = 2000 * std::pow(b / (a * r) * t, 2) * std::numbers::pi / 180;  // per degree
  EXPECT_NEAR(with.at("roll stiffness") - without.at("roll stiffness"), bar, 1e-4 * bar);
  EXPECT_NEAR(with.at("wheel rate"), without.at("wheel rate"), 1e-6);
}

/// Mounts that take the moment: the whole moves sideways by the force over their stiffness.
TEST(SuspensionParts, SubframeOnBushings) {
  const auto compliance = [](double stiffness) {
    SuspensionData data = Steered();
    if (stiffness > 0) {
      Subframe subframe{.body = Block(20, {0, 0, 0})};
      for (const double x : {0.3, -0.3})
        subframe.mounts[x > 0 ? "front" : "rear"] = {
            {x, 0.4, 0}, test::Diagonal({1e9, stiffness, 1e9, 1e6, 1e6, 1e6}, 0)};
      data.subframe = subframe;
      // In these bushings z is up, x forward.
      for (auto& [name, mount] : data.subframe->mounts) {
        mount.bushing.axis = Vec3::UnitZ();
        mount.bushing.x_axis = Vec3::UnitX();
      }
    }
    data.struts.clear();  // they would push the frame aside
    for (const char* end : {"spring_upper", "spring_lower", "damper_upper", "damper_lower"})
      data.points.erase(end);
    KcRig rig(MakeDoubleWishbone(data), {.gravity = Vec3::Zero()});
    const KcState still = rig.Solve({});
    const WheelLoad push{.at_contact = {0, 1000, 0}};
    const KcState pushed = rig.Solve({.loads = {push, push}});
    return pushed.wheels[0].posture.centre.y() - still.wheels[0].posture.centre.y();
  };
  EXPECT_NEAR(compliance(0), 0, 1e-10);
  EXPECT_NEAR(compliance(1e6), 2000 / 4e6, 1e-3 * 2000 / 4e6);
  EXPECT_NEAR(compliance(2e5), 2000 / 8e5, 1e-3 * 2000 / 8e5);
  SuspensionData data = Steered();
  data.subframe = Subframe{.body = Block(20, {0, 0, 0})};
  EXPECT_EQ(MessageOf([&] { MakeDoubleWishbone(data); }),
            "suspension 'front': the subframe has no mounts; list its bushings");
  data.subframe->mounts["front"] = {{0.3, 0.4, 0}, test::Diagonal({1, 1, 1, 1, 1, 1}, 0)};
  data.subframe->connections = {"lcb"};
  EXPECT_EQ(MessageOf([&] { MakeDoubleWishbone(data); }),
            "suspension 'front': the subframe carries 'lcb', which is no connection here");
}

/// Spring, stops and gas by virtual work: F = T dL/dz.
TEST(SuspensionParts, StopsAndGasForce) {
  SuspensionData data = SemiTrailing({-0.5, 0.2, 0}, {-0.5, 0.6, 0});
  data.struts[0].law.free_length = 0.45;
  data.struts[0].stops = {
      {.limit = 0.43,
       .side = StopSide::lower,
       .curve = Curve::Table({{0, 0}, {0.01, 500}, {0.03, 4000}})},
      {.limit = 0.48, .side = StopSide::upper, .curve = Curve::Table({{0, 0}, {0.02, 3000}})}};
  data.points["damper_upper"] = {-0.9, 0.5, 0.5};
  data.points["damper_lower"] = {-0.85, 0.5, -0.02};
  data.struts.push_back({.name = "damper", .law = {.damping = 2000, .preload = -200}});
  KcRig rig(MakeTrailingArm(data),
            {.gravity = Vec3::Zero(), .sides = Sides::left, .support = WheelSupport::wheel_centre});
  const Vec3 pivot(-0.5, 0.4, 0), wheel(-1.0, 0.7, 0);
  for (const double z : {-0.08, -0.02, 0.03, 0.08}) {
    const double angle = std::asin(z / 0.5);  // about y, the wheel behind the pivot goes up
    const auto length = [&](double at, const Vec3& upper, const Vec3& lower) {
      return (pivot + Eigen::AngleAxisd(at, Vec3::UnitY()) * (lower - pivot) - upper).norm();
    };
    const auto slope = [&](const Vec3& upper, const Vec3& lower) {
      return (length(angle + 1e-6, upper, lower) - length(angle - 1e-6, upper, lower)) / 2e-6 /
             (0.5 * std::cos(angle));
    };
    const Vec3 su(-0.8, 0.5, 0.4), sl(-0.8, 0.5, -0.05), du(-0.9, 0.5, 0.5), dl(-0.85, 0.5, -0.02);
    const double L = length(angle, su, sl);
    double tension = 3e4 * (L - 0.45);
    if (const double in = 0.43 - L; in > 0)
      tension -= in < 0.01 ? 5e4 * in : 500 + 1.75e5 * (in - 0.01);
    if (const double in = L - 0.48; in > 0) tension += 1.5e5 * in;
    const double force = tension * slope(su, sl) - 200 * slope(du, dl);
    EXPECT_NEAR(rig.Solve({.travel = {z, 0}}).wheels.at(0).vertical, force, 1e-5 * std::abs(force));
  }
}

}  // namespace suspension_parts_test
}  // namespace trunnion::vehicle
