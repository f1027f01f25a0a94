// SPDX-License-Identifier: BSD-3-Clause
#include "forces/relative_motion.hpp"

#include <Eigen/Geometry>

#include "engine/core/rotation.hpp"

namespace trunnion {

RelativeMotion CalcRelativeMotion(const MarkerPair& pair, const BodyState& A, const BodyState& B) {
  RelativeMotion k;
  k.R_AF = pair.X_AF.R;
  k.R_F = A.R * k.R_AF;
  k.C = k.R_F.transpose() * B.R;
  k.Q = k.C * pair.X_BM.R;
  k.s_B = pair.X_BM.p;
  k.d = k.R_F.transpose() * (B.r - A.r) + k.C * k.s_B - k.R_AF.transpose() * pair.X_AF.p;
  k.c_A = pair.X_AF.p + k.R_AF * k.d;
  // From the difference of the velocities, not H v: a common velocity costs no digits either.
  k.nu.head<3>() = k.R_F.transpose() * (B.v - A.v) + k.C * B.w.cross(k.s_B) +
                   k.R_AF.transpose() * k.c_A.cross(A.w);
  k.nu.tail<3>() = k.C * B.w - k.R_AF.transpose() * A.w;
  return k;
}

RelativeMotion::Mat6x12 RelativeMotion::CalcH() const {
  Mat6x12 H;
  H << -R_F.transpose(), R_AF.transpose() * Skew(c_A), R_F.transpose(), -C * Skew(s_B),  //
      Mat3::Zero(), -R_AF.transpose(), Mat3::Zero(), C;
  return H;
}

Vec12 RelativeMotion::CalcForce(const Vec6& W) const {
  const Vec3 force = W.head<3>(), force_A = R_AF * force, force_B = C.transpose() * force;
  Vec12 f;
  f.segment<3>(6).noalias() = R_F * force;
  f.segment<3>(0) = -f.segment<3>(6);
  f.segment<3>(3) = -(c_A.cross(force_A) + R_AF * W.tail<3>());
  f.segment<3>(9) = s_B.cross(force_B) + C.transpose() * W.tail<3>();
  return f;
}

RelativeMotion CalcRelativeMotion(const MarkerPair& pair, const ElementContext& x) {
  return CalcRelativeMotion(
      pair, x.bodies[static_cast<size_t>(pair.A)], x.bodies[static_cast<size_t>(pair.B)]);
}

RelativeMotion::Mat6x12 CalcRateGradient(const RelativeMotion& k,
                                         const BodyState& A,
                                         const BodyState& B) {
  // δ(R_Fᵀ a) = (R_Fᵀ a)~ R_AFᵀ δφ_A,  δ(C a) = −(C a)~ H_ψ δx,  δ(R_AFᵀ (c_A × w)) = −w_F~ H_d δx.
  const RelativeMotion::Mat6x12 H = k.CalcH();
  const auto H_d = H.topRows<3>(), H_psi = H.bottomRows<3>();
  const Vec3 w_F = k.R_AF.transpose() * A.w;
  RelativeMotion::Mat6x12 N;
  N.topRows<3>() = -Skew(k.C * B.w.cross(k.s_B)) * H_psi - Skew(w_F) * H_d;
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
  f_q.middleRows<3>(9) += (Skew(k.s_B) * k.C.transpose() * F + k.C.transpose() * T) * H_psi;
}

}  // namespace trunnion
