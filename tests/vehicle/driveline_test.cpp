// SPDX-License-Identifier: BSD-3-Clause
//
// Drivelines, brakes and drag against closed forms.
#include "vehicle/driveline.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <trunnion/trunnion.hpp>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/cart.hpp"
#include "vehicle/aerodynamics.hpp"
#include "vehicle/brakes.hpp"

namespace trunnion::vehicle {
namespace driveline_test {

using test::Cart;
using test::TruckTyre;

/// A motor of 100 N·m at all speeds with open throttle, 4:1 in all.
Driveline SmallLine() {
  return {.name = "line",
          .engine = {.speeds = {0, 1000}, .throttles = {0, 1}, .torques = {{-1, -1}, {100, 100}}},
          .inertia = 0.2,
          .idle = 50,
          .gears = {2},
          .final_ratio = 2};
}

/// Two wheels that turn on a chassis that is held, before a driveline; the left one may be braked.
struct Bench {
  Model model;
  BodyId chassis;
  std::array<BodyId, 2> wheels;
  std::array<JointId, 2> hinges;
  ForceId line;
  std::shared_ptr<DriverPlan> plan = std::make_shared<DriverPlan>();

  Bench(const Differential& differential, double drag_left, double start = 30) {
    chassis = model.AddRigidBody({.name = "chassis", .mass = 1, .inertia = Mat3::Identity()});
    model.AddJointAt(
        {.name = "held", .type = JointType::fixed, .body_a = Model::ground(), .body_b = chassis});
    Driveline driveline = SmallLine();
    DrivenAxle axle{.radius = 0.3, .differential = differential};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string name = i == 0 ? "left" : "right";
      const Vec3 place(0, i == 0 ? 0.7 : -0.7, 0);
      wheels[i] = model.AddRigidBody({.name = name,
                                      .mass = 10,
                                      .inertia = Vec3(0.6, 1, 0.6).asDiagonal(),
                                      .position = place,
                                      .angular_velocity = {0, start, 0}});
      hinges[i] = model.AddJointAt({.name = "hinge_" + name,
                                    .body_a = chassis,
                                    .body_b = wheels[i],
                                    .point = place,
                                    .axis = Vec3::UnitY()});
      axle.wheels[i] = model.AddMarker({.name = "hub_" + name, .body = wheels[i]});
    }
    model.AddSpringDamper({.name = "drag", .along = hinges[0], .preload = drag_left});
    driveline.axles = {axle};
    plan->throttle = {[](double) { return 1.0; }, NoBreaks()};
    line = AddDriveline(model, driveline, chassis, plan, {}, start * 0.3);
  }
  double speed(const Simulation& run, std::size_t i) const { return run.rate(hinges[i]); }
};

/// Both wheels get half of the torque; engine and wheels go faster by i T/(2 J + i² J_e).
TEST(Driveline, OpenDifferentialSharesEqually) {
  Bench bench({}, 20);
  Simulation run(bench.model.Compile(), {.integrator = {.tolerance = 1e-7}, .threads = 1});
  run.advance_to(0.3);
  const double w0 = bench.speed(run, 0) + bench.speed(run, 1);
  run.advance_to(0.8);
  const double w1 = bench.speed(run, 0) + bench.speed(run, 1);
  EXPECT_NEAR(run.report(bench.line, "torque_1"), run.report(bench.line, "torque_2"), 1e-9);
  EXPECT_NEAR(run.report(bench.line, "torque_1") + run.report(bench.line, "torque_2"),
              4 * run.report(bench.line, "clutch_torque"),
              1e-9);
  // J w_l' = T/2 − drag, J w_r' = T/2 and J_e i (w_l + w_r)'/2 = T_e − T/i
  const double expected = (4 * 100 - 20) / (1 + 0.5 * 16 * 0.2);
  EXPECT_NEAR((w1 - w0) / 0.5, expected, 1e-3 * expected);
  EXPECT_GT(bench.speed(run, 1), bench.speed(run, 0) + 10);
}

/// Wheels turn as one, whatever the load on one side.
TEST(Driveline, LockedDifferentialTurnsBothWheelsAlike) {
  Bench bench({.kind = DifferentialKind::locked, .stiffness = 1e4, .damping = 60}, 50);
  Simulation run(bench.model.Compile(), {.integrator = {.tolerance = 1e-7}, .threads = 1});
  run.advance_to(1);
  const double left = run.report(bench.line, "torque_1"),
               right = run.report(bench.line, "torque_2");
  EXPECT_NEAR(bench.speed(run, 0), bench.speed(run, 1), 1e-4);
  EXPECT_NEAR(left - right, 50, 0.05);  // what holds the left wheel back
  const double twist = run.coordinate(bench.hinges[0]) - run.coordinate(bench.hinges[1]);
  EXPECT_NEAR(twist, -50 / 1e4, 1e-5);  // L = k φ
}

/// It slips at the capacity, and holds below it.
TEST(Driveline, LimitedSlipHasItsCapacity) {
  const Differential slipping{.kind = DifferentialKind::limited_slip, .preload = 10, .bias = 0.2};
  Bench bench(slipping, 200);
  Simulation run(bench.model.Compile(), {.integrator = {.tolerance = 1e-7}, .threads = 1});
  run.advance_to(0.5);
  const double left = run.report(bench.line, "torque_1"),
               right = run.report(bench.line, "torque_2");
  EXPECT_GT(bench.speed(run, 1), bench.speed(run, 0) + 10);
  EXPECT_NEAR(left - right, 10 + 0.2 * (left + right), 1e-3 * left);

  Bench holding(slipping, 30);
  Simulation second(holding.model.Compile(), {.integrator = {.tolerance = 1e-7}, .threads = 1});
  second.advance_to(2);
  EXPECT_NEAR(holding.speed(second, 0), holding.speed(second, 1), 1e-3);
}

/// Nothing is lost but in the clutch: what the engine gives goes to its flywheel and the wheels.
TEST(Driveline, PowerOfEngineGoesToWheelsAndClutch) {
  Bench bench({}, 20);
  Simulation run(bench.model.Compile(), {.integrator = {.tolerance = 1e-8}, .threads = 1});
  run.advance_to(0.5);
  const double clutch = run.report(bench.line, "clutch_torque");
  double wheels = 0;
  for (std::size_t i = 0; i < 2; ++i)
    wheels += run.report(bench.line, i == 0 ? "torque_1" : "torque_2") * bench.speed(run, i);
  const double mean = 0.5 * (bench.speed(run, 0) + bench.speed(run, 1));
  EXPECT_NEAR(wheels, clutch * 4 * mean, 1e-9 * wheels);
  EXPECT_NEAR(clutch,
              150 * std::tanh((run.report(bench.line, "engine_speed") - 4 * mean) / 2),
              1e-6 * clutch);
}

/// At rest with closed throttle the engine idles and drives nothing.
TEST(Driveline, IdlesAtRest) {
  Bench bench({}, 0, 0);
  bench.plan->throttle = {};
  Simulation run(bench.model.Compile(), {.threads = 1});
  run.advance_to(5);
  EXPECT_NEAR(run.report(bench.line, "engine_speed"), 50, 0.1);
  EXPECT_NEAR(bench.speed(run, 0), 0, 1e-9);
}

TEST(Driveline, MistakesAreToldOf) {
  Driveline line = SmallLine();
  Model model;
  const auto message = [&] {
    return MessageOf(
        [&] { AddDriveline(model, line, Model::ground(), std::make_shared<DriverPlan>(), {}, 0); });
  };
  EXPECT_NE(message().find("it drives one or two axles"), std::string::npos);
  line.engine.torques[1][0] = -2;
  EXPECT_NE(message().find("rise with the throttle"), std::string::npos);
  line = SmallLine();
  line.gears = {0};
  EXPECT_NE(message().find("ratio zero"), std::string::npos);
}

/// A cart with a brake of 5000 N·m at every wheel.
struct BrakedCart : Cart {
  std::shared_ptr<DriverPlan> plan = std::make_shared<DriverPlan>();
  std::array<ForceId, 4> brakes;

  BrakedCart(const Tyre& like, const Mat3& R, double speed) : Cart(like, true, R, speed) {
    for (std::size_t i = 0; i < 4; ++i)
      brakes[i] = AddBrake(
          model,
          {.name = "brake_" + std::to_string(i), .wheel = hubs[i], .carrier = cart, .torque = 5000},
          cart,
          plan,
          {},
          speed > 0);
  }
};

Tyre SmoothTyre() {
  Tyre tyre = TruckTyre("fiala.tir");
  tyre.data.rolling_resistance = 0;
  return tyre;
}

/// 60 s on a slope of 20 %, held by brakes alone, along the slope: less than 0.1 mm.
TEST(Brake, HoldsOnASlope) {
  Tyre tyre = SmoothTyre();
  const Vec3 normal(-0.2, 0, 1);
  tyre.road = std::make_shared<const PlaneRoad>(Vec3::Zero(), normal);
  const Vec3 n = normal.normalized(), x = Vec3::UnitY().cross(n).normalized();
  Mat3 R;
  R << x, n.cross(x), n;
  BrakedCart parked(tyre, R, 0);
  parked.plan->brake = {[](double) { return 1.0; }, NoBreaks()};
  Simulation run(parked.model.Compile(), {.threads = 1});
  run.advance_to(20);
  const Vec3 before = run.pose(parked.cart).p;
  run.advance_to(80);
  const double creep = (run.pose(parked.cart).p - before).norm();
  std::printf("creep %.2e m in 60 s, %ld steps\n", creep, run.statistics().steps);
  EXPECT_LT(creep, 1e-4);
  double hold = 0;
  for (const ForceId brake : parked.brakes) hold += run.report(brake, "torque");
  double moment = 0;  // of the tyres' forces about the wheels
  for (const ForceId tyre_force : parked.tyres)
    moment += run.report(tyre_force, "Fx") * (0.47 - run.report(tyre_force, "deflection"));
  EXPECT_NEAR(hold, moment, 1e-3 * std::abs(moment));
  const double slope = 6000 * 9.81 * 0.2 / std::sqrt(1.04);
  EXPECT_NEAR(
      std::abs(moment), slope * (0.47 - run.report(parked.tyres[0], "deflection")), 0.03 * slope);
}

/// d = v²/(2 a) with a = ΣT/(r (m + ΣJ/r²)), from full pressure to rest, where it stays.
TEST(Brake, StopsAfterTheDistanceOfTheClosedForm) {
  BrakedCart moving(SmoothTyre(), Mat3::Identity(), 15);
  moving.plan->brake = {[](double) { return 0.4; }, NoBreaks()};
  Simulation run(moving.model.Compile(), {.integrator = {.tolerance = 1e-6}, .threads = 1});
  run.advance_to(1);
  const double v = run.velocity(moving.cart).x(), begin = run.pose(moving.cart).p.x();
  double radius = 0;
  for (const ForceId id : moving.tyres)
    radius += 0.25 * (0.47 - run.report(id, "deflection"));  // at which the tyres' forces act
  run.advance_to(14);                                        // it has rocked on its tyres
  const double mass = 6000 + 4 * 8 / (radius * radius);
  const double deceleration = 4 * 2000 / radius / mass;
  EXPECT_NEAR(run.pose(moving.cart).p.x() - begin,
              v * v / (2 * deceleration),
              0.01 * v * v / (2 * deceleration));
  const double rest = run.pose(moving.cart).p.x();
  run.advance_to(20);
  EXPECT_NEAR(run.pose(moving.cart).p.x(), rest, 1e-5);
  EXPECT_LT(run.velocity(moving.cart).norm(), 1e-6);
}

/// To rest, and on again: no chatter, few steps while it stands.
TEST(Brake, StopsAndStartsAgain) {
  BrakedCart moving(SmoothTyre(), Mat3::Identity(), 6);
  moving.plan->brake = TableOverTime({{0.5, 0}, {0.7, 0.4}, {7, 0.4}, {7.2, 0}}, "brake");
  moving.plan->throttle = TableOverTime({{7.5, 0}, {8, 1}}, "throttle");
  for (std::size_t i = 2; i < 4; ++i)
    AddWheelMotor(moving.model,
                  {.name = "motor_" + std::to_string(i), .wheel = moving.hubs[i], .torque = 1500},
                  moving.cart,
                  moving.plan,
                  {});
  Simulation run(moving.model.Compile(), {.threads = 1});
  run.advance_to(6);
  const long before = run.statistics().steps;
  double last = run.report(moving.brakes[0], "torque"), last_change = 0;
  int reversals = 0;
  for (int i = 1; i <= 100; ++i) {
    run.advance_to(6 + 0.01 * i);
    const double torque = run.report(moving.brakes[0], "torque"), change = torque - last;
    if (change * last_change < 0 && std::abs(change) > 1) ++reversals;
    last_change = change, last = torque;
  }
  std::printf(
      "%d reversals, %ld steps in a second at rest\n", reversals, run.statistics().steps - before);
  EXPECT_EQ(reversals, 0);
  EXPECT_LT(run.statistics().steps - before, 100);
  EXPECT_LT(std::abs(run.velocity(moving.cart).x()), 1e-3);
  run.advance_to(10);
  const double v = run.velocity(moving.cart).x();
  EXPECT_GT(v, 1);
  run.advance_to(11);
  const double radius = 0.47 - run.report(moving.tyres[2], "deflection");
  const double gain = 2 * 1500 / radius / (6000 + 4 * 8 / (radius * radius));
  EXPECT_NEAR(run.velocity(moving.cart).x() - v, gain, 0.02 * gain);
}

/// m v' = −½ ρ c_D A v²: v = v₀/(1 + k v₀ t); lift over front and rear tilts as a couple.
TEST(Aerodynamics, CoastDownInClosedForm) {
  Model model;
  const BodyId body = model.AddRigidBody(
      {.name = "body", .mass = 1000, .inertia = Mat3::Identity(), .velocity = {40, 0, 0}});
  model.AddJointAt({.name = "guide",
                    .type = JointType::prismatic,
                    .body_a = Model::ground(),
                    .body_b = body,
                    .axis = Vec3::UnitX()});
  const ForceId air = AddAerodynamics(model,
                                      {.name = "air",
                                       .body = body,
                                       .point = {0, 0, 0.3},
                                       .front = {1, 0, 0},
                                       .rear = {-1.5, 0, 0},
                                       .drag_area = 2,
                                       .front_lift_area = -0.4,
                                       .rear_lift_area = -1});
  Simulation run(model.Compile(), {.integrator = {.tolerance = 1e-8}, .threads = 1});
  run.advance_to(20);
  const double k = 0.5 * 1.225 * 2 / 1000, v = 40 / (1 + k * 40 * 20);
  EXPECT_NEAR(run.velocity(body).x(), v, 1e-5);
  EXPECT_NEAR(run.pose(body).p.x(), std::log(1 + k * 40 * 20) / k, 1e-4);
  const double pressure = 0.5 * 1.225 * v * v;
  EXPECT_NEAR(run.report(air, "drag"), 2 * pressure, 1e-3);
  const Vec6 load = [&] {
    const Reaction on = run.force(air, body);
    Vec6 both;
    both << on.force, on.torque;
    return both;
  }();
  EXPECT_NEAR(load[2], -1.4 * pressure, 1e-3);
  EXPECT_NEAR(load[4], -2 * pressure * 0.3 + 0.4 * pressure - 1.5 * pressure, 1e-3);
}

}  // namespace driveline_test
}  // namespace trunnion::vehicle
