// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/drive_rig.hpp"

#include <cmath>
#include <ctime>
#include <utility>

#include <trunnion/analyses.hpp>
#include <trunnion/error.hpp>

#include "vehicle/drive_figures.hpp"
#include "vehicle/kc_tables.hpp"

namespace trunnion::vehicle {
namespace {

constexpr double kStaticTolerance = 1e-9;

/// Values of one sample by columns, in their order.
class Row {
 public:
  void Add(const char* name, const char* unit, double value, const char* what) {
    columns.push_back({name, unit, what});
    values.push_back(value);
  }
  void AddWheel(
      const char* name, std::size_t wheel, const char* unit, double value, const char* what) {
    static const char* const places[] = {"front_left", "front_right", "rear_left", "rear_right"};
    columns.push_back({std::string(name) + "_" + places[wheel], unit, what});
    values.push_back(value);
  }
  std::vector<ResultColumn> columns;
  std::vector<double> values;
};

/// What the vehicle does now.
class Observer {
 public:
  Observer(const Simulation& simulation, const VehicleHandles& vehicle)
      : run_(simulation), vehicle_(vehicle) {}

  Row Observe() const {
    Row row;
    row.Add("t", "s", run_.t(), "");
    AddMotion(row);
    AddDriver(row);
    for (std::size_t i = 0; i < 4; ++i) AddTyre(row, i);
    return row;
  }

 private:
  void AddMotion(Row& row) const {
    const Pose X = run_.pose(vehicle_.centre_marker);
    const Vec3 v = run_.velocity(vehicle_.centre_marker);
    const Vec3 a = run_.acceleration(vehicle_.centre_marker);
    const Vec3 w = run_.angular_velocity(vehicle_.chassis), forward = X.R.col(0);
    const double yaw = std::atan2(forward.y(), forward.x());
    const Vec3 x(std::cos(yaw), std::sin(yaw), 0), y(-x.y(), x.x(), 0);
    row.Add("x", "m", X.p.x(), "of the centre of mass");
    row.Add("y", "m", X.p.y(), "of the centre of mass");
    row.Add("z", "m", X.p.z(), "of the centre of mass");
    row.Add("speed", "m/s", v.dot(x), "forward");
    row.Add("yaw", "deg", ToDegrees(yaw), "heading, + to the left");
    row.Add("yaw_rate", "deg/s", ToDegrees(w.z()), "+ to the left");
    row.Add("longitudinal_acceleration", "m/s^2", a.dot(x), "forward");
    row.Add("lateral_acceleration", "m/s^2", a.dot(y), "to the left");
    row.Add("side_slip",
            "deg",
            v.head<2>().norm() > 0.5 ? ToDegrees(std::atan2(v.dot(y), v.dot(x))) : 0,
            "of the centre of mass, + to the left; 0 below 0.5 m/s");
    row.Add("roll", "deg", ToDegrees(std::atan2(X.R(2, 1), X.R(2, 2))), "+ to the right");
    row.Add("pitch", "deg", ToDegrees(-std::asin(X.R(2, 0))), "+ nose down");
  }

  void AddDriver(Row& row) const {
    row.Add("steering_wheel",
            "deg",
            ToDegrees(run_.report(vehicle_.steering, "steering_wheel")),
            "+ to the left");
    row.Add(
        "column", "", run_.report(vehicle_.steering, "column"), "force or torque of the column");
    if (vehicle_.driveline_force.is_set()) {
      row.Add("engine_speed", "rad/s", run_.report(vehicle_.driveline_force, "engine_speed"), "");
      row.Add("engine_torque", "Nm", run_.report(vehicle_.driveline_force, "engine_torque"), "");
    }
    for (std::size_t i = 0; i < 4; ++i)
      if (vehicle_.brakes[i].is_set())
        row.AddWheel("brake", i, "Nm", run_.report(vehicle_.brakes[i], "torque"), "of its brake");
  }

  void AddTyre(Row& row, std::size_t i) const {
    const auto add = [&](const char* name, const char* unit, double scale, const char* what) {
      row.AddWheel(name, i, unit, scale * run_.report(vehicle_.tyres[i], name), what);
    };
    add("Fz", "N", 1, "load");
    add("Fx", "N", 1, "longitudinal force of the tyre");
    add("Fy", "N", 1, "lateral force of the tyre");
    add("kappa", "1", 1, "longitudinal slip");
    add("alpha", "deg", ToDegrees(1), "slip angle");
  }

  const Simulation& run_;
  const VehicleHandles& vehicle_;
};

ResultTable MakeTable(const std::vector<Row>& rows) {
  ResultTable table{.name = "drive", .columns = rows.front().columns, .values = {}};
  table.values.resize(static_cast<Eigen::Index>(rows.size()),
                      static_cast<Eigen::Index>(table.columns.size()));
  for (std::size_t i = 0; i < rows.size(); ++i)
    table.values.row(static_cast<Eigen::Index>(i)) =
        Eigen::Map<const Eigen::RowVectorXd>(rows[i].values.data(), table.values.cols());
  return table;
}

/// Component of v of own state `i` of a force.
int StateComponent(const System& system, ForceId force, int i) {
  return system.state_component(system.parts().forces[static_cast<std::size_t>(force.index())], i);
}

/// Warns where the vehicle is much slower than the driver wants at the end.
void WarnOfLag(const ManoeuvrePlan& plan, DriveReport& report) {
  if (!plan.driver.speed || plan.duration >= plan.driver.release_from) return;
  const double wanted = plan.driver.speed(plan.duration);
  const double speed = ColumnOf(report.table, "speed").tail<1>()[0];
  if (speed > 0.9 * wanted - 0.5) return;
  report.warnings.push_back(
      "the vehicle ends with " + std::to_string(speed) + " m/s where " + std::to_string(wanted) +
      " m/s are wanted; choose another gear, more torque or a gentler manoeuvre");
}

void SketchPath(const Path& path, double end, DriveReport& report) {
  const double length = std::min(path.length(), end);
  for (double s = 0; s <= length; s += 0.5) {
    const Vec2 p = path.At(s).p;
    report.path_x.push_back(p.x());
    report.path_y.push_back(p.y());
  }
}

}  // namespace

void SetInMotion(Simulation& simulation,
                 const Model& model,
                 const VehicleHandles& vehicle,
                 double speed) {
  const System& system = simulation.system();
  VectorXd v = simulation.v();
  const Vec3 heading = simulation.pose(vehicle.chassis).R.col(0);
  const Vec3 velocity = speed * Vec3(heading.x(), heading.y(), 0).normalized();
  for (BodyIndex b = 1; b < system.num_bodies(); ++b)
    if (system.has_position(b)) v.segment<3>(system.layout().offset(b)) = velocity;
  for (std::size_t i = 0; i < 4; ++i) {
    const Marker& marker = model.marker(vehicle.wheels[i]);
    const BodyIndex wheel = marker.body.index();
    const Vec3 spin =
        marker.orientation.col(1) * (speed / simulation.report(vehicle.tyres[i], "rolling_radius"));
    const Vec3 arm = model.body(marker.body).com - marker.position;
    v.segment<3>(system.layout().offset(wheel)) += simulation.body(wheel).R * spin.cross(arm);
    v.segment<3>(system.layout().offset(wheel) + 3) = spin;
    if (vehicle.brakes[i].is_set())
      v[StateComponent(system, vehicle.brakes[i], 0)] = speed > 0 ? 1 : 0;
  }
  if (vehicle.driveline) {
    const int gear = vehicle.plan->gear > 0 ? vehicle.plan->gear : vehicle.driveline->gear;
    v[StateComponent(system, vehicle.driveline_force, 0)] =
        CalcEngineSpeed(*vehicle.driveline, gear, speed);
  }
  simulation.Restart(simulation.t(), simulation.q(), v);
}

DriveReport RunManoeuvre(const Model& model,
                         const VehicleHandles& vehicle,
                         const DriveOptions& options) {
  const ManoeuvrePlan plan = MakeManoeuvre(options.manoeuvre, vehicle);
  *vehicle.plan = plan.driver;
  vehicle.plan->parked = true;
  vehicle.road->bump = plan.bump;
  const System system = model.Compile();
  SimulationOptions run = options.simulation;
  run.integrator.tolerance = options.manoeuvre.tolerance;
  run.energy_balance = options.manoeuvre.energy;
  Simulation simulation(system, run);
  SolveStatics(simulation, {.tolerance = kStaticTolerance});
  vehicle.plan->parked = false;
  SetInMotion(simulation, model, vehicle, plan.speed);

  DriveReport report{.name = vehicle.name};
  for (const auto& [name, manoeuvre] : ManoeuvreNames())
    if (manoeuvre == options.manoeuvre.manoeuvre) report.manoeuvre = name;
  const Observer observer(simulation, vehicle);
  std::vector<Row> rows;
  std::clock_t spent = 0;
  const double begin = simulation.t();
  ForEachOutputTime(begin, begin + plan.duration, options.manoeuvre.interval, [&](double t) {
    const std::clock_t clock = std::clock();
    simulation.advance_to(t);
    spent += std::clock() - clock;
    rows.push_back(observer.Observe());
    return true;
  });
  report.table = MakeTable(rows);
  if (plan.driver.path) SketchPath(*plan.driver.path, plan.speed * plan.duration + 10, report);
  if (options.manoeuvre.manoeuvre == Manoeuvre::double_lane_change)
    report.lanes = LaneChangeOf(options.manoeuvre, plan.speed).Lanes();
  AddDriveFigures(report, vehicle, options.manoeuvre, plan);
  AddRunFigures(report, simulation, plan.duration, static_cast<double>(spent) / CLOCKS_PER_SEC);
  report.warnings = simulation.warnings();
  WarnOfLag(plan, report);
  return report;
}

}  // namespace trunnion::vehicle
