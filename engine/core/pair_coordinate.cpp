// SPDX-License-Identifier: BSD-3-Clause
#include "engine/core/pair_coordinate.hpp"

#include <cmath>
#include <numbers>

#include "engine/core/pair_kinematics.hpp"

namespace trunnion {
namespace {

Vec3 OffsetDirection(CoordinateKind kind) {
  return Vec3::Unit(static_cast<int>(kind) - static_cast<int>(CoordinateKind::offset_x));
}

double CalcValueAndGradient(CoordinateKind kind, const PairKinematics& x, Vec12& gradient) {
  switch (kind) {
    case CoordinateKind::distance:
      return x.Distance(gradient);
    case CoordinateKind::angle:
      return x.Angle(TwistSine(), TwistCosine(), gradient);
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
  out.value = CalcValueAndGradient(kind, PairKinematics(pair, A, B), out.gradient);
}

void CalcCoordinateHessian(CoordinateKind kind,
                           const MarkerPair& pair,
                           const BodyState& A,
                           const BodyState& B,
                           CoordinateDerivatives& out) {
  const PairKinematics x(pair, A, B);
  out.value = CalcValueAndGradient(kind, x, out.gradient);
  out.hessian.setZero();
  switch (kind) {
    case CoordinateKind::distance:
      x.AddDistanceHessian(1, out.hessian);
      break;
    case CoordinateKind::angle:
      x.AddAngleHessian(TwistSine(), TwistCosine(), 1, out.hessian);
      break;
    default:
      x.AddOffsetHessian(OffsetDirection(kind), out.hessian);
  }
}

double UnwrapAngle(double angle, double reference) {
  constexpr double kTurn = 2 * std::numbers::pi;
  return angle + kTurn * std::round((reference - angle) / kTurn);
}

}  // namespace trunnion
