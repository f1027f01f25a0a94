// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "engine/model/model.hpp"
#include "tests/support/two_bodies.hpp"

namespace trunnion {
namespace model_errors_test {

using test::kBox;
using test::TwoBodies;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The message of the ModelError that f throws; empty if it throws none.
template <class F>
std::string MessageOf(F f) {
  try {
    f();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

void ExpectMessage(const std::string& message, std::initializer_list<const char*> parts) {
  for (const char* part : parts) {
    EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' not in: " << message;
  }
}

struct Nothing {
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>&,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>&) const {}
};

TEST(ModelErrors, Bodies) {
  Model model;
  const auto message = [&](RigidBody body) {
    return MessageOf([&] { model.AddRigidBody(std::move(body)); });
  };
  ExpectMessage(message({.name = "m", .mass = -1}), {"body 'm'", "mass"});
  ExpectMessage(message({.name = "m", .mass = kNaN}), {"body 'm'", "mass"});
  ExpectMessage(message({.name = "i", .mass = 1, .inertia = Vec3(1, 1, 3).asDiagonal()}),
                {"body 'i'", "inertia"});
  Mat3 skewed = kBox;
  skewed(0, 1) = 0.3;
  ExpectMessage(message({.name = "s", .mass = 1, .inertia = skewed}), {"body 's'", "symmetric"});
  ExpectMessage(message({.name = "p", .position = {0, kNaN, 0}}), {"body 'p'", "position"});
  ExpectMessage(message({.name = "o", .orientation = 2 * Mat3::Identity()}),
                {"body 'o'", "orientation"});
  ExpectMessage(message({.name = "o", .orientation = -Mat3::Identity()}), {"right-handed"});
  ExpectMessage(message({.name = "ground"}), {"body 'ground'", "taken"});
  EXPECT_EQ(model.num_bodies(), 1);  // nothing was added
  ExpectMessage(MessageOf([&] { (void)model.Compile(); }), {"no body"});
}

TEST(ModelErrors, MarkersAndHandles) {
  TwoBodies s;
  Model& model = s.model;
  ExpectMessage(MessageOf([&] { model.AddMarker({.name = "x"}); }), {"marker 'x'", "missing"});
  ExpectMessage(MessageOf([&] { model.AddMarker({.name = "x", .body = BodyId(99)}); }),
                {"marker 'x'", "unknown body handle 99"});
  ExpectMessage(MessageOf([&] {
                  model.AddMarker({.name = "x", .body = s.point, .position = {1, 0, 0}});
                }),
                {"marker 'x'", "point mass"});
  ExpectMessage(MessageOf([&] {
                  model.AddMarkerAt({.name = "x", .body = s.a, .z_axis = {0, 0, 0}});
                }),
                {"marker 'x'", "z_axis is zero"});
  ExpectMessage(
      MessageOf([&] {
        model.AddMarkerAt({.name = "x", .body = s.a, .z_axis = {1, 0, 0}, .x_axis = Vec3(2, 0, 0)});
      }),
      {"marker 'x'", "along z_axis"});
  ExpectMessage(MessageOf([&] { model.AddMarker({.name = "on_a", .body = s.a}); }),
                {"marker 'on_a'", "taken"});
}

TEST(ModelErrors, Joints) {
  TwoBodies s;
  const auto message = [&](JointBetween joint) {
    return MessageOf([&] { s.model.AddJoint(std::move(joint)); });
  };
  ExpectMessage(message({.name = "j", .a = s.on_a, .b = s.also_on_a}),
                {"joint 'j'", "body 'a'", "two bodies"});
  ExpectMessage(message({.name = "j", .a = s.on_a}), {"joint 'j'", "missing"});
  ExpectMessage(message({.name = "j", .a = s.on_a, .b = MarkerId(50)}), {"unknown marker"});
  ExpectMessage(message({.name = "hinge", .a = s.on_a, .b = s.on_b}), {"joint 'hinge'", "taken"});
  ExpectMessage(message({.name = "j", .a = s.on_a, .b = s.on_point}),
                {"joint 'j'", "point mass", "ball"});
  ExpectMessage(
      message({.name = "j", .type = JointType::point_on_line, .a = s.on_point, .b = s.on_a}),
      {"joint 'j'", "exchange"});
  ExpectMessage(message({.name = "j", .a = s.on_a, .b = s.on_b, .length = 2}), {"no length"});
  ExpectMessage(
      message({.name = "j", .type = JointType::distance, .a = s.on_a, .b = s.on_b, .length = -2}),
      {"joint 'j'", "length"});
  ExpectMessage(message({.name = "j",
                         .type = JointType::ball,
                         .a = s.on_a,
                         .b = s.on_b,
                         .initial_coordinate = 1}),
                {"joint 'j'", "reports only"});
  EXPECT_FALSE(s.model.FindJoint("j").has_value());
  const System system = s.model.Compile();
  EXPECT_EQ(system.parts().joints.size(), 2u);
}

TEST(ModelErrors, JointsAtAPoint) {
  TwoBodies s;
  const auto message = [&](JointAt joint) {
    joint.name = "j";
    joint.body_a = s.a;
    joint.body_b = joint.body_b.is_set() ? joint.body_b : s.b;
    return MessageOf([&] { s.model.AddJointAt(joint); });
  };
  ExpectMessage(message({.axis = {0, 0, 0}}), {"joint 'j'", "axis is zero"});
  ExpectMessage(message({.axis = {0, kNaN, 0}}), {"joint 'j'", "axis is not finite"});
  ExpectMessage(message({.type = JointType::universal}), {"joint 'j'", "needs axis_b"});
  ExpectMessage(message({.axis_b = Vec3(1, 0, 0)}), {"joint 'j'", "takes no axis_b"});
  ExpectMessage(message({.body_b = s.a}), {"joint 'j'", "two bodies"});
  EXPECT_FALSE(s.model.FindMarker("j.a").has_value());  // markers are taken back
  EXPECT_EQ(message({}), "");
}

TEST(ModelErrors, CoordinatesAndLaws) {
  TwoBodies s;
  Model& model = s.model;
  ExpectMessage(MessageOf([&] { model.AddMotion({.name = "m", .along = s.hinge}); }),
                {"motion 'm'", "law is missing"});
  ExpectMessage(MessageOf([&] { model.AddSpringDamper({.name = "k"}); }),
                {"force 'k'", "no coordinate"});
  ExpectMessage(
      MessageOf([&] { model.AddSpringDamper({.name = "k", .along = CoordinateOf(s.hinge, 4)}); }),
      {"force 'k'", "joint 'hinge'", "count from 0"});
  ExpectMessage(MessageOf([&] { model.AddSpringDamper({.name = "k", .along = s.ball}); }),
                {"force 'k'", "reports only"});
  ExpectMessage(
      MessageOf([&] {
        model.AddMotor({.name = "k", .along = Between(s.on_a, s.on_point, CoordinateKind::angle)});
      }),
      {"force 'k'", "no angle"});
  ExpectMessage(
      MessageOf([&] { model.AddSpringDamper({.name = "k", .along = s.hinge, .damping = -1}); }),
      {"force 'k'", "damping"});
  ExpectMessage(MessageOf([&] {
                  model.AddCoupling({.name = "c", .first = s.hinge, .second = s.hinge, .ratio = 0});
                }),
                {"coupling 'c'", "ratio"});
  ExpectMessage(MessageOf([&] { model.AddMotor({.name = "k", .along = JointId(9)}); }),
                {"force 'k'", "unknown joint handle 9"});
}

TEST(ModelErrors, LoadsAndBushings) {
  TwoBodies s;
  ExpectMessage(
      MessageOf([&] {
        s.model.AddAppliedLoad({.name = "l", .body = s.point, .torque = {.constant = {1, 0, 0}}});
      }),
      {"force 'l'", "point mass"});
  ExpectMessage(MessageOf([&] {
                  s.model.AddBushing({.name = "b",
                                      .a = s.on_a,
                                      .b = s.on_point,
                                      .parameters = {.stiffness = Mat6::Identity()}});
                }),
                {"force 'b'", "point mass"});
  ExpectMessage(
      MessageOf([&] {
        s.model.AddBushing(
            {.name = "b", .a = s.on_a, .b = s.on_b, .parameters = {.damping = -Mat6::Identity()}});
      }),
      {"force 'b'"});
}

TEST(ModelErrors, UserElements) {
  TwoBodies s;
  ExpectMessage(MessageOf([&] { s.model.AddUserForce<Nothing>("lost", std::array{BodyId(17)}); }),
                {"force 'lost'", "unknown body handle 17"});
  ExpectMessage(MessageOf([&] { s.model.AddUserForce<Nothing>("", std::array{BodyId(17)}); }),
                {"force", "unknown body handle 17"});
}

}  // namespace model_errors_test
}  // namespace trunnion
