// SPDX-License-Identifier: BSD-3-Clause
// Suspensions from hardpoints: the front corner of a HMMWV against independent solutions, and the
// mirror.
#include "vehicle/suspension.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include <trunnion/trunnion.hpp>

#include "tests/support/message_of.hpp"
#include "tests/vehicle/hmmwv_front.hpp"
#include "vehicle/kc_rig.hpp"
#include "vehicle/mirror.hpp"

namespace trunnion::vehicle {
namespace suspension_test {

using Json = nlohmann::json;
using namespace test;

constexpr double kDegree = std::numbers::pi / 180;

const Json& Reference() {
  static const Json data =
      Json::parse(std::ifstream(TRUNNION_SOURCE_DIR "/tests/data/front_corner.json"));
  return data;
}

void ExpectDigits(double value, double reference, double digits, const std::string& what) {
  EXPECT_NEAR(value, reference, std::pow(10.0, -digits) * std::abs(reference)) << what;
}

TEST(Suspension, KinematicsOfTheFrontCorner) {
  KcRig rig(MakeDoubleWishbone(HmmwvFront()),
            {.sides = Sides::left, .support = WheelSupport::wheel_centre});
  EXPECT_EQ(rig.degrees_of_freedom(), 0);
  EXPECT_TRUE(rig.warnings().empty());
  EXPECT_EQ(Reference()["kinematics"].size(), 17u);
  for (const Json& row : Reference()["kinematics"]) {
    const double travel = row["travel_mm"].get<double>() / 1000;
    const auto at = [&](double z) { return rig.Solve({.travel = {z, 0}}).wheels.at(0); };
    const WheelState wheel = at(travel);
    const WheelPosture& p = wheel.posture;
    const std::string where = "travel " + row["travel_mm"].dump();
    const auto expect = [&](double value, const char* key) {
      EXPECT_NEAR(value, row[key].get<double>(), 1e-9) << where << ' ' << key;
    };
    expect(p.camber / kDegree, "camber");
    expect(p.toe / kDegree, "toe_in");
    expect(p.caster / kDegree, "caster");
    expect(p.inclination / kDegree, "kpi");
    expect(p.centre.x() + 0.04, "wc_dx");
    expect(p.centre.y() - 0.91, "wc_dy");
    expect(p.contact.y() - 0.91, "cp_dy");
    ASSERT_EQ(wheel.struts.size(), 2u);
    expect(wheel.struts[0].length, "shock");
    expect(wheel.struts[1].length, "spring");
    const WheelState up = at(travel + 1e-4), down = at(travel - 1e-4);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR((up.struts[i].length - down.struts[i].length) / 2e-4,
                  row[i == 0 ? "motion_ratio_shock" : "motion_ratio_spring"].get<double>(),
                  1e-6)
          << where;
  }
}

/// The left corner below a sprung mass that moves vertically, on a linear tyre at the wheel centre.
struct Corner {
  Model model;
  SuspensionHandles handles;
  std::unique_ptr<Simulation> run;
  BodyId chassis;

  explicit Corner(const SuspensionData& data) {
    model.set_gravity({0, 0, -9.81});
    chassis = model.AddRigidBody({.name = "chassis",
                                  .mass = 538.925,
                                  .inertia = Vec3(100, 100, 100).asDiagonal(),
                                  .position = {0, 0, 0.526}});
    model.AddJointAt({.name = "guide",
                      .type = JointType::prismatic,
                      .body_a = Model::ground(),
                      .body_b = chassis});
    handles = AddSuspension(model, MakeDoubleWishbone(data), chassis, {}, Sides::left);
    const MarkerId road = model.AddMarker({.name = "road", .body = Model::ground()});
    model.AddSpringDamper(
        {.name = "tyre",
         .along = Between(road, handles.sides.at(0).wheel, CoordinateKind::offset_z),
         .stiffness = 326332,
         .free_length = 0.47});
    run = std::make_unique<Simulation>(model.Compile());
    SolveStatics(*run);
  }
  WheelPosture posture() const { return CalcWheelPosture(*run, handles, handles.sides.at(0)); }
  double spring() const { return run->coordinate(handles.sides.at(0).struts.at("spring")); }
  double height() const { return run->pose(chassis).p.z(); }
};

std::vector<double> Frequencies(Corner& corner, std::size_t count) {
  std::vector<double> found;
  for (const Mode& mode : CalcModes(*corner.run, {.damping = false}))
    if (mode.frequency > 1e-2 && found.size() < count) found.push_back(mode.frequency);
  return found;
}

void ExpectEigenvalues(Corner& corner, const Json& reference, std::size_t count) {
  const auto modes = CalcModes(*corner.run, {.damping = true});
  for (std::size_t i = 0; i < count; ++i) {
    const std::complex<double> s(reference[i][0], reference[i][1]);
    double nearest = 1e300;
    for (const Mode& mode : modes) nearest = std::min(nearest, std::abs(mode.eigenvalue - s));
    EXPECT_LT(nearest, 5e-7 * std::abs(s)) << s;
  }
}

TEST(Suspension, StaticsAndFrequenciesOfTheFrontCorner) {
  for (const char* spring : {"linear", "table"}) {
    SuspensionData data = HmmwvFront();
    if (spring == std::string("table")) UseSpringTable(data);
    Corner corner(data);
    const Json& reference = Reference()["ideal_joints"][std::string(spring) + "/T1"];
    const WheelPosture p = corner.posture();
    const auto expect = [&](double value, const char* key) {
      ExpectDigits(value, reference[key], 7, std::string(spring) + ' ' + key);
    };
    expect(corner.height(), "z_chassis");
    expect(corner.height() + p.centre.z(), "z_wheel_centre");
    expect(corner.spring(), "spring_length");
    expect(p.camber / kDegree, "camber_deg");
    expect(p.toe / kDegree, "toe_in_deg");
    expect(p.caster / kDegree, "caster_deg");
    const auto found = Frequencies(corner, 2);
    ASSERT_EQ(found.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i)
      ExpectDigits(found[i], reference["undamped_hz"][i], 6.3, spring);
    ExpectEigenvalues(corner, reference["eig_shock"], 2);
  }
}

TEST(Suspension, TieRodBodyAndBushingsOfTheFrontCorner) {
  ASSERT_EQ(Reference()["tie_rod_body"].size(), 6u);
  for (const auto& [name, reference] : Reference()["tie_rod_body"].items()) {
    SuspensionData data = HmmwvFront();
    AddTieRodBody(data);
    if (name.starts_with("table")) UseSpringTable(data);
    if (name.ends_with("chrono_bushings")) AddMidwayBushings(data);
    if (name.ends_with("synthetic_bushings")) AddSyntheticBushings(data);
    Corner corner(data);
    const WheelPosture p = corner.posture();
    const Json& at = reference["equilibrium"];
    const auto expect = [&, &label = name](double value, const char* key) {
      ExpectDigits(value, at[key], 6.3, label + ' ' + key);
    };
    expect(corner.height(), "zs");
    expect(corner.height() + p.centre.z(), "z_wc");
    expect(p.centre.y(), "y_wc");
    expect(p.centre.x(), "x_wc");
    expect(corner.spring(), "spring");
    expect(p.camber / kDegree, "camber");
    expect(p.toe / kDegree, "toe_in");
    expect(p.caster / kDegree, "caster");
    std::vector<double> hz;
    for (const double f : reference["undamped_hz"])
      if (f > 1e-2) hz.push_back(f);
    const auto found = Frequencies(corner, hz.size());
    ASSERT_EQ(found.size(), hz.size());
    for (std::size_t i = 0; i < hz.size(); ++i) ExpectDigits(found[i], hz[i], 6.3, name);
    ExpectEigenvalues(
        corner, reference["damped"], std::min<std::size_t>(3, reference["damped"].size()));
  }
}

/// A full bushing with couplings, preload and a one-sided curve: the right wheel does the mirror of
/// what the left one does, under mirrored loads.
TEST(Suspension, RightIsTheMirrorOfLeft) {
  SuspensionData data = HmmwvFront();
  AddTieRodBody(data);
  AddSyntheticBushings(data);
  SuspensionBushing& odd = data.bushings.at("lca_front");
  odd.stiffness(0, 1) = odd.stiffness(1, 0) = 2e6;
  odd.stiffness(1, 3) = odd.stiffness(3, 1) = 1e4;
  odd.stiffness(2, 4) = odd.stiffness(4, 2) = 5e3;
  odd.preload << 300, 200, -100, 1, 2, 3;
  odd.curves[1] = {{-1e-3, -2e4}, {0, 0}, {1e-3, 5e3}};
  data.bodies.at("upright").inertia(0, 1) = data.bodies.at("upright").inertia(1, 0) = 0.01;
  KcRig rig(MakeDoubleWishbone(data));
  const WheelLoad left{.at_contact = {500, 800, 0}, .at_centre = {200, 0, 0}, .aligning = 40};
  const WheelLoad right{.at_contact = {500, -800, 0}, .at_centre = {200, 0, 0}, .aligning = -40};
  const KcState state = rig.Solve({.travel = {0.02, 0.02}, .loads = {left, right}});
  const WheelPosture &l = state.wheels.at(0).posture, &r = state.wheels.at(1).posture;
  EXPECT_GT(std::abs(l.toe), 1e-4);
  EXPECT_NEAR(l.toe, r.toe, 1e-10);
  EXPECT_NEAR(l.camber, r.camber, 1e-10);
  EXPECT_NEAR(l.caster, r.caster, 1e-10);
  EXPECT_NEAR(l.inclination, r.inclination, 1e-10);
  EXPECT_NEAR(l.scrub_radius, r.scrub_radius, 1e-10);
  EXPECT_NEAR(l.caster_trail, r.caster_trail, 1e-10);
  EXPECT_NEAR(l.contact.x(), r.contact.x(), 1e-10);
  EXPECT_NEAR(l.contact.y(), -r.contact.y(), 1e-10);
  EXPECT_NEAR(state.wheels[0].vertical, state.wheels[1].vertical, 1e-5);
  const KcState same = rig.Solve({.travel = {0.02, 0.02}, .loads = {left, left}});
  EXPECT_GT(std::abs(same.wheels[1].posture.toe - l.toe), 1e-4);
}

TEST(Suspension, MirrorTwiceIsTheSame) {
  Connection c{.name = "c", .point = {1, 2, 3}, .joint = JointType::universal, .axis = {1, 2, 3}};
  c.bushing = Diagonal({1, 2, 3, 4, 5, 6}, 0.1);
  c.bushing->stiffness(0, 1) = 7;
  c.bushing->curves[3] = {{-1, -2}, {0, 0}, {3, 4}};
  const Connection twice = Mirror(Mirror(c));
  EXPECT_EQ(twice.point, c.point);
  EXPECT_EQ(twice.axis, c.axis);
  EXPECT_EQ(twice.bushing->stiffness, c.bushing->stiffness);
  EXPECT_EQ(twice.bushing->curves[3], c.bushing->curves[3]);
  EXPECT_EQ(Mirror(c).bushing->stiffness(0, 1), -7);
  EXPECT_EQ(Mirror(c).bushing->curves[3].front()[0], -3);
}

TEST(Suspension, MistakesAreToldOf) {
  const auto message = [](auto&& change) {
    SuspensionData data = HmmwvFront();
    change(data);
    return MessageOf([&] {
      Model model;
      AddSuspension(model, MakeDoubleWishbone(data), Model::ground(), {}, Sides::left);
    });
  };
  EXPECT_EQ(message([](SuspensionData& d) { d.points.erase("lca_rear"); }),
            "suspension 'front': the hardpoint 'lca_rear' is missing; a double wishbone needs it");
  EXPECT_TRUE(message([](SuspensionData& d) {
                d.points["lca_reer"] = Vec3::Zero();
              }).starts_with("suspension 'front': the hardpoint 'lca_reer' has no place here"));
  EXPECT_TRUE(message([](SuspensionData& d) {
                d.bushings["arm"] = {};
              }).starts_with("suspension 'front': the bushing 'arm' has no place here"));
  EXPECT_EQ(message([](SuspensionData& d) { d.bodies.erase("wheel"); }),
            "suspension 'front': the body 'wheel' is missing; a double wishbone needs it");
  EXPECT_EQ(
      message([](SuspensionData& d) { d.bushings["tie_rod_inner"] = {}; }),
      "suspension 'front': the bushing 'tie_rod_inner' needs the body 'tie_rod'; give its mass");
  EXPECT_EQ(message([](SuspensionData& d) { d.wheel_radius = 0; }),
            "suspension 'front': the radius of the wheel must be above zero");
  EXPECT_EQ(message([](SuspensionData& d) {
              d.anti_roll_bar = AntiRollBar{.stiffness = 1000};
              d.points["bar_pivot"] = {0.3, 0.2, 0};
              d.points["bar_end"] = {0.1, 0.5, 0};
              d.points["bar_link"] = {0.1, 0.5, -0.05};
            }),
            "suspension 'front': it has no body 'right.bar'; what connects both sides needs both");
}

}  // namespace suspension_test
}  // namespace trunnion::vehicle
