// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/drive_figures.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/kc_tables.hpp"

namespace trunnion::vehicle {
namespace {

constexpr double kOverhang = 0.8;         // of bumpers beyond axles [m]
constexpr double kSmallAcceleration = 2;  // for the understeer gradient [m/s²]

class Figures {
 public:
  Figures(DriveReport& report,
          const VehicleHandles& vehicle,
          const ManoeuvreOptions& options,
          const ManoeuvrePlan& plan)
      : r_(report), v_(vehicle), o_(options), plan_(plan), t_(ColumnOf(report.table, "t")) {}

  void Add() {
    AddLargest();
    if (o_.manoeuvre == Manoeuvre::step_steer) AddStep();
    if (o_.manoeuvre == Manoeuvre::constant_radius) AddUndersteer();
    if (o_.manoeuvre == Manoeuvre::straight_braking || o_.manoeuvre == Manoeuvre::brake_in_turn)
      AddBraking();
    if (plan_.driver.path && o_.manoeuvre != Manoeuvre::brake_in_turn) AddDeviation();
    if (o_.manoeuvre == Manoeuvre::double_lane_change)
      Put("clearance",
          "m",
          CalcClearance(r_, v_, o_),
          "of the corners from the edges of lanes, the least; < 0: a cone is hit");
  }

 private:
  void Put(std::string name, std::string unit, double value, std::string definition) {
    r_.figures.push_back({std::move(name), std::move(unit), value, std::move(definition)});
  }
  VectorXd Column(const char* name) const { return ColumnOf(r_.table, name); }

  void AddLargest() {
    const auto put = [&](const char* name, const char* column, const char* unit) {
      Put(name, unit, Column(column).cwiseAbs().maxCoeff(), "magnitude");
    };
    put("largest lateral acceleration", "lateral_acceleration", "m/s^2");
    put("largest longitudinal acceleration", "longitudinal_acceleration", "m/s^2");
    put("largest yaw rate", "yaw_rate", "deg/s");
    put("largest side slip", "side_slip", "deg");
    put("largest roll", "roll", "deg");
    put("largest steering wheel angle", "steering_wheel", "deg");
    double least = Column("Fz_front_left").minCoeff();
    for (const char* wheel : {"Fz_front_right", "Fz_rear_left", "Fz_rear_right"})
      least = std::min(least, Column(wheel).minCoeff());
    Put("least wheel load", "N", least, "0: a wheel has lifted");
  }

  /// First time after the middle of the step at which a column reaches `part` of its end value.
  double TimeTo(const VectorXd& column, double part) const {
    const double goal = part * column[column.size() - 1];
    for (Eigen::Index i = 0; i < column.size(); ++i)
      if (t_[i] >= plan_.begin && column[i] * goal >= goal * goal)
        return t_[i] - plan_.begin - 0.05;
    return std::nan("");
  }
  void AddStep() {
    const VectorXd rate = Column("yaw_rate"), side = Column("lateral_acceleration");
    const double wheel = Column("steering_wheel")[t_.size() - 1], end = rate[t_.size() - 1];
    Put("yaw rate gain",
        "1/s",
        end / wheel,
        "steady yaw rate over the angle of the steering wheel");
    Put("yaw rate response time", "s", TimeTo(rate, 0.9), "to 90 %, from half the step on");
    Put("lateral acceleration response time", "s", TimeTo(side, 0.9), "likewise");
    Put("yaw rate overshoot",
        "%",
        100 * (rate.cwiseAbs().maxCoeff() / std::abs(end) - 1),
        "of the largest over the last value");
  }

  /// Slope of the steering wheel angle over small lateral accelerations, by least squares.
  void AddUndersteer() {
    const VectorXd side = Column("lateral_acceleration").cwiseAbs(),
                   wheel = Column("steering_wheel").cwiseAbs();
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (Eigen::Index i = 0; i < t_.size(); ++i) {
      if (t_[i] < plan_.begin || side[i] > kSmallAcceleration) continue;
      n += 1, x += side[i], y += wheel[i], xx += side[i] * side[i], xy += side[i] * wheel[i];
    }
    const double slope = n > 2 ? (n * xy - x * y) / (n * xx - x * x) : std::nan("");
    Put("steering gradient", "deg s^2/m", slope, "steering wheel over a_y below 2 m/s^2");
    Put("understeer gradient of the bicycle",
        "deg s^2/m",
        ToDegrees(v_.bicycle.understeer()),
        "of the road wheels, by the cornering stiffness of the tyres alone");
  }

  void AddBraking() {
    const VectorXd speed = Column("speed"), x = Column("x"), y = Column("y");
    double distance = 0, start = -1, end = 0, time = 0;
    for (Eigen::Index i = 1; i < t_.size(); ++i) {
      if (t_[i] <= plan_.begin || speed[i] < 0.05) continue;
      if (start < 0) start = speed[i - 1];
      distance += std::hypot(x[i] - x[i - 1], y[i] - y[i - 1]);
      time = t_[i] - plan_.begin;
      end = speed[i];
    }
    Put("braking distance", "m", distance, "from the pedal on to rest, or to the end");
    Put("mean deceleration", "m/s^2", time > 0 ? (start - end) / time : 0, "over the same time");
  }

  void AddDeviation() {
    const VectorXd x = Column("x"), y = Column("y");
    double most = 0;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const Vec2 p(x[i], y[i]);
      most = std::max(most, (plan_.driver.path->At(plan_.driver.path->Project(p)).p - p).norm());
    }
    Put("largest deviation", "m", most, "of the centre of mass from the wanted path");
  }

  DriveReport& r_;
  const VehicleHandles& v_;
  const ManoeuvreOptions& o_;
  const ManoeuvrePlan& plan_;
  VectorXd t_;
};

}  // namespace

VectorXd ColumnOf(const ResultTable& table, const std::string& name) {
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (table.columns[i].name == name) return table.values.col(static_cast<Eigen::Index>(i));
  throw ModelError("table '" + table.name + "'", "it has no column '" + name + "'");
}

double CalcClearance(const DriveReport& report,
                     const VehicleHandles& vehicle,
                     const ManoeuvreOptions& options) {
  const VectorXd x = ColumnOf(report.table, "x"), y = ColumnOf(report.table, "y");
  const VectorXd yaw = ColumnOf(report.table, "yaw");
  const double side = options.left ? 1 : -1, half = options.width / 2;
  double least = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double angle = yaw[i] / ToDegrees(1);
    const Vec2 forward(std::cos(angle), std::sin(angle)), left(-forward.y(), forward.x());
    for (const double along :
         {vehicle.bicycle.front + kOverhang, -vehicle.bicycle.rear - kOverhang})
      for (const double across : {half, -half}) {
        const Vec2 corner = Vec2(x[i], y[i]) + along * forward + across * left;
        for (const DoubleLaneChange::Lane& lane : report.lanes)
          if (corner.x() >= lane.begin && corner.x() <= lane.end)
            least =
                std::min({least, lane.left - side * corner.y(), side * corner.y() - lane.right});
      }
  }
  return least;
}

void AddDriveFigures(DriveReport& report,
                     const VehicleHandles& vehicle,
                     const ManoeuvreOptions& options,
                     const ManoeuvrePlan& plan) {
  Figures(report, vehicle, options, plan).Add();
}

void AddRunFigures(DriveReport& report,
                   const Simulation& simulation,
                   double duration,
                   double elapsed) {
  const auto put = [&](const char* name, const char* unit, double value, const char* what) {
    report.figures.push_back({name, unit, value, what});
  };
  if (const EnergyAccount* energy = simulation.energy_account()) {
    put("energy turned over", "J", energy->turnover, "work of all forces, in either direction");
    put("energy defect", "%", 100 * energy->largest_defect / energy->turnover, "what nothing did");
  }
  const Statistics& done = simulation.statistics();
  put("steps", "1", static_cast<double>(done.steps), "of the integrator");
  put("iterations", "1", static_cast<double>(done.newton_iterations), "corrections solved for");
  put("factorizations", "1", static_cast<double>(done.factorizations), "of the matrix");
  put("computing time", "s", elapsed, "of the processor, without the samples");
  put("times real time", "1", duration / elapsed, "duration over computing time");
}

}  // namespace trunnion::vehicle
