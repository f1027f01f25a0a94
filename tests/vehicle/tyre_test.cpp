// SPDX-License-Identifier: BSD-3-Clause
//
// The tyre as a force element: slips, derivatives, symmetry, and vehicles that park, brake and
// roll.
#include "vehicle/tyre.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include <trunnion/trunnion.hpp>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/truck_tyre.hpp"
#include "vehicle/tyre_forces.hpp"
#include "vehicle/tyre_law.hpp"

namespace trunnion::vehicle {
namespace tyre_test {

using test::kVehicleData;
using test::TruckTyre;
using Vec2 = Eigen::Vector2d;

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
    EXPECT_NEAR(state.rates[0], 0, 2e-6);  // up to the creep at rest
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

TEST(Tyre, ModelFile) {
  const auto parse = [](const std::string& keys) {
    OwnTypes types;
    AddTyreType(types);
    return ParseModel(R"({"gravity": [0, 0, -9.81],
      "bodies": [{"name": "wheel", "mass": 1000, "inertia": [9, 9, 9], "position": [0, 0, 0.46]}],
      "markers": [{"name": "hub", "body": "wheel"}],
      "forces": [{"name": "tyre", "type": "tyre", "wheel": "hub", )" +
                          keys + "}]}",
                      kVehicleData + "model.json",
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

TEST(Tyre, TheCommandKnowsIt) {
  const std::string model = kVehicleData + "wheel.json";
  EXPECT_EQ(std::system((TRUNNION_COMMAND " check " + model + " > /dev/null").c_str()), 0);
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
