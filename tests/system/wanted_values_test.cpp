// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "engine/batch/check.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/support/random_state.hpp"

/// Wanted values and rates of joints go to what is free to move, not to what springs hold.
namespace trunnion {
namespace {

using test::RandomSource;

enum class Mount { bushing, springs, beam, frame_on_bushing, hinge_with_spring };

/// A housing of 50 kg on a mount, and a rotor in it about `axis`.
struct Machine {
  Model model;
  BodyId housing, rotor;
  JointId shaft;

  Machine(Mount mount, const Vec3& axis) {
    housing = Body("housing", 50, 3);
    rotor = Body("rotor", 5, 0.1);
    shaft = model.AddJointAt({.name = "shaft", .body_a = housing, .body_b = rotor, .axis = axis});
    switch (mount) {
      case Mount::bushing:
        AddBushing(housing);
        break;
      case Mount::springs:
        AddSprings();
        break;
      case Mount::beam:
        AddBeam();
        break;
      case Mount::frame_on_bushing: {
        const BodyId frame = Body("frame", 1, 0.01);
        AddBushing(frame);
        model.AddJointAt(
            {.name = "bolts", .type = JointType::fixed, .body_a = frame, .body_b = housing});
        break;
      }
      case Mount::hinge_with_spring: {
        const JointId hinge = model.AddJointAt(
            {.name = "hinge", .body_a = model.ground(), .body_b = housing, .axis = axis});
        model.AddSpringDamper({.name = "spring", .along = hinge, .stiffness = 10});
      }
    }
  }
  BodyId Body(const std::string& name, double mass, double inertia) {
    return model.AddRigidBody({.name = name, .mass = mass, .inertia = inertia * Mat3::Identity()});
  }
  MarkerId Marker(BodyId body, const Vec3& p) {
    return model.AddMarker({.body = body, .position = p});
  }
  void AddBushing(BodyId body) {
    model.AddBushing({.name = "mount",
                      .a = Marker(model.ground(), {0, 0, 0}),
                      .b = Marker(body, {0, 0, 0}),
                      .parameters = {.stiffness = 1e5 * Mat6::Identity()}});
  }
  void AddSprings() {
    for (int i = 0; i < 6; ++i) {
      const Vec3 p = Vec3::Unit(i % 3) * (i < 3 ? 1 : -1);
      const Vec3 q = p + Vec3::Unit((i + 1) % 3) + 0.3 * Vec3::Unit((i + 2) % 3);
      model.AddSpringDamper({.name = "spring" + std::to_string(i),
                             .along = Between(Marker(model.ground(), q), Marker(housing, p)),
                             .stiffness = 1e4 * (i + 1)});
    }
  }
  void AddBeam() {
    model.AddBeam({.name = "post",
                   .a = Marker(model.ground(), {0, 0, -1}),
                   .b = Marker(housing, {0, 0, 0}),
                   .section = MakeRectangularSection(0.05, 0.05, 2e11, 0.3, 7800),
                   .y_axis = Vec3(0, 1, 0),
                   .mass = BeamMass::none});
  }
};

TEST(WantedValues, TheMountedHousingStaysAndTheRotorTurns) {
  RandomSource random(3);
  for (const Mount mount : {Mount::bushing,
                            Mount::springs,
                            Mount::beam,
                            Mount::frame_on_bushing,
                            Mount::hinge_with_spring}) {
    for (int i = 0; i < 5; ++i) {
      const Vec3 axis = i == 0 ? Vec3(1, 0, 0) : Vec3(random.Vector());
      Machine m(mount, axis);
      m.model.SetInitialCoordinate(m.shaft, 0, 1.0, 1.0);
      const System system = m.model.Compile();
      const Simulation run(system);
      const std::string what = "mount " + std::to_string(static_cast<int>(mount));
      const BodyState housing = run.body(m.housing.index()), rotor = run.body(m.rotor.index());
      EXPECT_LT(RotationLog(housing.R).norm() + housing.r.norm(), 1e-5) << what;
      EXPECT_LT(housing.w.norm() + housing.v.norm(), 1e-5) << what;
      EXPECT_NEAR(RotationLog(rotor.R).norm(), 1, 1e-5) << what;
      EXPECT_NEAR(rotor.w.dot(axis.normalized()), 1, 1e-5) << what;
      EXPECT_LT(run.constraint_residual(), 1e-10) << what;
      const auto shaft = CalcJointCoordinates(system, m.shaft, run.context())[0];
      EXPECT_NEAR(shaft.value, 1, 1e-9) << what;
      EXPECT_NEAR(shaft.rate, 1, 1e-9) << what;
    }
  }
}

/// A drive that starts with a speed is a wish, too.
TEST(WantedValues, TheSpeedOfAMotionGoesToTheRotor) {
  Machine m(Mount::bushing, {1, 0, 0});
  m.model.AddMotion({.name = "drive", .along = m.shaft, .law = [](double t) {
                       return MotionValue{20 * t, 20, 0};
                     }});
  const System system = m.model.Compile();
  const Simulation run(system);
  EXPECT_LT(run.body(m.housing.index()).w.norm(), 1e-4);
  EXPECT_NEAR(run.body(m.rotor.index()).w.x(), 20, 1e-4);
}

/// Of two free bodies the lighter one moves: the total momentum stays.
TEST(WantedValues, OfFreeBodiesTheLighterOneMoves) {
  Model model;
  const auto body = [&](double mass, double inertia) {
    return model.AddRigidBody({.mass = mass, .inertia = inertia * Mat3::Identity()});
  };
  const BodyId satellite = body(50, 3), wheel = body(5, 0.1);
  const JointId shaft = model.AddJointAt({.name = "shaft", .body_a = satellite, .body_b = wheel});
  model.SetInitialCoordinate(shaft, 0, std::nullopt, 31.0);
  const System system = model.Compile();
  const Simulation run(system);
  EXPECT_NEAR(run.body(satellite.index()).w.z(), -1, 1e-4);
  EXPECT_NEAR(run.body(wheel.index()).w.z(), 30, 1e-4);
}

/// Angles beyond half a turn count: a gear follows all of them, and so do springs.
TEST(WantedValues, AnglesBeyondHalfATurnCountTurns) {
  for (const double wanted : {4.0, -3.5, 9.0}) {
    Model model;
    std::vector<JointId> hinges;
    for (int i = 0; i < 2; ++i) {
      const BodyId b =
          model.AddRigidBody({.mass = 1, .inertia = Mat3::Identity(), .position = {0.3 * i, 0, 0}});
      hinges.push_back(model.AddJointAt({.name = "hinge" + std::to_string(i),
                                         .body_a = model.ground(),
                                         .body_b = b,
                                         .point = {0.3 * i, 0, 0}}));
    }
    model.AddCoupling({.name = "gear", .first = hinges[0], .second = hinges[1], .ratio = -3});
    model.SetInitialCoordinate(hinges[0], 0, wanted, std::nullopt);
    const System system = model.Compile();
    const Simulation run(system);
    const auto angle = [&](int j) { return run.coordinate(JointId(j)); };
    EXPECT_NEAR(angle(0), wanted, 1e-9);
    EXPECT_NEAR(angle(1), -wanted / 3, 1e-9);
    EXPECT_LT(run.constraint_residual(), 1e-10);
  }
}

/// Spatial loops of seven hinges have one freedom: each hinge can have a rate, unless it is at a
/// dead point. Then the message tells by how much the rate is missed.
TEST(WantedValues, RatesOfRandomLoops) {
  int refused = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    RandomSource random(seed);
    Model model;
    std::vector<BodyId> bodies{model.ground()};
    for (int i = 0; i < 6; ++i)
      bodies.push_back(model.AddRigidBody({.mass = random.Uniform(0.1, 10),
                                           .inertia = random.Uniform(0.01, 1) * Mat3::Identity(),
                                           .position = random.Vector()}));
    std::vector<JointId> hinges;
    for (std::size_t i = 0; i < 7; ++i)
      hinges.push_back(model.AddJointAt({.name = "hinge" + std::to_string(i),
                                         .body_a = bodies[i],
                                         .body_b = bodies[(i + 1) % 7],
                                         .point = random.Vector(),
                                         .axis = random.Vector()}));
    const int joint = static_cast<int>(seed % 7);
    model.SetInitialCoordinate(hinges[seed % 7], 0, std::nullopt, 2.0);
    try {
      const System system = model.Compile();
      const Simulation run(system);
      EXPECT_EQ(run.degrees_of_freedom(), 1);
      EXPECT_NEAR(run.rate(JointId(joint)), 2, 1e-8);
    } catch (const ModelError& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("are left"), std::string::npos) << error.what();
    }
  }
  EXPECT_EQ(refused, 0);
}

TEST(WantedValues, CheckTellsWhatTheAssemblyMoved) {
  const ModelFile file = ParseModel(R"({
    "bodies": [{"name": "housing", "mass": 50, "inertia": [3, 3, 3]},
               {"name": "rotor", "mass": 5, "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"name": "shaft", "type": "revolute", "body_a": "housing", "body_b": "rotor",
                "point": [0, 0, 0], "axis": [1, 0, 0], "initial_rate": 1, "initial_coordinate": 1}],
    "forces": [{"name": "mount", "type": "bushing", "body_a": "ground", "body_b": "housing",
                "point": [0, 0, 0], "stiffness": [1e5, 1e5, 1e5, 1e5, 1e5, 1e5]}]})",
                                    "machine.json");
  const CheckReport report = CheckModel(file);
  ASSERT_EQ(report.moves.size(), 1u);
  EXPECT_EQ(report.moves[0].name, "rotor");
  EXPECT_NEAR(report.moves[0].rotation, 1, 1e-6);
  EXPECT_NEAR(report.moves[0].angular_velocity, 1, 1e-6);
  EXPECT_LT(report.moves[0].translation + report.moves[0].velocity, 1e-6);
}

}  // namespace
}  // namespace trunnion
