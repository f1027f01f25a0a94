// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <array>
#include <cstring>
#include <vector>

#include "bench/problems/method.hpp"
#include "engine/core/rotation.hpp"
#include "engine/simulation/simulation.hpp"
#include "examples/models/benchmark_models.hpp"

/// Results do not depend on the number of threads, bit for bit, nor on where in space a model
/// stands, up to rounding.
namespace trunnion {
namespace determinism_test {

struct Final {
  VectorXd q, v, lambda;
};

Final RunTo(const System& system,
            double end,
            int threads,
            bool serial,
            Method method = FormulationKind::coordinate_splitting) {
  Simulation run(system, {.integrator = With(method), .threads = threads, .serial = serial});
  run.advance_to(end);
  return {run.q(), run.v(), run.lambda()};
}

bool SameBits(const VectorXd& a, const VectorXd& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

void ExpectSameBits(const System& system,
                    double end,
                    Method method = FormulationKind::coordinate_splitting) {
  // More threads than this machine may have cores.
  const tbb::global_control workers(tbb::global_control::max_allowed_parallelism, 4);
  const Final serial = RunTo(system, end, 1, true, method);
  ASSERT_TRUE(serial.q.allFinite());
  for (const int threads : {1, 2, 4, 1, 2, 4}) {
    const Final parallel = RunTo(system, end, threads, false, method);
    EXPECT_TRUE(SameBits(serial.q, parallel.q)) << threads << " threads";
    EXPECT_TRUE(SameBits(serial.v, parallel.v)) << threads << " threads";
    EXPECT_TRUE(SameBits(serial.lambda, parallel.lambda)) << threads << " threads";
  }
}

TEST(Determinism, RigidChain) {
  const models::Chain chain = models::MakeRigidChain(300);
  ExpectSameBits(chain.model.Compile(), 0.1);
}

TEST(Determinism, AdamsSteps) {
  const System system = models::MakeRigidChain(2200).model.Compile();
  ExpectSameBits(system, 0.05, IntegratorKind::adams);
}

TEST(Determinism, BushingNet) { ExpectSameBits(models::MakeBushingNet(14).model.Compile(), 0.02); }

/// Large enough for threads to share its solves.
TEST(Determinism, LargeBushingNet) {
  ExpectSameBits(models::MakeBushingNet(30).model.Compile(), 0.002);
}

TEST(Determinism, RedundantLadder) {
  const models::Ladder ladder = models::MakeLadder(40, models::LadderJoints::revolutes);
  ExpectSameBits(ladder.model.Compile(), 0.5);
}

TEST(Determinism, SimulationsSideBySide) {
  const models::Chain chain = models::MakeBushingChain(50);
  const System system = chain.model.Compile();
  std::array<Final, 3> results;
  tbb::parallel_for(0, 3, [&](int i) {
    results[static_cast<std::size_t>(i)] = RunTo(system, 0.1, 1 + i % 2, false);
  });
  EXPECT_TRUE(SameBits(results[0].q, results[1].q));
  EXPECT_TRUE(SameBits(results[0].q, results[2].q));
}

/// A chain with many kinds of elements, placed in space by X, gravity included.
Model MakeMixedChain(const Pose& X) {
  Model model;
  model.set_gravity(X.R * Vec3(0, 0, -9.81));
  const auto body = [&](double mass, const Vec3& inertia, const Vec3& p, const Vec3& turn) {
    return model.AddRigidBody({.mass = mass,
                               .com = {0.05, -0.02, 0.03},
                               .inertia = inertia.asDiagonal(),
                               .position = X * p,
                               .orientation = X.R * RotationExp(turn)});
  };
  const BodyId a = body(2, {0.1, 0.2, 0.25}, {0.5, 0, 0}, {0.1, 0.2, 0.3});
  const BodyId b = body(1, {0.04, 0.05, 0.06}, {1.4, 0.2, 0}, {-0.4, 0.2, 0});
  const BodyId c = body(1.5, {0.1, 0.08, 0.06}, {2.1, -0.2, 0.3}, {0, 0.9, 0.3});
  const BodyId d = body(0.7, {0.01, 0.02, 0.02}, {2.8, 0, 0.3}, {0.5, 0, 1.3});
  model.AddJointAt({.name = "hinge",
                    .body_a = model.ground(),
                    .body_b = a,
                    .point = X * Vec3(0, 0, 0),
                    .axis = X.R * Vec3(0.2, 1, 0.1)});
  model.AddJointAt({.name = "cross",
                    .type = JointType::universal,
                    .body_a = a,
                    .body_b = b,
                    .point = X * Vec3(1, 0, 0),
                    .axis = X.R * Vec3(0, 0, 1),
                    .axis_b = Vec3(X.R * Vec3(0, 1, 0))});
  BushingParameters bushing;
  bushing.stiffness.diagonal() << 1e5, 2e5, 1e5, 1e3, 2e3, 3e3;
  bushing.damping = 1e-3 * bushing.stiffness;
  const Vec3 middle = X * Vec3(1.8, 0, 0.1), z = X.R * Vec3(1, 0, 0), x = X.R * Vec3(0, 1, 0);
  model.AddBushing({.name = "bushing",
                    .a = model.AddMarkerAt({.body = b, .point = middle, .z_axis = z, .x_axis = x}),
                    .b = model.AddMarkerAt({.body = c, .point = middle, .z_axis = z, .x_axis = x}),
                    .parameters = bushing});
  model.AddJointAt({.name = "rod",
                    .type = JointType::distance,
                    .body_a = c,
                    .body_b = d,
                    .point = X * Vec3(2.3, 0, 0.3),
                    .point_b = Vec3(X * Vec3(2.7, 0, 0.2))});
  const MarkerId anchor = model.AddMarkerAt({.body = model.ground(), .point = X * Vec3(3, 1, 1)});
  model.AddSpringDamper({.name = "spring",
                         .along = Between(anchor, model.AddMarker({.body = d})),
                         .stiffness = 50,
                         .damping = 1,
                         .free_length = 0.8});
  return model;
}

struct Difference {
  double position = 0;  ///< [m, rad]
  double velocity = 0;  ///< [m/s, rad/s]
};

/// Largest differences of a run at X from the run at the origin carried there.
Difference DifferenceAt(const Pose& X, const IntegratorOptions& integrator) {
  const System here = MakeMixedChain({}).Compile(), there = MakeMixedChain(X).Compile();
  const SimulationOptions options{.integrator = integrator, .threads = 1};
  Simulation run_here(here, options), run_there(there, options);
  run_here.advance_to(1);
  run_there.advance_to(1);
  Difference d;
  for (BodyIndex b = 1; b < here.num_bodies(); ++b) {
    const BodyState p = run_here.body(b), q = run_there.body(b);
    // Carried back, so that the far position is subtracted first.
    d.position = std::max({d.position,
                           (X.R.transpose() * (q.r - X.p) - p.r).norm(),
                           RotationLog((X.R * p.R).transpose() * q.R).norm()});
    d.velocity = std::max({d.velocity, (X.R.transpose() * q.v - p.v).norm(), (q.w - p.w).norm()});
  }
  return d;
}

/// Steps of one length: what is left is round-off and what the motion makes of it.
const IntegratorOptions kEqualSteps{.tolerance = 2e-7, .fixed_step = 1e-3, .bdf = {.max_order = 4}};
/// Steps chosen by the error test, which see the round-off too and so make a little more of it.
const IntegratorOptions kChosenSteps{.tolerance = 1e-7};

TEST(Invariance, UnderARotationOfEverything) {
  for (const Vec3& turn : {Vec3(0.3, -0.8, 1.9), Vec3(3.1, 0, 0.1), Vec3(-1, 1, 1)}) {
    const Pose X{RotationExp(turn), {1, -2, 3}};
    const Difference equal = DifferenceAt(X, kEqualSteps), chosen = DifferenceAt(X, kChosenSteps);
    EXPECT_LT(equal.position, 1e-10);
    EXPECT_LT(equal.velocity, 1e-9);
    EXPECT_LT(chosen.position, 1e-6);
  }
}

TEST(Invariance, UnderAShiftOfTheOriginByAThousandKilometres) {
  const Pose X{Mat3::Identity(), {1e6, -1e6, 1e6}};
  const Difference equal = DifferenceAt(X, kEqualSteps), chosen = DifferenceAt(X, kChosenSteps);
  EXPECT_LT(equal.position, 1e-6);
  EXPECT_LT(equal.velocity, 1e-5);
  EXPECT_LT(chosen.position, 1e-6);
}

}  // namespace determinism_test
}  // namespace trunnion
