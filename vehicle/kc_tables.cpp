// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/kc_tables.hpp"

#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

namespace trunnion::vehicle {
namespace {

constexpr double kMillimetres = 1e3;

double SupportAngle(double slope) { return ToDegrees(std::atan(slope)); }

/// One figure of every wheel.
void AddFigure(KcReport& report,
               std::string name,
               std::string unit,
               std::string definition,
               std::size_t wheels,
               const std::function<double(std::size_t)>& value) {
  KcFigure figure{std::move(name), std::move(unit), std::move(definition), {}};
  for (std::size_t i = 0; i < wheels; ++i) figure.values.push_back(value(i));
  report.figures.push_back(std::move(figure));
}

/// Percentages: share · tan θ · L/h, θ the support angle against what the axle does under the load.
void AddAnti(KcReport& report, const std::vector<TravelRates>& rates, const VehicleFacts& facts) {
  const double factor = 100 * facts.wheelbase / facts.cg_height * (facts.front ? 1 : -1);
  AddFigure(report,
            facts.front ? "anti-dive" : "anti-lift in braking",
            "%",
            "brakes on the carrier: brake share · tan(brake support angle) · wheelbase / cg height",
            rates.size(),
            [&](std::size_t i) { return factor * facts.brake_share * rates[i].brake_x; });
  AddFigure(report,
            facts.front ? "anti-lift in driving" : "anti-squat",
            "%",
            "drive through shafts: drive share · tan(drive support angle) · wheelbase / cg height",
            rates.size(),
            [&](std::size_t i) { return factor * facts.drive_share * rates[i].centre_x; });
}

void AddPostureFigures(KcReport& report, const KcState& state) {
  const auto posture = [&](std::size_t i) -> const WheelPosture& {
    return state.wheels[i].posture;
  };
  const auto add = [&](const char* name, const char* unit, const char* what, const auto& value) {
    AddFigure(report, name, unit, what, state.wheels.size(), value);
  };
  add("toe", "deg", "+ front inboard", [&](auto i) { return ToDegrees(posture(i).toe); });
  add("camber", "deg", "+ top outboard", [&](auto i) { return ToDegrees(posture(i).camber); });
  if (std::isfinite(posture(0).caster)) {
    add("caster", "deg", "+ top rearward", [&](auto i) { return ToDegrees(posture(i).caster); });
    add("king-pin inclination", "deg", "+ top inboard", [&](auto i) {
      return ToDegrees(posture(i).inclination);
    });
    add("scrub radius",
        "mm",
        "contact to steer axis on the ground, + contact outboard",
        [&](auto i) { return kMillimetres * posture(i).scrub_radius; });
    add("caster trail", "mm", "the same along the heading, + contact behind", [&](auto i) {
      return kMillimetres * posture(i).caster_trail;
    });
  }
}

}  // namespace

double ToDegrees(double radians) { return radians * 180 / std::numbers::pi; }

void AppendPosture(std::vector<KcCell>& row, const WheelState& wheel, const WheelState& reference) {
  const WheelPosture &p = wheel.posture, &r = reference.posture;
  const auto add = [&](const char* name, const char* unit, double value, const char* what) {
    row.push_back({std::string(ToString(wheel.side)) + "." + name, unit, value, what});
  };
  add("toe", "deg", ToDegrees(p.toe), "+ front inboard");
  add("camber", "deg", ToDegrees(p.camber), "+ top outboard");
  if (std::isfinite(p.caster)) {
    add("caster", "deg", ToDegrees(p.caster), "+ top of the steer axis rearward");
    add("king_pin_inclination", "deg", ToDegrees(p.inclination), "+ top inboard");
    add("scrub_radius", "mm", kMillimetres * p.scrub_radius, "+ contact outboard of the axis");
    add("caster_trail", "mm", kMillimetres * p.caster_trail, "+ contact behind the axis");
  }
  const Vec3 wheel_moved = kMillimetres * (p.centre - r.centre);
  add("wheel_x", "mm", wheel_moved.x(), "displacement of the wheel centre, forward");
  add("wheel_y", "mm", wheel_moved.y(), "to the left");
  add("wheel_z", "mm", wheel_moved.z(), "up");
  const Vec3 contact_moved = kMillimetres * (p.contact - r.contact);
  add("contact_x", "mm", contact_moved.x(), "displacement of the contact point, forward");
  add("contact_y", "mm", contact_moved.y(), "to the left");
  add("vertical_force", "N", wheel.vertical, "of the support, up");
  for (const StrutState& strut : wheel.struts)
    add((strut.name + "_length").c_str(), "mm", kMillimetres * strut.length, "");
}

void AppendRates(std::vector<KcCell>& row, const WheelState& wheel, const TravelRates& rates) {
  const auto add = [&](const char* name, const char* unit, double value, const char* what) {
    row.push_back({std::string(ToString(wheel.side)) + "." + name, unit, value, what});
  };
  add("bump_steer", "deg/m", ToDegrees(rates.toe), "d(toe)/dz of the wheel centre");
  add("bump_camber", "deg/m", ToDegrees(rates.camber), "d(camber)/dz");
  add("wheel_rate", "N/mm", rates.rate / kMillimetres, "d(vertical force)/dz");
  add("roll_centre_height", "mm", kMillimetres * rates.roll_centre, "over the ground");
  add("brake_support_angle", "deg", SupportAngle(rates.brake_x), "atan dx/dz, brakes locked");
  add("drive_support_angle", "deg", SupportAngle(rates.centre_x), "atan dx/dz, wheel centre");
  for (std::size_t k = 0; k < rates.struts.size(); ++k)
    add((wheel.struts[k].name + "_ratio").c_str(), "1", rates.struts[k], "d(length)/dz");
}

ResultTable MakeKcTable(const std::string& name, const std::vector<std::vector<KcCell>>& rows) {
  ResultTable table{.name = name, .columns = {}, .values = {}};
  for (const KcCell& cell : rows.front())
    table.columns.push_back({cell.name, cell.unit, cell.description});
  table.values.resize(static_cast<Eigen::Index>(rows.size()),
                      static_cast<Eigen::Index>(table.columns.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < table.columns.size(); ++j)
      table.values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j].value;
  return table;
}

void AddTravelFigures(KcReport& report,
                      const KcState& state,
                      const std::vector<TravelRates>& rates,
                      const KcOptions& options) {
  AddPostureFigures(report, state);
  const auto add =
      [&](const std::string& name, const char* unit, const char* what, const auto& value) {
        AddFigure(report, name, unit, what, rates.size(), value);
      };
  add("bump steer", "deg/m", "d(toe)/dz", [&](auto i) { return ToDegrees(rates[i].toe); });
  add("bump camber", "deg/m", "d(camber)/dz", [&](auto i) { return ToDegrees(rates[i].camber); });
  add("wheel rate", "N/mm", "d(vertical force)/dz", [&](auto i) {
    return rates[i].rate / kMillimetres;
  });
  add("vertical force", "N", "in the reference position", [&](auto i) {
    return state.wheels[i].vertical;
  });
  for (std::size_t k = 0; k < rates[0].struts.size(); ++k)
    add("motion ratio " + state.wheels[0].struts[k].name,
        "1",
        "d(length)/dz of the wheel centre",
        [&](auto i) { return rates[i].struts[k]; });
  add("brake support angle", "deg", "atan dx/dz of the contact on the carrier", [&](auto i) {
    return SupportAngle(rates[i].brake_x);
  });
  add("drive support angle", "deg", "atan dx/dz of the wheel centre", [&](auto i) {
    return SupportAngle(rates[i].centre_x);
  });
  report.figures.push_back({"roll centre height",
                            "mm",
                            "over the ground, from the paths of the contact points",
                            {kMillimetres * rates[0].roll_centre}});
  if (options.vehicle) AddAnti(report, rates, *options.vehicle);
}

void AddComplianceFigures(KcReport& report,
                          const std::string& test,
                          const KcState& up,
                          const KcState& down,
                          double difference,
                          const std::string& unit) {
  const double per = 1000 / difference;
  const auto change = [&](std::size_t i, const auto& of) {
    return per * (of(up.wheels[i].posture) - of(down.wheels[i].posture));
  };
  const auto add = [&](const std::string& what, const std::string& of_unit, const auto& of) {
    AddFigure(report,
              test + ": " + what,
              of_unit + "/k" + unit,
              "change per load at zero",
              up.wheels.size(),
              [&](std::size_t i) { return change(i, of); });
  };
  add("toe", "deg", [](const WheelPosture& p) { return ToDegrees(p.toe); });
  add("camber", "deg", [](const WheelPosture& p) { return ToDegrees(p.camber); });
  add("wheel x", "mm", [](const WheelPosture& p) { return kMillimetres * p.centre.x(); });
  add("wheel y", "mm", [](const WheelPosture& p) { return kMillimetres * p.centre.y(); });
  add("contact y", "mm", [](const WheelPosture& p) { return kMillimetres * p.contact.y(); });
}

}  // namespace trunnion::vehicle
