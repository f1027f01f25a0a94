// SPDX-License-Identifier: BSD-3-Clause
#include "engine/model/model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/core/rotation.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/support/two_bodies.hpp"

namespace trunnion {
namespace {

using test::kBox;
using test::TwoBodies;

TEST(Model, CentralFrameFollowsFromTheReferenceFrame) {
  Model model;
  const Mat3 R = RotationExp({0.3, -0.4, 0.5});
  const Vec3 com(0.1, 0.2, -0.3), omega(1, 2, 3);
  model.AddRigidBody({.name = "a",
                      .mass = 2,
                      .com = com,
                      .inertia = kBox,
                      .position = {1, 2, 3},
                      .orientation = R,
                      .velocity = {4, 5, 6},
                      .angular_velocity = omega});
  const System system = model.Compile();
  const BodyState& state = system.body(1).initial;
  EXPECT_LT((state.r - (Vec3(1, 2, 3) + R * com)).norm(), 1e-15);
  EXPECT_LT((state.v - (Vec3(4, 5, 6) + omega.cross(R * com))).norm(), 1e-14);
  EXPECT_LT((state.w - R.transpose() * omega).norm(), 1e-14);
  EXPECT_LT((Simulation(system).pose(BodyId(1)).p - Vec3(1, 2, 3)).norm(), 1e-15);
}

TEST(Model, InertiaMayBeGivenAboutAnyFrame) {
  const Vec3 com(0.2, -0.1, 0.4);
  const Mat3 about_origin =
      kBox + 3.0 * (com.squaredNorm() * Mat3::Identity() - com * com.transpose());
  Model model;
  model.AddRigidBody({.name = "central", .mass = 3, .com = com, .inertia = kBox});
  model.AddRigidBody(
      {.name = "origin", .mass = 3, .com = com, .inertia = about_origin, .inertia_frame = Pose{}});
  const System system = model.Compile();
  EXPECT_LT((system.body(1).inertia - system.body(2).inertia).norm(), 1e-14);
}

TEST(Model, MetricTakesTheFarthestPointOrTheRadiusOfGyration) {
  Model model;
  const BodyId a = model.AddRigidBody({.name = "a", .mass = 1, .com = {1, 0, 0}, .inertia = kBox});
  model.AddAppliedLoad({.name = "far", .body = a, .point = {4, 0, 0}});
  model.AddRigidBody({.name = "b", .mass = 1.5, .inertia = kBox});
  model.AddRigidBody({.name = "c"});
  model.AddRigidBody({.name = "d", .mass = 1, .inertia = kBox, .rotation_length = 0.3});
  const System system = model.Compile();
  EXPECT_DOUBLE_EQ(system.body(1).rotation_length, 3);
  EXPECT_DOUBLE_EQ(system.body(2).rotation_length, 1);
  EXPECT_DOUBLE_EQ(system.body(3).rotation_length, 1);
  EXPECT_DOUBLE_EQ(system.body(4).rotation_length, 0.3);
}

TEST(Model, JointsAtAWorldPointAreClosedAsDrawn) {
  for (const JointType type : kJointTypes) {
    SCOPED_TRACE(to_string(type));
    Model model;
    const BodyId a = model.AddRigidBody({.name = "a",
                                         .mass = 1,
                                         .com = {0.2, 0.1, 0},
                                         .inertia = kBox,
                                         .position = {1, 2, 3},
                                         .orientation = RotationExp({0.4, 0.2, -0.9})});
    const BodyId b = model.AddRigidBody({.name = "b",
                                         .mass = 1,
                                         .inertia = kBox,
                                         .position = {-1, 0, 2},
                                         .orientation = RotationExp({-0.3, 1.2, 0.1})});
    JointAt joint{.type = type, .body_a = a, .body_b = b, .point = {0.3, 0.4, 0.5}};
    joint.axis = {0, 3, 4};
    if (has_length(type)) joint.point_b = Vec3(1.3, 0.8, 0.2);  // normal to the axis
    if (has_pitch(type)) joint.pitch = 0.01;
    if (type == JointType::universal || type == JointType::perpendicular_axes) {
      joint.axis_b = Vec3(1, 0, 0);
    }
    if (type == JointType::constant_velocity) joint.axis_b = Vec3(1, 3, 4);
    const JointId id = model.AddJointAt(joint);
    const System system = model.Compile();
    SystemEvaluator evaluator(system);
    Residuals r;
    DynamicsMatrices m;
    evaluator.InitializePatterns(r, m);
    VectorXd q, v;
    system.GetInitialState(q, v);
    evaluator.CalcResiduals(0, q, v, VectorXd::Zero(v.size()), r);
    EXPECT_LT(r.g.norm(), 1e-14);
    const ElementContext& x = evaluator.Evaluate(0, q, v);
    EXPECT_TRUE(GetJoint(system, id).IsOnRightBranch(x));
    for (const CoordinateValue& c : CalcJointCoordinates(system, id, x)) {
      if (!has_length(type) && !joint.axis_b) {
        EXPECT_NEAR(c.value, 0, 1e-13);
      }
    }
  }
}

TEST(Model, WholeModelKeepsItsNamesAndRows) {
  TwoBodies s;
  s.model.AddMotion({.name = "drive", .along = s.hinge, .law = [](double t) {
                       return MotionValue{t, 1, 0};
                     }});
  s.model.AddSpringDamper(
      {.name = "spring", .along = Between(s.on_a, s.on_point), .stiffness = 100});
  const System system = s.model.Compile();
  EXPECT_EQ(system.num_velocities(), 15);
  EXPECT_EQ(system.num_constraints(), 5 + 3 + 1);
  EXPECT_EQ(system.DescribeConstraint(5), "joint 'ball', translation along x of the world");
  EXPECT_EQ(system.DescribeConstraint(8), "motion 'drive', row 1");
  EXPECT_EQ(system.DescribeComponent(12), "body 'point', translation along x");
  EXPECT_EQ(system.parts().forces[0].name, "spring");
  EXPECT_EQ(s.model.FindJoint("ball"), s.ball);
  EXPECT_FALSE(s.model.FindBody("nobody").has_value());
  // As drawn the spring carries no load.
  SystemEvaluator evaluator(system);
  VectorXd q, v;
  system.GetInitialState(q, v);
  for (const auto& load : system.CalcLoads(0, evaluator.Evaluate(0, q, v))) {
    EXPECT_LT(load.second.norm(), 1e-12);
  }
}

TEST(Model, InitialCoordinatesBecomeMotionsOfTheAssembly) {
  TwoBodies s;
  s.model.SetInitialCoordinate(s.hinge, 0, 0.3, 2.0);
  s.model.SetInitialCoordinate(s.hinge, 0, 0.5, 4.0);  // replaces
  const System compiled = s.model.Compile();
  EXPECT_EQ(compiled.num_constraints(), 8);
  ASSERT_NE(compiled.parts().position_assembly, nullptr);
  ASSERT_NE(compiled.parts().velocity_assembly, nullptr);
  const System& system = *compiled.parts().velocity_assembly;
  ASSERT_EQ(system.num_constraints(), 9);
  SystemEvaluator evaluator(system);
  Residuals r;
  DynamicsMatrices m;
  evaluator.InitializePatterns(r, m);
  VectorXd q, v;
  system.GetInitialState(q, v);
  evaluator.CalcResiduals(7, q, v, v, r);
  EXPECT_DOUBLE_EQ(r.g[8], -0.5);
  EXPECT_DOUBLE_EQ(r.g_t[8], -4);
}

TEST(Model, SimulationStartsFromTheWantedCoordinates) {
  TwoBodies s;
  s.model.SetInitialCoordinate(s.hinge, 0, 0.4, -2.0);
  const System system = s.model.Compile();
  const Simulation simulation(system);
  const auto hinge = CalcJointCoordinates(system, s.hinge, simulation.context());
  EXPECT_NEAR(hinge[0].value, 0.4, 1e-9);
  EXPECT_NEAR(hinge[0].rate, -2.0, 1e-9);

  TwoBodies only_value;
  only_value.model.ReplaceRigidBody(only_value.a,
                                    {.mass = 2, .inertia = kBox, .angular_velocity = {0, 0, 3}});
  only_value.model.SetInitialCoordinate(only_value.hinge, 0, 0.0);
  const System moving = only_value.model.Compile();
  const Simulation free(moving);
  EXPECT_GT(free.rate(JointId(0)), 0.5);
}

TEST(Model, PendulumSwingsWithItsSmallAnglePeriod) {
  Model model;
  model.set_gravity({0, 0, -9.81});
  const BodyId rod = model.AddRigidBody(
      {.name = "rod", .mass = 1, .com = {0, 0, -0.5}, .inertia = Vec3(1, 1, 0.01).asDiagonal()});
  const JointId hinge = model.AddJointAt({.name = "hinge",
                                          .body_a = model.ground(),
                                          .body_b = rod,
                                          .axis = {0, 1, 0},
                                          .initial_coordinate = 1e-3});
  const System system = model.Compile();
  Simulation simulation(system, {.integrator = {.tolerance = 1e-9}});
  const double period = 2 * std::numbers::pi * std::sqrt(1.25 / (9.81 * 0.5));
  simulation.advance_to(period);
  const auto angle = CalcJointCoordinates(system, hinge, simulation.context());
  EXPECT_NEAR(angle[0].value, 1e-3, 1e-6);
  simulation.advance_to(1.25 * period);
  const Reaction reaction = simulation.reaction(hinge);
  EXPECT_NEAR(reaction.force.z(), 9.81, 1e-3);
  EXPECT_NEAR(reaction.torque.y(), 0, 1e-9);
}

struct UnitLength {
  static constexpr int kRows = 1;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, 1, 1>& g) const {
    g[0] = (bodies[1].r - bodies[0].r).squaredNorm() - S(1.0);
  }
};

struct Drag {
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 1>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 1>& f) const {
    for (int i = 0; i < 3; ++i) f[0][i] = bodies[0].v[i] * S(-2.0);
  }
};

TEST(Model, UserElementsGoIntoPoolsOfTheirOwn) {
  TwoBodies s;
  s.model.AddUserConstraint<UnitLength>("rod", std::array{s.a, s.point});
  s.model.AddUserForce<Drag>("drag", std::array{s.b});
  const System system = s.model.Compile();
  EXPECT_EQ(system.num_constraints(), 9);
  EXPECT_EQ(system.DescribeConstraint(8), "constraint 'rod', row 1");
  EXPECT_EQ(FindCoupling(system, ConstraintId(0)), nullptr);
}

}  // namespace
}  // namespace trunnion
