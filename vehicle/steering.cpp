// SPDX-License-Identifier: BSD-3-Clause
#include "vehicle/steering.hpp"

#include <array>
#include <utility>

#include <trunnion/error.hpp>

namespace trunnion::vehicle {
namespace {

/// Share of the largest angle over which its limit is rounded.
constexpr double kLimitRounding = 0.02;

/// On K bodies: those of the joint, and the chassis if the joint is on another body.
template <int K>
struct SteeringLaw {
  static constexpr int kStates = 1;

  Steering steering;
  std::shared_ptr<const DriverPlan> plan;
  PreviewSteering driver;
  Vec3 reference = Vec3::Zero();  // body frame of the chassis
  Pose X_AF{}, X_BM{};            // from the centres of mass

  double FromTable(double t) const {
    return plan->steering_wheel && !plan->parked
               ? plan->steering_wheel(std::min(t, plan->hold_from))
               : 0.0;
  }

  /// z'
  template <class S>
  S CalcRate(double t, const BodyStateT<S>& chassis, const S& z) const {
    using std::sqrt;
    if (t >= plan->hold_from) return S(0.0);
    if (!plan->path || plan->parked) return -z / steering.lag;
    using V2 = Eigen::Matrix<S, 2, 1>;
    using V3 = Eigen::Matrix<S, 3, 1>;
    const V3 arm = reference.template cast<S>(), spin = chassis.R * chassis.w;
    const V3 at = chassis.r + chassis.R * arm, v = chassis.v + chassis.R * chassis.w.cross(arm);
    const S length = sqrt(S(chassis.R(0, 0) * chassis.R(0, 0) + chassis.R(1, 0) * chassis.R(1, 0)));
    const V2 x(chassis.R(0, 0) / length, chassis.R(1, 0) / length);
    const S wanted = steering.road_wheel_ratio * driver.Calc<S>(*plan->path,
                                                                V2(at.x(), at.y()),
                                                                x,
                                                                V2(v.x(), v.y()),
                                                                spin.z(),
                                                                S(z / steering.road_wheel_ratio));
    const double most = steering.largest;
    return (SoftClamp(wanted, S(-most), S(most), kLimitRounding * most) - z) / steering.lag;
  }

  /// c − ratio δ_w and its rate; the axis in the world.
  template <class S>
  std::pair<S, S> CalcError(const BodyStateT<S>& A,
                            const BodyStateT<S>& B,
                            const S& wheel,
                            const S& wheel_rate,
                            Eigen::Matrix<S, 3, 1>& axis) const {
    using std::atan2, std::cos, std::sin;
    using V = Eigen::Matrix<S, 3, 1>;
    axis = A.R * X_AF.R.col(2).template cast<S>();
    const S goal = steering.ratio * wheel, goal_rate = steering.ratio * wheel_rate;
    const V turn = B.R * B.w - A.R * A.w;
    if (steering.turns) {
      const Eigen::Matrix<S, 3, 3> Q =
          (A.R * X_AF.R.template cast<S>()).transpose() * (B.R * X_BM.R.template cast<S>());
      const S s = Q(1, 0) - Q(0, 1), c = Q(0, 0) + Q(1, 1);  // of the angle, times the same
      const S sine = s * cos(goal) - c * sin(goal), cosine = c * cos(goal) + s * sin(goal);
      return {atan2(sine, cosine), axis.dot(turn) - goal_rate};
    }
    const V p_A = A.R * X_AF.p.template cast<S>(), p_B = B.R * X_BM.p.template cast<S>();
    const V d = B.r - A.r + p_B - p_A, w_A = A.R * A.w, w_B = B.R * B.w;
    const V rate = B.v - A.v + w_B.cross(p_B) - w_A.cross(V(B.r - A.r + p_B));
    return {axis.dot(d) - goal, axis.dot(rate) - goal_rate};
  }

  template <class S>
  S Column(double t,
           const std::array<BodyStateT<S>, K>& bodies,
           const S& z,
           const S& rate,
           Eigen::Matrix<S, 3, 1>& axis) const {
    const auto [error, error_rate] =
        CalcError<S>(bodies[0], bodies[1], S(z + FromTable(t)), rate, axis);
    return -steering.stiffness * error - steering.damping * error_rate;
  }

  template <class S>
  void operator()(const S& time,
                  const std::array<BodyStateT<S>, K>& bodies,
                  const Eigen::Matrix<S, 1, 1>& state,
                  std::array<Eigen::Matrix<S, 6, 1>, K>& f,
                  Eigen::Matrix<S, 1, 1>& rate) const {
    using V = Eigen::Matrix<S, 3, 1>;
    const double t = PlainValue(time);
    rate[0] = CalcRate<S>(t, bodies[K == 3 ? 2 : 0], state[0]);
    V axis;
    const S column = Column<S>(t, bodies, state[0], rate[0], axis);
    for (auto& force : f) force.setConstant(S(0.0));
    const BodyStateT<S>&A = bodies[0], &B = bodies[1];
    V force = axis * column, torque_A = force, torque_B = force;
    if (!steering.turns) {
      const V p_B = B.R * X_BM.p.template cast<S>();
      f[0].template head<3>() = -force;
      f[1].template head<3>() = force;
      torque_A = V(B.r - A.r + p_B).cross(force);
      torque_B = p_B.cross(force);
    }
    f[0].template tail<3>() = -(A.R.transpose() * torque_A);
    f[1].template tail<3>() = B.R.transpose() * torque_B;
  }

  BreakFinder Breaks() const { return plan->Breaks(); }
  ElementDescription Describe() const {
    return {.type = "steering",
            .columns = {{"steering_wheel", "rad", "+ to the left"},
                        {"column", steering.turns ? "Nm" : "N", "that the column exerts"}}};
  }
  void WriteReport(double t,
                   const std::array<BodyState, K>& bodies,
                   const Eigen::Matrix<double, 1, 1>& state,
                   std::span<double> out) const {
    Vec3 axis;
    out[0] = state[0] + FromTable(t);
    out[1] = Column<double>(
        t, bodies, state[0], CalcRate<double>(t, bodies[K == 3 ? 2 : 0], state[0]), axis);
  }
};

template <std::size_t K>
ForceId Add(Model& model,
            const std::array<BodyId, K>& bodies,
            const Steering& steering,
            std::shared_ptr<const DriverPlan> plan,
            PreviewSteering driver,
            const Vec3& reference) {
  SteeringLaw<static_cast<int>(K)> law{steering, std::move(plan), std::move(driver), reference};
  const auto frame = [&](MarkerId id) {
    const Marker& marker = model.marker(id);
    return Pose(marker.orientation, marker.position - model.body(marker.body).com);
  };
  law.X_AF = frame(steering.a);
  law.X_BM = frame(steering.b);
  return model.AddUserStateForce(
      steering.name, bodies, {{.name = "steering_wheel", .unit = "rad"}}, law);
}

}  // namespace

ForceId AddSteering(Model& model,
                    const Steering& steering,
                    BodyId chassis,
                    std::shared_ptr<const DriverPlan> plan,
                    const Bicycle& bicycle,
                    const Vec3& reference) {
  const std::string label = "steering '" + steering.name + "'";
  Require(plan != nullptr, label, "it has no driver's plan");
  Require(steering.ratio != 0 && steering.road_wheel_ratio > 0,
          label,
          "\"ratio\" must not be zero, and \"road_wheel_ratio\" above zero");
  Require(steering.stiffness > 0 && steering.damping >= 0 && steering.largest > 0,
          label,
          "stiffness and the largest angle must be above zero, damping not negative");
  PreviewSteering driver(bicycle, steering.preview, steering.lag);
  const BodyId a = model.marker(steering.a).body, b = model.marker(steering.b).body;
  if (a == chassis)
    return Add(model, std::array{a, b}, steering, std::move(plan), std::move(driver), reference);
  return Add(
      model, std::array{a, b, chassis}, steering, std::move(plan), std::move(driver), reference);
}

}  // namespace trunnion::vehicle
