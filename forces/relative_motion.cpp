// SPDX-License-Identifier: BSD-3-Clause
#include "forces/relative_motion.hpp"

#include <Eigen/Geometry>

#include "engine/core/rotation.hpp"

namespace trunnion {

RelativeMotion CalcRelativeMotion(const MarkerPair& pair, const BodyState& A, const BodyState& B) {
  RelativeMotion k;
  k.R_AF = pair.X_AF.R;
  k.R_F.noalias() = A.R * k.R_AF;
  k.C.noalias() = k.R_F.transpose() * B.R;
  k.Q.noalias() = k.C * pair.X_BM.R;
  k.arm_B.noalias() = k.C * pair.X_BM.p;
  const Vec3 offset = k.R_F.transpose() * (B.r - A.r) + k.arm_B;
  k.d = offset - k.R_AF.transpose() * pair.X_AF.p;
  k.arm_A = offset;
  // From the difference of the velocities, not H v: a common velocity costs no digits either.
  const Vec3 w_A = k.R_AF.transpose() * A.w, w_B = k.C * B.w;
  k.nu.head<3>() = k.R_F.transpose() * (B.v - A.v) + w_B.cross(k.arm_B) - w_A.cross(k.arm_A);
  k.nu.tail<3>() = w_B - w_A;
  return k;
}

RelativeMotion::Mat6x12 RelativeMotion::CalcH() const {
  const Mat3 RT_AF = R_AF.transpose();
  Mat6x12 H;
  H << -R_F.transpose(), Skew(arm_A) * RT_AF, R_F.transpose(), -Skew(arm_B) * C,  //
      Mat3::Zero(), -RT_AF, Mat3::Zero(), C;
  return H;
}

Vec12 RelativeMotion::CalcForce(const Vec6& W) const {
  const Vec3 force = W.head<3>(), torque = W.tail<3>();
  Vec12 f;
  f.segment<3>(6).noalias() = R_F * force;
  f.segment<3>(0) = -f.segment<3>(6);
  f.segment<3>(3).noalias() = R_AF * (force.cross(arm_A) - torque);
  f.segment<3>(9).noalias() = C.transpose() * (arm_B.cross(force) + torque);
  return f;
}

RelativeMotion CalcRelativeMotion(const MarkerPair& pair, const ElementContext& x) {
  return CalcRelativeMotion(
      pair, x.bodies[static_cast<size_t>(pair.A)], x.bodies[static_cast<size_t>(pair.B)]);
}

RelativeMotion::Mat6x12 CalcRateGradient(const RelativeMotion& k,
                                         const BodyState& A,
                                         const BodyState& B) {
  // δ(R_Fᵀ a) = (R_Fᵀ a)~ R_AFᵀ δφ_A,  δ(C a) = −(C a)~ H_ψ δx,  δ(arm_A × w_F) = −w_F~ H_d δx.
  const RelativeMotion::Mat6x12 H = k.CalcH();
  const auto H_d = H.topRows<3>(), H_psi = H.bottomRows<3>();
  const Vec3 w_F = k.R_AF.transpose() * A.w;
  RelativeMotion::Mat6x12 N;
  N.topRows<3>() = -Skew((k.C * B.w).cross(k.arm_B)) * H_psi - Skew(w_F) * H_d;
  N.block<3, 3>(0, 3) += Skew(k.R_F.transpose() * (B.v - A.v)) * k.R_AF.transpose();
  N.bottomRows<3>() = -Skew(k.C * B.w) * H_psi;
  return N;
}

void AddWrenchGradient(const RelativeMotion& k, const Vec6& W, LocalMatrix<2>& f_q) {
  const RelativeMotion::Mat6x12 H = k.CalcH();
  const auto H_d = H.topRows<3>(), H_psi = H.bottomRows<3>();
  const Mat3 F = Skew(W.head<3>()), T = Skew(W.tail<3>());
  const Mat3 turning = k.R_F * F * k.R_AF.transpose();  // of the force with the axes of F
  f_q.block<3, 3>(0, 3) += turning;
  f_q.block<3, 3>(6, 3) -= turning;
  f_q.middleRows<3>(3) += k.R_AF * F * H_d;
  f_q.middleRows<3>(9) += k.C.transpose() * (Skew(k.arm_B) * F + T) * H_psi;
}

}  // namespace trunnion
