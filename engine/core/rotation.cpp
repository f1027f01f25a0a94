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
    return {1 - s / 6 * (1 - s / 20 * (1 - s / 42 * (1 - s / 72))),
            0.5 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56 * (1 - s / 90)))),
            (1 - s / 20 * (1 - s / 42 * (1 - s / 72 * (1 - s / 110)))) / 6};
  }
  const double x = std::sqrt(s), half = std::sin(0.5 * x);
  return {std::sin(x) / x, 2 * half * half / s, (x - std::sin(x)) / (x * s)};
}

/// c(x) of T⁻¹ = I + θ~/2 + c θ~², and (dc/dx)/x, of s = x².
struct InverseCoefficients {
  double c, dc;
};

InverseCoefficients CalcInverseCoefficients(double s) {
  if (s < 0.04) {  // Bernoulli series of (1 − (x/2) cot(x/2))/x²
    const double c =
        1.0 / 12 + s * (1.0 / 720 + s * (1.0 / 30240 + s * (1.0 / 1209600 + s / 47900160)));
    const double dc =
        2 * (1.0 / 720 + s * (2.0 / 30240 + s * (3.0 / 1209600 + s * 4.0 / 47900160)));
    return {c, dc};
  }
  const double x = std::sqrt(s), h = 0.5 * x;
  const double sin_h = std::sin(h), cot = std::cos(h) / sin_h;
  const double c = (1 - h * cot) / s;
  // d/dx (1 − h cot h) = −cot h/2 + h/(2 sin² h)
  const double slope = -0.5 * cot + 0.5 * h / (sin_h * sin_h);
  return {c, (slope - 2 * x * c) / (s * x)};
}

}  // namespace

Mat3 RotationExp(const Vec3& theta) {
  const auto k = CalcExpCoefficients(theta.squaredNorm());
  const Mat3 S = Skew(theta);
  return Mat3::Identity() + k.a * S + k.b * S * S;
}

Vec3 RotationLog(const Mat3& R) {
  // Small to moderate angles from the skew part (full relative accuracy near 0), the rest from the
  // quaternion, whose vector part is well conditioned up to π.
  if (R.trace() > 2.0) {
    Vec3 half = 0.5 * Axial(R);  // sin(angle) axis
    const double s2 = half.squaredNorm();
    const double sine = std::sqrt(s2);
    if (s2 < 1e-16) return half;
    return std::asin(std::min(1.0, sine)) / sine * half;
  }
  Eigen::Quaterniond q(R);
  if (q.w() < 0) q.coeffs() = -q.coeffs();
  const double n = q.vec().norm();
  return 2 * std::atan2(n, q.w()) / n * q.vec();
}

Mat3 RotationTangent(const Vec3& theta) {
  const auto k = CalcExpCoefficients(theta.squaredNorm());
  const Mat3 S = Skew(theta);
  return Mat3::Identity() - k.b * S + k.c * S * S;
}

Mat3 RotationTangentInverse(const Vec3& theta) {
  const auto k = CalcInverseCoefficients(theta.squaredNorm());
  const Mat3 S = Skew(theta);
  return Mat3::Identity() + 0.5 * S + k.c * S * S;
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
