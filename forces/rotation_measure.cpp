// SPDX-License-Identifier: BSD-3-Clause
#include "forces/rotation_measure.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "engine/core/followed_rotation.hpp"
#include "engine/core/pair_coordinate.hpp"

namespace trunnion {
namespace {

/// f, g and g' of tilt and twist.
struct TiltFactors {
  double f, g, dg;
};

/// @param u  sin² α.
TiltFactors CalcTiltFactors(double u, double c) {
  if (c > 0 && u < 0.05) {  // g = Σ gₖ uᵏ, gₖ₊₁/gₖ = (2k + 2)/(2k + 5); f c = 1 − u g
    double term = 1.0 / 3, g = term, slope = 0;  // slope = dg/du
    for (int k = 0; k < 13; ++k) {
      const double next = term * (2 * k + 2) / (2 * k + 5);
      slope += (k + 1) * next;
      term = next * u;
      g += term;
    }
    return {(1 - u * g) / c, g, -2 * c * slope};
  }
  const double sine = std::sqrt(u), f = std::atan2(sine, c) / sine, g = (1 - f * c) / u;
  return {f, g, (3 * c * g - f) / u};
}

}  // namespace

RotationMeasure MeasureRotationVector(const Mat3& Q, const Vec3& remembered) {
  RotationMeasure at;
  at.theta = FollowRotation(RotationLog(Q), remembered);
  at.gradient = RotationTangentInverse(-at.theta);  // T⁻ᵀ
  return at;
}

RotationMeasure MeasureTiltAndTwist(const Mat3& Q, int axis, double remembered) {
  RotationMeasure at;
  at.kind = RotationMeasure::Kind::tilt_and_twist;
  at.axis = axis;
  const Vec3 a = Vec3::Unit(axis);
  at.m = Q.col(axis);
  at.s = a.cross(at.m);
  at.c = at.m[axis];
  const TiltFactors k = CalcTiltFactors(at.s.squaredNorm(), at.c);
  at.f = k.f;
  at.g = k.g;
  at.dg = k.dg;
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const double twist = std::atan2(Q(j, i) - Q(i, j), Q(i, i) + Q(j, j));
  at.theta = at.f * at.s + UnwrapAngle(twist, remembered) * a;
  at.gradient = at.g * at.s * at.s.transpose();
  at.gradient.diagonal().array() += at.f * at.c;
  at.gradient.col(axis) -= at.f * at.m;
  at.gradient.row(axis) += (a + at.m).transpose() / (1 + at.c);
  return at;
}

/// With δQ = ψ~ Q the gradient of Qᵢⱼ is row i of −(column j of Q)~.
RotationMeasure MeasureBryant(const Mat3& Q, double remembered) {
  RotationMeasure at;
  at.kind = RotationMeasure::Kind::bryant;
  const Mat3 z = Skew(Q.col(2));
  at.theta = {-Q(1, 2), Q(0, 2), UnwrapAngle(std::atan2(Q(1, 0), Q(1, 1)), remembered)};
  at.gradient.row(0) = z.row(1);
  at.gradient.row(1) = -z.row(0);
  at.gradient.row(2).setZero();
  const double n = Q(1, 0) * Q(1, 0) + Q(1, 1) * Q(1, 1);
  if (n > 1e-24)  // else y_F is parallel to z_M: the third angle is undefined
    at.gradient.row(2) = (Q(1, 0) * Skew(Q.col(1)).row(1) - Q(1, 1) * Skew(Q.col(0)).row(1)) / n;
  return at;
}

Mat3 RotationMeasure::CalcRateGradient(const Vec3& omega) const {
  if (kind == Kind::bryant) return Mat3::Zero();
  if (kind == Kind::rotation_vector)
    return -RotationTangentInverseDerivative(-theta, omega) * gradient;
  const Mat3 M = Skew(m);
  Mat3 U = c * Mat3::Identity();  // δs = U ψ
  U.col(axis) -= m;
  Mat3 out =
      (g * (c * omega - omega[axis] * m) - f * omega - dg * s.dot(omega) * s) * s.transpose() +
      f * omega[axis] * M + g * (s.dot(omega) * U + s * (U.transpose() * omega).transpose());
  const Vec3 n = (Vec3::Unit(axis) + m) / (1 + c);
  out.row(axis) += (M * omega + n.dot(omega) * s).transpose() / (1 + c);
  return out;
}

Mat3 RotationMeasure::CalcTorqueGradient(const Vec3& S) const {
  if (kind == Kind::bryant) return Mat3::Zero();
  if (kind == Kind::rotation_vector) return RotationTangentInverseDerivative(theta, S) * gradient;
  const Mat3 M = Skew(m);
  Mat3 U = c * Mat3::Identity();
  U.col(axis) -= m;
  const Vec3 a = Vec3::Unit(axis), n = (a + m) / (1 + c);
  Mat3 out = (g * (c * S - m.dot(S) * a) - f * S - dg * s.dot(S) * s) * s.transpose() +
             g * (s.dot(S) * U + s * (U.transpose() * S).transpose()) +
             S[axis] / (1 + c) * (n * s.transpose() - M);
  out.row(axis) -= f * (M * S).transpose();
  return out;
}

}  // namespace trunnion
