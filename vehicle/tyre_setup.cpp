// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/tyre_setup.hpp"

#include <algorithm>
#include <cmath>

#include <trunnion/error.hpp>

#include "vehicle/tyre_forces.hpp"

namespace trunnion::vehicle {
namespace {

constexpr double kGravity = 9.81;  // only the mass that low-speed damping is made for

void RequireTyre(const Tyre& tyre, const std::string& label) {
  const auto positive = [&](double value, const char* what) {
    Require(std::isfinite(value) && value >= 0, label, std::string(what) + " must not be negative");
  };
  Require(tyre.data.radius > 0, label, "it has no data; read a tyre property file");
  Require(tyre.points_along >= 2 && tyre.points_across >= 2,
          label,
          "it needs at least two points along and two across to feel the road");
  positive(tyre.footprint_length, "footprint_length");
  positive(tyre.footprint_width, "footprint_width");
  positive(tyre.relaxation_x, "relaxation_x");
  positive(tyre.relaxation_y, "relaxation_y");
  positive(tyre.low_speed_damping, "low_speed_damping");
}

/// Larger of the ends of a range, or `otherwise` if there is none.
double Reach(const Range& range, double otherwise) {
  const double reach = std::max(std::abs(range.first), std::abs(range.second));
  return reach > 0 ? reach : otherwise;
}

void SetLoads(TyreSetup& setup) {
  TyreData& data = setup.data;
  setup.load_curve = {{0, 0}};
  for (const auto& point : data.load_curve)
    if (point.first > 0) setup.load_curve.push_back(point);
  if (setup.load_curve.size() < 2)
    setup.load_curve.emplace_back(data.radius, data.stiffness * data.radius);
  if (!(data.nominal_load > 0)) data.nominal_load = setup.Load(0.05 * data.radius);
  double low = 0, high = data.radius;  // the curve rises: bisection
  while (high - low > 1e-9)
    (setup.Load((low + high) / 2) < data.nominal_load ? low : high) = (low + high) / 2;
  setup.static_deflection = high;
  setup.lowest_load = std::max(data.load_range.first, 0.05 * data.nominal_load);
  setup.highest_load = std::max(data.load_range.second, setup.lowest_load);
  if (data.load_range.second <= 0) setup.highest_load = 3 * data.nominal_load;
}

/// Slips of damping that give the wanted ratio of critical damping to the mass of Fz0.
void SetLowSpeedDamping(TyreSetup& setup, double ratio) {
  const Slip<double> at{.Fz = setup.data.nominal_load};
  const auto [Kx, Ky] = CalcSlopes(setup.data, at);
  const auto [x, y] = CalcRelaxation(setup.data, at);
  const double mass = setup.data.nominal_load / kGravity;
  const auto slip = [&](double slope, double length, double otherwise) {
    if (!(length > 0)) length = otherwise;
    return std::isfinite(slope) && slope != 0
               ? 2 * ratio * std::sqrt(mass / (std::abs(slope) * length))
               : 0;
  };
  setup.damping_x = slip(Kx, x, setup.relaxation_x);
  setup.damping_y = slip(Ky, y, setup.relaxation_y);
}

}  // namespace

std::shared_ptr<const TyreSetup> MakeTyreSetup(const Tyre& tyre,
                                               const Marker& marker,
                                               const Vec3& com) {
  RequireTyre(tyre, "tyre '" + tyre.name + "'");
  auto setup = std::make_shared<TyreSetup>();
  const TyreData& data = tyre.data;
  setup->data = data;
  setup->road = tyre.road ? tyre.road : std::make_shared<const PlaneRoad>();
  const bool other_side =
      tyre.side != TyreSide::unknown && data.side != TyreSide::unknown && tyre.side != data.side;
  setup->mirrored = other_side != data.mirrored;
  setup->footprint = {
      .along = tyre.points_along,
      .across = tyre.points_across,
      .length = tyre.footprint_length > 0 ? tyre.footprint_length : 0.3 * data.radius,
      .width = tyre.footprint_width};
  if (!(tyre.footprint_width > 0))
    setup->footprint.width = data.width > 0 ? 0.8 * data.width : 0.4 * data.radius;
  setup->body = marker.body.index();
  setup->centre = marker.position - com;
  setup->axis = marker.orientation.col(1);
  setup->relaxation_x = tyre.relaxation_x > 0 ? tyre.relaxation_x : 0.5 * data.radius;
  setup->relaxation_y = tyre.relaxation_y > 0 ? tyre.relaxation_y : 0.5 * data.radius;
  setup->greatest_kappa = Reach(data.kappa_range, 1.5);
  setup->greatest_tangent = std::tan(std::min(Reach(data.alpha_range, 1.4), 1.4));
  if (data.gamma_range.second > data.gamma_range.first) setup->gamma_range = data.gamma_range;
  SetLoads(*setup);
  SetLowSpeedDamping(*setup, tyre.low_speed_damping);
  return setup;
}

std::pair<double, double> TyreSetup::LoadAndSlope(double deflection) const {
  if (!(deflection > 0)) return {0, 0};
  std::size_t k = 1;
  while (k + 1 < load_curve.size() && load_curve[k].first < deflection) ++k;
  const auto& [x0, f0] = load_curve[k - 1];
  const auto& [x1, f1] = load_curve[k];
  const double slope = (f1 - f0) / (x1 - x0);
  return {f0 + slope * (deflection - x0), slope};
}

double TyreSetup::Energy(double deflection) const {
  double energy = 0;
  for (std::size_t k = 1; k < load_curve.size() && load_curve[k - 1].first < deflection; ++k) {
    const bool last = k + 1 == load_curve.size();
    const double end = last ? deflection : std::min(deflection, load_curve[k].first);
    const double begin = load_curve[k - 1].first;
    energy += 0.5 * (load_curve[k - 1].second + Load(end)) * (end - begin);
  }
  return energy;
}

}  // namespace trunnion::vehicle
