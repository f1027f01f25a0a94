// SPDX-License-Identifier: BSD-3-Clause
// Elements between two frames that turn by more than half a turn against each other, in runs.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace turns_test {

using std::numbers::pi;

SimulationOptions Options(double tolerance) {
  return {.integrator = {.tolerance = tolerance}, .serial = true};
}

Vec3 RandomVector(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return Vec3::NullaryExpr([&] { return normal(random); });
}

/// A body on a ball joint in the origin, tied to the ground by one element at two points.
struct Tied {
  Model model;
  BodyId body{};
  MarkerId a{}, b{};

  Tied(double speed, std::mt19937& random) {
    const Vec3 axis = RandomVector(random).normalized();
    body = model.AddRigidBody({.name = "top",
                               .mass = 1,
                               .com = {0.2, 0.1, -0.1},
                               .inertia = Vec3(0.1, 0.15, 0.2).asDiagonal(),
                               .angular_velocity = speed * axis});
    model.AddJointAt(
        {.name = "ball", .type = JointType::ball, .body_a = Model::ground(), .body_b = body});
    const Mat3 R = RotationExp(RandomVector(random));
    a = model.AddMarker(
        {.name = "A", .body = Model::ground(), .position = {0.1, 0.1, 0}, .orientation = R});
    b = model.AddMarker(
        {.name = "B", .body = body, .position = {0.6, 0.2, -0.2}, .orientation = R});
  }
};

void AddBeam(Tied& tied, BeamFormulation formulation) {
  BeamSection s{.youngs_modulus = 1e6, .shear_modulus = 4e5, .area = 1e-4};
  s.iy = 1e-7;
  s.iz = s.torsion = 2e-7;
  s.shear_y = s.shear_z = 0.8;
  tied.model.AddBeam({.name = "rod",
                      .a = tied.a,
                      .b = tied.b,
                      .section = s,
                      .formulation = formulation,
                      .y_axis = Vec3(0, 1, 1),
                      .mass = BeamMass::none});
}

void AddSuperelement(Tied& tied) {
  // K of a spring between the frames, free of force in rigid motions.
  const Vec3 d(0.5, 0.1, -0.2);
  MatrixXd relative(6, 12);
  relative << -Mat3::Identity(), Skew(d), Mat3::Identity(), Mat3::Zero(), Mat3::Zero(),
      -Mat3::Identity(), Mat3::Zero(), Mat3::Identity();
  Vec6 k;
  k << 2, 3, 4, 0.2, 0.3, 0.4;
  tied.model.AddSuperelement({.name = "part",
                              .markers = {tied.a, tied.b},
                              .stiffness = relative.transpose() * k.asDiagonal() * relative});
}

void AddBushing(Tied& tied) {
  BushingParameters p;
  p.stiffness.diagonal() << 2, 3, 4, 0.2, 0.3, 0.4;
  p.stiffness(0, 4) = p.stiffness(4, 0) = 0.3;  // turns with the frame
  tied.model.AddBushing({.name = "mount", .a = tied.a, .b = tied.b, .parameters = p});
}

/// True if the run came to the end, with its energy; an error names element, angle and time.
bool KeepsEnergy(const System& system, const std::string& name, int& beyond) {
  Simulation run(system, Options(1e-7));
  const double before = run.kinetic_energy() + run.potential_energy();
  try {
    run.advance_to(3);
  } catch (const SolverError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("'" + name + "'"), std::string::npos) << what;
    EXPECT_NE(what.find(" deg at t = "), std::string::npos) << what;
    return false;
  }
  const double after = run.kinetic_energy() + run.potential_energy();
  EXPECT_NEAR(after, before, 1e-4 * before) << name;
  for (const std::string& warning : run.warnings())
    beyond += warning.find("'" + name + "'") != std::string::npos;
  return true;
}

TEST(Turns, EnergyIsKeptBeyondHalfATurn) {
  const std::vector<std::pair<std::string, std::function<void(Tied&)>>> elements{
      {"rod", [](Tied& t) { AddBeam(t, BeamFormulation::corotational); }},
      {"rod", [](Tied& t) { AddBeam(t, BeamFormulation::geometrically_exact); }},
      {"part", AddSuperelement},
      {"mount", AddBushing}};
  for (const auto& [name, add] : elements) {
    int finished = 0, beyond = 0;
    for (unsigned seed = 1; seed <= 4; ++seed)
      for (const double speed : {5.0, 12.0, 25.0}) {
        std::mt19937 random(seed);
        Tied tied(speed, random);
        add(tied);
        finished += KeepsEnergy(tied.model.Compile(), name, beyond);
      }
    EXPECT_GE(finished, 4) << name;
    EXPECT_GE(beyond, 3) << name;  // of those some are far turned, and tell it
    RecordProperty(name, finished);
  }
}

TEST(Turns, AWarningNamesTheElementFromAQuarterTurnOn) {
  for (const double speed : {3.0, 25.0}) {
    std::mt19937 random(1);
    Tied tied(speed, random);
    AddBeam(tied, BeamFormulation::corotational);
    const System system = tied.model.Compile();
    Simulation run(system, Options(1e-6));
    EXPECT_TRUE(run.warnings().empty());
    run.advance_to(0.15);
    ASSERT_EQ(run.warnings().size(), speed > 20 ? 1u : 0u);
    if (speed > 20) {
      EXPECT_NE(run.warnings()[0].find("force 'rod': it is bent and twisted by 9"),
                std::string::npos)
          << run.warnings()[0];
      run.Restart(run.t(), run.q(), run.v());
      EXPECT_EQ(run.warnings().size(), 1u);
    }
  }
}

/// A wheel on nothing but a bushing, free about `axis` of its frame, which lies anywhere.
struct Bearing {
  Model model;
  BodyId wheel{};
  Vec3 spin, across;

  Bearing(int axis, double speed, double torque, BushingParameters p, std::mt19937& random) {
    const Mat3 R = RotationExp(RandomVector(random));
    spin = R.col(axis);
    across = R.col((axis + 1) % 3);
    wheel = model.AddRigidBody({.name = "wheel",
                                .mass = 5,
                                .inertia = 0.05 * Mat3::Identity() + 0.03 * spin * spin.transpose(),
                                .angular_velocity = speed * spin});
    const MarkerId a = model.AddMarker({.name = "A", .body = Model::ground(), .orientation = R});
    const MarkerId b = model.AddMarker({.name = "B", .body = wheel, .orientation = R});
    p.stiffness.diagonal() << 1e6, 1e6, 1e6, 1e4, 1e4, 1e4;
    p.damping.diagonal() << 1e3, 1e3, 1e3, 30, 30, 30;
    p.stiffness(3 + axis, 3 + axis) = p.damping(3 + axis, 3 + axis) = 0;
    model.AddBushing({.name = "bearing", .a = a, .b = b, .parameters = p});
    const Vec3 moment = torque * across;
    AppliedLoad load{.name = "load", .body = wheel};
    load.torque.law = [moment](double t) { return Vec3(std::min(1.0, t / 0.2) * moment); };
    model.AddAppliedLoad(load);
  }
  /// Angle between the axes of bearing and wheel.
  double Tilt(const Simulation& run) const { return spin.cross(Vec3(run.body(1).R * spin)).norm(); }
  double Speed(const Simulation& run) const { return spin.dot(run.body(1).w); }
};

TEST(Turns, ABushingFreeAboutOneAxisIsABearing) {
  for (const int axis : {0, 1, 2}) {
    std::mt19937 random(static_cast<unsigned>(axis) + 1);
    const double speed = 200;
    const Bearing bearing(axis, speed, 100, {}, random);
    const System system = bearing.model.Compile();
    Simulation run(system, Options(1e-7));
    run.advance_to(1);
    const double spun = bearing.Speed(run);
    EXPECT_NEAR(spun, speed, 0.05);  // the torque acted while the wheel tilted
    for (int k = 1; k <= 20; ++k) {
      run.advance_to(1 + 2000 * pi / speed * k / 20);  // a thousand turns
      EXPECT_NEAR(std::asin(bearing.Tilt(run)), 0.01, 1e-6) << axis;
      EXPECT_NEAR(bearing.Speed(run), spun, 1e-6) << axis;
    }
    EXPECT_TRUE(run.warnings().empty());
  }
}

TEST(Turns, TheRotationVectorIsNoBearingAndSaysSo) {
  std::mt19937 random(1);
  const Bearing bearing(2, 2, 100, {.measure = BushingMeasure::plain}, random);
  const System system = bearing.model.Compile();
  Simulation run(system, Options(1e-6));
  try {
    run.advance_to(7);
  } catch (const SolverError& error) {
    EXPECT_NE(std::string(error.what()).find("force 'bearing'"), std::string::npos);
  }
  ASSERT_FALSE(run.warnings().empty());
  EXPECT_NE(run.warnings()[0].find("force 'bearing'"), std::string::npos);
  EXPECT_NE(run.warnings()[0].find("twist_axis"), std::string::npos);
}

/// A wheel on a hinge with a bushing about it: turns by (speed t) under little torque.
ModelFile Hinge(const std::string& axis, double speed, const std::string& bushing) {
  return ParseModel(R"({"bodies": [{"name": "b", "mass": 1, "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"name": "j", "type": "revolute", "body_a": "ground", "body_b": "b",
                "point": [0, 0, 0], "axis": )" +
                    axis + R"(, "initial_rate": )" + std::to_string(speed) + R"(}],
    "forces": [{"name": "f", "type": "bushing", "body_a": "ground", "body_b": "b",
                "point": [0, 0, 0], "stiffness": [1, 1, 1, 0.2, 0.2, 0.2], )" +
                    bushing + R"(}], "run": {"tolerance": 1e-7}})");
}

double Drift(const ModelFile& file, double until) {
  const System system = file.model.Compile();
  Simulation run(system, file.run.MakeOptions());
  const double before = run.kinetic_energy() + run.potential_energy();
  double largest = 0;
  for (int i = 1; i <= 50; ++i) {
    run.advance_to(until * i / 50);
    largest = std::max(largest, std::abs(run.kinetic_energy() + run.potential_energy() - before));
  }
  return largest / before;
}

TEST(Turns, BushingsAboutAHingeKeepTheEnergyOrEndByName) {
  EXPECT_LT(Drift(Hinge("[0, 1, 0]", 20, R"("measure": "bryant")"), 2), 1e-5);
  EXPECT_LT(Drift(Hinge("[0, 0, 1]", 20, R"("measure": "bryant")"), 2), 1e-5);
  EXPECT_LT(Drift(Hinge("[0, 0, 1]", 20, R"("twist_axis": "z")"), 2), 1e-5);
  EXPECT_LT(Drift(Hinge("[0, 1, 0]", 20, R"("twist_axis": "y")"), 2), 1e-5);
  EXPECT_LT(Drift(Hinge("[1, 2, 3]", 8, R"("measure": "energy")"), 2), 1e-5);  // back at 5.6 rad
  for (const char* bushing : {R"("measure": "energy")", R"("measure": "plain")"}) {
    try {
      Drift(Hinge("[0, 1, 0]", 20, bushing), 2);
      ADD_FAILURE() << "a full turn";
    } catch (const SolverError& error) {
      EXPECT_NE(std::string(error.what())
                    .find("force 'f': its frames are turned against each "
                          "other by 34"),
                std::string::npos)
          << error.what();
    }
  }
  EXPECT_THROW(Drift(Hinge("[1, 0, 0]", 20, R"("measure": "bryant")"), 2), SolverError);
  EXPECT_THROW(Drift(Hinge("[0, 1, 0]", 20, R"("twist_axis": "z")"), 2), SolverError);
}

}  // namespace turns_test
}  // namespace trunnion
