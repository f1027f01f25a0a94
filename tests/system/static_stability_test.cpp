// SPDX-License-Identifier: BSD-3-Clause
//
// Equilibria that are unstable are told, against closed forms of buckling; stable ones are not.
#include "solvers/analysis/static_stability.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/analyses/equilibrium.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_evaluator.hpp"

namespace trunnion {
namespace static_stability_test {

constexpr double kMass = 2, kLength = 0.8, kGravity = 9.81;

/// Links that stand on each other, with a torsion spring in each hinge; massless but for a weight
/// at the top end.
Model MakeColumn(int links, double stiffness, const Vec3& origin = Vec3::Zero()) {
  Model model;
  model.set_gravity({0, 0, -kGravity});
  BodyId below = Model::ground();
  for (int i = 0; i < links; ++i) {
    const std::string number = std::to_string(i);
    const bool top = i == links - 1;
    const BodyId link =
        model.AddRigidBody({.name = "link" + number,
                            .mass = top ? kMass : 1e-9,
                            .com = {0, 0, top ? kLength : kLength / 2},
                            .inertia = Vec3::Constant(top ? 1e-3 : 1e-9).asDiagonal(),
                            .position = origin + Vec3(0, 0, i * kLength)});
    const JointId hinge = model.AddJointAt({.name = "hinge" + number,
                                            .type = JointType::revolute,
                                            .body_a = below,
                                            .body_b = link,
                                            .point = origin + Vec3(0, 0, i * kLength),
                                            .axis = {0, 1, 0}});
    model.AddSpringDamper(
        {.name = "spring" + number, .along = hinge, .stiffness = stiffness, .free_length = 0.0});
    below = link;
  }
  return model;
}

/// Least stiffness of the springs at which the column stands. One link: P L. Two, with φ the angles
/// of the links: the energy k (φ₁² + (φ₂ − φ₁)²)/2 − P L (φ₁² + φ₂²)/2 is semidefinite at
/// P L = k (3 − √5)/2.
double CriticalStiffness(int links) {
  const double moment = kMass * kGravity * kLength;
  return links == 1 ? moment : moment * 2 / (3 - std::sqrt(5.0));
}

/// The component that leaves the equilibrium, "" if none does.
std::string FindUnstable(const Model& model) {
  const System system = model.Compile();
  Simulation simulation(system, {.threads = 1});
  const StaticReport report = SolveStatics(simulation);
  const int c = report.unstable_component;
  EXPECT_EQ(simulation.warnings().size(), c < 0 ? 0u : 1u);
  return c < 0 ? "" : simulation.evaluator().DescribeComponent(c);
}

TEST(StaticStability, ColumnsBuckleAtTheirLoad) {
  for (const int links : {1, 2})
    for (const Vec3& origin : {Vec3(0, 0, 0), Vec3(1e3, -2e3, 1e3)})
      for (const double factor : {0.1, 0.9, 0.999, 1.001, 1.1, 10.0}) {
        const std::string unstable =
            FindUnstable(MakeColumn(links, factor * CriticalStiffness(links), origin));
        const std::string label = std::to_string(links) + " links, " + std::to_string(factor);
        if (factor > 1) {
          EXPECT_EQ(unstable, "") << label;
        } else {
          EXPECT_NE(unstable.find("body 'link"), std::string::npos) << label << ": " << unstable;
        }
      }
}

void AddStiffBlock(Model& model) {
  const BodyId block = model.AddRigidBody(
      {.name = "block", .mass = 100, .inertia = Mat3::Identity(), .position = {3, 0, 0}});
  const MarkerId wall =
      model.AddMarker({.name = "wall", .body = Model::ground(), .position = {3, 0, 0}});
  const MarkerId own = model.AddMarker({.name = "own", .body = block});
  model.AddBushing({.name = "mount",
                    .a = wall,
                    .b = own,
                    .parameters = {.stiffness = Vec6::Constant(1e8).asDiagonal()}});
}

/// Beside a bushing that is a million times stiffer.
TEST(StaticStability, SoftDirectionsAreSeenBesideStiffOnes) {
  for (const double factor : {0.9, 1.1}) {
    Model model = MakeColumn(2, factor * CriticalStiffness(2));
    AddStiffBlock(model);
    EXPECT_EQ(FindUnstable(model) == "", factor > 1) << factor;
  }
}

/// Nothing holds a wheel at any angle, and nothing drives it.
TEST(StaticStability, FreeDirectionsAreNeutral) {
  Model model = MakeColumn(1, 2 * CriticalStiffness(1));
  const BodyId wheel =
      model.AddRigidBody({.name = "wheel", .mass = 1, .inertia = Mat3::Identity()});
  model.AddJointAt({.name = "axle",
                    .type = JointType::revolute,
                    .body_a = Model::ground(),
                    .body_b = wheel,
                    .axis = {0, 1, 0}});
  EXPECT_EQ(FindUnstable(model), "");
}

/// Many free wheels, and a column beside a bushing that is a million times stiffer.
TEST(StaticStability, IsFoundBesideManyFreeDirections) {
  for (const double factor : {0.9, 1.1}) {
    Model model = MakeColumn(2, factor * CriticalStiffness(2));
    for (int i = 0; i < 30; ++i) {
      const std::string number = std::to_string(i);
      const BodyId wheel = model.AddRigidBody({.name = "wheel" + number,
                                               .mass = 1,
                                               .inertia = Mat3::Identity(),
                                               .position = {1.0 * i, 5, 0}});
      model.AddJointAt({.name = "axle" + number,
                        .type = JointType::revolute,
                        .body_a = Model::ground(),
                        .body_b = wheel,
                        .point = {1.0 * i, 5, 0},
                        .axis = {0, 1, 0}});
    }
    AddStiffBlock(model);
    EXPECT_EQ(FindUnstable(model) == "", factor > 1) << factor;
  }
}

TEST(StaticStability, PendulumsThatHangAreStableAndThoseThatStandAreNot) {
  for (const double sign : {1.0, -1.0}) {
    Model model = MakeColumn(3, 0);
    model.set_gravity({0, 0, sign * kGravity});
    EXPECT_EQ(FindUnstable(model) == "", sign > 0);
  }
}

/// A load that grows by 10 N/s on a spring of 10 N·m/rad, 1 m up: from 1 s on the column buckles.
TEST(StaticStability, APathIsToldWhereItsColumnBuckles) {
  Model model;
  const BodyId link = model.AddRigidBody(
      {.name = "link", .mass = 1, .com = {0, 0, 1}, .inertia = Vec3::Constant(0.01).asDiagonal()});
  const JointId hinge = model.AddJointAt({.name = "hinge",
                                          .type = JointType::revolute,
                                          .body_a = Model::ground(),
                                          .body_b = link,
                                          .axis = {0, 1, 0}});
  model.AddSpringDamper({.name = "spring", .along = hinge, .stiffness = 10, .free_length = 0.0});
  model.AddAppliedLoad(
      {.name = "load", .body = link, .point = {0, 0, 1}, .force = {.law = [](double t) {
                                                           return Vec3(0, 0, -10 * t);
                                                         }}});
  const System system = model.Compile();
  for (const double end : {0.9, 2.0}) {
    Simulation simulation(system, {.threads = 1});
    Recorder recorder(system);
    AdvanceStatics(simulation, recorder, end, 0.3);
    ASSERT_EQ(simulation.warnings().size(), end > 1 ? 1u : 0u) << end;
    if (end > 1) {
      EXPECT_NE(simulation.warnings()[0].find("t = 1.2 s is unstable: body 'link'"),
                std::string::npos)
          << simulation.warnings()[0];
    }
  }
}

}  // namespace static_stability_test
}  // namespace trunnion
