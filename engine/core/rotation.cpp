// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/rotation.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace trunnion {
namespace {

constexpr double kSmallAngle2 = 1e-3;  // below, power series: the next term is under 1e-17 relative

/// sin x / x and (1 − cos x)/x² and (x − sin x)/x³ of x² = s.
struct ExpCoefficients {
  double a, b, c;
};

ExpCoefficients CalcExpCoefficients(double s) {
  if (s < kSmallAngle2) {
    return {
        1 - s * (1.0 / 6) * (1 - s * (1.0 / 20) * (1 - s * (1.0 / 42) * (1 - s * (1.0 / 72)))),
        0.5 - s * (1.0 / 24) * (1 - s * (1.0 / 30) * (1 - s * (1.0 / 56) * (1 - s * (1.0 / 90)))),
        1.0 / 6 -
            s * (1.0 / 120) * (1 - s * (1.0 / 42) * (1 - s * (1.0 / 72) * (1 - s * (1.0 / 110))))};
  }
  const double x = std::sqrt(s), sine = std::sin(x), half = std::sin(0.5 * x);
  return {sine / x, 2 * half * half / s, (x - sine) / (x * s)};
}

/// asin(x)/x of x² = s.
double AngleOverSine(double s) {
  if (s < kSmallAngle2)
    return 1 +
           s * (1.0 / 6 + s * (3.0 / 40 + s * (5.0 / 112 + s * (35.0 / 1152 + s * (63.0 / 2816)))));
  const double x = std::sqrt(s);
  return std::asin(std::min(1.0, x)) / x;
}

/// d I + a θ~ + b θ θᵀ, where θ~² = θ θᵀ − |θ|² I.
Mat3 SkewPolynomial(double d, double a, double b, const Vec3& theta) {
  const Vec3 u = a * theta, w = b * theta;
  Mat3 P;
  P(0, 0) = d + w.x() * theta.x();
  P(1, 1) = d + w.y() * theta.y();
  P(2, 2) = d + w.z() * theta.z();
  const double xy = w.x() * theta.y(), xz = w.x() * theta.z(), yz = w.y() * theta.z();
  P(1, 0) = xy + u.z();
  P(0, 1) = xy - u.z();
  P(2, 0) = xz - u.y();
  P(0, 2) = xz + u.y();
  P(2, 1) = yz + u.x();
  P(1, 2) = yz - u.x();
  return P;
}

/// c(x) of T⁻¹ = I + θ~/2 + c θ~², and (dc/dx)/x, of s = x².
struct InverseCoefficients {
  double c, dc;
};

InverseCoefficients CalcInverseCoefficients(double s) {
  if (s < 0.04) {  // Bernoulli series of (1 − (x/2) cot(x/2))/x²
    const double c =
        1.0 / 12 + s * (1.0 / 720 + s * (1.0 / 30240 + s * (1.0 / 1209600 + s * (1.0 / 47900160))));
    const double dc =
        2 * (1.0 / 720 + s * (2.0 / 30240 + s * (3.0 / 1209600 + s * (4.0 / 47900160))));
    return {c, dc};
  }
  const double x = std::sqrt(s), h = 0.5 * x;
  const double sin_h = std::sin(h), cot = std::cos(h) / sin_h;
  const double c = (1 - h * cot) / s;
  // d/dx (1 − h cot h) = −cot h/2 + h/(2 sin² h)
  const double slope = -0.5 * cot + 0.5 * h / (sin_h * sin_h);
  return {c, (slope - 2 * x * c) / (s * x)};
}

Vec3 LogOfQuaternion(const Mat3& R) {
  Eigen::Quaterniond q(R);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double n = q.vec().norm();
  return 2 * std::atan2(n, q.w()) / n * q.vec();
}

}  // namespace

Mat3 RotationExp(const Vec3& theta) {
  const double s = theta.squaredNorm();
  const auto k = CalcExpCoefficients(s);
  return SkewPolynomial(1 - k.b * s, k.a, k.b, theta);
}

Vec3 RotationLog(const Mat3& R) {
  // Small to moderate angles from the skew part (full relative accuracy near 0), the rest from the
  // quaternion, whose vector part is well conditioned up to π.
  if (!(R(0, 0) + R(1, 1) + R(2, 2) > 2.0)) return LogOfQuaternion(R);
  const Vec3 half = 0.5 * Axial(R);  // sin(angle) axis
  return AngleOverSine(half.squaredNorm()) * half;
}

Vec3 RelativeRotationVector(const Mat3& A, const Mat3& B) {
  const double trace = A.col(0).dot(B.col(0)) + A.col(1).dot(B.col(1)) + A.col(2).dot(B.col(2));
  if (!(trace > 2.0)) return LogOfQuaternion(A.transpose() * B);
  const Vec3 half(0.5 * (A.col(2).dot(B.col(1)) - A.col(1).dot(B.col(2))),
                  0.5 * (A.col(0).dot(B.col(2)) - A.col(2).dot(B.col(0))),
                  0.5 * (A.col(1).dot(B.col(0)) - A.col(0).dot(B.col(1))));
  return AngleOverSine(half.squaredNorm()) * half;
}

Mat3 RotationTangent(const Vec3& theta) {
  const double s = theta.squaredNorm();
  const auto k = CalcExpCoefficients(s);
  return SkewPolynomial(1 - k.c * s, -k.b, k.c, theta);
}

Vec3 TimesRotationTangent(const Vec3& theta, const Vec3& rate) {
  const double s = theta.squaredNorm();
  const auto k = CalcExpCoefficients(s);
  return (1 - k.c * s) * rate - k.b * theta.cross(rate) + k.c * theta.dot(rate) * theta;
}

Mat3 RotationTangentInverse(const Vec3& theta) {
  const double s = theta.squaredNorm();
  const auto k = CalcInverseCoefficients(s);
  return SkewPolynomial(1 - k.c * s, 0.5, k.c, theta);
}

Mat3 RotationTangentInverseDerivative(const Vec3& theta, const Vec3& a) {
  const auto k = CalcInverseCoefficients(theta.squaredNorm());
  const Vec3 double_cross = theta.cross(theta.cross(a));
  return -0.5 * Skew(a) +
         k.c *
             (theta.dot(a) * Mat3::Identity() + theta * a.transpose() - 2 * a * theta.transpose()) +
         k.dc * double_cross * theta.transpose();
}

Mat3 FrameWithZ(const Vec3& axis) {
  const Vec3 a = axis.cwiseAbs();
  const Vec3 x = a.x() <= a.y() && a.x() <= a.z() ? Vec3::UnitX()
                 : a.y() <= a.z()                 ? Vec3::UnitY()
                                                  : Vec3::UnitZ();
  return FrameWithZX(axis, x);
}

Mat3 FrameWithZX(const Vec3& axis, const Vec3& x) {
  Mat3 R;
  R.col(2) = axis.normalized();
  R.col(0) = (x - x.dot(R.col(2)) * R.col(2)).normalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

}  // namespace trunnion
