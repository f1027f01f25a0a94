// SPDX-License-Identifier: BSD-3-Clause
//
// The tyre as a force element: slips, derivatives, symmetry, and vehicles that park, brake and
// roll.
#include "vehicle/tyre.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <trunnion/trunnion.hpp>

#include "tests/support/message_of.hpp"
#include "vehicle/tyre_forces.hpp"
#include "vehicle/tyre_law.hpp"

namespace trunnion::vehicle {
namespace tyre_test {

const std::string kData = TRUNNION_SOURCE_DIR "/tests/data/vehicle/";
using Vec2 = Eigen::Vector2d;

Tyre TruckTyre(const std::string& file = "truck.tir") {
  return {.name = "tyre", .data = ReadTyre(kData + file)};
}
/// A wheel with its centre 0.05 m beside the mass centre, spinning about its y axis.
TyreLaw LawOf(const Tyre& tyre) {
  return TyreLaw(MakeTyreSetup(tyre, {.body = BodyId(1), .position = {0, 0.05, 0}}, Vec3::Zero()));
}
BodyState Wheel(
    double deflection, const Vec3& velocity, double spin, double gamma = 0, double R0 = 0.4699) {
  BodyState wheel;
  wheel.R = RotationExp(gamma * Vec3::UnitX());
  wheel.r = Vec3(1, 2, (R0 - deflection) * std::cos(gamma)) - wheel.R * Vec3(0, 0.05, 0);
  wheel.v = velocity;
  wheel.w = {0, spin, 0};
  return wheel;
}

TEST(Tyre, SteadySlipIsThatOfTheDefinition) {
  const Tyre tyre = TruckTyre();
  const TyreLaw law = LawOf(tyre);
  for (const auto& [Vx, slip_speed, Vy, gamma] :
       {std::array{20.0, -1.0, 0.7, 0.0}, {15.0, 0.4, -1.2, 0.05}, {-8.0, 0.2, 0.3, -0.02}}) {
    BodyState wheel = Wheel(0.03, {Vx, Vy, 0}, 0, gamma);
    const double Re = law.Calc<double>(wheel, Vec2::Zero()).rolling_radius;
    wheel.w.y() = (Vx - slip_speed) / Re;
    const double kappa = -slip_speed / std::abs(Vx), alpha = std::atan(Vy / std::abs(Vx));
    const double Fz = law.Calc<double>(wheel, Vec2::Zero()).slip.Fz;
    EXPECT_NEAR(Fz, tyre.data.stiffness * 0.03, 1e-9 * Fz);
    const Slip<double> slip{Fz, kappa, alpha, gamma, Vx < 0 ? -1.0 : 1.0};
    const auto [sx, sy] = CalcRelaxation(tyre.data, slip);
    const auto state = law.Calc<double>(wheel, Vec2(kappa * sx, std::tan(alpha) * sy));
    EXPECT_NEAR(state.rates[0], 0, 2e-6);  // up to the creep that keeps statics regular
    EXPECT_NEAR(state.rates[1], 0, 2e-6);
    const auto f = CalcTyreForces(tyre.data, slip);
    EXPECT_NEAR(state.forces.Fx, f.Fx, 1e-9 * Fz);
    EXPECT_NEAR(state.forces.Fy, f.Fy, 1e-9 * Fz);
    EXPECT_NEAR(state.forces.Mz, f.Mz, 1e-9 * Fz);
    EXPECT_NEAR(state.My,
                CalcRollingMoment(tyre.data, slip, f.Fx, std::abs(Vx)) * (Vx < 0 ? -1 : 1),
                1e-9 * Fz);
    EXPECT_LT(state.My * wheel.w.y(), 0);
  }
}

/// Forces act at the contact point: the load has no moment about it.
TEST(Tyre, LoadActsAtTheContactPoint) {
  const Tyre tyre = TruckTyre("fiala.tir");
  const double gamma = 0.1, R0 = tyre.data.radius, load = tyre.data.stiffness * 0.02;
  const BodyState wheel = Wheel(0.02, Vec3::Zero(), 0, gamma, R0);
  std::array<Vec6, 1> f;
  Vec2 rate;
  LawOf(tyre)(0.0, {wheel}, Vec2(0, 0), f, rate);
  const Vec3 force(0, 0, load), C(1, 2 + std::sin(gamma) * (R0 - 0.02), 0);
  EXPECT_LT((f[0].head<3>() - force).norm(), 1e-9 * load);
  EXPECT_LT((wheel.R * f[0].tail<3>() - (C - wheel.r).cross(force)).norm(), 1e-9 * load);
}

using Element = UserStateForce<TyreLaw, 1>;

struct Blocks {
  Eigen::Matrix<double, 12, 1> f;
  Eigen::Matrix<double, 12, 12> f_q, f_v;
};
Blocks Evaluate(const Element& element, const BodyState& wheel, const Vec2& state) {
  std::vector<BodyState> bodies(3);
  bodies[1] = wheel;
  bodies[2].v << state, 0;
  Blocks out;
  element.CalcForce({.t = 0, .bodies = bodies, .memory = {}}, out.f);
  element.Linearize({.t = 0, .bodies = bodies, .memory = {}}, out.f_q, out.f_v);
  return out;
}

/// Derivatives over pose, velocities and own states, on a wavy road; the error of differences falls
/// by four as their step is halved.
TEST(Tyre, JacobianIsExact) {
  Tyre tyre = TruckTyre();
  tyre.road = std::make_shared<const HeightRoad>([](double x, double y) {
    return RoadHeight{0.02 * std::sin(2 * x) + 0.01 * std::cos(3 * y),
                      0.04 * std::cos(2 * x),
                      -0.03 * std::sin(3 * y)};
  });
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  int checked = 0;
  for (int sample = 0; sample < 20; ++sample) {
    tyre.side = sample % 2 ? TyreSide::right : TyreSide::left;
    const Element element({1}, 2, LawOf(tyre), "tyre");
    const double speed = sample % 3 == 0 ? 0.4 : 12;  // below and above the low speed
    BodyState wheel = Wheel(0.06 + 0.01 * unit(random),
                            speed * Vec3(1, 0.1 * unit(random), 0.01 * unit(random)),
                            speed / 0.45 * (1 + 0.05 * unit(random)));
    wheel.R = RotationExp(Vec3(0.08 * unit(random), 0, 0.5 * unit(random))) *
              RotationExp(3 * unit(random) * Vec3::UnitY());
    const Vec2 state(0.003 * unit(random), 0.003 * unit(random));
    const Blocks exact = Evaluate(element, wheel, state);
    ASSERT_GT(exact.f.head<3>().norm(), 1000);
    for (int column = 0; column < 14; ++column) {
      const auto force = [&](double h) {
        BodyState moved = wheel;
        Vec2 s = state;
        if (column < 3)
          moved.r[column] += h;
        else if (column < 6)
          moved.R = wheel.R * RotationExp(h * Vec3::Unit(column - 3));
        else if (column < 9)
          moved.v[column - 6] += h;
        else if (column < 12)
          moved.w[column - 9] += h;
        else
          s[column - 12] += h;
        return Evaluate(element, moved, s).f;
      };
      const auto difference = [&](double h) { return ((force(h) - force(-h)) / (2 * h)).eval(); };
      const Eigen::Matrix<double, 12, 1> d = column < 6    ? exact.f_q.col(column).eval()
                                             : column < 12 ? exact.f_v.col(column - 6).eval()
                                                           : exact.f_v.col(column - 6).eval();
      const double h = 1e-4, coarse = (difference(h) - d).norm(),
                   fine = (difference(h / 2) - d).norm();
      EXPECT_LT(fine, std::max(0.3 * coarse, 1e-6 * (d.norm() + 1e5)))
          << "sample " << sample << " column " << column;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 280);
}

/// A right tyre on a left file does what the left one does in the mirror.
TEST(Tyre, RightIsTheMirrorOfLeft) {
  Tyre tyre = TruckTyre();
  tyre.side = TyreSide::left;
  const TyreLaw left = LawOf(tyre);
  tyre.side = TyreSide::right;
  const TyreLaw right = LawOf(tyre);
  const auto l = left.Calc<double>(Wheel(0.03, {10, 0.5, 0}, 22, 0.04), {0.002, 0.003});
  const auto r = right.Calc<double>(Wheel(0.03, {10, -0.5, 0}, 22, -0.04), {0.002, -0.003});
  EXPECT_GT(std::abs(l.forces.Fy), 100);
  EXPECT_NEAR(l.forces.Fx, r.forces.Fx, 1e-9);
  EXPECT_NEAR(l.forces.Fy, -r.forces.Fy, 1e-9);
  EXPECT_NEAR(l.forces.Mz, -r.forces.Mz, 1e-9);
  EXPECT_NEAR(l.rates[1], -r.rates[1], 1e-12);
  const auto same = left.Calc<double>(Wheel(0.03, {10, -0.5, 0}, 22, -0.04), {0.002, -0.003});
  EXPECT_GT(std::abs(same.forces.Fy - r.forces.Fy), 10);  // conicity and ply steer of the file
}

TEST(Tyre, FarFromTheOrigin) {
  const TyreLaw law = LawOf(TruckTyre());
  BodyState wheel = Wheel(0.03, {10, 0.5, 0}, 22, 0.04);
  const auto near = law.Calc<double>(wheel, {0.002, 0.003});
  wheel.r += Vec3(1e5, -3e5, 0);
  const auto far = law.Calc<double>(wheel, {0.002, 0.003});
  EXPECT_NEAR(near.forces.Fx, far.forces.Fx, 1e-6);
  EXPECT_NEAR(near.forces.Fy, far.forces.Fy, 1e-6);
}

TEST(Tyre, OffTheGround) {
  const TyreLaw law = LawOf(TruckTyre());
  const auto lifted = law.Calc<double>(Wheel(-0.01, {10, 0.5, 0}, 22), {0.002, -0.003});
  EXPECT_EQ(lifted.slip.Fz, 0);
  EXPECT_EQ(lifted.forces.Fx, 0);
  EXPECT_LT(lifted.rates[0], 0);  // the deflections decay
  EXPECT_GT(lifted.rates[1], 0);
  Tyre beside = TruckTyre();
  beside.road = std::make_shared<const HeightRoad>([](double, double) { return RoadHeight{}; });
  EXPECT_EQ(LawOf(beside).Calc<double>(Wheel(0.03, {10, 0, 0}, 22), {0, 0}).slip.Fz, 0);
}

/// The height and slope that a tyre feels on a plane do not depend on its footprint.
TEST(Tyre, PlaneIsAPlaneForAnyFootprint) {
  Tyre tyre = TruckTyre();
  tyre.road = std::make_shared<const PlaneRoad>(Vec3(0, 0, -0.1), Vec3(-0.1, 0.05, 1));
  const BodyState wheel = Wheel(0.05, {10, 0.5, 0}, 22, 0.04);
  const auto one = LawOf(tyre).Calc<double>(wheel, {0.002, 0.003});
  tyre.points_along = 7;
  tyre.points_across = 4;
  tyre.footprint_length = 0.05;
  const auto other = LawOf(tyre).Calc<double>(wheel, {0.002, 0.003});
  EXPECT_NEAR(one.slip.Fz, other.slip.Fz, 1e-6);
  EXPECT_NEAR(one.forces.Fy, other.forces.Fy, 1e-6);
  EXPECT_LT((one.contact.normal - Vec3(-0.1, 0.05, 1).normalized()).norm(), 1e-12);
}

/// A cart of 6 t on four tyres; its wheels are part of it, or turn on hinges.
struct Cart {
  Model model;
  BodyId cart;
  std::array<BodyId, 4> wheels;
  std::array<JointId, 4> hinges;
  std::array<ForceId, 4> tyres;
  double height;

  Cart(const Tyre& like, bool hinged, const Mat3& R = Mat3::Identity(), double speed = 0) {
    const double R0 = like.data.radius;
    height = R0 - 6000 * 9.81 / 4 / like.data.stiffness;
    model.set_gravity({0, 0, -9.81});
    cart = model.AddRigidBody({.name = "cart",
                               .mass = hinged ? 5600.0 : 6000.0,
                               .com = {0, 0, 0.4},
                               .inertia = Vec3(3000, 9000, 10000).asDiagonal(),
                               .position = R * Vec3(0, 0, height),
                               .orientation = R,
                               .velocity = R * Vec3(speed, 0, 0)});
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 place(i < 2 ? 1.6 : -1.6, i % 2 ? -0.9 : 0.9, 0);
      const std::string name = std::to_string(i);
      wheels[i] = cart;
      if (hinged) {
        wheels[i] = model.AddRigidBody({.name = "wheel_" + name,
                                        .mass = 100,
                                        .inertia = Vec3(5, 8, 5).asDiagonal(),
                                        .position = R * (place + Vec3(0, 0, height)),
                                        .orientation = R,
                                        .velocity = R * Vec3(speed, 0, 0),
                                        .angular_velocity = R * Vec3(0, speed / (R0 - 0.01), 0)});
        hinges[i] = model.AddJointAt({.name = "hinge_" + name,
                                      .body_a = cart,
                                      .body_b = wheels[i],
                                      .point = R * (place + Vec3(0, 0, height)),
                                      .axis = R * Vec3::UnitY()});
      }
      Tyre tyre = like;
      tyre.name = "tyre_" + name;
      tyre.side = i % 2 ? TyreSide::right : TyreSide::left;
      tyre.wheel = model.AddMarker(
          {.name = "hub_" + name, .body = wheels[i], .position = hinged ? Vec3(0, 0, 0) : place});
      tyres[i] = AddTyre(model, tyre);
    }
  }
};

/// 60 s on a slope of 20 %: no creep, along or across.
TEST(Tyre, ParkedOnASlopeItHolds) {
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
TEST(Tyre, BrakesToRestAndStartsAgain) {
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
  std::printf("at rest: fastest %.2e m/s, largest change of Fx %.1f N, %d reversals, %ld steps\n",
              fastest,
              jump,
              reversals,
              static_cast<long>(run.statistics().steps) - before);
  EXPECT_LT(fastest, 5e-3);  // it still rocks on its tyres
  EXPECT_EQ(reversals, 0);
  EXPECT_LT(std::abs(run.velocity(moving.cart).x()), 1e-4);
  EXPECT_LT(static_cast<long>(run.statistics().steps) - before, 250);
  run.advance_to(14);
  EXPECT_NEAR(
      run.velocity(moving.cart).x(), 20 * run.report(moving.tyres[0], "rolling_radius"), 0.1);
}

/// Without damping a dropped cart bounces with its energy, on and off the ground.
TEST(Tyre, BouncingKeepsEnergy) {
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
TEST(Tyre, RollingResistanceSlowsIt) {
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

TEST(Tyre, ModelFile) {
  const auto parse = [](const std::string& keys) {
    OwnTypes types;
    AddVehicleTypes(types);
    return ParseModel(R"({"gravity": [0, 0, -9.81],
      "bodies": [{"name": "wheel", "mass": 1000, "inertia": [9, 9, 9], "position": [0, 0, 0.46]}],
      "markers": [{"name": "hub", "body": "wheel"}],
      "forces": [{"name": "tyre", "type": "tyre", "wheel": "hub", )" +
                          keys + "}]}",
                      kData + "model.json",
                      types);
  };
  const ModelFile file =
      parse(R"("file": "truck.tir", "side": "left", "road_point": [0, 0, 0.01])");
  Simulation run(file.model.Compile());
  const ForceId tyre = *file.model.FindForce("tyre");
  EXPECT_NEAR(run.report(tyre, "deflection"), 0.4699 - 0.45, 1e-9);
  EXPECT_NEAR(run.report(tyre, "Fz"), 441900 * 0.0199, 1e-3);
  EXPECT_NEAR(run.report(tyre, "contact_z"), 0.01, 1e-12);
  EXPECT_NE(MessageOf([&] { parse(R"("file": "none.tir")"); }).find("none.tir: cannot be read"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] {
              parse(R"("file": "truck.tir", "side": "up")");
            }).find("\"side\" is \"left\" or \"right\""),
            std::string::npos);
  EXPECT_NE(MessageOf([&] {
              parse(R"("file": "truck.tir", "points_along": 1)");
            }).find("at least two points"),
            std::string::npos);
}

TEST(Tyre, MistakesAreToldOf) {
  Model model;
  const BodyId bead = model.AddPointMass({.name = "bead", .mass = 1});
  const auto message = [&](Tyre tyre, BodyId body) {
    return MessageOf([&] {
      tyre.wheel = model.AddMarker({.body = body});
      AddTyre(model, tyre);
    });
  };
  EXPECT_EQ(message(TruckTyre(), Model::ground()),
            "tyre 'tyre': its wheel is the ground; name a marker of a wheel");
  EXPECT_EQ(message(TruckTyre(), bead), "tyre 'tyre': its wheel is a point, which cannot turn");
  const BodyId wheel = model.AddRigidBody({.name = "w", .mass = 1, .inertia = Mat3::Identity()});
  EXPECT_EQ(message({.name = "bare"}, wheel),
            "tyre 'bare': it has no data; read a tyre property file");
  Tyre negative = TruckTyre();
  negative.relaxation_x = -1;
  EXPECT_EQ(message(negative, wheel), "tyre 'tyre': relaxation_x must not be negative");
}

}  // namespace tyre_test
}  // namespace trunnion::vehicle
