// SPDX-License-Identifier: BSD-3-Clause
//
// Paths, and the driver that follows them, against bicycles in closed form and by differences.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <trunnion/trunnion.hpp>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/cart.hpp"
#include "vehicle/manoeuvre.hpp"
#include "vehicle/preview_steering.hpp"

namespace trunnion::vehicle {
namespace driver_test {

using test::Cart;
using test::TruckTyre;

const Bicycle kCar{.mass = 1400,
                   .yaw_inertia = 2200,
                   .front = 1.1,
                   .rear = 1.5,
                   .front_stiffness = 1.2e5,
                   .rear_stiffness = 1.1e5};

/// The bicycle by itself: offset, lateral velocity, yaw rate, heading, steer angle; Runge-Kutta.
struct LinearCar {
  Eigen::Matrix<double, 5, 1> x = Eigen::Matrix<double, 5, 1>::Zero();

  void Advance(double u, double asked, double lag, double time, double h = 5e-4) {
    const auto f = [&](const Eigen::Matrix<double, 5, 1>& s) {
      const double af = (s[1] + kCar.front * s[2]) / u - s[4];
      const double ar = (s[1] - kCar.rear * s[2]) / u;
      const double Ff = -kCar.front_stiffness * af, Fr = -kCar.rear_stiffness * ar;
      Eigen::Matrix<double, 5, 1> d;
      d << s[1] + u * s[3], (Ff + Fr) / kCar.mass - u * s[2],
          (kCar.front * Ff - kCar.rear * Fr) / kCar.yaw_inertia, s[2], (asked - s[4]) / lag;
      return d;
    };
    for (int i = 0; i < std::lround(time / h); ++i) {
      const auto a = f(x), b = f(x + 0.5 * h * a), c = f(x + 0.5 * h * b), d = f(x + h * c);
      x += h / 6 * (a + 2 * b + 2 * c + d);
    }
  }
};

TEST(Path, CircleHasItsCurvatureAndLength) {
  for (const bool left : {true, false}) {
    const Path path = MakeCircle(50, left);
    EXPECT_NEAR(path.length(), 100 * M_PI, 0.02);
    const Path::Place at = path.At(25 * M_PI), later = path.At(25 * M_PI + 3 * path.length());
    EXPECT_LT((at.p - later.p).norm(), 1e-9);
    EXPECT_NEAR(at.p.x(), 50, 0.01);
    EXPECT_NEAR(at.p.y(), left ? 50 : -50, 0.01);
    EXPECT_NEAR(at.curvature, left ? 0.02 : -0.02, 1e-4);
    const Vec2 beside = at.p + 3 * Vec2(at.tangent.y(), -at.tangent.x());
    EXPECT_NEAR(path.Project(beside), 25 * M_PI, 0.02);
  }
}

TEST(Path, ThroughPointsOfAParabola) {
  std::vector<Vec2> points;
  for (int i = 0; i < 21; ++i) points.emplace_back(i, 0.02 * i * i);
  const Path path = MakePathThrough(points);
  for (const double s : {2.5, 7.3, 12.9}) {
    const Vec2 p = path.At(s).p;
    EXPECT_NEAR(p.y(), 0.02 * p.x() * p.x(), 2e-4);
  }
  EXPECT_NE(MessageOf([] { MakePathThrough({Vec2(0, 0)}); }).find("two points"), std::string::npos);
}

/// ISO 3888-1:1999: 15, 30, 25, 25, 15 and 15 m; 1.1, 1.2 and 1.3 widths and 0.25 m.
TEST(Path, DoubleLaneChangeHasTheGeometryOfTheStandard) {
  const DoubleLaneChange course{.start = 10, .width = 1.8};
  const auto lanes = course.Lanes();
  ASSERT_EQ(lanes.size(), 3);
  EXPECT_EQ(lanes[2].end - lanes[0].begin, 125);
  const double begins[] = {10, 55, 105}, ends[] = {25, 80, 135}, widths[] = {2.23, 2.41, 2.59};
  const Path path = course.MakePath();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(lanes[i].begin, begins[i], 1e-12);
    EXPECT_NEAR(lanes[i].end, ends[i], 1e-12);
    EXPECT_NEAR(lanes[i].left - lanes[i].right, widths[i], 1e-12);
    const double middle = 0.5 * (begins[i] + ends[i]);
    const Vec2 p = path.At(path.Project(Vec2(middle, lanes[i].middle()))).p;
    EXPECT_NEAR(p.y(), lanes[i].middle(), 1e-3);
  }
  EXPECT_NEAR(lanes[1].right - lanes[0].right, 3.5, 1e-12);
  EXPECT_NEAR(lanes[2].right, lanes[0].right, 1e-12);
}

/// The angle for a path beside the vehicle is Σ g_i y/Σ g_i², with g_i of the bicycle by itself.
TEST(PreviewSteering, AnswersAnOffsetAsTheFormulaSays) {
  const double u = 20, preview = 0.8, lag = 0.05, offset = 0.5;  // u is a speed of the table
  const PreviewSteering driver(kCar, preview, lag);
  const Path path({{Vec2(0, offset), Vec2::UnitX()}, {Vec2(300, offset), Vec2::UnitX()}});
  double sum = 0, squares = 0;
  for (int i = 0; i < PreviewSteering::kPoints; ++i) {
    LinearCar car;
    car.Advance(u, 1, lag, driver.time(i));
    sum += car.x[0];
    squares += car.x[0] * car.x[0];
  }
  const double delta = driver.Calc<double>(path, Vec2(50, 0), Vec2::UnitX(), Vec2(u, 0), 0, 0);
  EXPECT_NEAR(delta, offset * sum / squares, 1e-7);
}

/// Of the states: the angle that leaves the path ahead where free motion and steering meet it.
TEST(PreviewSteering, TakesFreeMotionIntoAccount) {
  const double u = 20, lag = 0.05;
  const PreviewSteering driver(kCar, 0.8, lag);
  const Path path({{Vec2(0, 0), Vec2::UnitX()}, {Vec2(300, 0), Vec2::UnitX()}});
  double sum = 0, squares = 0;
  for (int i = 0; i < PreviewSteering::kPoints; ++i) {
    LinearCar free, steered;
    free.x << 0, 0.3, -0.1, 0, 0.02;
    free.Advance(u, 0, lag, driver.time(i));
    steered.Advance(u, 1, lag, driver.time(i));
    sum -= steered.x[0] * free.x[0];
    squares += steered.x[0] * steered.x[0];
  }
  const double delta =
      driver.Calc<double>(path, Vec2(50, 0), Vec2::UnitX(), Vec2(u, 0.3), -0.1, 0.02);
  EXPECT_NEAR(delta, sum / squares, 1e-7);
}

/// Exact derivatives along every argument: the error of differences falls by four.
TEST(PreviewSteering, DerivativesAreExact) {
  using S = Dual<double, 7>;
  const PreviewSteering driver(kCar, 0.8, 0.05);
  const Path path = MakeCircle(60, true);
  const Eigen::Matrix<double, 7, 1> at =
      (Eigen::Matrix<double, 7, 1>() << 46.3, 20.8, 0.8, 12.5, 13.1, 0.2, 0.03).finished();
  const auto value = [&](const auto& x) {
    using T = std::decay_t<decltype(x[0])>;
    using std::cos, std::sin;
    using V = Eigen::Matrix<T, 2, 1>;
    return driver.Calc<T>(path, V(x[0], x[1]), V(cos(x[2]), sin(x[2])), V(x[3], x[4]), x[5], x[6]);
  };
  Eigen::Matrix<S, 7, 1> seeded;
  for (int i = 0; i < 7; ++i) seeded[i] = S::Variable(at[i], i);
  const S exact = value(seeded);
  for (int i = 0; i < 7; ++i) {
    double error[2];
    for (int k = 0; k < 2; ++k) {
      const double h = k == 0 ? 2e-3 : 1e-3;
      Eigen::Matrix<double, 7, 1> up = at, down = at;
      up[i] += h, down[i] -= h;
      error[k] = std::abs((value(up) - value(down)) / (2 * h) - exact.d[i]);
    }
    // Tangents of a path of cubics have kinks of curvature, of the size of their error.
    EXPECT_LT(error[1], 0.3 * error[0] + 2e-3 * (std::abs(exact.d[i]) + 1e-2)) << i;
  }
}

/// In closed loop the linear car comes onto a circle, and stays there with the steer angle
/// L/R + K u²/R.
TEST(PreviewSteering, HoldsTheCircleOfTheBicycle) {
  const double u = 20, radius = 100, lag = 0.05;
  const PreviewSteering driver(kCar, 0.8, lag);
  const Path path = MakeCircle(radius, true);
  LinearCar car;  // the offset of its own axes is not used: the place is integrated in the world
  Vec2 at(0, 0);
  double heading = 0;
  for (int i = 0; i < 4000; ++i) {  // more than once around
    const Vec2 x(std::cos(heading), std::sin(heading)), y(-x.y(), x.x());
    const Vec2 velocity = u * x + car.x[1] * y;
    const double delta = driver.Calc<double>(path, at, x, velocity, car.x[2], car.x[4]);
    const double before = car.x[3];
    car.Advance(u, delta, lag, 0.01, 1e-3);
    heading += car.x[3] - before;
    at += 0.01 * velocity;
  }
  EXPECT_NEAR(car.x[2], u / radius, 1e-3);
  EXPECT_NEAR(car.x[4], kCar.wheelbase() / radius + kCar.understeer() * u * u / radius, 1e-4);
  EXPECT_LT((path.At(path.Project(at)).p - at).norm(), 0.15);
}

/// A cart with its mass toward the rear, wheels steered by a small angle, against the yaw rate of
/// the bicycle r = u δ/(L + K u²). The trail of Fiala's formula, a third of the width at small
/// slip, moves the lateral forces of both axles to the rear.
TEST(Bicycle, YawRateOfACartWithFialaTyres) {
  Tyre tyre = TruckTyre("fiala.tir");
  tyre.data.rolling_resistance = 0;
  const double steer = 0.002, trail = tyre.data.width / 3;
  Cart turning(tyre, true, Mat3::Identity(), 15, steer);
  RigidBody body = turning.model.body(turning.cart);
  body.com.x() = 0.3;
  turning.model.ReplaceRigidBody(turning.cart, body);
  const double forward = 0.3 * 5600 / 6000, stiffness = 2 * tyre.data.fiala.c_alpha;
  const Bicycle bicycle{.mass = 6000,
                        .yaw_inertia = 1,
                        .front = 1.6 - forward - trail,
                        .rear = 1.6 + forward + trail,
                        .front_stiffness = stiffness,
                        .rear_stiffness = stiffness};
  Simulation run(turning.model.Compile(), {.integrator = {.tolerance = 1e-7}, .threads = 1});
  run.advance_to(6);
  const double u = run.velocity(turning.cart).norm();
  EXPECT_NEAR(run.angular_velocity(turning.cart).z(),
              u * steer / (bicycle.wheelbase() + bicycle.understeer() * u * u),
              0.02 * u * steer / bicycle.wheelbase());
  EXPECT_GT(std::abs(bicycle.understeer() * u * u), 0.1 * bicycle.wheelbase());
}

}  // namespace driver_test
}  // namespace trunnion::vehicle
