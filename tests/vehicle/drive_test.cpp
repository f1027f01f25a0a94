// SPDX-License-Identifier: BSD-3-Clause
//
// The car of models/vehicle: equilibrium, manoeuvres, their symmetry and energy, files and
// messages.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <trunnion/trunnion.hpp>

#include "tests/support/message_of.hpp"
#include "vehicle/drive_figures.hpp"
#include "vehicle/drive_page.hpp"
#include "vehicle/vehicle_types.hpp"

namespace trunnion::vehicle {
namespace drive_test {

const std::string kModels = TRUNNION_SOURCE_DIR "/models/vehicle/";

struct Car {
  std::shared_ptr<VehicleParts> parts = std::make_shared<VehicleParts>();
  ModelFile file;

  explicit Car(const std::string& name = "car.json")
      : file(ReadModelFile(kModels + name, VehicleTypes(parts))) {}
  const VehicleHandles& vehicle() const { return parts->vehicles.front(); }
  DriveReport Run(const ManoeuvreOptions& options) const {
    return RunManoeuvre(file.model, vehicle(), {.manoeuvre = options});
  }
};

double FigureOf(const DriveReport& report, const std::string& name) {
  for (const DriveFigure& figure : report.figures)
    if (figure.name == name) return figure.value;
  return std::nan("");
}

/// Loads by the law of the lever, slip forces zero, left as right, on joints and on rubber.
TEST(Drive, StaticEquilibriumOnAFlatRoad) {
  for (const char* name : {"car.json", "car_bushings.json"}) {
    Car car(name);
    car.vehicle().plan->parked = true;
    Simulation run(car.file.model.Compile(), {.threads = 1});
    SolveStatics(run, {.tolerance = 1e-9});
    double loads[4], sum = 0, moment = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const ForceId tyre = car.vehicle().tyres[i];
      loads[i] = run.report(tyre, "Fz");
      sum += loads[i];
      moment += loads[i] * run.report(tyre, "contact_x");
      EXPECT_NEAR(run.report(tyre, "Fx"), 0, 1e-6);
      EXPECT_NEAR(std::abs(run.report(tyre, "Fy")), 0, 1e-6);
    }
    const double weight = car.vehicle().bicycle.mass * 9.81;
    EXPECT_NEAR(sum, weight, 1e-5 * weight);
    EXPECT_NEAR(loads[0], loads[1], 1e-6 * weight);
    // The bodies as drawn: parts of suspensions move a little.
    EXPECT_NEAR(moment / sum, run.pose(car.vehicle().centre_marker).p.x(), 5e-3);
    // It stays where it is.
    const Vec3 before = run.pose(car.vehicle().chassis).p;
    run.advance_to(5);
    EXPECT_LT((run.pose(car.vehicle().chassis).p - before).norm(), 1e-5) << name;
  }
}

/// The driver of the file stands, and drives off by the clutch; the speed stays behind the ramp of
/// 1.5 m/s² by speed_time times it.
TEST(Drive, DrivesOffFromItsEquilibrium) {
  Car car;
  Simulation run(car.file.model.Compile(), {.integrator = {.tolerance = 1e-4}, .threads = 1});
  SolveStatics(run);
  run.advance_to(0.9);
  EXPECT_NEAR(run.velocity(car.vehicle().chassis).x(), 0, 1e-6);
  EXPECT_NEAR(run.report(car.vehicle().driveline_force, "engine_speed"), 85, 1);
  run.advance_to(6);
  EXPECT_NEAR(run.velocity(car.vehicle().chassis).x(), 7.5 - 0.3 * 1.5, 0.2);
  EXPECT_NEAR(run.velocity(car.vehicle().chassis).y(), 0, 1e-6);
}

/// To the left and to the right: the same, mirrored.
TEST(Drive, StepSteerIsSymmetric) {
  Car car;
  const ManoeuvreOptions left{.manoeuvre = Manoeuvre::step_steer, .duration = 3};
  ManoeuvreOptions right = left;
  right.left = false;
  const DriveReport a = car.Run(left), b = car.Run(right);
  for (const auto& [name, sign] : {std::pair("yaw_rate", -1.0),
                                   {"lateral_acceleration", -1.0},
                                   {"roll", -1.0},
                                   {"y", -1.0},
                                   {"speed", 1.0}}) {
    const VectorXd x = ColumnOf(a.table, name), y = ColumnOf(b.table, name);
    EXPECT_LT((x - sign * y).cwiseAbs().maxCoeff(), 2e-3 * x.cwiseAbs().maxCoeff()) << name;
  }
  EXPECT_GT(ColumnOf(a.table, "yaw_rate").maxCoeff(), 5);  // to the left
  const VectorXd inner = ColumnOf(a.table, "Fz_front_left"),
                 outer = ColumnOf(a.table, "Fz_front_right");
  EXPECT_LT(inner[inner.size() - 1], outer[outer.size() - 1]);
  EXPECT_GT(FigureOf(a, "largest roll"), 0.5);
}

/// Between the cones of ISO 3888-1, with the energy in balance, on joints and on rubber.
TEST(Drive, DoubleLaneChangeBetweenTheCones) {
  for (const char* name : {"car.json", "car_bushings.json"}) {
    const DriveReport report = Car(name).Run({.energy = true});
    EXPECT_GT(FigureOf(report, "clearance"), 0) << name;
    EXPECT_GT(FigureOf(report, "largest lateral acceleration"), 3);
    EXPECT_LT(FigureOf(report, "energy defect"), 0.1) << name;
    const VectorXd y = ColumnOf(report.table, "y"), v = ColumnOf(report.table, "speed");
    EXPECT_NEAR(y[y.size() - 1], report.lanes[2].middle(), 0.15);
    EXPECT_NEAR(v.minCoeff(), 80 / 3.6, 0.5);
    std::printf("%s: clearance %.3f m, energy defect %.2e %%, %.0f steps\n",
                name,
                FigureOf(report, "clearance"),
                FigureOf(report, "energy defect"),
                FigureOf(report, "steps"));
  }
}

/// On a circle r = u/R, and the wheels carry m u²/R.
TEST(Drive, ConstantRadiusIsACircle) {
  const Car car;
  const DriveReport report =
      car.Run({.manoeuvre = Manoeuvre::constant_radius, .speed = 12, .duration = 20, .radius = 50});
  const auto last = [&](const char* name) {
    const VectorXd column = ColumnOf(report.table, name);
    return column[column.size() - 1];
  };
  // Behind what is wanted by speed_time of the ramp of 0.8 m/s² and the resistance of cornering.
  EXPECT_NEAR(last("speed"), 12 - 0.3 * 0.8, 0.1);
  EXPECT_NEAR(last("yaw_rate") * M_PI / 180, last("speed") / 50, 0.02 * last("speed") / 50);
  EXPECT_NEAR(last("lateral_acceleration"), last("speed") * last("speed") / 50, 0.1);
  EXPECT_LT(FigureOf(report, "largest deviation"), 0.7);
  EXPECT_GT(FigureOf(report, "steering gradient"), 0);  // it understeers
}

/// Braked straight on: the distance of the deceleration, and a stop that stays.
TEST(Drive, StraightBrakingStops) {
  const DriveReport report =
      Car().Run({.manoeuvre = Manoeuvre::straight_braking, .speed = 20, .duration = 9});
  const VectorXd v = ColumnOf(report.table, "speed"), y = ColumnOf(report.table, "y");
  EXPECT_NEAR(v[v.size() - 1], 0, 1e-3);
  EXPECT_NEAR(y.cwiseAbs().maxCoeff(), 0, 1e-3);
  const double distance = FigureOf(report, "braking distance"),
               mean = FigureOf(report, "mean deceleration");
  EXPECT_NEAR(distance, 400 / (2 * mean), 0.06 * distance);  // pressure comes up in 0.2 s
  EXPECT_GT(mean, 4);
}

TEST(Drive, BrakeInTurnAndBump) {
  const Car car;
  const DriveReport turn = car.Run({.manoeuvre = Manoeuvre::brake_in_turn, .brake = 0.3});
  EXPECT_LT(ColumnOf(turn.table, "speed").minCoeff(), 10);
  const VectorXd wheel = ColumnOf(turn.table, "steering_wheel");
  EXPECT_NEAR(wheel[wheel.size() - 1], wheel[wheel.size() - 200], 1e-9);  // it is held
  const DriveReport bump = car.Run({.manoeuvre = Manoeuvre::bump});
  const VectorXd load = ColumnOf(bump.table, "Fz_front_left"), roll = ColumnOf(bump.table, "roll");
  EXPECT_GT(load.maxCoeff(), 1.3 * load[0]);
  EXPECT_NEAR(load[load.size() - 1], load[0], 0.02 * load[0]);
  EXPECT_LT(roll.cwiseAbs().maxCoeff(), 1e-6);  // both sides alike
}

TEST(Drive, SineWithDwellComesBack) {
  const DriveReport report = Car().Run({.manoeuvre = Manoeuvre::sine_with_dwell, .steer = 0.5});
  const VectorXd rate = ColumnOf(report.table, "yaw_rate");
  EXPECT_GT(rate.maxCoeff(), 3);
  EXPECT_LT(rate.minCoeff(), -3);
  EXPECT_NEAR(rate[rate.size() - 1], 0, 0.5);
}

TEST(Drive, WritesPageAndTables) {
  const Car car;
  const DriveReport report = car.Run({.manoeuvre = Manoeuvre::bump, .duration = 0.5});
  const auto folder = std::filesystem::temp_directory_path() / "trunnion_drive_test";
  std::filesystem::remove_all(folder);
  WriteDriveReport(report, folder);
  for (const char* name : {"drive.html", "drive.csv", "figures.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
  const std::string page = MakeDrivePage(report);
  for (const char* text : {"<svg", "yaw rate", "side slip", "front left", "steering wheel"})
    EXPECT_NE(page.find(text), std::string::npos) << text;
  std::filesystem::remove_all(folder);
}

TEST(Drive, MistakesAreToldOf) {
  const auto message = [](const std::string& vehicles) {
    const auto folder = std::filesystem::temp_directory_path() / "trunnion_bad_car";
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(
        kModels + "car.tir", folder / "car.tir", std::filesystem::copy_options::overwrite_existing);
    const auto path = folder / "car.json";
    std::ofstream(path) << "{\"include\": \"" << kModels << "car.json\", \"vehicles\": " << vehicles
                        << "}";
    const std::string text = MessageOf([&] { ReadModelFile(path, VehicleTypes()); });
    std::filesystem::remove_all(folder);
    return text;
  };
  EXPECT_NE(message(R"([{"name": "car", "front": "nose"}])").find("no suspension 'nose'"),
            std::string::npos);
  EXPECT_NE(message(R"([{"name": "car", "front": "rear", "rear": "front"}])").find("exchange"),
            std::string::npos);
  EXPECT_NE(message(R"([{"name": "car", "brakes": {"torque": -1}}])").find("above zero"),
            std::string::npos);
  const Car car;
  EXPECT_NE(MessageOf([&] {
              car.Run({.manoeuvre = Manoeuvre::step_steer, .gear = 9});
            }).find("no gear 9"),
            std::string::npos);
}

}  // namespace drive_test
}  // namespace trunnion::vehicle
