// SPDX-License-Identifier: BSD-3-Clause
#include "forces/applied_force.hpp"

#include <Eigen/Geometry>
#include <utility>

#include "engine/core/error.hpp"
#include "engine/core/rotation.hpp"

namespace trunnion {

AppliedForce::AppliedForce(BodyIndex body,
                           const Vec3& s_B,
                           AppliedVector force,
                           AppliedVector torque,
                           const std::string& name)
    : body_(body), s_B_(s_B), force_(std::move(force)), torque_(std::move(torque)) {
  Require(s_B.allFinite(), name, "the point of application is not finite");
  Require(force_.constant.allFinite(), name, "the force is not finite");
  Require(torque_.constant.allFinite(), name, "the torque is not finite");
}

void AppliedForce::CalcForce(const ElementContext& x, LocalVector<1>& f) const {
  f = CalcForceOf(x, force_(x.t), torque_(x.t));
}

LocalVector<1> AppliedForce::CalcForceOf(const ElementContext& x,
                                         const Vec3& F,
                                         const Vec3& T) const {
  LocalVector<1> f;
  const Mat3& R = State(x).R;
  const bool force_in_world = force_.frame == AppliedVector::Frame::world;
  const Vec3 F_B = force_in_world ? Vec3(R.transpose() * F) : F;
  f.head<3>() = force_in_world ? F : Vec3(R * F);
  f.tail<3>() = s_B_.cross(F_B);
  f.tail<3>() += torque_.frame == AppliedVector::Frame::world ? Vec3(R.transpose() * T) : T;
  return f;
}

void AppliedForce::Linearize(const ElementContext& x,
                             LocalMatrix<1>& f_q,
                             LocalMatrix<1>& f_v) const {
  // δ(Rᵀ a) = (Rᵀ a)~ δφ for a fixed in the world, δ(R a) = −R a~ δφ for a fixed in the body.
  const Mat3& R = State(x).R;
  f_q.setZero();
  f_v.setZero();
  const Vec3 F = force_(x.t);
  if (force_.frame == AppliedVector::Frame::world)
    f_q.block<3, 3>(3, 3) = Skew(s_B_) * Skew(R.transpose() * F);
  else
    f_q.block<3, 3>(0, 3) = -R * Skew(F);
  if (torque_.frame == AppliedVector::Frame::world)
    f_q.block<3, 3>(3, 3) += Skew(R.transpose() * torque_(x.t));
}

double AppliedForce::CalcEnergy(const ElementContext& x) const {
  if (force_.frame != AppliedVector::Frame::world) return 0;
  const BodyState& body = State(x);
  return -force_.constant.dot(body.r + body.R * s_B_);
}

ElementDescription AppliedForce::Describe() const {
  ElementDescription own{.type = "load", .places = {{body_, {Mat3::Identity(), s_B_}}}};
  AddXyz(own.inputs, "force_", "N", "of the load, in its axes");
  AddXyz(own.inputs, "torque_", "Nm", "of the load, in its axes");
  return own;
}

LocalVector<1> AppliedForce::CalcInputForce(const ElementContext& x, int input) const {
  const Vec3 unit = Vec3::Unit(input % 3), none = Vec3::Zero();
  return CalcForceOf(x, input < 3 ? unit : none, input < 3 ? none : unit);
}

}  // namespace trunnion
