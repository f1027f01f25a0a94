// SPDX-License-Identifier: BSD-3-Clause
//
// A run that is taken up again at an earlier state, and queries with wrong handles and sizes.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/core/error.hpp"
#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/simulation/state_report.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/support/message_of.hpp"

namespace trunnion {
namespace {

/// A wheel that turns freely, w = 6 rad/s, and a motor that only reports its angle.
struct Wheel {
  Model model;
  BodyId body;
  JointId hinge;
  ForceId spring;
  explicit Wheel(double speed = 6) {
    body = model.AddRigidBody({.name = "wheel",
                               .mass = 1,
                               .inertia = Vec3(1, 1, 1).asDiagonal(),
                               .angular_velocity = {0, 0, speed}});
    hinge = model.AddJointAt({.name = "hinge",
                              .type = JointType::revolute,
                              .body_a = Model::ground(),
                              .body_b = body,
                              .axis = {0, 0, 1}});
    spring = model.AddSpringDamper({.name = "spring", .along = hinge, .stiffness = 0});
  }
};

TEST(Restart, TakesTheTurnsOfTheTime) {
  Wheel m;
  const System system = m.model.Compile();
  Simulation run(system);
  run.advance_to(3.98 / 6);
  const double t = run.t();
  const VectorXd q = run.q(), v = run.v();
  const Snapshot saved = run.TakeSnapshot();
  ASSERT_NEAR(run.report(m.spring, "angle"), 3.98, 1e-6);
  run.advance_to(4);
  ASSERT_NEAR(run.report(m.spring, "angle"), 24, 1e-5);
  run.Restart(t, q, v);
  EXPECT_NEAR(run.report(m.spring, "angle"), 3.98, 1e-6) << "the trap: 22.83";
  run.advance_to(5);
  EXPECT_NEAR(run.report(m.spring, "angle"), 30, 1e-5);
  run.Restart(saved);
  EXPECT_EQ(run.t(), t);
  EXPECT_NEAR(run.report(m.spring, "angle"), 3.98, 1e-6);
  run.advance_to(2);
  EXPECT_NEAR(run.report(m.spring, "angle"), 12, 1e-5);
}

// Another simulation of the same model knows the turns from the snapshot alone.
TEST(Restart, TakesASnapshotOfAnotherRun) {
  Wheel m;
  const System system = m.model.Compile();
  Simulation first(system), second(system);
  first.advance_to(4);
  second.Restart(first.TakeSnapshot());
  EXPECT_NEAR(second.report(m.spring, "angle"), 24, 1e-5);
  second.advance_to(5);
  EXPECT_NEAR(second.report(m.spring, "angle"), 30, 1e-5);
}

TEST(Restart, TurnsThatAreForgottenAreNotGuessed) {
  Wheel m(1000);
  const System system = m.model.Compile();
  Simulation run(system);
  const VectorXd q = run.q(), v = run.v();
  run.advance_to(0.1);
  const VectorXd q1 = run.q(), v1 = run.v();
  run.advance_to(5);
  EXPECT_NE(MessageOf([&] { run.Restart(0.1, q1, v1); }).find("no longer known"),
            std::string::npos);
  run.Restart(0, q, v);  // the start is remembered
  EXPECT_NEAR(run.report(m.spring, "angle"), 0, 1e-9);
}

TEST(Queries, RefuseHandlesThatTheSystemDoesNotHave) {
  Wheel m;
  const System system = m.model.Compile();
  Simulation run(system);
  const auto& x = run.context();
  EXPECT_NE(MessageOf([&] {
              CalcJointReaction(system, JointId(7), x, run.lambda());
            }).find("no joint of index 7"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] {
              CalcJointReaction(system, JointId(), x, run.lambda());
            }).find("no joint of index -1"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] {
              CalcDrive(system, ConstraintId(0), run.lambda());
            }).find("no constraint of index 0"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { DescribeForce(system, ForceId(3)); }).find("no force of index 3"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { CalcMarkerPose(system, MarkerId(9), x); }).find("no marker"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { run.pose(BodyId(5)); }).find("no body of index 5"), std::string::npos);
}

TEST(Queries, RefuseVectorsOfAnotherSize) {
  Wheel m;
  const System system = m.model.Compile();
  Simulation run(system);
  const VectorXd q = run.q(), v = run.v();
  EXPECT_NE(MessageOf([&] { run.Restart(0, q.head(11), v); }).find("11 numbers"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] { run.Restart(0, q, v.head(5)); }).find("velocity v has 5"),
            std::string::npos);
  EXPECT_NE(
      MessageOf([&] { run.ShowState(0, q, v, v, VectorXd::Zero(4)); }).find("multipliers has 4"),
      std::string::npos);
  EXPECT_NE(MessageOf([&] {
              CalcJointReaction(system, m.hinge, run.context(), VectorXd::Zero(2));
            }).find("multipliers has 2"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion
