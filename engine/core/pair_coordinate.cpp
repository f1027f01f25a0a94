// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/pair_coordinate.hpp"

#include "engine/core/element_report.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/pair_kinematics.hpp"

namespace trunnion {
namespace {

Vec3 OffsetDirection(CoordinateKind kind) {
  return Vec3::Unit(static_cast<int>(kind) - static_cast<int>(CoordinateKind::offset_x));
}

/// Q₃₃ = ⟨C, Q⟩, the cosine of the angle between z_F and z_M.
Mat3 AxisCosine() {
  Mat3 C = Mat3::Zero();
  C(2, 2) = 1;
  return C;
}

/// sqrt(1 − u²) below this counts as zero: the disc lies flat.
constexpr double kFlat = 1e-9;

double CalcDiscHeight(const PairKinematics& x, double radius, Vec12& gradient) {
  Vec12 tilt;
  const double u = x.Orientation(AxisCosine(), tilt);
  const double height = x.Offset(Vec3::UnitZ(), gradient);
  const double s = std::sqrt(std::max(0.0, (1 - u) * (1 + u)));
  if (s < kFlat) return height;
  gradient += radius * u / s * tilt;
  return height - radius * s;
}

void AddDiscHeightHessian(const PairKinematics& x, double radius, Mat12& H) {
  Vec12 tilt;
  const double u = x.Orientation(AxisCosine(), tilt);
  x.AddOffsetHessian(Vec3::UnitZ(), H);
  const double s = std::sqrt(std::max(0.0, (1 - u) * (1 + u)));
  if (s < kFlat) return;
  x.AddOrientationHessian(radius * u / s * AxisCosine(), H);
  H += radius / (s * s * s) * tilt * tilt.transpose();
}

double CalcValueAndGradient(CoordinateKind kind,
                            double radius,
                            const PairKinematics& x,
                            Vec12& gradient) {
  switch (kind) {
    case CoordinateKind::distance:
      return x.Distance(gradient);
    case CoordinateKind::angle:
      return x.Angle(TwistSine(), TwistCosine(), gradient);
    case CoordinateKind::disc_height:
      return CalcDiscHeight(x, radius, gradient);
    default:
      return x.Offset(OffsetDirection(kind), gradient);
  }
}

}  // namespace

void CalcCoordinate(CoordinateKind kind,
                    const MarkerPair& pair,
                    const BodyState& A,
                    const BodyState& B,
                    CoordinateDerivatives& out) {
  out.value = CalcValueAndGradient(kind, pair.radius, PairKinematics(pair, A, B), out.gradient);
}

void CalcCoordinateHessian(CoordinateKind kind,
                           const MarkerPair& pair,
                           const BodyState& A,
                           const BodyState& B,
                           CoordinateDerivatives& out) {
  const PairKinematics x(pair, A, B);
  out.value = CalcValueAndGradient(kind, pair.radius, x, out.gradient);
  out.hessian.setZero();
  switch (kind) {
    case CoordinateKind::distance:
      x.AddDistanceHessian(1, out.hessian);
      break;
    case CoordinateKind::angle:
      x.AddAngleHessian(TwistSine(), TwistCosine(), 1, out.hessian);
      break;
    case CoordinateKind::disc_height:
      AddDiscHeightHessian(x, pair.radius, out.hessian);
      break;
    default:
      x.AddOffsetHessian(OffsetDirection(kind), out.hessian);
  }
}

double UnwrapAngle(double angle, double reference) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return angle + kTurn * std::round((reference - angle) / kTurn);
}

const char* ToString(CoordinateKind kind) {
  switch (kind) {
    case CoordinateKind::distance:
      return "distance";
    case CoordinateKind::angle:
      return "angle";
    case CoordinateKind::disc_height:
      return "disc_height";
    default:
      return "offset";
  }
}

}  // namespace trunnion
