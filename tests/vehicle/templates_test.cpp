// SPDX-License-Identifier: BSD-3-Clause
// Kinds of suspensions, steerings, bars, subframes and stops against closed forms and an
// independent solution of the five rods of a multilink suspension.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <numbers>

#include <trunnion/error.hpp>
#include <trunnion/math.hpp>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/small_suspensions.hpp"
#include "vehicle/kinematics_compliance.hpp"

namespace trunnion::vehicle {
namespace templates_test {

using namespace test;

void ExpectMirrored(const KcState& state) {
  ASSERT_EQ(state.wheels.size(), 2u);
  const WheelPosture &l = state.wheels[0].posture, &r = state.wheels[1].posture;
  EXPECT_NEAR(l.toe, r.toe, 1e-10);
  EXPECT_NEAR(l.camber, r.camber, 1e-10);
  EXPECT_NEAR(l.centre.x(), r.centre.x(), 1e-10);
  EXPECT_NEAR(l.centre.y(), -r.centre.y(), 1e-10);
}

/// The wheel turns about the axis of the arm as a rigid body.
TEST(SuspensionTemplates, SemiTrailingArmTurnsAboutItsAxis) {
  for (const auto& [front, rear] : {std::pair(Vec3(-0.5, 0.2, 0), Vec3(-0.5, 0.6, 0)),
                                    std::pair(Vec3(-0.55, 0.2, 0.02), Vec3(-0.4, 0.6, -0.03))}) {
    SuspensionData data = SemiTrailing(front, rear);
    data.toe = 0.01;
    data.camber = -0.02;
    KcRig rig(MakeTrailingArm(data), AtCentre());
    EXPECT_EQ(rig.degrees_of_freedom(), 0);
    const Vec3 axis = (rear - front).normalized(), centre = data.points.at("wheel_centre");
    const Vec3 e0(
        std::cos(-0.02) * std::sin(0.01), std::cos(-0.02) * std::cos(0.01), std::sin(0.02));
    for (const double z : {-0.08, -0.03, 0.0, 0.05, 0.09}) {
      const auto turned = [&](double angle) {
        return Vec3(front + Eigen::AngleAxisd(angle, axis) * (centre - front));
      };
      const double angle = Bisect([&](double a) { return turned(a).z() - z; }, -0.4, 0.4);
      const Vec3 e = Eigen::AngleAxisd(angle, axis) * e0;
      const KcState state = rig.Solve({.travel = {z, z}});
      const WheelPosture& p = state.wheels.at(0).posture;
      EXPECT_LT((p.centre - turned(angle)).norm(), 1e-10);
      EXPECT_NEAR(p.toe, std::atan2(e.x(), e.y()), 1e-10);
      EXPECT_NEAR(p.camber, -std::asin(e.z()), 1e-10);
      EXPECT_TRUE(std::isnan(p.caster));
      ExpectMirrored(state);
    }
  }
}

/// In a plane across the vehicle, the strut through the lower ball joint: the upright follows the
/// line from there to the top.
TEST(SuspensionTemplates, MacPhersonInAPlane) {
  for (const bool rod_body : {false, true}) {
    SuspensionData data;
    data.name = "front";
    const Vec3 pivot(0, 0.3, -0.1), ball(0, 0.7, -0.15), top(0, 0.6, 0.5), wheel(0, 0.75, 0);
    data.points = {{"lca_front", pivot + Vec3(0.2, 0, 0)},
                   {"lca_rear", pivot - Vec3(0.2, 0, 0)},
                   {"lca_outer", ball},
                   {"strut_top", top},
                   {"strut_lower", ball},
                   {"tie_rod_inner", pivot - Vec3(0.15, 0, 0)},
                   {"tie_rod_outer", ball - Vec3(0.15, 0, 0)},
                   {"wheel_centre", wheel},
                   {"spring_upper", top},
                   {"spring_lower", {0, 0.65, 0.2}}};
    data.bodies = {{"lca", Block(3, {0, 0.5, -0.12})},
                   {"upright", Block(10, {0, 0.7, 0})},
                   {"wheel", Block(20, wheel)}};
    if (rod_body) data.bodies["strut"] = Block(1, top);
    data.struts = {{.name = "spring", .law = {.stiffness = 3e4}}};
    data.wheel_radius = 0.3;
    KcRig rig(MakeMacPherson(data), AtCentre());
    EXPECT_EQ(rig.degrees_of_freedom(), 0);
    const auto at = [&](double arm) {  // angle of the arm, turn of the upright
      const Vec3 b = pivot + Eigen::AngleAxisd(arm, Vec3::UnitX()) * (ball - pivot);
      const auto direction = [&](const Vec3& from) {
        return std::atan2((top - from).z(), (top - from).y());
      };
      const double turn = direction(b) - direction(ball);
      return std::pair(Vec3(b + Eigen::AngleAxisd(turn, Vec3::UnitX()) * (wheel - ball)), turn);
    };
    for (const double z : {-0.07, -0.02, 0.04, 0.08}) {
      const double arm = Bisect([&](double a) { return at(a).first.z() - z; }, -0.4, 0.4);
      const auto [centre, turn] = at(arm);
      const KcState state = rig.Solve({.travel = {z, z}});
      const WheelPosture& p = state.wheels.at(0).posture;
      EXPECT_LT((p.centre - centre).norm(), 1e-9);
      EXPECT_NEAR(p.camber, -turn, 1e-9);
      EXPECT_NEAR(p.toe, 0, 1e-9);
      const Vec3 k = top - (pivot + Eigen::AngleAxisd(arm, Vec3::UnitX()) * (ball - pivot));
      EXPECT_NEAR(p.inclination, std::atan2(-k.y(), k.z()), 1e-9);
      ExpectMirrored(state);
    }
  }
}

/// Five distances and the height of the wheel centre, solved by Newton's method with differences.
struct FiveRods {
  std::vector<std::pair<Vec3, Vec3>> rods;  // on the chassis, on the upright
  Vec3 wheel;
  Vec6 x = Vec6::Zero();  // displacement, rotation vector

  Mat3 R(const Vec6& at) const {
    const Vec3 t = at.tail<3>();
    return t.norm() < 1e-14 ? Mat3(Mat3::Identity())
                            : Eigen::AngleAxisd(t.norm(), t.normalized()).toRotationMatrix();
  }
  Vec6 Residual(const Vec6& at, double z) const {
    Vec6 r;
    for (std::size_t i = 0; i < 5; ++i)
      r[static_cast<int>(i)] = (R(at) * rods[i].second + at.head<3>() - rods[i].first).norm() -
                               (rods[i].second - rods[i].first).norm();
    r[5] = (R(at) * wheel + at.head<3>()).z() - wheel.z() - z;
    return r;
  }
  void Solve(double z) {
    for (int iteration = 0; iteration < 30; ++iteration) {
      Mat6 J;
      for (int i = 0; i < 6; ++i) {
        const Vec6 h = 1e-6 * Vec6::Unit(i);
        J.col(i) = (Residual(x + h, z) - Residual(x - h, z)) / 2e-6;
      }
      x -= J.fullPivLu().solve(Residual(x, z));
    }
    ASSERT_LT(Residual(x, z).norm(), 1e-13);
  }
};

TEST(SuspensionTemplates, MultilinkAgainstItsFiveDistances) {
  SuspensionData data;
  data.name = "rear";
  const Vec3 wheel(0.01, 0.76, 0.02);
  const std::array<std::pair<Vec3, Vec3>, 5> rods{{{{0.15, 0.42, 0.18}, {0.03, 0.68, 0.16}},
                                                   {{-0.16, 0.40, 0.20}, {-0.05, 0.69, 0.17}},
                                                   {{0.22, 0.38, -0.08}, {0.05, 0.70, -0.13}},
                                                   {{-0.12, 0.33, -0.10}, {-0.06, 0.71, -0.14}},
                                                   {{-0.25, 0.36, -0.02}, {-0.16, 0.70, -0.03}}}};
  FiveRods other{.rods = {rods.begin(), rods.end()}, .wheel = wheel};
  for (std::size_t i = 0; i < 5; ++i) {
    const std::string name = i < 4 ? "link_" + std::to_string(i + 1) : "tie_rod";
    data.points[name + "_inner"] = rods[i].first;
    data.points[name + "_outer"] = rods[i].second;
  }
  data.points["wheel_centre"] = wheel;
  data.points["spring_upper"] = {0, 0.6, 0.5};
  data.points["spring_lower"] = {0, 0.65, 0.1};
  data.bodies = {{"upright", Block(10, {0, 0.7, 0})}, {"wheel", Block(20, wheel)}};
  data.struts = {{.name = "spring", .law = {.stiffness = 3e4}}};
  data.wheel_radius = 0.32;
  for (const bool bodies : {false, true}) {
    if (bodies) data.bodies["link_1"] = Block(1, 0.5 * (rods[0].first + rods[0].second));
    KcRig rig(MakeMultilink(data), AtCentre());
    EXPECT_EQ(rig.degrees_of_freedom(), 0);
    for (const double z : {-0.06, -0.02, 0.03, 0.07}) {
      other.Solve(z);
      const Vec3 e = other.R(other.x) * Vec3::UnitY();
      const KcState state = rig.Solve({.travel = {z, z}});
      const WheelPosture& p = state.wheels.at(0).posture;
      EXPECT_LT((p.centre - (other.R(other.x) * wheel + other.x.head<3>())).norm(), 1e-9);
      EXPECT_NEAR(p.toe, std::atan2(e.x(), e.y()), 1e-9);
      EXPECT_NEAR(p.camber, -std::asin(e.z()), 1e-9);
      EXPECT_GT(std::abs(p.toe), 1e-5);
      ExpectMirrored(state);
    }
  }
}

SuspensionData ThreeLinksAndPanhard() {
  SuspensionData data;
  data.name = "rear";
  data.points = {{"lower_link_inner", {0.6, 0.45, -0.1}},
                 {"lower_link_outer", {0, 0.45, -0.1}},
                 {"centre_link_inner", {0.6, 0, 0.15}},
                 {"centre_link_outer", {0, 0, 0.15}},
                 {"panhard_inner", {-0.1, -0.4, 0.05}},
                 {"panhard_outer", {-0.1, 0.4, 0.05}},
                 {"wheel_centre", {0, 0.75, 0}},
                 {"spring_upper", {0, 0.5, 0.4}},
                 {"spring_lower", {0, 0.5, 0.05}}};
  data.bodies = {{"axle", Block(60, {0, 0, 0})}, {"wheel", Block(20, {0, 0.75, 0})}};
  data.struts = {{.name = "spring", .law = {.stiffness = 3e4}}};
  data.wheel_radius = 0.35;
  return data;
}

/// The Panhard rod moves the axle on its arc, and rolls happen about the rod.
TEST(SuspensionTemplates, SolidAxleOnItsPanhardRod) {
  const SuspensionData data = ThreeLinksAndPanhard();
  KcRig rig(MakeSolidAxle(data), AtCentre());
  EXPECT_EQ(rig.degrees_of_freedom(), 0);
  for (const double z : {-0.06, 0.08}) {
    double x = 0, y = 0;  // of the axle: links of 0.6 m along x, the rod of 0.8 m along y
    for (int i = 0; i < 100; ++i) {
      x = 0.6 - std::sqrt(0.36 - z * z - y * y);
      y = std::sqrt(0.64 - z * z - x * x) - 0.8;
    }
    const KcState state = rig.Solve({.travel = {z, z}});
    for (const WheelState& wheel : state.wheels) {
      const double side = wheel.side == Side::left ? 0.75 : -0.75;
      EXPECT_NEAR(wheel.posture.centre.y() - side, y, 1e-10);
      EXPECT_NEAR(wheel.posture.centre.x(), x, 1e-10);
      EXPECT_NEAR(wheel.posture.camber, 0, 1e-9);
    }
  }
  const KcReport report = RunKinematicsAndCompliance(
      MakeSolidAxle(data), {.lateral = 0, .longitudinal = 0, .aligning = 0, .steps = 1});
  double roll_centre = 0;
  for (const KcFigure& figure : report.figures)
    if (figure.name == "roll centre height") roll_centre = figure.values[0];
  EXPECT_NEAR(roll_centre, 1e3 * (0.05 + 0.35), 1e-2);
  SuspensionData loose = data;
  loose.points.erase("panhard_inner");
  loose.points.erase("panhard_outer");
  EXPECT_TRUE(MessageOf([&] {
                MakeSolidAxle(loose);
              }).starts_with("suspension 'rear': ideal rods take 3 degrees of freedom"));
}

}  // namespace templates_test
}  // namespace trunnion::vehicle
