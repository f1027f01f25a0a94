// SPDX-License-Identifier: BSD-3-Clause
// Kinematic analyses of driven mechanisms against closed forms.
#include "engine/analyses/kinematics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"

namespace trunnion {
namespace kinematics_test {

using std::numbers::pi;

/// The message of the Error that f throws.
template <class F>
std::string MessageOf(F f) {
  try {
    f();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// A four-bar linkage in the plane x-z with revolutes about y, crank driven by `law`.
struct FourBar {
  Model model;
  JointId crank_hinge, rocker_hinge;
  FourBar(double a, double b, double c, double d, double crank, MotionLaw law) {
    // Joint points with the crank at the angle `crank` from x (about −y, so that z is up).
    const Vec3 A(0, 0, 0), D(d, 0, 0), B = a * Vec3(std::cos(crank), 0, std::sin(crank));
    const Vec3 BD = D - B;
    const double e = BD.norm(), along = (b * b - c * c + e * e) / (2 * e);
    const Vec3 up = Vec3(-BD.z(), 0, BD.x()) / e;
    const Vec3 C = B + BD / e * along + up * std::sqrt(b * b - along * along);
    const auto bar = [&](const char* name, const Vec3& p, const Vec3& q) {
      return model.AddRigidBody(
          {.name = name, .mass = 1, .inertia = 0.01 * Mat3::Identity(), .position = (p + q) / 2});
    };
    const BodyId ab = bar("crank", A, B), bc = bar("coupler", B, C), dc = bar("rocker", D, C);
    const auto hinge = [&](const char* name, BodyId p, BodyId q, const Vec3& at) {
      return model.AddJointAt(
          {.name = name, .body_a = p, .body_b = q, .point = at, .axis = {0, -1, 0}});
    };
    crank_hinge = hinge("A", Model::ground(), ab, A);
    hinge("B", ab, bc, B), hinge("C", bc, dc, C);
    rocker_hinge = hinge("D", Model::ground(), dc, D);
    if (law) model.AddMotion({.name = "drive", .along = crank_hinge, .law = law});
  }
};

/// Angle of the rocker DC against x for the crank angle, the branch with C above.
double RockerAngle(double a, double b, double c, double d, double crank) {
  const double x = d - a * std::cos(crank), z = -a * std::sin(crank), e = std::hypot(x, z);
  const double along = (b * b - c * c + e * e) / (2 * e), up = std::sqrt(b * b - along * along);
  const double cx = a * std::cos(crank) + (x * along - z * up) / e;
  const double cz = a * std::sin(crank) + (z * along + x * up) / e;
  return std::atan2(cz, cx - d);
}

TEST(Kinematics, FourBarFollowsItsClosedFormOverAWholeTurn) {
  constexpr double a = 0.3, b = 0.8, c = 0.6, d = 0.7, start = 0.4;
  const FourBar linkage(a, b, c, d, start, MakeRamp(0, 2 * pi));
  const System system = linkage.model.Compile();
  Simulation simulation(system);
  Recorder recorder(system);
  AdvanceKinematics(simulation, recorder, 1.0, 0.05);
  EXPECT_EQ(simulation.t(), 1.0);
  const Results results = recorder.TakeResults(simulation);
  const VectorXd angle = results.column("D.angle"), rate = results.column("D.angle_rate");
  ASSERT_EQ(results.time.size(), 21);
  const auto exact = [&](double t) { return RockerAngle(a, b, c, d, start + 2 * pi * t); };
  for (Eigen::Index i = 0; i < angle.size(); ++i) {
    const double t = results.time[i], h = 1e-4;
    EXPECT_NEAR(angle[i], exact(t) - exact(0), 1e-9) << t;
    const double slope =
        (8 * (exact(t + h) - exact(t - h)) - exact(t + 2 * h) + exact(t - 2 * h)) / (12 * h);
    EXPECT_NEAR(rate[i], slope, 1e-7) << t;
  }
}

TEST(Kinematics, SliderCrankNeedsThePowerThatMovesItsMasses) {
  constexpr double r = 0.2, l = 0.7, m_rod = 1.2, I_rod = 0.05, m_slider = 3, w = 9;
  Model model;
  const BodyId crank =
      model.AddRigidBody({.name = "crank", .mass = 1, .inertia = Mat3::Identity()});
  const BodyId rod = model.AddRigidBody({.name = "rod",
                                         .mass = m_rod,
                                         .inertia = I_rod * Mat3::Identity(),
                                         .position = {r + l / 2, 0, 0}});
  const BodyId slider = model.AddRigidBody(
      {.name = "slider", .mass = m_slider, .inertia = Mat3::Identity(), .position = {r + l, 0, 0}});
  const JointId main = model.AddJointAt(
      {.name = "main", .body_a = Model::ground(), .body_b = crank, .axis = {0, -1, 0}});
  model.AddJointAt(
      {.name = "pin", .body_a = crank, .body_b = rod, .point = {r, 0, 0}, .axis = {0, -1, 0}});
  model.AddJointAt({.name = "wrist",
                    .body_a = rod,
                    .body_b = slider,
                    .point = {r + l, 0, 0},
                    .axis = {0, -1, 0}});
  model.AddJointAt({.name = "guide",
                    .type = JointType::prismatic,
                    .body_a = Model::ground(),
                    .body_b = slider,
                    .point = {r + l, 0, 0},
                    .axis = {1, 0, 0}});
  model.AddMotion({.name = "turn", .along = main, .law = MakeRamp(0, w)});
  const System system = model.Compile();
  Simulation simulation(system);
  Recorder recorder(system);
  AdvanceKinematics(simulation, recorder, 0.7, 0.01);
  const Results results = recorder.TakeResults(simulation);
  const VectorXd torque = results.column("turn.drive"), x = results.column("slider.x");
  const auto energy = [&](double t) {  // of rod and slider; that of the crank is constant
    const double s = std::sin(w * t), c = std::cos(w * t), root = std::sqrt(l * l - r * r * s * s);
    const double psi_dot = -r * w * c / root;
    const double x_dot = -r * w * s - r * r * s * c * w / root;
    const double px = (x_dot - r * w * s) / 2, pz = r * w * c / 2;  // middle of the rod
    return m_slider * x_dot * x_dot / 2 + m_rod * (px * px + pz * pz) / 2 +
           I_rod * psi_dot * psi_dot / 2;
  };
  for (Eigen::Index i = 0; i < torque.size(); ++i) {
    const double t = results.time[i], h = 1e-4, s = std::sin(w * t);
    EXPECT_NEAR(x[i], r * std::cos(w * t) + std::sqrt(l * l - r * r * s * s), 1e-10);
    const double power =
        (8 * (energy(t + h) - energy(t - h)) - energy(t + 2 * h) + energy(t - 2 * h)) / (12 * h);
    EXPECT_NEAR(torque[i], power / w, 1e-6) << t;
  }
}

TEST(Kinematics, FreeSuperfluousAndImpossibleDrivesAreNamed) {
  const auto run = [](const Model& model) {
    const System system = model.Compile();
    Simulation simulation(system);
    Recorder recorder(system);
    AdvanceKinematics(simulation, recorder, 1.0, 0.1);
  };
  const auto expect = [](const std::string& message, std::initializer_list<const char*> parts) {
    for (const char* part : parts) EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const FourBar idle(0.3, 0.8, 0.6, 0.7, 0.4, {});
  expect(MessageOf([&] { run(idle.model); }), {"1 degrees of freedom are left", "body 'crank'"});

  FourBar twice(0.3, 0.8, 0.6, 0.7, 0.4, MakeRamp(0, 1));
  twice.model.AddMotion({.name = "second", .along = twice.crank_hinge, .law = MakeRamp(0, 1)});
  expect(MessageOf([&] { run(twice.model); }),
         {"redundant driving", "motion 'second'", "motion 'drive'"});

  // No Grashof linkage: the crank cannot turn round, it stops where B, C and D are in line.
  const FourBar stuck(0.6, 0.5, 0.4, 0.7, 0.4, MakeRamp(0, 2 * pi));
  expect(MessageOf([&] { run(stuck.model); }), {"locks up", "t = "});
}

}  // namespace kinematics_test
}  // namespace trunnion
