// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <trunnion/elements.hpp>
#include <trunnion/math.hpp>

namespace trunnion::vehicle {

/// The axis of spin of a wheel and its speed against another body.
template <class S>
struct Spin {
  Eigen::Matrix<S, 3, 1> axis;  ///< to the left of the vehicle, unit, world
  S speed{0.0};                 ///< + rolls forward [rad/s]
};

/// @param axis  in the wheel's body frame, unit.
template <class S>
Spin<S> CalcSpin(const BodyStateT<S>& wheel, const BodyStateT<S>& other, const Vec3& axis) {
  Spin<S> spin;
  spin.axis = wheel.R * axis.cast<S>();
  const Eigen::Matrix<S, 3, 1> turning = other.R * other.w;
  spin.speed = wheel.w.dot(axis.cast<S>()) - turning.dot(spin.axis);
  return spin;
}

/// Adds a torque [N·m] on a wheel about its axis, and its reaction on the other body.
template <class S>
void AddSpinTorque(const S& torque,
                   const Spin<S>& spin,
                   const BodyStateT<S>& wheel,
                   const BodyStateT<S>& other,
                   Eigen::Matrix<S, 6, 1>& f_wheel,
                   Eigen::Matrix<S, 6, 1>& f_other) {
  const Eigen::Matrix<S, 3, 1> in_world = torque * spin.axis;
  f_wheel.template tail<3>() += wheel.R.transpose() * in_world;
  f_other.template tail<3>() -= other.R.transpose() * in_world;
}

}  // namespace trunnion::vehicle
