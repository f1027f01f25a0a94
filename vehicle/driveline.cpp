// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/driveline.hpp"

#include <cmath>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/spin.hpp"

namespace trunnion::vehicle {
namespace {

/// Speed by which the governor lets the engine fall below idle at its largest torque, over idle.
constexpr double kGovernorDroop = 0.1;
/// Where the clutch is closed, over idle.
constexpr double kClutchClosed = 1.3;
/// Where the limits of the engine's torque are rounded, over the largest.
constexpr double kRounding = 0.01;

template <class S>
S ClutchEngagement(const S& speed, double idle) {
  const S q = (speed / idle - 1.0) / (kClutchClosed - 1.0);
  if (PlainValue(q) <= 0) return S(0.0);
  return PlainValue(q) >= 1 ? S(1.0) : S(q * q * (3.0 - 2.0 * q));
}

/// Torques within the driveline.
template <class S>
struct DrivelineState {
  S engine{0.0}, governor{0.0}, clutch{0.0};
};

/// On the chassis and the wheels of A axles.
template <int A>
struct DrivelineLaw {
  static constexpr int K = 1 + 2 * A;
  static constexpr int kStates = 1 + A;

  Driveline line;
  std::shared_ptr<const DriverPlan> plan;
  SpeedFacts facts;
  std::array<Vec3, 2 * A> axes;  // of wheels, body frames
  std::vector<ElementPlace> places{};

  double Ratio() const {
    const int gear = plan->gear > 0 ? plan->gear : line.gear;
    const auto last = static_cast<int>(line.gears.size());
    return line.final_ratio * line.gears[static_cast<std::size_t>(std::min(gear, last) - 1)];
  }

  template <class S>
  S EngineTorque(double t, const BodyStateT<S>& chassis, const S& speed) const {
    const PedalDemand<S> demand = CalcDemand(*plan, facts, t, chassis);
    const S least = line.engine.Torque(demand.throttle, speed);
    if (!demand.by_speed) return least;
    double radius = 0;
    for (const DrivenAxle& axle : line.axles) radius += axle.share * axle.radius;
    return SoftClamp(S(demand.force * (radius / Ratio())),
                     least,
                     line.engine.Torque(1, speed),
                     kRounding * line.engine.largest_torque());
  }

  /// @param wheels  mean speed of the wheels by shares.
  template <class S>
  DrivelineState<S> CalcTorques(double t,
                                const BodyStateT<S>& chassis,
                                const S& speed,
                                const S& wheels) const {
    using std::tanh;
    DrivelineState<S> state;
    state.engine = EngineTorque(t, chassis, speed);
    const double largest = line.engine.largest_torque();
    if (PlainValue(speed) < line.idle)
      state.governor = (line.idle - speed) * (largest / (kGovernorDroop * line.idle));
    state.clutch = line.clutch_torque * ClutchEngagement(speed, line.idle) *
                   tanh(S((speed - Ratio() * wheels) / line.clutch_slip));
    return state;
  }

  /// L and the rate of the state s.
  template <class S>
  static std::pair<S, S> CalcLocking(const Differential& d,
                                     const S& torque,
                                     const S& slip,
                                     const S& s) {
    if (d.kind == DifferentialKind::open) return {S(0.0), S(-s)};
    if (d.kind == DifferentialKind::locked) return {d.stiffness * s + d.damping * slip, slip};
    const S capacity = d.preload + d.bias * (PlainValue(torque) < 0 ? S(-torque) : torque);
    return {capacity * CalcStictionPart(d.friction, slip, s),
            CalcStictionRate(d.friction, slip, s)};
  }

  /// Torques of the wheels; rates if they are wanted.
  template <class S>
  std::array<S, 2 * A> CalcWheels(double t,
                                  const std::array<BodyStateT<S>, K>& bodies,
                                  const Eigen::Matrix<S, kStates, 1>& states,
                                  std::array<Spin<S>, 2 * A>& spins,
                                  DrivelineState<S>& torques,
                                  Eigen::Matrix<S, kStates, 1>& rate) const {
    S mean(0.0);
    for (std::size_t i = 0; i < 2 * A; ++i) {
      spins[i] = CalcSpin(bodies[1 + i], bodies[0], axes[i]);
      mean += 0.5 * line.axles[i / 2].share * spins[i].speed;
    }
    torques = CalcTorques<S>(t, bodies[0], states[0], mean);
    rate[0] = (torques.engine + torques.governor - torques.clutch) / line.inertia;
    std::array<S, 2 * A> wheels;
    for (std::size_t a = 0; a < A; ++a) {
      const S torque = line.axles[a].share * Ratio() * torques.clutch;
      const S slip = spins[2 * a].speed - spins[2 * a + 1].speed;
      const auto index = static_cast<Eigen::Index>(1 + a);
      const auto [locking, change] =
          CalcLocking<S>(line.axles[a].differential, torque, slip, states[index]);
      rate[index] = change;
      wheels[2 * a] = 0.5 * (torque - locking);
      wheels[2 * a + 1] = 0.5 * (torque + locking);
    }
    return wheels;
  }

  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, K>& bodies,
                  const Eigen::Matrix<S, kStates, 1>& states,
                  std::array<Eigen::Matrix<S, 6, 1>, K>& f,
                  Eigen::Matrix<S, kStates, 1>& rate) const {
    for (auto& force : f) force.setConstant(S(0.0));
    std::array<Spin<S>, 2 * A> spins;
    DrivelineState<S> torques;
    const auto wheels = CalcWheels<S>(PlainValue(t), bodies, states, spins, torques, rate);
    for (std::size_t i = 0; i < 2 * A; ++i)
      AddSpinTorque(wheels[i], spins[i], bodies[1 + i], bodies[0], f[1 + i], f[0]);
  }

  BreakFinder Breaks() const { return plan->Breaks(); }

  ElementDescription Describe() const {
    ElementDescription description{
        .type = "driveline",
        .places = places,
        .columns = {{"engine_speed", "rad/s", ""},
                    {"engine_torque", "Nm", "of the map, without the governor of idling"},
                    {"clutch_torque", "Nm", "from the engine to the gearbox"}}};
    for (std::size_t i = 0; i < 2 * A; ++i)
      description.columns.push_back(
          {"torque_" + std::to_string(i + 1),
           "Nm",
           "on a wheel: left and right of the first axle, then the next"});
    return description;
  }
  void WriteReport(double t,
                   const std::array<BodyState, K>& bodies,
                   const Eigen::Matrix<double, kStates, 1>& states,
                   std::span<double> out) const {
    std::array<Spin<double>, 2 * A> spins;
    DrivelineState<double> torques;
    Eigen::Matrix<double, kStates, 1> rate;
    const auto wheels = CalcWheels<double>(t, bodies, states, spins, torques, rate);
    out[0] = states[0];
    out[1] = torques.engine;
    out[2] = torques.clutch;
    std::copy(wheels.begin(), wheels.end(), out.begin() + 3);
  }
};

struct WheelMotorLaw {
  WheelMotor motor;
  std::shared_ptr<const DriverPlan> plan;
  SpeedFacts facts;
  Vec3 axis;

  template <class S>
  S Torque(double t, const BodyStateT<S>& chassis) const {
    const PedalDemand<S> demand = CalcDemand(*plan, facts, t, chassis);
    const S least(demand.throttle * motor.torque);
    if (!demand.by_speed) return least;
    return SoftClamp(S(demand.force * (motor.share * motor.radius)),
                     demand.throttle > 0 ? least : S(-motor.torque),
                     S(motor.torque),
                     kRounding * motor.torque);
  }
  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, 2>& bodies,
                  std::array<Eigen::Matrix<S, 6, 1>, 2>& f) const {
    for (auto& force : f) force.setConstant(S(0.0));
    const Spin<S> spin = CalcSpin(bodies[1], bodies[0], axis);
    AddSpinTorque(Torque(PlainValue(t), bodies[0]), spin, bodies[1], bodies[0], f[1], f[0]);
  }
  BreakFinder Breaks() const { return plan->Breaks(); }
  ElementDescription Describe() const {
    return {.type = "wheel_motor",
            .columns = {{"torque", "Nm", "on the wheel about its axis of spin, + forward"}}};
  }
  void WriteReport(double t, const std::array<BodyState, 2>& bodies, std::span<double> out) const {
    out[0] = Torque(t, bodies[0]);
  }
};

void RequireAxle(const DrivenAxle& axle, const std::string& label) {
  Require(
      axle.share > 0 && axle.radius > 0, label, "share and radius of an axle must be above zero");
  const Differential& d = axle.differential;
  Require(d.stiffness > 0 && d.damping >= 0 && d.preload >= 0 && d.bias >= 0 &&
              d.friction.give > 0 && d.friction.settle >= 0,
          label,
          "a differential has a stiffness above zero, and no negative damping, preload or bias");
}

void RequireDriveline(const Driveline& line, const std::string& label) {
  line.engine.RequireValid(label);
  Require(line.inertia > 0 && line.idle > 0 && line.clutch_slip > 0 && line.clutch_torque >= 0,
          label,
          "inertia, idle and slip of the clutch must be above zero, its torque not negative");
  Require(!line.gears.empty() && line.final_ratio != 0, label, "it needs gears");
  for (const double ratio : line.gears)
    Require(std::isfinite(ratio) && ratio != 0, label, "a gear must not have the ratio zero");
  Require(line.gear >= 1 && line.gear <= static_cast<int>(line.gears.size()),
          label,
          "it has no gear " + std::to_string(line.gear));
  Require(line.axles.size() == 1 || line.axles.size() == 2, label, "it drives one or two axles");
  double sum = 0;
  for (const DrivenAxle& axle : line.axles) {
    RequireAxle(axle, label);
    sum += axle.share;
  }
  Require(std::abs(sum - 1) < 1e-9, label, "the shares of its axles must sum to 1");
}

template <int A>
ForceId Add(Model& model,
            const Driveline& line,
            BodyId chassis,
            std::shared_ptr<const DriverPlan> plan,
            const SpeedFacts& facts,
            double speed) {
  DrivelineLaw<A> law{.line = line, .plan = std::move(plan), .facts = facts, .axes = {}};
  std::array<BodyId, 1 + 2 * A> bodies{chassis};
  const double start = CalcEngineSpeed(line, line.gear, speed);
  std::vector<StateInfo> states{
      {.name = "engine_speed", .initial = start, .scale = 1000, .unit = "rad/s"}};
  for (std::size_t i = 0; i < 2 * A; ++i) {
    const Marker& wheel = model.marker(line.axles[i / 2].wheels[i % 2]);
    bodies[1 + i] = wheel.body;
    law.axes[i] = wheel.orientation.col(1);
    law.places.push_back(
        {wheel.body.index(), Pose(Mat3::Identity(), wheel.position - model.body(wheel.body).com)});
    if (i % 2 == 0)
      states.push_back({.name = "differential_" + std::to_string(i / 2 + 1), .scale = 10});
  }
  return model.AddUserStateForce(line.name, bodies, std::move(states), law);
}

}  // namespace

double CalcEngineSpeed(const Driveline& line, int gear, double speed) {
  double radius = 0;
  for (const DrivenAxle& axle : line.axles) radius += axle.share * axle.radius;
  const double ratio = line.final_ratio * line.gears[static_cast<std::size_t>(gear - 1)];
  return std::max(line.idle, ratio * speed / radius);
}

ForceId AddDriveline(Model& model,
                     const Driveline& driveline,
                     BodyId chassis,
                     std::shared_ptr<const DriverPlan> plan,
                     const SpeedFacts& facts,
                     double speed) {
  const std::string label = "driveline '" + driveline.name + "'";
  Require(plan != nullptr, label, "it has no driver's plan");
  RequireDriveline(driveline, label);
  Driveline line = driveline;
  if (line.clutch_torque == 0) line.clutch_torque = 1.5 * line.engine.largest_torque();
  return line.axles.size() == 1 ? Add<1>(model, line, chassis, std::move(plan), facts, speed)
                                : Add<2>(model, line, chassis, std::move(plan), facts, speed);
}

ForceId AddWheelMotor(Model& model,
                      const WheelMotor& motor,
                      BodyId chassis,
                      std::shared_ptr<const DriverPlan> plan,
                      const SpeedFacts& facts) {
  const std::string label = "motor '" + motor.name + "'";
  Require(plan != nullptr, label, "it has no driver's plan");
  Require(motor.torque > 0 && motor.share >= 0 && motor.radius >= 0,
          label,
          "its torque must be above zero, share and radius not negative");
  const Marker& wheel = model.marker(motor.wheel);
  return model.AddUserForce(motor.name,
                            std::array{chassis, wheel.body},
                            WheelMotorLaw{motor, std::move(plan), facts, wheel.orientation.col(1)});
}

}  // namespace trunnion::vehicle
