// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/convective_rates.hpp"

#include <Eigen/Geometry>

#include "engine/core/rotation.hpp"

namespace trunnion {

ConvectiveRates::ConvectiveRates(const PairKinematics& kinematics,
                                 const MarkerPair& pair,
                                 const BodyState& A,
                                 const BodyState& B,
                                 PairKinematics::Parts parts)
    : x_(kinematics), A_(A), R_AF_(pair.X_AF.R) {
  const Vec3 a_dot = A.w.cross(pair.X_AF.p), b_dot = B.w.cross(pair.X_BM.p);
  D_dot_ = (B.v - A.v) + (B.R * b_dot - A.R * a_dot);
  D_ddot_ = B.R * B.w.cross(b_dot) - A.R * A.w.cross(a_dot);
  if (parts == PairKinematics::Parts::separations) return;
  const Mat3 F = Skew(pair.X_AF.R.transpose() * A.w), M = Skew(pair.X_BM.R.transpose() * B.w);
  Q_dot_ = x_.R_FM() * M - F * x_.R_FM();
  Q_ddot_ = Q_dot_ * M - F * Q_dot_;
}

// n_W turns with A.
double ConvectiveRates::Offset(const Vec3& n_F) const {
  const Vec3 n_A = R_AF_ * n_F, n_dot = A_.w.cross(n_A), n_ddot = A_.w.cross(n_dot);
  return (A_.R * n_ddot).dot(x_.p_FM_W()) + 2 * (A_.R * n_dot).dot(D_dot_) +
         (A_.R * n_A).dot(D_ddot_);
}

double ConvectiveRates::Distance() const {
  const Vec3& D = x_.p_FM_W();
  const double length = D.norm();
  if (length == 0) return 0;
  const double rate = D.dot(D_dot_) / length;
  return (D_dot_.squaredNorm() + D.dot(D_ddot_) - rate * rate) / length;
}

double ConvectiveRates::Angle(const Mat3& C_s, const Mat3& C_c) const {
  const auto value = [](const Mat3& C, const Mat3& Q) { return C.cwiseProduct(Q).sum(); };
  const double s = value(C_s, x_.R_FM()), c = value(C_c, x_.R_FM()), rho2 = s * s + c * c;
  if (rho2 == 0) return 0;
  const double s_dot = value(C_s, Q_dot_), c_dot = value(C_c, Q_dot_);
  const double rate = (c * s_dot - s * c_dot) / rho2;
  const double turning = c * value(C_s, Q_ddot_) - s * value(C_c, Q_ddot_);
  return (turning - 2 * (s * s_dot + c * c_dot) * rate) / rho2;
}

}  // namespace trunnion
