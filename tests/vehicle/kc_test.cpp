// SPDX-License-Identifier: BSD-3-Clause
// Kinematics and compliance against an independent statics program, reference compliances, and
// constructions of simple geometries.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include <trunnion/error.hpp>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/corner_statics.hpp"
#include "tests/vehicle/hmmwv_front.hpp"
#include "vehicle/kinematics_compliance.hpp"

namespace trunnion::vehicle {
namespace kc_test {

using namespace test;
constexpr double kToDegree = 180 / std::numbers::pi;

double Cell(const ResultTable& table, Eigen::Index row, const std::string& column) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].name == column) return table.values(row, static_cast<Eigen::Index>(i));
  ADD_FAILURE() << "no column " << column;
  return NAN;
}
const ResultTable& Find(const KcReport& report, const std::string& name) {
  for (const ResultTable& table : report.tables)
    if (table.name == name) return table;
  throw ModelError("no table " + name);
}
double Figure(const KcReport& report, const std::string& name, std::size_t side = 0) {
  for (const KcFigure& figure : report.figures)
    if (figure.name == name) return figure.values.at(side);
  ADD_FAILURE() << "no figure " << name;
  return NAN;
}

SuspensionData OnBushings() {
  SuspensionData data = HmmwvFront();
  AddSyntheticBushings(data);
  return data;
}

/// A state of the independent program against a row of a table.
void ExpectSame(const corner_statics::Corner& at,
                const corner_statics::Corner& from,
                const ResultTable& table,
                Eigen::Index row) {
  const auto expect = [&](const char* column, double value, double tolerance) {
    EXPECT_NEAR(Cell(table, row, std::string("left.") + column), value, tolerance)
        << table.name << ' ' << column << " in row " << row;
  };
  expect("toe", kToDegree * at.Toe(), 1e-8);
  expect("camber", kToDegree * at.Camber(), 1e-8);
  const Eigen::Vector3d k = at.body[2].R() * (at.uca_u - at.lca_u);
  expect("caster", kToDegree * std::atan2(-k.x(), k.z()), 1e-8);
  expect("king_pin_inclination", kToDegree * std::atan2(-k.y(), k.z()), 1e-8);
  const Eigen::Vector3d c = 1000 * (at.Centre() - from.Centre());
  expect("wheel_x", c.x(), 1e-7);
  expect("wheel_y", c.y(), 1e-7);
  expect("wheel_z", c.z(), 1e-7);
  const Eigen::Vector3d p = 1000 * (at.Contact() - from.Contact());
  expect("contact_x", p.x(), 1e-7);
  expect("contact_y", p.y(), 1e-7);
  expect("vertical_force", at.support, 1e-7 * std::abs(at.support));
  // Where the king-pin meets the ground, from the contact point.
  const Eigen::Vector3d low = at.body[2].At(at.lca_u);
  const Eigen::Vector3d d = at.Contact() - (low + k * ((at.Contact().z() - low.z()) / k.z()));
  const double heading = -at.Toe();  // to the left
  expect("scrub_radius", 1000 * (-std::sin(heading) * d.x() + std::cos(heading) * d.y()), 1e-6);
  expect("caster_trail", -1000 * (std::cos(heading) * d.x() + std::sin(heading) * d.y()), 1e-6);
}

TEST(KinematicsAndCompliance, FrontCornerOnBushingsOverTheTravel) {
  const KcReport report = RunKinematicsAndCompliance(
      MakeDoubleWishbone(OnBushings()),
      {.rig = {.sides = Sides::left}, .bump = 0.06, .rebound = 0.08, .steps = 4});
  const ResultTable& table = Find(report, "travel");
  ASSERT_EQ(table.values.rows(), 9);
  corner_statics::Corner zero;
  const double height = zero.Contact().z();
  ASSERT_LT(zero.Solve({}, height), 1e-12);
  for (Eigen::Index row = 0; row < 9; ++row) {
    const double z = Cell(table, row, "travel") / 1000;
    EXPECT_NEAR(z, row < 4 ? -0.02 * double(4 - row) : 0.015 * double(row - 4), 1e-12);
    corner_statics::Corner at = zero;
    ASSERT_LT(at.Solve({}, height + z), 1e-12);
    ExpectSame(at, zero, table, row);
    corner_statics::Corner up = at, down = at;
    const double h = 2e-4;
    ASSERT_LT(up.Solve({}, height + z + h), 1e-12);
    ASSERT_LT(down.Solve({}, height + z - h), 1e-12);
    const double dz = up.Centre().z() - down.Centre().z();
    const auto rate = [&](const char* column, double value, double relative) {
      EXPECT_NEAR(
          Cell(table, row, std::string("left.") + column), value, relative * (1 + std::abs(value)))
          << column << " in row " << row;
    };
    rate("bump_steer", kToDegree * (up.Toe() - down.Toe()) / dz, 2e-5);
    rate("bump_camber", kToDegree * (up.Camber() - down.Camber()) / dz, 2e-5);
    rate("wheel_rate", (up.support - down.support) / dz / 1000, 2e-5);
    const Eigen::Vector3d path = up.Contact() - down.Contact();
    rate("roll_centre_height", 1000 * at.Contact().y() * path.y() / path.z(), 2e-5);
    // The point of the upright at the contact.
    const Eigen::Vector3d local = at.body[2].R().transpose() * (at.Contact() - at.body[2].u);
    rate("brake_support_angle",
         kToDegree * std::atan((up.body[2].At(local) - down.body[2].At(local)).x() / dz),
         2e-5);
    rate(
        "drive_support_angle", kToDegree * std::atan((up.Centre() - down.Centre()).x() / dz), 2e-5);
    rate("spring_ratio",
         ((up.body[0].At(up.spring_a) - up.spring_c).norm() -
          (down.body[0].At(down.spring_a) - down.spring_c).norm()) /
             dz,
         1e-6);
  }
}

/// Loads at constant vertical force: the program looks for the height that gives it.
TEST(KinematicsAndCompliance, FrontCornerOnBushingsUnderLoads) {
  const KcReport report = RunKinematicsAndCompliance(MakeDoubleWishbone(OnBushings()),
                                                     {.rig = {.sides = Sides::left}, .steps = 2});
  corner_statics::Corner zero;
  const double height = zero.Contact().z();
  ASSERT_LT(zero.Solve({}, height), 1e-12);
  const auto loaded = [&](const corner_statics::Load& load) {
    corner_statics::Corner at = zero;
    double z = height, slope = 1e5;
    for (int i = 0; i < 30; ++i) {
      EXPECT_LT(at.Solve(load, z), 1e-12);
      const double missing = zero.support - at.support;
      if (std::abs(missing) < 1e-7) break;
      corner_statics::Corner next = at;
      next.Solve(load, z + 1e-5);
      slope = (next.support - at.support) / 1e-5;
      z += missing / slope;
    }
    EXPECT_NEAR(at.support, zero.support, 1e-6);
    return at;
  };
  const std::vector<std::pair<std::string, corner_statics::Load>> tests{
      {"lateral", {.at_contact = {0, 3000, 0}}},
      {"braking", {.at_contact = {-3000, 0, 0}}},
      {"driving", {.at_centre = {3000, 0, 0}}},
      {"aligning", {.aligning = 100}}};
  for (const auto& [name, load] : tests) {
    const ResultTable& table = Find(report, name);
    const Eigen::Index last = table.values.rows() - 1;
    const corner_statics::Corner at = loaded(load);
    ExpectSame(at, zero, table, last);
    const double unit = name == "aligning" ? 100 : 3000, step = name == "aligning" ? 5 : 50;
    const auto part = [&, &whole = load](double share) {
      return loaded({share * whole.at_contact, share * whole.at_centre, share * whole.aligning});
    };
    const corner_statics::Corner up = part(step / unit), down = part(-step / unit);
    const double per = 1000 / (2 * step);
    const double toe = per * kToDegree * (up.Toe() - down.Toe());
    EXPECT_NEAR(Figure(report, name + ": toe"), toe, 1e-6 * std::abs(toe));
    const double y = 1e3 * per * (up.Contact().y() - down.Contact().y());
    EXPECT_NEAR(Figure(report, name + ": contact y"), y, 1e-6 * std::abs(y)) << name;
  }
}

/// Section "tie rod body" of the reference: 1 kN at the wheel centre, which is held by the weight
/// of the corner.
TEST(KinematicsAndCompliance, ReferenceCompliances) {
  const nlohmann::json all = nlohmann::json::parse(
      std::ifstream(TRUNNION_SOURCE_DIR "/tests/data/front_corner.json"))["tie_rod_body"];
  int checked = 0;
  for (const auto& [name, reference] : all.items()) {
    if (!reference.contains("Fx_+1kN")) continue;
    SuspensionData data = HmmwvFront();
    AddTieRodBody(data);
    if (name.ends_with("chrono_bushings")) AddMidwayBushings(data);
    if (name.ends_with("synthetic_bushings")) AddSyntheticBushings(data);
    KcRig rig(MakeDoubleWishbone(data),
              {.sides = Sides::left, .support = WheelSupport::wheel_centre});
    // Force of the tyre: everything that stands on it, half of the tie rod's too.
    const double weight = 326332 * (0.47 - reference["equilibrium"]["z_wc"].get<double>());
    KcCommand command{.by_load = true, .vertical = {weight, 0}};
    const WheelPosture still = rig.Solve(command).wheels[0].posture;
    EXPECT_NEAR(kToDegree * still.toe, reference["equilibrium"]["toe_in"].get<double>(), 1e-6);
    for (const auto& [key, force] :
         {std::pair("Fx_+1kN", Vec3(1000, 0, 0)), std::pair("Fy_+1kN", Vec3(0, 1000, 0))}) {
      command.loads[0] = {.at_centre = force};
      const WheelPosture p = rig.Solve(command).wheels[0].posture;
      const auto expect = [&, &at = reference[key], &what = name](double value,
                                                                  const char* column) {
        EXPECT_NEAR(value, at[column].get<double>(), 1e-5 * std::abs(at[column].get<double>()))
            << what << ' ' << column;
      };
      expect(p.centre.x() - still.centre.x(), "x_wc");
      expect(p.centre.y() - still.centre.y(), "y_wc");
      expect(kToDegree * (p.camber - still.camber), "camber");
      expect(kToDegree * (p.toe - still.toe), "toe_in");
      expect(kToDegree * (p.caster - still.caster), "caster");
      ++checked;
    }
  }
  EXPECT_EQ(checked, 6);
}

void RemoveStruts(SuspensionData& data) {
  data.struts.clear();
  for (const char* end : {"upper", "lower"})
    for (const char* strut : {"spring_", "damper_"}) data.points.erase(std::string(strut) + end);
}

/// Arms in planes across the vehicle, all hinges along x: the roll centre by construction, from the
/// crossing of the arms in the front view; toe and caster stay.
SuspensionData Planar(double upper_slope, double lower_slope) {
  SuspensionData data = HmmwvFront();
  RemoveStruts(data);
  data.points["wheel_centre"] = {0, 0.8, 0};
  const auto arm = [&](const std::string& name, double z, double slope) {
    data.points[name + "_outer"] = {0, 0.7, z};
    data.points[name + "_front"] = {0.2, 0.4, z - 0.3 * slope};
    data.points[name + "_rear"] = {-0.2, 0.4, z - 0.3 * slope};
  };
  arm("lca", -0.15, lower_slope);
  arm("uca", 0.15, upper_slope);
  data.points["tie_rod_outer"] = {-0.15, 0.7, -0.15};  // moves with the lower arm
  data.points["tie_rod_inner"] = {-0.15, 0.4, -0.15 - 0.3 * lower_slope};
  data.wheel_radius = 0.3;
  return data;
}

TEST(KinematicsAndCompliance, RollCentreByConstruction) {
  const KcOptions options{
      .bump = 0.02, .rebound = 0.02, .lateral = 0, .longitudinal = 0, .aligning = 0, .steps = 1};
  const auto run = [&](const SuspensionData& data) {
    return RunKinematicsAndCompliance(MakeDoubleWishbone(data), options);
  };
  // Parallel arms: the contact moves across their common direction; h = track/2 · slope... upward
  // to the wheel is negative.
  const KcReport parallel = run(Planar(-0.1, -0.1));
  EXPECT_NEAR(Figure(parallel, "roll centre height"), 1e3 * 0.8 * 0.1, 1e-3);
  EXPECT_NEAR(Figure(parallel, "bump camber"), 0, 1e-6);
  EXPECT_NEAR(Figure(parallel, "bump steer"), 0, 1e-6);
  // Arms that meet at the instant centre: z = −0.15 + a (y − 0.7) and z = 0.15 + b (y − 0.7).
  const double a = -0.2, b = 0.1, from_ball = 0.3 / (a - b);
  const Vec3 instant(0, 0.7 + from_ball, -0.15 + a * from_ball);
  const Vec3 contact(0, 0.8, -0.3);
  const double h = 0.8 * (instant.z() - contact.z()) / (contact.y() - instant.y());
  const KcReport crossing = run(Planar(b, a));
  EXPECT_NEAR(Figure(crossing, "roll centre height"), 1e3 * h, 1e-3);
  // The upright turns about the instant centre: d(camber)/dz = −1/(distance across).
  EXPECT_NEAR(Figure(crossing, "bump camber"), -kToDegree / (0.8 - instant.y()), 1e-4);
  EXPECT_NEAR(Figure(crossing, "scrub radius"), 100, 1e-6);
  EXPECT_NEAR(Figure(crossing, "caster trail"), 0, 1e-6);
  EXPECT_NEAR(Figure(crossing, "brake support angle"), 0, 1e-6);
}

/// Hinges of both arms inclined in the side view by the angle θ: wheel centre and brakes are
/// supported at θ, and percentages follow.
TEST(KinematicsAndCompliance, AntiDiveOfInclinedHinges) {
  SuspensionData data = Planar(0, 0);
  const double slope = 0.1;
  for (auto& [name, point] : data.points)
    if (name.ends_with("_front") || name.ends_with("_rear")) point += Vec3(0, 0, slope * point.x());
  // The rod keeps to the plane of the lower arm.
  data.points["tie_rod_outer"].z() += slope * -0.15;
  data.points["tie_rod_inner"].z() += slope * -0.15;
  const KcReport report = RunKinematicsAndCompliance(
      MakeDoubleWishbone(data),
      {.bump = 0.01,
       .rebound = 0.01,
       .lateral = 0,
       .longitudinal = 0,
       .aligning = 0,
       .steps = 1,
       .vehicle =
           VehicleFacts{.wheelbase = 2.5, .cg_height = 0.5, .brake_share = 0.6, .drive_share = 0}});
  // Motion normal to the hinges: dx/dz = −slope.
  EXPECT_NEAR(Figure(report, "brake support angle"), -kToDegree * std::atan(slope), 1e-4);
  EXPECT_NEAR(Figure(report, "drive support angle"), -kToDegree * std::atan(slope), 1e-4);
  EXPECT_NEAR(Figure(report, "anti-dive"), -100 * 0.6 * slope * 2.5 / 0.5, 1e-3);
}

/// A bearing of rubber that is free about the spin: stiff, it is that of steel; soft, the wheel
/// leans by the moment over its stiffness.
TEST(KinematicsAndCompliance, WheelBearingOfRubber) {
  const KcCommand command{.loads = {WheelLoad{.at_contact = {-800, 1000, 0}, .aligning = 20}}};
  const auto camber = [&](double stiffness, bool rubber) {
    SuspensionData data = HmmwvFront();
    RemoveStruts(data);
    if (rubber)
      data.bushings["wheel_bearing"] = Diagonal({1e11, 1e11, 1e11, stiffness, stiffness, 0}, 0);
    KcRig rig(
        MakeDoubleWishbone(data),
        {.gravity = Vec3::Zero(), .sides = Sides::left, .support = WheelSupport::wheel_centre});
    rig.Solve({});
    return rig.Solve(command).wheels[0].posture.camber;
  };
  const double steel = camber(0, false);
  EXPECT_NEAR(camber(1e11, true), steel, 1e-8);
  // The lateral force has the arm of the radius, top inboard.
  EXPECT_NEAR(camber(1e6, true) - steel, -1000 * 0.47 / 1e6, 1e-6);
}

TEST(KinematicsAndCompliance, MistakesAreToldOf) {
  const Suspension suspension = MakeDoubleWishbone(HmmwvFront());
  EXPECT_EQ(MessageOf([&] { RunKinematicsAndCompliance(suspension, {.steps = 0}); }),
            "suspension 'front': steps of the rig are 1 to 1000");
  EXPECT_EQ(MessageOf([&] { KcRig(suspension).Solve({.steer = 0.01}); }),
            "suspension 'front': it has no steering; leave its travel at zero");
  const std::string far = MessageOf([&] {
    RunKinematicsAndCompliance(suspension,
                               {.rig = {.support = WheelSupport::wheel_centre}, .bump = 1.5});
  });
  EXPECT_TRUE(far.starts_with("test 'travel' of suspension 'front' at ")) << far;
}

}  // namespace kc_test
}  // namespace trunnion::vehicle
