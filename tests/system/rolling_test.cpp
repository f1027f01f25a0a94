// SPDX-License-Identifier: BSD-3-Clause
//
// Non-holonomic constraints of the engine: rolling discs and a sleigh against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"
#include "engine/model/model.hpp"
#include "engine/model_file/model_file.hpp"
#include "engine/simulation/simulation.hpp"

namespace trunnion {
namespace rolling_test {

constexpr double kGravity = 9.81, kRadius = 0.3, kMass = 2;
constexpr double kTransverse = kMass * kRadius * kRadius / 4;  // A of a uniform thin disc
constexpr double kAxial = 2 * kTransverse;                     // C

/// A uniform disc that touches the ground below its centre, its axis a leaning by θ from the
/// vertical towards x.
struct Disc {
  Model model;
  BodyId body;
  Vec3 axis, up;  // a, and u from the lowest point to the centre

  Disc(double theta, const Vec3& angular_velocity)
      : axis(std::sin(theta), 0, std::cos(theta)), up(-std::cos(theta), 0, std::sin(theta)) {
    model.set_gravity({0, 0, -kGravity});
    Mat3 R;
    R << up, axis.cross(up), axis;
    body = model.AddRigidBody({.name = "disc",
                               .mass = kMass,
                               .inertia = Vec3(kTransverse, kTransverse, kAxial).asDiagonal(),
                               .position = {0, 0, kRadius * std::sin(theta)},
                               .orientation = R,
                               .velocity = angular_velocity.cross(Vec3(kRadius * up)),
                               .angular_velocity = angular_velocity});
    const MarkerId plane = model.AddMarker({.name = "plane", .body = model.ground()});
    const MarkerId centre = model.AddMarker({.name = "centre", .body = body});
    model.AddRollingDisc({.name = "wheel", .plane = plane, .disc = centre, .radius = kRadius});
  }
};

SimulationOptions Options(double tolerance) {
  return {.integrator = {.tolerance = tolerance}, .threads = 1};
}

/// Steady turning with the rate Ω about the vertical at constant lean: with ω_a the spin about the
/// axis,  A Ω² sin θ cos θ − (C + m R²) ω_a Ω sin θ − m g R cos θ = 0  (moments about the centre);
/// the centre moves on a circle with the speed R ω_a. O'Reilly (1996).
TEST(RollingDisc, TurnsSteadilyAtConstantLean) {
  const double theta = 1.2, W = 1.5, s = std::sin(theta), c = std::cos(theta);
  const double spin = (kTransverse * W * W * s * c - kMass * kGravity * kRadius * c) /
                      ((kAxial + kMass * kRadius * kRadius) * W * s);
  const Vec3 up(-c, 0, s), axis(s, 0, c);
  const Disc disc(theta, spin * axis + W * s * up);
  const System system = disc.model.Compile();
  for (double tolerance : {1e-5, 1e-7}) {
    Simulation run(system, Options(tolerance));
    EXPECT_EQ(run.degrees_of_freedom(), 3);
    const BodyState start = run.body(1);
    EXPECT_LT((start.v - kRadius * spin * axis.cross(up)).norm(), 1e-9);
    run.advance_to(3);
    // Everything has turned by Ω t about the vertical through the centre of the circle.
    const Mat3 turn = RotationExp(Vec3(0, 0, 3 * W));
    const Vec3 centre = start.r + Vec3(0, 0, 1).cross(start.v) / W;
    EXPECT_LT((run.body(1).r - (centre + turn * (start.r - centre))).norm(), 100 * tolerance);
    EXPECT_LT((run.body(1).R.col(2) - turn * axis).norm(), 100 * tolerance);
    EXPECT_LT(run.constraint_residual(), 1e-9);
  }
}

TEST(RollingDisc, ExplicitStepsAgreeWithImplicitOnes) {
  const Disc disc(1.3, {0.4, 6, 1.1});
  const System system = disc.model.Compile();
  Simulation exact(system, Options(1e-9));
  exact.advance_to(2);
  for (double tolerance : {1e-4, 1e-6}) {
    auto options = Options(tolerance);
    options.integrator.kind = IntegratorKind::adams;
    Simulation run(system, options);
    run.advance_to(2);
    EXPECT_LT((run.q() - exact.q()).cwiseAbs().maxCoeff(), 10 * tolerance);
    EXPECT_LT(run.constraint_residual(), tolerance);
  }
}

TEST(RollingDisc, RollsWobblyWithoutLossOfEnergy) {
  const Disc disc(1.3, {0.4, 6, 1.1});
  const System system = disc.model.Compile();
  for (double tolerance : {1e-5, 1e-7}) {
    Simulation run(system, Options(tolerance));
    const double energy = run.kinetic_energy() + run.potential_energy();
    run.advance_to(5);
    EXPECT_NEAR(run.kinetic_energy() + run.potential_energy(), energy, 1000 * tolerance);
  }
}

/// A coin rolls upright stably if v² > g R/3 (Neimark & Fufaev, chapter IV).
TEST(RollingDisc, CoinIsStableAboveTheCriticalSpeed) {
  const auto largest_lean = [](double part) {
    const double spin = std::sqrt(part * kGravity * kRadius / 3) / kRadius;
    const Disc disc(std::numbers::pi / 2 - 1e-3, {spin, 0, 0});
    const System system = disc.model.Compile();
    Simulation run(system, Options(1e-7));
    double lean = 0;
    for (int i = 1; i <= 40; ++i) {
      run.advance_to(0.05 * i);
      lean = std::max(lean, std::abs(run.body(1).R(2, 2)));
    }
    return lean;
  };
  EXPECT_LT(largest_lean(1.3), 5e-3);
  EXPECT_GT(largest_lean(0.7), 5e-2);
}

/// The Chaplygin sleigh (closed form in tests/solvers/velocity_rows_test.cpp) as a body in space on
/// a planar joint.
TEST(KnifeEdge, CarriesASleigh) {
  const double a = 0.4, inertia = 0.3, m = 2, u0 = -0.5, w0 = 1.5;
  Model model;
  const BodyId sleigh = model.AddRigidBody({.name = "sleigh",
                                            .mass = m,
                                            .inertia = Vec3(inertia, inertia, inertia).asDiagonal(),
                                            .velocity = {u0, a * w0, 0},
                                            .angular_velocity = {0, 0, w0}});
  const MarkerId plane = model.AddMarker({.name = "plane", .body = model.ground()});
  const MarkerId blade = model.AddMarker({.name = "blade", .body = sleigh, .position = {-a, 0, 0}});
  model.AddJoint({.name = "ice", .type = JointType::planar, .a = plane, .b = blade});
  model.AddKnifeEdge({.name = "edge", .plane = plane, .blade = blade});
  const System system = model.Compile();
  Simulation run(system, Options(1e-8));
  EXPECT_EQ(run.degrees_of_freedom(), 2);
  run.advance_to(2);
  const double k = std::sqrt((inertia + m * a * a) / m), c = std::hypot(u0, k * w0);
  const double tau = std::atanh(u0 / c) + a * c * 2 / (k * k);
  EXPECT_NEAR(run.body(1).w.z(), c / k / std::cosh(tau), 1e-6);
  EXPECT_NEAR((run.body(1).R.transpose() * run.body(1).v).x(), c * std::tanh(tau), 1e-6);
}

/// A user's own: the same knife edge by a functor.
struct NoSideSlip {
  static constexpr int kRows = 1;
  template <class S>
  void operator()(const S&,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  Eigen::Matrix<S, kRows, 1>& c) const {
    c[0] = bodies[1].R.col(1).dot(bodies[1].v - bodies[0].v);
  }
};

TEST(UserVelocityConstraint, ActsLikeTheBuiltInOne) {
  const auto end = [](bool own) {
    Model model;
    const BodyId body = model.AddRigidBody({.name = "body",
                                            .mass = 1,
                                            .inertia = Mat3::Identity(),
                                            .velocity = {1, 0, 0},
                                            .angular_velocity = {0, 0, 1}});
    const MarkerId plane = model.AddMarker({.name = "plane", .body = Model::ground()});
    const MarkerId at = model.AddMarker({.name = "at", .body = body});
    model.AddJoint({.name = "ice", .type = JointType::planar, .a = plane, .b = at});
    if (own) {
      model.AddUserVelocityConstraint<NoSideSlip>("edge", std::array{Model::ground(), body});
    } else {
      model.AddKnifeEdge({.name = "edge", .plane = plane, .blade = at});
    }
    const System system = model.Compile();
    Simulation run(system, Options(1e-8));
    run.advance_to(1);
    return run.body(1).r;
  };
  EXPECT_LT((end(true) - end(false)).norm(), 1e-7);
  EXPECT_LT((end(true) - Vec3(std::sin(1), 1 - std::cos(1), 0)).norm(), 1e-6);  // on a circle
}

TEST(RollingDisc, RefusesWhatCannotRoll) {
  Model model;
  const BodyId disc = model.AddRigidBody({.name = "disc", .mass = 1, .inertia = Mat3::Identity()});
  const MarkerId plane = model.AddMarker({.name = "plane", .body = Model::ground()});
  const MarkerId centre = model.AddMarker({.name = "centre", .body = disc});
  EXPECT_THROW(model.AddRollingDisc({.name = "w", .plane = plane, .disc = centre, .radius = 0}),
               ModelError);
  EXPECT_THROW(model.AddRollingDisc({.name = "w", .plane = centre, .disc = centre, .radius = 1}),
               ModelError);
  EXPECT_FALSE(model.FindConstraint("w"));
  model.AddRollingDisc({.name = "w", .plane = plane, .disc = centre, .radius = 1});
  EXPECT_TRUE(model.FindConstraint("w.contact"));
}

TEST(ModelFile, ReadsRollingDiscsAndKnifeEdges) {
  const ModelFile file = ParseModel(R"({
    "gravity": [0, 0, -9.81],
    "bodies": [{"name": "wheel", "mass": 1, "position": [0, 0, 0.3],
                "orientation": {"axes": {"z": [0, 1, 0], "x": [1, 0, 0]}},
                "shape": {"type": "cylinder", "radius": 0.3, "length": 0.01},
                "velocity": [1.5, 0, 0], "angular_velocity": [0, 5, 0]},
               {"name": "sledge", "mass": 1, "position": [0, 5, 0],
                "shape": {"type": "sphere", "radius": 0.1}}],
    "markers": [{"name": "road", "body": "ground"}, {"name": "hub", "body": "wheel"},
                {"name": "runner", "body": "sledge"}],
    "joints": [{"name": "ice", "type": "planar", "a": "road", "b": "runner"}],
    "constraints": [
      {"name": "roll", "type": "rolling_disc", "plane": "road", "disc": "hub", "radius": 0.3},
      {"name": "edge", "type": "knife_edge", "plane": "road", "blade": "runner"}],
    "outputs": [{"name": "load", "type": "drive", "motion": "roll.contact"}]
  })",
                                    "test");
  const System system = file.model.Compile();
  Simulation run(system, Options(1e-8));
  run.advance_to(1);
  EXPECT_LT((run.body(1).r - Vec3(1.5, 0, 0.3)).norm(), 1e-6);
  EXPECT_NEAR(file.signals.at(0).evaluate(run), 9.81, 1e-6);
}

}  // namespace rolling_test
}  // namespace trunnion
