// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/manoeuvre.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

constexpr double kBegin = 1;                          // of what is done [s]
constexpr double kStepTime = 0.1;                     // of the steering wheel [s]
constexpr double kBrakeTime = 0.2;                    // in which a pedal goes down [s]
constexpr double kSineFrequency = 0.7, kDwell = 0.5;  // [Hz], [s]
constexpr double kOverlap = 7;                        // of the double lane change [m]
constexpr double kApproach = 20;   // along a circle until it is steady at walking pace [m]
constexpr double kMostSteer = 15;  // of a steering wheel [rad]

TimeLaw Constant(double value) {
  return {[value](double) { return value; }, NoBreaks()};
}
TimeLaw RampTo(double from, double to, double begin, double time) {
  const MotionLaw step =
      MakeSmoothStep({.start = begin, .end = begin + time, .from = from, .to = to});
  return {[step](double t) { return step(t).s; }, step.breaks()};
}

/// Three quarters of a sine, a dwell at its second peak, the last quarter.
TimeLaw SineWithDwell(double amplitude) {
  const double w = 2 * std::numbers::pi * kSineFrequency;
  const double dwell = kBegin + 0.75 / kSineFrequency, end = kBegin + 1 / kSineFrequency + kDwell;
  return {[=](double t) {
            if (t <= kBegin || t >= end) return 0.0;
            if (t <= dwell) return amplitude * std::sin(w * (t - kBegin));
            if (t <= dwell + kDwell) return -amplitude;
            return amplitude * std::sin(w * (t - kDwell - kBegin));
          },
          MakeBreaks({{kBegin, 1}, {dwell, 2}, {dwell + kDwell, 2}, {end, 1}})};
}

/// Fills in what a manoeuvre is made of.
class Planner {
 public:
  Planner(const ManoeuvreOptions& options) : o_(options), side_(options.left ? 1 : -1) {}

  ManoeuvrePlan Make() {
    plan_.begin = kBegin;
    switch (o_.manoeuvre) {
      case Manoeuvre::straight_braking:
        Brake(22);
        plan_.driver.path = Straight();
        break;
      case Manoeuvre::step_steer:
        Hold(22, 6);
        plan_.driver.steering_wheel = RampTo(0, side_ * o_.steer, kBegin, kStepTime);
        break;
      case Manoeuvre::sine_with_dwell:
        Hold(22, 6);
        plan_.driver.steering_wheel = SineWithDwell(side_ * o_.steer);
        plan_.driver.release_from = kBegin;
        break;
      case Manoeuvre::constant_radius:
        Circle();
        break;
      case Manoeuvre::brake_in_turn:
        BrakeInTurn();
        break;
      case Manoeuvre::double_lane_change:
        Hold(80 / 3.6, 10);
        plan_.driver.path = LanePath();
        break;
      case Manoeuvre::bump:
        Hold(10, 4);
        plan_.driver.path = Straight();
        SetBump();
        break;
    }
    return std::move(plan_);
  }

 private:
  void Hold(double speed, double duration) {
    plan_.speed = o_.speed > 0 ? o_.speed : speed;
    plan_.duration = o_.duration > 0 ? o_.duration : duration;
    plan_.driver.speed = Constant(plan_.speed);
  }
  void Brake(double speed) {
    Hold(speed, 8);
    plan_.driver.release_from = kBegin;
    plan_.driver.brake = RampTo(0, o_.brake, kBegin, kBrakeTime);
  }
  std::shared_ptr<const Path> Straight() const {
    return std::make_shared<const Path>(
        std::vector<Path::Point>{{Vec2(0, 0), Vec2::UnitX()}, {Vec2(1, 0), Vec2::UnitX()}});
  }
  /// To a lateral acceleration of 4 m/s², from walking pace on.
  void Circle() {
    Hold(std::sqrt(4 * o_.radius), 60);
    const double end = plan_.speed, time = plan_.duration;
    plan_.speed = std::min(4.0, end);
    plan_.begin = 2 * kApproach / plan_.speed;  // the circle is steady
    plan_.driver.speed = TableOverTime({{0, plan_.speed}, {plan_.begin, plan_.speed}, {time, end}},
                                       "speed of the manoeuvre");
    SetCircle();
  }
  void SetCircle() {
    plan_.driver.path = std::make_shared<const Path>(MakeCircle(o_.radius, o_.left));
  }
  /// The circle is steady when the brakes come.
  void BrakeInTurn() {
    Hold(std::sqrt(5 * o_.radius), 12);
    plan_.begin = 6;
    plan_.driver.hold_from = plan_.driver.release_from = plan_.begin;
    plan_.driver.brake = RampTo(0, o_.brake, plan_.begin, kBrakeTime);
    SetCircle();
  }
  std::shared_ptr<const Path> LanePath() const {
    const Path path = LaneChangeOf(o_, plan_.speed).MakePath();
    if (o_.left) return std::make_shared<const Path>(path);
    std::vector<Path::Point> mirrored = path.points();
    for (Path::Point& point : mirrored) point.p.y() *= -1, point.tangent.y() *= -1;
    return std::make_shared<const Path>(std::move(mirrored));
  }
  void SetBump() {
    plan_.bump = {
        .begin = kBegin * plan_.speed, .length = o_.bump_length, .height = o_.bump_height};
    if (o_.one_sided) (o_.left ? plan_.bump.right : plan_.bump.left) = 0;
  }

  const ManoeuvreOptions& o_;
  double side_;
  ManoeuvrePlan plan_;
};

/// The highest gear with twice the idle speed at the speed of the vehicle, else the first.
int ChooseGear(const Driveline& line, double speed) {
  int best = 1;
  double lowest = CalcEngineSpeed(line, 1, speed);
  for (int gear = 2; gear <= static_cast<int>(line.gears.size()); ++gear) {
    const double engine = CalcEngineSpeed(line, gear, speed);
    if (line.gears[static_cast<std::size_t>(gear - 1)] < 0 || engine < 2 * line.idle ||
        engine > lowest)
      continue;
    best = gear;
    lowest = engine;
  }
  return best;
}

void RequireOptions(const ManoeuvreOptions& o, const VehicleHandles& vehicle) {
  const std::string label = "vehicle '" + vehicle.name + "'";
  for (const double x : {o.steer, o.radius, o.width, o.bump_length, o.tolerance, o.interval})
    Require(std::isfinite(x) && x > 0,
            label,
            "steer, radius, width, length of the bump, tolerance and interval must be above zero");
  Require(o.steer <= kMostSteer, label, "it cannot steer by more than 15 rad");
  Require(o.speed >= 0 && o.duration >= 0 && o.bump_height >= 0 && o.brake >= 0 && o.brake <= 1,
          label,
          "speed, duration and height of the bump must not be negative, brake from 0 to 1");
  Require(vehicle.steering.is_set(), label, "it has no \"steering\"; a manoeuvre needs it");
  const bool brakes =
      o.manoeuvre == Manoeuvre::straight_braking || o.manoeuvre == Manoeuvre::brake_in_turn;
  Require(!brakes || vehicle.brakes[0].is_set() || vehicle.brakes[2].is_set(),
          label,
          "it has no \"brakes\"; this manoeuvre needs them");
}

}  // namespace

const std::vector<std::pair<std::string, Manoeuvre>>& ManoeuvreNames() {
  static const std::vector<std::pair<std::string, Manoeuvre>> names{
      {"straight_braking", Manoeuvre::straight_braking},
      {"step_steer", Manoeuvre::step_steer},
      {"sine_with_dwell", Manoeuvre::sine_with_dwell},
      {"constant_radius", Manoeuvre::constant_radius},
      {"brake_in_turn", Manoeuvre::brake_in_turn},
      {"double_lane_change", Manoeuvre::double_lane_change},
      {"bump", Manoeuvre::bump}};
  return names;
}

DoubleLaneChange LaneChangeOf(const ManoeuvreOptions& options, double speed) {
  return {.start = kBegin * speed, .width = options.width, .overlap = kOverlap};
}

ManoeuvrePlan MakeManoeuvre(const ManoeuvreOptions& options, const VehicleHandles& vehicle) {
  RequireOptions(options, vehicle);
  ManoeuvrePlan plan = Planner(options).Make();
  plan.driver.gear = options.gear;
  if (vehicle.driveline) {
    Require(options.gear <= static_cast<int>(vehicle.driveline->gears.size()),
            "vehicle '" + vehicle.name + "'",
            "it has no gear " + std::to_string(options.gear));
    // For the mean of the speeds at both ends.
    const double mean = 0.5 * (plan.speed + plan.driver.speed(plan.duration));
    if (options.gear == 0) plan.driver.gear = ChooseGear(*vehicle.driveline, mean);
  }
  return plan;
}

}  // namespace trunnion::vehicle
