// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/rigid_body.hpp"

#include <Eigen/Geometry>

#include "bodies/mass_properties.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {

RigidBodyInertia::RigidBodyInertia(BodyIndex body,
                                   double mass,
                                   const Mat3& inertia,
                                   const std::string& name)
    : body_(body), mass_(mass), inertia_(inertia) {
  RequireValid({.mass = mass, .com = Vec3::Zero(), .inertia = inertia}, name, true);
}

Mat6 RigidBodyInertia::CalcMassMatrix() const {
  Mat6 M = Mat6::Zero();
  M.topLeftCorner<3, 3>().diagonal().setConstant(mass_);
  M.bottomRightCorner<3, 3>() = inertia_;
  return M;
}

Vec6 RigidBodyInertia::CalcResidual(const BodyState& state,
                                    const Vec6& acceleration,
                                    const Vec3& gravity) const {
  Vec6 residual;
  residual.head<3>() = mass_ * (acceleration.head<3>() - gravity);
  residual.tail<3>() = inertia_ * acceleration.tail<3>() + state.w.cross(Vec3(inertia_ * state.w));
  return residual;
}

Mat6 RigidBodyInertia::CalcVelocityGradient(const BodyState& state) const {
  Mat6 D = Mat6::Zero();
  D.bottomRightCorner<3, 3>() = Skew(state.w) * inertia_ - Skew(inertia_ * state.w);
  return D;
}

double RigidBodyInertia::CalcKineticEnergy(const BodyState& state) const {
  return 0.5 * (mass_ * state.v.squaredNorm() + state.w.dot(inertia_ * state.w));
}

double RigidBodyInertia::CalcPotentialEnergy(const BodyState& state, const Vec3& gravity) const {
  return -mass_ * gravity.dot(state.r);
}

}  // namespace trunnion
