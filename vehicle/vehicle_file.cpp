// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/vehicle_file.hpp"

#include <cmath>
#include <utility>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

using Suspensions = std::map<std::string, SuspensionHandles>;

void Into(const FileEntry& entry, const char* key, double& out) { out = entry.Number(key, out); }

int WholeNumber(const FileEntry& entry, const char* key, int otherwise) {
  const double number = entry.Number(key, otherwise);
  Require(number == std::floor(number) && number >= 0 && number < 100,
          "\"" + std::string(key) + "\" must be a whole number, not negative");
  return static_cast<int>(number);
}

/// A number, or points (time, value), linear between them.
TimeLaw LawOf(const FileEntry& entry, const char* key) {
  if (!entry.Has(key)) return {};
  TimePoints points;
  for (const auto& row : entry.Rows(key)) {
    Require(row.size() == 2, "a point of \"" + std::string(key) + "\" has a time and a value");
    points.push_back({row[0], row[1]});
  }
  return TableOverTime(points, key);
}

void ReadFriction(const FileEntry& entry, Stiction& friction) {
  Into(entry, "give", friction.give);
  Into(entry, "settle", friction.settle);
}

Differential DifferentialOf(const FileEntry& entry) {
  entry.RequireKeys({"kind", "stiffness", "damping", "preload", "bias", "give", "settle"});
  Differential d;
  const std::string kind = entry.Has("kind") ? entry.Text("kind") : "open";
  Require(kind == "open" || kind == "locked" || kind == "limited_slip",
          "\"kind\" of a differential is \"open\", \"locked\" or \"limited_slip\"");
  d.kind = kind == "open"     ? DifferentialKind::open
           : kind == "locked" ? DifferentialKind::locked
                              : DifferentialKind::limited_slip;
  Into(entry, "stiffness", d.stiffness);
  Into(entry, "damping", d.damping);
  Into(entry, "preload", d.preload);
  Into(entry, "bias", d.bias);
  ReadFriction(entry, d.friction);
  return d;
}

EngineMap EngineOf(const FileEntry& entry) {
  entry.RequireKeys({"speeds", "throttles", "torques"});
  return {.speeds = entry.Numbers("speeds"),
          .throttles = entry.Numbers("throttles"),
          .torques = entry.Rows("torques")};
}

void ReadDriveline(const FileEntry& entry, Vehicle& vehicle) {
  entry.RequireKeys({"engine",
                     "inertia",
                     "idle",
                     "clutch_torque",
                     "clutch_slip",
                     "gears",
                     "final_ratio",
                     "gear",
                     "front_share",
                     "front_differential",
                     "rear_differential"});
  Driveline& line = vehicle.driveline.emplace();
  line.engine = EngineOf(*entry.Object("engine"));
  Into(entry, "inertia", line.inertia);
  Into(entry, "idle", line.idle);
  Into(entry, "clutch_torque", line.clutch_torque);
  Into(entry, "clutch_slip", line.clutch_slip);
  line.gears = entry.Numbers("gears");
  Into(entry, "final_ratio", line.final_ratio);
  line.gear = WholeNumber(entry, "gear", line.gear);
  Into(entry, "front_share", vehicle.front_drive);
  const char* keys[] = {"front_differential", "rear_differential"};
  for (std::size_t i = 0; i < 2; ++i)
    if (entry.Has(keys[i])) vehicle.differentials[i] = DifferentialOf(*entry.Object(keys[i]));
}

VehicleBrakes BrakesOf(const FileEntry& entry) {
  entry.RequireKeys({"torque", "front_share", "give", "settle"});
  VehicleBrakes brakes{.torque = entry.Number("torque")};
  Into(entry, "front_share", brakes.front_share);
  ReadFriction(entry, brakes.friction);
  return brakes;
}

VehicleMotors MotorsOf(const FileEntry& entry) {
  entry.RequireKeys({"torque", "front_share"});
  return {.torque = entry.Number("torque"), .front_share = entry.Number("front_share", 0)};
}

Aerodynamics AirOf(const FileEntry& entry) {
  entry.RequireKeys({"density", "drag_area", "front_lift_area", "rear_lift_area", "point"});
  Aerodynamics air;
  Into(entry, "density", air.density);
  Into(entry, "drag_area", air.drag_area);
  Into(entry, "front_lift_area", air.front_lift_area);
  Into(entry, "rear_lift_area", air.rear_lift_area);
  air.point = entry.Vector("point");
  return air;
}

Steering SteeringOf(const FileEntry& entry) {
  entry.RequireKeys({"ratio", "road_wheel_ratio", "stiffness", "damping"});
  Steering steering{.ratio = entry.Number("ratio"), .stiffness = entry.Number("stiffness")};
  Into(entry, "road_wheel_ratio", steering.road_wheel_ratio);
  Into(entry, "damping", steering.damping);
  return steering;
}

void ReadDriver(const FileEntry& entry, Vehicle& vehicle) {
  entry.RequireKeys({"preview",
                     "lag",
                     "largest_angle",
                     "path",
                     "steering_wheel",
                     "hold_from",
                     "speed",
                     "speed_time",
                     "release_from",
                     "throttle",
                     "brake",
                     "gear"});
  DriverPlan& plan = vehicle.plan;
  if (vehicle.steering) {
    Into(entry, "preview", vehicle.steering->preview);
    Into(entry, "lag", vehicle.steering->lag);
    if (entry.Has("largest_angle")) vehicle.steering->largest = entry.Angle("largest_angle");
  }
  if (entry.Has("path")) {
    std::vector<Vec2> points;
    for (const auto& row : entry.Rows("path")) {
      Require(row.size() == 2, "a point of \"path\" has two numbers");
      points.emplace_back(row[0], row[1]);
    }
    plan.path = std::make_shared<const Path>(MakePathThrough(points));
  }
  Require(vehicle.steering || !(entry.Has("path") || entry.Has("steering_wheel")),
          "the driver needs \"steering\" of the vehicle to steer");
  plan.steering_wheel = LawOf(entry, "steering_wheel");
  plan.speed = LawOf(entry, "speed");
  plan.throttle = LawOf(entry, "throttle");
  plan.brake = LawOf(entry, "brake");
  Into(entry, "hold_from", plan.hold_from);
  Into(entry, "speed_time", plan.speed_time);
  Into(entry, "release_from", plan.release_from);
  Require(plan.speed_time > 0, "\"speed_time\" must be above zero");
  plan.gear = WholeNumber(entry, "gear", 0);
}

VehicleAxle AxleOf(FileEntry& entry, const char* key, const Suspensions& suspensions) {
  const std::string name = entry.Text(key);
  const auto found = suspensions.find(name);
  Require(found != suspensions.end() &&
              entry.model().FindMarker(name + ".frame") == found->second.frame,
          "\"" + std::string(key) + "\" names no suspension '" + name +
              "'; give one of the section \"suspensions\"");
  return {.name = name, .suspension = found->second, .tyre = {}};
}

void ReadTyres(const FileEntry& entry, Vehicle& vehicle, TyreEntryReader& tyres) {
  const auto front = entry.Object("tyres");
  front->RequireKeys(TyreEntryReader::Keys());
  vehicle.axles[0].tyre = vehicle.axles[1].tyre = tyres.Read(*front);
  vehicle.road = vehicle.axles[0].tyre.road;
  if (!entry.Has("rear_tyres")) return;
  std::vector<std::string> keys = TyreEntryReader::Keys();
  std::erase_if(keys, [](const std::string& key) { return key.starts_with("road"); });
  const auto rear = entry.Object("rear_tyres");
  rear->RequireKeys(keys);
  vehicle.axles[1].tyre = tyres.Read(*rear);
}

}  // namespace

Vehicle ReadVehicle(FileEntry& entry, const Suspensions& suspensions, TyreEntryReader& tyres) {
  entry.RequireKeys({"name",
                     "chassis",
                     "front",
                     "rear",
                     "tyres",
                     "rear_tyres",
                     "driveline",
                     "motors",
                     "brakes",
                     "aerodynamics",
                     "steering",
                     "rolling_resistance",
                     "driver"});
  Vehicle vehicle{.name = entry.name(), .chassis = entry.Body("chassis")};
  vehicle.axles[0] = AxleOf(entry, "front", suspensions);
  vehicle.axles[1] = AxleOf(entry, "rear", suspensions);
  ReadTyres(entry, vehicle, tyres);
  Require(!entry.Has("driveline") || !entry.Has("motors"),
          "a vehicle has \"driveline\" or \"motors\", not both");
  if (entry.Has("driveline")) ReadDriveline(*entry.Object("driveline"), vehicle);
  if (entry.Has("motors")) vehicle.motors = MotorsOf(*entry.Object("motors"));
  if (entry.Has("brakes")) vehicle.brakes = BrakesOf(*entry.Object("brakes"));
  if (entry.Has("aerodynamics")) vehicle.air = AirOf(*entry.Object("aerodynamics"));
  if (entry.Has("steering")) vehicle.steering = SteeringOf(*entry.Object("steering"));
  Into(entry, "rolling_resistance", vehicle.rolling_resistance);
  if (entry.Has("driver")) ReadDriver(*entry.Object("driver"), vehicle);
  return vehicle;
}

}  // namespace trunnion::vehicle
