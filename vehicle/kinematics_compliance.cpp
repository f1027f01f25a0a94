// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/kinematics_compliance.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/kc_tables.hpp"

namespace trunnion::vehicle {
namespace {

constexpr double kTravelStep = 1e-4, kForceStep = 50, kTorqueStep = 5;  // [m, N, N·m]

/// The point of the carrier that is at the contact point of `at`, in `state`.
Vec3 CarrierPoint(const WheelPosture& at, const WheelPosture& state) {
  return state.carrier * (at.carrier.Inverse() * at.contact);
}

KcCommand Moved(KcCommand command, double left, double right) {
  command.travel[0] += left;
  command.travel[1] += right;
  return command;
}

double SignOf(Side side) { return side == Side::left ? 1 : -1; }

void RequireOptions(const KcOptions& o, const std::string& label) {
  for (const double value : {o.bump, o.rebound, o.steer, o.lateral, o.longitudinal, o.aligning})
    Require(std::isfinite(value) && value >= 0, label, "ranges of the rig must not be negative");
  Require(o.steps >= 1 && o.steps <= 1000, label, "steps of the rig are 1 to 1000");
  if (!o.vehicle) return;
  Require(o.vehicle->wheelbase > 0 && o.vehicle->cg_height > 0,
          label,
          "wheelbase and height of the centre of gravity must be above zero");
}

/// All tests of one suspension.
class KcProgram {
 public:
  KcProgram(const Suspension& suspension, const KcOptions& options)
      : options_(options), rig_(suspension, options.rig), reference_(rig_.Solve({})) {
    report.name = suspension.name;
    for (const WheelState& wheel : reference_.wheels) report.sides.push_back(wheel.side);
    for (const WheelState& wheel : reference_.wheels)
      loaded_.vertical[wheel.side == Side::left ? 0 : 1] = wheel.vertical;
    loaded_.by_load = true;
  }

  void Run() {
    Travel();
    if (report.sides.size() == 2) Roll();
    if (!rig_.suspension().steering.empty() && options_.steer > 0) Steer();
    Load(
        "lateral", "force", "N", options_.lateral, kForceStep, true, [](WheelLoad& load, double f) {
          load.at_contact.y() = f;
        });
    Load("braking",
         "force",
         "N",
         options_.longitudinal,
         kForceStep,
         false,
         [](WheelLoad& load, double f) { load.at_contact.x() = -f; });
    Load("driving",
         "force",
         "N",
         options_.longitudinal,
         kForceStep,
         false,
         [](WheelLoad& load, double f) { load.at_centre.x() = f; });
    Load("aligning",
         "torque",
         "N·m",
         options_.aligning,
         kTorqueStep,
         true,
         [](WheelLoad& load, double f) { load.aligning = f; });
  }

  KcReport report;

 private:
  using Apply = void (*)(WheelLoad&, double);

  /// Values from zero to both ends, then in rising order: each state starts from a near one.
  void Sweep(const std::string& test,
             double low,
             double high,
             const std::function<std::vector<KcCell>(double)>& row) {
    std::vector<std::vector<KcCell>> rows;
    const auto run = [&](double end, int from) {
      for (int i = from; i <= options_.steps; ++i) {
        const double x = end * i / options_.steps;
        try {
          rows.push_back(row(x));
        } catch (const SolverError& error) {
          throw SolverError(
              "test '" + test + "' of suspension '" + report.name + "' at " + std::to_string(x),
              error.what());
        }
      }
    };
    if (low < 0) run(low, 1);
    std::reverse(rows.begin(), rows.end());
    run(high, 0);
    report.tables.push_back(MakeKcTable(test, rows));
  }

  void Travel() {
    Sweep("travel", -options_.rebound, options_.bump, [&](double z) {
      const KcCommand command = Moved({}, z, z);
      const KcState state = rig_.Solve(command);
      const auto rates = CalcTravelRates(rig_, command);
      std::vector<KcCell> row{{"travel", "mm", 1e3 * z, "of the supported points, up"}};
      for (std::size_t i = 0; i < rates.size(); ++i) {
        AppendPosture(row, state.wheels[i], reference_.wheels[i]);
        AppendRates(row, state.wheels[i], rates[i]);
      }
      if (z == 0) AddTravelFigures(report, state, rates, options_);
      return row;
    });
  }

  void Roll() {
    const auto run = [&](double z) { return rig_.Solve(Moved({}, z, -z)); };
    const auto moment = [](const KcState& s) {  // about x, of the supports on the axle
      double sum = 0;
      for (const WheelState& w : s.wheels) sum += w.vertical * w.posture.contact.y();
      return sum;
    };
    const double track =
        reference_.wheels[0].posture.contact.y() - reference_.wheels[1].posture.contact.y();
    const auto angle = [&](double z) { return std::atan2(2 * z, track); };
    Sweep("roll",
          -std::min(options_.rebound, options_.bump),
          std::min(options_.rebound, options_.bump),
          [&](double z) {
            const double stiffness = (moment(run(z + kTravelStep)) - moment(run(z - kTravelStep))) /
                                     (angle(z + kTravelStep) - angle(z - kTravelStep));
            const KcState state = run(z);
            std::vector<KcCell> row{{"roll_angle", "deg", ToDegrees(angle(z)), "left wheel up"},
                                    {"travel", "mm", 1e3 * z, "of the left wheel, up; right down"}};
            for (std::size_t i = 0; i < 2; ++i)
              AppendPosture(row, state.wheels[i], reference_.wheels[i]);
            row.push_back({"roll_stiffness", "N·m/deg", stiffness / ToDegrees(1), "of the axle"});
            row.push_back({"roll_centre_height",
                           "mm",
                           1e3 * CalcTravelRates(rig_, Moved({}, z, -z))[0].roll_centre,
                           "over the ground"});
            if (z == 0)
              report.figures.push_back(
                  {"roll stiffness",
                   "N·m/deg",
                   "moment of the vertical forces over the angle between the wheels",
                   {stiffness / ToDegrees(1)}});
            return row;
          });
    rig_.Solve({});
  }

  void Steer() {
    Sweep("steer", -options_.steer, options_.steer, [&](double x) {
      const KcState state = rig_.Solve({.steer = x});
      std::vector<KcCell> row{{"input", "m or rad", x, "of the steering joint"}};
      for (std::size_t i = 0; i < state.wheels.size(); ++i) {
        const WheelState& wheel = state.wheels[i];
        AppendPosture(row, wheel, reference_.wheels[i]);
        row.push_back({std::string(ToString(wheel.side)) + ".steer_angle",
                       "deg",
                       ToDegrees(-SignOf(wheel.side) *
                                 (wheel.posture.toe - reference_.wheels[i].posture.toe)),
                       "of the wheel, to the left"});
      }
      row.push_back({"steering_force", "N or N·m", state.steering_force, "that holds the input"});
      return row;
    });
    rig_.Solve({});
  }

  KcState Loaded(Apply apply, double value) {
    KcCommand command = loaded_;
    for (WheelLoad& load : command.loads) apply(load, value);
    return rig_.Solve(command);
  }

  /// Loads on all wheels alike, with the vertical forces of the reference position.
  void Load(const std::string& test,
            const char* what,
            const char* unit,
            double range,
            double step,
            bool both_ways,
            Apply apply) {
    if (range == 0) return;
    const KcState still = Loaded(apply, 0);
    const KcState up = Loaded(apply, step), down = Loaded(apply, -step);
    AddComplianceFigures(report, test, up, down, 2 * step, unit);
    Loaded(apply, 0);
    Sweep(test, both_ways ? -range : 0, range, [&](double f) {
      const KcState state = Loaded(apply, f);
      std::vector<KcCell> row{{what, unit, f, "on every wheel; see docs/suspensions.md"}};
      for (std::size_t i = 0; i < state.wheels.size(); ++i)
        AppendPosture(row, state.wheels[i], still.wheels[i]);
      return row;
    });
  }

  const KcOptions& options_;
  KcRig rig_;
  KcState reference_;
  KcCommand loaded_;
};

}  // namespace

std::vector<TravelRates> CalcTravelRates(KcRig& rig, const KcCommand& at) {
  const KcState state = rig.Solve(at);
  const KcState up = rig.Solve(Moved(at, kTravelStep, kTravelStep));
  const KcState down = rig.Solve(Moved(at, -kTravelStep, -kTravelStep));
  std::vector<TravelRates> rates;
  for (std::size_t i = 0; i < state.wheels.size(); ++i) {
    const WheelState &w = state.wheels[i], &u = up.wheels[i], &d = down.wheels[i];
    const double dz = u.posture.centre.z() - d.posture.centre.z();
    TravelRates r{
        .toe = (u.posture.toe - d.posture.toe) / dz,
        .camber = (u.posture.camber - d.posture.camber) / dz,
        .rate = (u.vertical - d.vertical) / dz,
        .centre_x = (u.posture.centre.x() - d.posture.centre.x()) / dz,
        .brake_x =
            (CarrierPoint(w.posture, u.posture).x() - CarrierPoint(w.posture, d.posture).x()) / dz};
    for (std::size_t k = 0; k < w.struts.size(); ++k)
      r.struts.push_back((u.struts[k].length - d.struts[k].length) / dz);
    r.roll_centre = w.posture.contact.y() * (u.posture.contact.y() - d.posture.contact.y()) /
                    (u.posture.contact.z() - d.posture.contact.z());
    rates.push_back(std::move(r));
  }
  if (rates.size() == 2) {
    const KcState left = rig.Solve(Moved(at, kTravelStep, -kTravelStep));
    const KcState right = rig.Solve(Moved(at, -kTravelStep, kTravelStep));
    double sum = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      const Vec3 path = left.wheels[i].posture.contact - right.wheels[i].posture.contact;
      sum += state.wheels[i].posture.contact.y() * path.y() / path.z();
    }
    for (TravelRates& r : rates) r.roll_centre = sum / 2;
  }
  rig.Solve(at);
  return rates;
}

KcReport RunKinematicsAndCompliance(const Suspension& suspension, const KcOptions& options) {
  RequireOptions(options, "suspension '" + suspension.name + "'");
  KcProgram program(suspension, options);
  program.Run();
  return std::move(program.report);
}

}  // namespace trunnion::vehicle
