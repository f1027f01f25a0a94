// SPDX-License-Identifier: BSD-3-Clause
//
// Events of users against closed forms, and independent integrations where there are none.
#include "engine/simulation/user_events.hpp"
#include "bench/problems/method.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "engine/model/model.hpp"
#include "engine/model/time_laws.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/simulation/state_report.hpp"
#include "engine/system/system_reports.hpp"
#include "tests/support/user_events.hpp"

namespace trunnion {
namespace user_events_test {

/// A rod that hangs from hinges on the y axis, its centre of mass 0.5 m off; swung by the angle
/// about −y from the x axis down.
struct Pendulum {
  static constexpr double kMass = 2, kArm = 0.5, kInertia = 0.17;
  Model model;
  BodyId rod;
  std::vector<JointId> hinges;

  explicit Pendulum(int count = 1) {
    model.set_gravity({0, 0, -kG});
    rod = model.AddRigidBody({.name = "rod",
                              .mass = kMass,
                              .com = {kArm, 0, 0},
                              .inertia = Vec3(0.01, kInertia, kInertia).asDiagonal()});
    for (int i = 0; i < count; ++i)
      hinges.push_back(model.AddJointAt({.name = "hinge" + std::to_string(i),
                                         .type = JointType::revolute,
                                         .body_a = Model::ground(),
                                         .body_b = rod,
                                         .point = {0, 0.2 * i, 0},
                                         .axis = {0, 1, 0}}));
  }
  static double hinge_inertia() { return kInertia + kMass * kArm * kArm; }

  /// How far it has fallen from the horizontal [rad].
  static double AngleOf(const Simulation& s) {
    const Mat3 R = s.body(1).R;
    return std::atan2(-R(2, 0), R(0, 0));
  }
};

struct Swing {
  double t, angle, rate;
};

/// The angle from rest at the horizontal up to `angle`, by the Runge-Kutta method.
Swing IntegrateTo(double angle) {
  const auto f = [](double a) {
    return Pendulum::kMass * kG * Pendulum::kArm / Pendulum::hinge_inertia() * std::cos(a);
  };
  const auto step = [&](Swing s, double h) {
    const double a1 = f(s.angle), w2 = s.rate + h / 2 * a1, a2 = f(s.angle + h / 2 * s.rate),
                 w3 = s.rate + h / 2 * a2, a3 = f(s.angle + h / 2 * w2), w4 = s.rate + h * a3,
                 a4 = f(s.angle + h * w3);
    return Swing{s.t + h,
                 s.angle + h / 6 * (s.rate + 2 * w2 + 2 * w3 + w4),
                 s.rate + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
  };
  Swing s{0, 0, 0};
  while (s.angle < angle) s = step(s, 1e-4);
  for (int i = 0; i < 5; ++i) s = step(s, (angle - s.angle) / s.rate);
  return s;
}

/// Position of the centre of mass at t, released at the angle of `s`.
Vec3 Fly(const Swing& s, double t) {
  const double c = std::cos(s.angle), n = std::sin(s.angle), h = t - s.t, L = Pendulum::kArm;
  return {L * c - L * n * s.rate * h, 0, -L * n - L * c * s.rate * h - kG * h * h / 2};
}

/// A released pendulum is a projectile that goes on turning; also where rows were redundant.
TEST(UserEvents, AReleasedPendulumFlies) {
  for (const int hinges : {1, 2}) {
    const Pendulum pendulum(hinges);
    const System system = pendulum.model.Compile();
    const double angle = 2.2;
    const Swing at = IntegrateTo(angle);
    const UserEvent release{
        .name = "release",
        .function = [=](const Simulation& s) { return Pendulum::AngleOf(s) - angle; },
        .direction = Crossing::rising,
        .once = true,  // it goes on turning
        .action =
            [&](EventActions& act) {
              for (const JointId hinge : pendulum.hinges) act.Release(hinge);
            }};
    for (const Method method : kMethods) {
      const auto label = ::testing::Message() << method.name() << ", hinges " << hinges;
      const double tolerance = 1e-6;
      Simulation run(system, Options(method, tolerance, {release}));
      run.advance_to(2);
      ASSERT_EQ(run.events().size(), 1u) << label;
      EXPECT_EQ(run.events()[0].name, "release");
      EXPECT_NEAR(run.events()[0].t, at.t, 10 * tolerance) << label;
      EXPECT_LT((run.body(1).r - Fly(at, 2)).norm(), 20 * tolerance) << label;
      EXPECT_NEAR((run.body(1).R * run.body(1).w).y(), at.rate, 20 * tolerance) << label;
      EXPECT_LT((run.v_dot().head<3>() - Vec3(0, 0, -kG)).norm(), 1e-9) << label;
      EXPECT_LT(run.lambda().norm(), 1e-9) << label;
      EXPECT_EQ(run.degrees_of_freedom(), 6) << label;
      EXPECT_EQ(run.constraint_residual(), 0) << label;
    }
  }
}

/// Outputs just before the release still show the hinge at work, those just after a free body.
TEST(UserEvents, ReactionsChangeAtTheRelease) {
  const Pendulum pendulum;
  const System system = pendulum.model.Compile();
  Simulation run(system,
                 Options(FormulationKind::coordinate_splitting,
                         1e-7,
                         {{.name = "release", .time = 0.3, .action = [&](EventActions& act) {
                             act.Release(pendulum.hinges[0]);
                           }}}));
  const auto reaction = [&] { return run.reaction(JointId(0)).force; };
  for (const double t : {0.25, 0.299999, 0.3}) {
    run.advance_to(t);
    // Along the rod m (L w² + g sin φ), across it m g cos φ (1 − m L²/I).
    const double phi = Pendulum::AngleOf(run), w = run.body(1).w.y(), m = Pendulum::kMass;
    const Vec3 F = run.body(1).R.transpose() * reaction();
    EXPECT_NEAR(F.x(), -m * (Pendulum::kArm * w * w + kG * std::sin(phi)), 1e-6) << t;
    const double part = 1 - m * Pendulum::kArm * Pendulum::kArm / Pendulum::hinge_inertia();
    EXPECT_NEAR(F.z(), m * kG * std::cos(phi) * part, 1e-6) << t;
  }
  run.advance_to(0.300001);
  EXPECT_EQ(reaction(), Vec3::Zero());
  EXPECT_EQ(run.step_end() > 0.3, true);
}

/// Of two hinges in line one is released: the other carries all, and the motion stays the same.
TEST(UserEvents, RedundantRowsComeBack) {
  const Pendulum pendulum(2), single(1);
  const System system = pendulum.model.Compile(), reference = single.model.Compile();
  for (const int released : {0, 1}) {
    for (const Method method : kMethods) {
      const UserEvent release{.name = "release", .time = 0.2, .action = [&](EventActions& act) {
                                act.Release(pendulum.hinges[static_cast<std::size_t>(released)]);
                              }};
      Simulation run(system, Options(method, 1e-7, {release}));
      Simulation other(reference, Options(method, 1e-7, {}));
      run.advance_to(1);
      other.advance_to(1);
      EXPECT_LT((run.body(1).r - other.body(1).r).norm(), 2e-6) << method.name();
      const Vec3 gone = run.reaction(JointId(released)).force;
      const Vec3 all = run.reaction(JointId(1 - released)).force;
      const Vec3 one = other.reaction(JointId(0)).force;
      EXPECT_EQ(gone, Vec3::Zero()) << method.name();
      EXPECT_LT((all - one).norm(), 1e-3) << method.name();
    }
  }
}

/// A free body gets p/m and I⁻¹ (s × p); a hinged one p d / I about the hinge.
TEST(UserEvents, Impulses) {
  const Vec3 p(0.3, -0.2, 0.7), at(0.1, 0.4, -0.2), angular(0.01, 0.02, -0.03);
  const Vec3 inertia(0.1, 0.2, 0.25), com(0.05, 0, 0.1);
  Model model;
  const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const BodyId body = model.AddRigidBody(
      {.name = "body", .mass = 3, .com = com, .inertia = inertia.asDiagonal(), .orientation = R});
  const System system = model.Compile();
  for (const Method method : kMethods) {
    const UserEvent hit{.name = "hit", .time = 0.5, .action = [&](EventActions& act) {
                          act.ApplyImpulse(body, p, at, angular);
                        }};
    Simulation run(system, Options(method, 1e-8, {hit}));
    run.advance_to(0.5);
    EXPECT_EQ(run.v().norm(), 0);
    run.advance_to(0.5 + 1e-6);
    EXPECT_LT((run.body(body.index()).v - p / 3).norm(), 1e-9) << method.name();
    const Vec3 L = (at - com).cross(R.transpose() * p) + R.transpose() * angular;
    EXPECT_LT((run.body(body.index()).w - L.cwiseQuotient(inertia)).norm(), 1e-5) << method.name();
  }
  const Pendulum pendulum;
  const System hinged = pendulum.model.Compile();
  const UserEvent hit{.name = "hit", .time = 0, .action = [&](EventActions& act) {
                        act.ApplyImpulse(pendulum.rod, {0, 0, -3}, {0.8, 0, 0});
                      }};
  for (const Method method : kMethods) {
    Simulation run(hinged, Options(method, 1e-8, {hit}));
    ASSERT_EQ(run.events().size(), 1u);
    run.advance_to(1e-7);
    EXPECT_NEAR(run.body(1).w.y(), 3 * 0.8 / Pendulum::hinge_inertia(), 1e-5) << method.name();
  }
}

/// A slide that a motion pulls along at constant speed, on a spring: when the motion goes it swings
/// about zero; when the spring goes, too, it keeps its speed.
TEST(UserEvents, MotionsAndForcesGoAndComeBack) {
  Model model;
  const BodyId slide = model.AddPointMass({.name = "slide", .mass = 2});
  const MarkerId a = model.AddMarkerAt({.body = Model::ground()});
  const MarkerId b = model.AddMarkerAt({.body = slide});
  const CoordinateRef along = Between(a, b, CoordinateKind::offset_x);
  const double w = 3, speed = 0.4;
  const MotionId pull =
      model.AddMotion({.name = "pull", .along = along, .law = MakeRamp(0, speed)});
  const ForceId spring = model.AddSpringDamper(
      {.name = "spring", .along = along, .stiffness = 2 * w * w, .free_length = 0});
  const System system = model.Compile();
  const double x0 = speed * 0.5;  // at 0.5 s
  const auto x = [&](double t) {
    return x0 * std::cos(w * (t - 0.5)) + speed / w * std::sin(w * (t - 0.5));
  };
  const auto v = [&](double t) {
    return -x0 * w * std::sin(w * (t - 0.5)) + speed * std::cos(w * (t - 0.5));
  };
  for (const Method method : kMethods) {
    const double tolerance = 1e-7;
    Simulation run(system,
                   Options(method,
                           tolerance,
                           {{.name = "off",
                             .time = 0.5,
                             .action = [&](EventActions& act) { act.SwitchOff(pull); }},
                            {.name = "free",
                             .time = 1,
                             .action = [&](EventActions& act) { act.SwitchOff(spring); }},
                            {.name = "double", .time = 2, .action = [&](EventActions& act) {
                               act.Scale(spring, 0.25);
                             }}}));
    run.advance_to(0.4);
    EXPECT_NEAR(run.drive(ConstraintId(0)), 2 * w * w * speed * 0.4, 1e-5);
    run.advance_to(0.9);
    EXPECT_NEAR(run.body(1).r.x(), x(0.9), 10 * tolerance) << method.name();
    EXPECT_EQ(run.drive(ConstraintId(0)), 0);
    EXPECT_EQ(run.degrees_of_freedom(), 3);
    run.advance_to(1.8);
    EXPECT_NEAR(run.body(1).r.x(), x(1) + 0.8 * v(1), 20 * tolerance) << method.name();
    EXPECT_EQ(run.potential_energy(), 0);
    run.advance_to(3);
    const double x2 = x(1) + v(1), half = w / 2;
    EXPECT_NEAR(
        run.body(1).r.x(), x2 * std::cos(half) + v(1) / half * std::sin(half), 50 * tolerance)
        << method.name();
  }
}

/// Reactions in results of other threads know what is off, and so does a run that goes on.
TEST(UserEvents, SwitchesStayInSnapshotsAndRestarts) {
  const Pendulum pendulum;
  const System system = pendulum.model.Compile();
  const UserEvent release{.name = "release", .time = 0.3, .action = [&](EventActions& act) {
                            act.Release(pendulum.hinges[0]);
                          }};
  Simulation run(system, Options(IntegratorKind::automatic, 1e-6, {release}));
  run.advance_to(0.5);
  SnapshotEvaluator snapshots(system);
  Snapshot snapshot = run.TakeSnapshot();
  (void)snapshots.Evaluate(snapshot);
  EXPECT_LT((snapshot.v_dot.head<3>() - Vec3(0, 0, -kG)).norm(), 1e-9);
  run.Restart(0.5, run.q(), run.v());
  EXPECT_EQ(run.degrees_of_freedom(), 6);
  run.advance_to(0.7);
  EXPECT_LT((run.v_dot().head<3>() - Vec3(0, 0, -kG)).norm(), 1e-9);
  EXPECT_TRUE(run.events().empty());
}

}  // namespace user_events_test
}  // namespace trunnion
