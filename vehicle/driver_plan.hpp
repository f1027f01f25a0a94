// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include <trunnion/elements.hpp>
#include <trunnion/model.hpp>

#include "vehicle/path.hpp"

namespace trunnion::vehicle {

/// What a driver means to do. Steering, driveline and brakes of one vehicle share one plan; it may
/// be replaced until the model is compiled, not during a run.
///
/// Steering: along `path` if there is one, plus the angle `steering_wheel`; from `hold_from` on the
/// steering wheel stays where it is. Speed: with `speed` the force F = m (speed − u)/speed_time +
/// resistance is asked for at the wheels, u the speed forward of the chassis: from the engine as
/// far as it can, below that from the brakes; a speed of 0 stands with
/// closed throttle and brakes. From `release_from` on only `throttle` and `brake`
/// count; before they are the least that is given.
struct DriverPlan {
  /// Nobody drives: no pedal, the steering wheel straight. May be changed between analyses.
  bool parked = false;
  std::shared_ptr<const Path> path{};
  TimeLaw steering_wheel{};                                    ///< [rad], + to the left; empty: 0
  double hold_from = std::numeric_limits<double>::infinity();  ///< [s]

  TimeLaw speed{};                                                ///< [m/s]; empty: none wanted
  double speed_time = 0.3;                                        ///< [s], > 0
  double release_from = std::numeric_limits<double>::infinity();  ///< [s]
  TimeLaw throttle{}, brake{};                                    ///< 0 .. 1; empty: 0
  int gear = 0;  ///< from 1; 0: that of the driveline

  /// Of the laws of time, for the elements that evaluate them; empty: unknown.
  BreakFinder Breaks() const;
};

/// Through points (t [s], value), linear between, constant outside. `name` is what messages call
/// it.
/// @throws ModelError as MakeLinearTable
TimeLaw TableOverTime(const TimePoints& points, const std::string& name);

/// What F is made of, by the vehicle. The engine alone slows down to `coasting`.
struct SpeedFacts {
  double mass = 0;               ///< [kg]
  double rolling = 0;            ///< resistance at any speed [N]
  double drag = 0;               ///< resistance over u² [N·s²/m²]
  double coasting = 0;           ///< F beyond which brakes begin [N], ≥ 0
  Vec3 forward = Vec3::UnitX();  ///< of the chassis, body frame
};

/// x for x ≫ width, 0 for x ≪ −width, smooth between.
template <class S>
S SoftPositive(const S& x, double width) {
  using std::sqrt;
  return 0.5 * (x + sqrt(S(x * x + width * width)));
}
/// x within low .. high, smooth at the ends.
template <class S>
S SoftClamp(const S& x, const S& low, const S& high, double width) {
  return low + SoftPositive(S(x - low), width) - SoftPositive(S(x - high), width);
}

/// Deceleration that the driver asks for beside, to stand still [m/s²].
inline constexpr double kHold = 3;

/// What the driver asks for.
template <class S>
struct PedalDemand {
  bool by_speed = false;           ///< `force` counts
  S force{0.0};                    ///< F [N]
  double throttle = 0, brake = 0;  ///< of the plan, 0 .. 1
};

template <class S>
PedalDemand<S> CalcDemand(const DriverPlan& plan,
                          const SpeedFacts& facts,
                          double t,
                          const BodyStateT<S>& chassis) {
  PedalDemand<S> demand;
  if (plan.parked) return demand;
  if (plan.throttle) demand.throttle = std::clamp(plan.throttle(t), 0.0, 1.0);
  if (plan.brake) demand.brake = std::clamp(plan.brake(t), 0.0, 1.0);
  if (!plan.speed || t >= plan.release_from) return demand;
  demand.by_speed = true;
  const Eigen::Matrix<S, 3, 1> forward = chassis.R * facts.forward.template cast<S>();
  const S u = chassis.v.dot(forward);
  const double wanted = plan.speed(t);
  demand.force = facts.mass / plan.speed_time * (wanted - u) + facts.drag * u * u;
  demand.force += wanted > 0 ? facts.rolling : -kHold * facts.mass;
  return demand;
}

}  // namespace trunnion::vehicle
