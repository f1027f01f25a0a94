// SPDX-License-Identifier: BSD-3-Clause
//
// Carts on four tyres that park, brake, roll, corner and bounce.
#include <gtest/gtest.h>

#include <cmath>

#include <trunnion/trunnion.hpp>

#include "tests/vehicle/cart.hpp"
#include "vehicle/tyre_forces.hpp"

namespace trunnion::vehicle {
namespace cart_test {

using test::Cart;
using test::TruckTyre;

/// 60 s on a slope of 20 %: no creep, along or across.
TEST(Cart, ParkedOnASlopeItHolds) {
  for (const char* file : {"truck.tir", "fiala.tir"})
    for (double heading : {0.0, M_PI / 2}) {
      Tyre tyre = TruckTyre(file);
      const Vec3 normal(-0.2 * std::cos(heading), -0.2 * std::sin(heading), 1);
      tyre.road = std::make_shared<const PlaneRoad>(Vec3::Zero(), normal);
      const Vec3 n = normal.normalized(), x = Vec3::UnitY().cross(n).normalized();
      Mat3 R;
      R << x, n.cross(x), n;
      Cart parked(tyre, false, R);
      Simulation run(parked.model.Compile(), {.threads = 1});
      run.advance_to(20);  // it has come to rest in its tyres
      const Vec3 before = run.pose(parked.cart).p;
      run.advance_to(80);
      const Vec3 after = run.pose(parked.cart).p;
      EXPECT_LT((after - before).norm(), 1e-4) << file << " " << heading;
      double hold = 0, load = 0;
      for (ForceId id : parked.tyres) {
        hold += std::hypot(run.report(id, "Fx"), run.report(id, "Fy"));
        load += run.report(id, "Fz");
      }
      EXPECT_NEAR(load, 6000 * 9.81 / std::sqrt(1.04), 30);
      EXPECT_GT(hold, 0.99 * 0.2 * load);  // the tyres carry the slope
      std::printf("%s heading %.2f: creep %.2e m in 60 s, %ld steps\n",
                  file,
                  heading,
                  (after - before).norm(),
                  static_cast<long>(run.statistics().steps));
    }
}

/// Wheel speeds go from 20 rad/s to rest, stay, and go up again; the cart follows without chatter.
TEST(Cart, BrakesToRestAndStartsAgain) {
  Cart moving(TruckTyre(), true, Mat3::Identity(), 20 * 0.46);
  // Angle of a hinge whose speed falls by a cosine over 4 s, rests 4 s and comes back.
  const auto speed_part = [](double s) { return 0.5 * (1 - std::cos(M_PI * s)); };
  const auto law = [&](double t) {
    const double w0 = 20, T = 4;
    const auto gone = [&](double s) { return 0.5 * (s - std::sin(M_PI * s) / M_PI) * T; };
    if (t <= T)
      return MotionValue{w0 * (t - gone(t / T)),
                         w0 * (1 - speed_part(t / T)),
                         -w0 * 0.5 * M_PI / T * std::sin(M_PI * t / T)};
    const double rest = w0 * (T - gone(1));
    if (t <= 2 * T) return MotionValue{rest, 0, 0};
    const double s = std::min((t - 2 * T) / T, 1.0);
    return MotionValue{rest + w0 * gone(s) + w0 * std::max(t - 3 * T, 0.0),
                       w0 * speed_part(s),
                       s < 1 ? w0 * 0.5 * M_PI / T * std::sin(M_PI * s) : 0};
  };
  for (std::size_t i = 0; i < 4; ++i)
    moving.model.AddMotion(
        {.name = "spin_" + std::to_string(i), .along = moving.hinges[i], .law = law});
  Simulation run(moving.model.Compile(), {.threads = 1});
  run.advance_to(5.5);
  const long before = static_cast<long>(run.statistics().steps);
  double fastest = 0, jump = 0, last = run.report(moving.tyres[0], "Fx");
  int reversals = 0;
  double last_change = 0;
  for (int i = 1; i <= 250; ++i) {
    run.advance_to(5.5 + 0.01 * i);
    fastest = std::max(fastest, std::abs(run.velocity(moving.cart).x()));
    const double force = run.report(moving.tyres[0], "Fx"), change = force - last;
    jump = std::max(jump, std::abs(change));
    if (change * last_change < 0 && std::abs(change) > 1) ++reversals;
    last_change = change;
    last = force;
  }
  std::printf("at rest: fastest %.2e m/s, change of Fx in 10 ms %.1f N, %d reversals, %ld steps\n",
              fastest,
              jump,
              reversals,
              static_cast<long>(run.statistics().steps) - before);
  EXPECT_LT(fastest, 5e-3);  // it still rocks on its tyres
  EXPECT_EQ(reversals, 0);
  EXPECT_LT(std::abs(run.velocity(moving.cart).x()), 0.3 * fastest);  // and less and less
  EXPECT_LT(static_cast<long>(run.statistics().steps) - before, 250);
  run.advance_to(14);
  EXPECT_NEAR(
      run.velocity(moving.cart).x(), 20 * run.report(moving.tyres[0], "rolling_radius"), 0.1);
}

/// In a bend that has become steady: slip angles of the definition, forces of the formula at the
/// slips that are reported, which carry the cart round.
TEST(Cart, SteadyCorneringHasTheSlipOfTheDefinition) {
  const Tyre like = TruckTyre();
  Cart turning(like, true, Mat3::Identity(), 8, 0.05);
  Simulation run(turning.model.Compile(), {.integrator = {.tolerance = 1e-7}, .threads = 1});
  run.advance_to(12);
  double side_force = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const ForceId id = turning.tyres[i];
    const Vec3 left = run.pose(turning.hubs[i]).R.col(1), z = Vec3::UnitZ();
    const Vec3 x = left.cross(z).normalized(), v = run.velocity(turning.hubs[i]);
    EXPECT_NEAR(run.report(id, "alpha"), std::atan(v.dot(z.cross(x)) / v.dot(x)), 1e-4) << i;
    EXPECT_GT(std::abs(run.report(id, "alpha")), 0.005) << i;
    const double side = i % 2 ? -1 : 1;  // right tyres are mirrored
    const auto f = CalcTyreForces(like.data,
                                  Slip<double>{run.report(id, "Fz"),
                                               run.report(id, "kappa"),
                                               side * run.report(id, "alpha"),
                                               side * run.report(id, "gamma")});
    EXPECT_NEAR(run.report(id, "Fx"), f.Fx, 1e-6 * run.report(id, "Fz"));
    EXPECT_NEAR(run.report(id, "Fy"), side * f.Fy, 1e-6 * run.report(id, "Fz"));
    EXPECT_NEAR(run.report(id, "Mz"), side * f.Mz, 1e-6 * run.report(id, "Fz"));
    side_force += run.report(id, "Fy");
  }
  const double needed =
      6000 * run.velocity(turning.cart).norm() * run.angular_velocity(turning.cart).z();
  EXPECT_GT(needed, 3000);
  EXPECT_NEAR(side_force, needed, 0.03 * needed);
}

/// Without damping a dropped cart bounces with its energy, on and off the ground.
TEST(Cart, BouncingKeepsEnergy) {
  Tyre tyre = TruckTyre("fiala.tir");
  tyre.data.damping = 0;
  Cart dropped(tyre, false);
  RigidBody body = dropped.model.body(dropped.cart);
  body.position.z() += 0.1;
  dropped.model.ReplaceRigidBody(dropped.cart, body);
  Simulation run(dropped.model.Compile(), {.integrator = {.tolerance = 1e-8}, .threads = 1});
  const auto energy = [&] { return run.kinetic_energy() + run.potential_energy(); };
  const double start = energy();
  bool lifted = false;
  for (int i = 1; i <= 100; ++i) {
    run.advance_to(0.01 * i);
    lifted = lifted || run.report(dropped.tyres[0], "Fz") == 0;
    EXPECT_NEAR(energy(), start, 0.5);  // of 5900 J of the fall
  }
  EXPECT_TRUE(lifted);
}

/// Rolling free, the resistance of the tyres is all that slows it: F = Σ My/R on the mass of cart
/// and turning wheels.
TEST(Cart, RollingResistanceSlowsIt) {
  Cart rolling(TruckTyre("fiala.tir"), true, Mat3::Identity(), 10);
  Simulation run(rolling.model.Compile(), {.threads = 1});
  run.advance_to(2);
  const double v0 = run.velocity(rolling.cart).x();
  run.advance_to(4);
  const double v1 = run.velocity(rolling.cart).x();
  const double radius = run.report(rolling.tyres[0], "rolling_radius");
  const double force = 0.015 * 6000 * 9.81 / radius;
  const double mass = 6000 + 4 * 8 / (radius * radius);
  // The load acts at the loaded, the slip at the rolling radius: they differ by 7 %.
  EXPECT_NEAR((v0 - v1) / 2, force / mass, 0.08 * force / mass);
  EXPECT_NEAR(run.velocity(rolling.cart).y(), 0, 1e-6);
}

}  // namespace cart_test
}  // namespace trunnion::vehicle
