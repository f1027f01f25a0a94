// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/brakes.hpp"

#include <array>
#include <utility>

#include <trunnion/error.hpp>

#include "vehicle/spin.hpp"

namespace trunnion::vehicle {
namespace {

/// On K bodies: the carrier, the wheel, and the chassis if the carrier is another body.
template <int K>
struct BrakeLaw {
  static constexpr int kStates = 1;

  Brake brake;
  std::shared_ptr<const DriverPlan> plan;
  SpeedFacts facts;
  BodyIndex body = kGround;
  Vec3 centre = Vec3::Zero(), axis = Vec3::UnitY();  // of the wheel, body frame

  template <class S>
  S Capacity(double t, const BodyStateT<S>& chassis) const {
    const PedalDemand<S> demand = CalcDemand(*plan, facts, t, chassis);
    const S pedal(demand.brake * brake.torque);
    if (!demand.by_speed) return pedal;
    const double width = 0.01 * facts.mass;
    const S asked =
        brake.share * brake.radius * SoftPositive(S(-demand.force - facts.coasting), width);
    if (PlainValue(asked) >= brake.torque) return S(brake.torque);
    return PlainValue(asked) > PlainValue(pedal) ? asked : pedal;
  }

  template <class S>
  void operator()(const S& t,
                  const std::array<BodyStateT<S>, K>& bodies,
                  const Eigen::Matrix<S, 1, 1>& state,
                  std::array<Eigen::Matrix<S, 6, 1>, K>& f,
                  Eigen::Matrix<S, 1, 1>& rate) const {
    const Spin<S> spin = CalcSpin(bodies[1], bodies[0], axis);
    const S capacity = Capacity(PlainValue(t), bodies[K == 3 ? 2 : 0]);
    const S torque = -capacity * CalcStictionPart(brake.friction, spin.speed, state[0]);
    for (auto& force : f) force.setConstant(S(0.0));
    AddSpinTorque(torque, spin, bodies[1], bodies[0], f[1], f[0]);
    rate[0] = CalcStictionRate(brake.friction, spin.speed, state[0]);
  }

  BreakFinder Breaks() const { return plan->Breaks(); }

  ElementDescription Describe() const {
    return {.type = "brake",
            .places = {{body, Pose(Mat3::Identity(), centre)}},
            .columns = {{"torque", "Nm", "on the wheel about its axis of spin, + forward"},
                        {"capacity", "Nm", "the largest that it may have"},
                        {"speed", "rad/s", "of the wheel against its carrier, + forward"}}};
  }
  void WriteReport(double t,
                   const std::array<BodyState, K>& bodies,
                   const Eigen::Matrix<double, 1, 1>& state,
                   std::span<double> out) const {
    const double speed = CalcSpin(bodies[1], bodies[0], axis).speed;
    const double capacity = Capacity(t, bodies[K == 3 ? 2 : 0]);
    out[0] = -capacity * CalcStictionPart(brake.friction, speed, state[0]);
    out[1] = capacity;
    out[2] = speed;
  }
};

template <std::size_t K>
ForceId Add(Model& model,
            const std::array<BodyId, K>& bodies,
            const Brake& brake,
            std::shared_ptr<const DriverPlan> plan,
            const SpeedFacts& facts,
            bool rolling) {
  const Marker& wheel = model.marker(brake.wheel);
  BrakeLaw<static_cast<int>(K)> law{.brake = brake, .plan = std::move(plan), .facts = facts};
  law.body = wheel.body.index();
  law.centre = wheel.position - model.body(wheel.body).com;
  law.axis = wheel.orientation.col(1);
  return model.AddUserStateForce(
      brake.name, bodies, {{.name = "stiction", .initial = rolling ? 1.0 : 0.0, .scale = 10}}, law);
}

}  // namespace

ForceId AddBrake(Model& model,
                 const Brake& brake,
                 BodyId chassis,
                 std::shared_ptr<const DriverPlan> plan,
                 const SpeedFacts& facts,
                 bool rolling) {
  const std::string label = "brake '" + brake.name + "'";
  Require(plan != nullptr, label, "it has no driver's plan");
  Require(
      std::isfinite(brake.torque) && brake.torque >= 0, label, "its torque must not be negative");
  Require(brake.share >= 0 && brake.radius >= 0, label, "share and radius must not be negative");
  Require(brake.friction.give > 0 && brake.friction.settle >= 0,
          label,
          "\"give\" must be above zero, and \"settle\" not negative");
  const BodyId wheel = model.marker(brake.wheel).body;
  Require(wheel != Model::ground(), label, "its wheel is the ground; name a marker of a wheel");
  if (brake.carrier == chassis)
    return Add(model, std::array{chassis, wheel}, brake, std::move(plan), facts, rolling);
  return Add(
      model, std::array{brake.carrier, wheel, chassis}, brake, std::move(plan), facts, rolling);
}

}  // namespace trunnion::vehicle
