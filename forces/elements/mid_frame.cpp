// SPDX-License-Identifier: BSD-3-Clause
#include "forces/elements/mid_frame.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "engine/core/followed_rotation.hpp"

namespace trunnion {
namespace {

/// c = tan(x/4)/x and (dc/dx)/x, of s = x².
struct QuarterTangent {
  double c, dc;
};

QuarterTangent CalcQuarterTangent(double s) {
  if (s < 0.04) {  // tan y = y + y³/3 + 2y⁵/15 + 17y⁷/315 + 62y⁹/2835
    const double z = s / 16;
    return {0.25 * (1 + z * (1.0 / 3 + z * (2.0 / 15 + z * (17.0 / 315 + z * 62.0 / 2835)))),
            (2.0 / 3 + z * (8.0 / 15 + z * (34.0 / 105 + z * 496.0 / 2835))) / 64};
  }
  const double x = std::sqrt(s), tangent = std::tan(0.25 * x), c = tangent / x;
  return {c, (0.25 * (1 + tangent * tangent) - c) / s};
}

/// ∂t/∂θ.
Mat3 CalcHalfwayGradient(const Vec3& theta) {
  const QuarterTangent k = CalcQuarterTangent(theta.squaredNorm());
  return k.c * Mat3::Identity() + k.dc * theta * theta.transpose();
}

}  // namespace

MidFrameDeformation CalcMidFrame(const Vec3& d, const Mat3& Q, bool chord, const Vec3& remembered) {
  MidFrameDeformation m;
  m.chord = chord;
  m.theta = FollowRotation(RotationLog(Q), remembered);
  m.A = RotationExp(0.5 * m.theta);
  m.u = m.A.transpose() * d;
  m.G = RotationTangentInverse(-m.theta);
  const Vec3 t = CalcQuarterTangent(m.theta.squaredNorm()).c * m.theta;
  m.P = m.A.transpose() - 0.5 * (Mat3::Identity() - Skew(t));
  return m;
}

Vec6 MidFrameDeformation::e() const {
  Vec6 e;
  e << u, theta;
  if (chord) e[0] = u.norm();
  return e;
}

Mat3 MidFrameDeformation::CalcDirectionGradient() const {
  const Vec3 n = Direction();
  return (Mat3::Identity() - n * n.transpose()) / u.norm();
}

Mat6 MidFrameDeformation::CalcE() const {
  Mat6 E;
  E << A.transpose(), Skew(u) * P, Mat3::Zero(), G;
  if (chord) E.row(0) << Direction().transpose(), 0, 0, 0;
  return E;
}

Vec6 MidFrameDeformation::CalcRate(const Vec6& nu) const {
  const Vec3 turn = P * nu.tail<3>();
  Vec6 rate;
  rate << A.transpose() * nu.head<3>() + u.cross(turn), G * nu.tail<3>();
  if (chord) rate[0] = Direction().dot(nu.head<3>());
  return rate;
}

Vec6 MidFrameDeformation::CalcWrench(const Vec6& S) const {
  Vec3 force = S.head<3>();
  if (chord) force[0] = 0;
  Vec6 wrench;
  wrench << A * force, P.transpose() * force.cross(u) + G.transpose() * S.tail<3>();
  if (chord) wrench.head<3>() += S[0] * Direction();
  return wrench;
}

Mat6 MidFrameDeformation::CalcRateGradient(const Vec6& nu) const {
  const Vec3 d_dot = A.transpose() * nu.head<3>(), omega = nu.tail<3>();
  const Vec3 omega_mid = A.transpose() * omega, turn = P * omega;
  const Mat3 t_psi = CalcHalfwayGradient(theta) * G, u_psi = Skew(u) * P;
  const Mat3 turn_psi = Skew(omega_mid) * P - 0.5 * Skew(omega) * t_psi;
  Mat6 N;
  N << -Skew(turn) * A.transpose(), Skew(d_dot) * P - Skew(turn) * u_psi + Skew(u) * turn_psi,
      Mat3::Zero(), -RotationTangentInverseDerivative(-theta, omega) * G;
  if (chord) N.row(0) << (CalcDirectionGradient() * nu.head<3>()).transpose(), 0, 0, 0;
  return N;
}

Mat6 MidFrameDeformation::CalcWrenchGradient(const Vec6& S) const {
  Vec3 force = S.head<3>();
  if (chord) force[0] = 0;
  const Vec3 couple = force.cross(u);
  const Mat3 t_psi = CalcHalfwayGradient(theta) * G, u_psi = Skew(u) * P;
  const Mat3 couple_d = P.transpose() * Skew(force) * A.transpose();
  const Mat3 couple_psi = -A * Skew(couple) * P + 0.5 * Skew(couple) * t_psi +
                          P.transpose() * Skew(force) * u_psi +
                          RotationTangentInverseDerivative(theta, S.tail<3>()) * G;
  Mat6 W;
  W << Mat3::Zero(), -A * Skew(force) * P, couple_d, couple_psi;
  if (chord) W.topLeftCorner<3, 3>() += S[0] * CalcDirectionGradient();
  return W;
}

}  // namespace trunnion
