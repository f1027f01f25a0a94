// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <trunnion/elements.hpp>

/// What goes into a tyre formula and what comes out, and the functions that formulas share; S is
/// double or a Dual. Axes ISO-W: x forward in the wheel plane and the road, y to the left in the
/// road, z along the road's normal.
namespace trunnion::vehicle {

/// State of a tyre against the road.
template <class S>
struct Slip {
  S Fz{0.0};     ///< load [N]; ≤ 0: off the ground, all forces are zero
  S kappa{0.0};  ///< longitudinal slip −(Vx − Ω Re)/|Vx| [-]
  S alpha{0.0};  ///< slip angle atan(Vy/|Vx|) [rad]
  S gamma{0.0};  ///< inclination of the wheel about +x [rad]
  /// 1 rolling forward, -1 backward, where the trail lies on the other side of the contact point.
  S direction{1.0};
};

/// Road on tyre, at the contact point.
template <class S>
struct TyreForces {
  S Fx{0.0}, Fy{0.0};  ///< [N]
  S Mx{0.0}, Mz{0.0};  ///< overturning and aligning moment [N·m]
};

template <class S>
S Atan(const S& x) {
  using std::atan2;
  return atan2(x, S(1.0));
}

/// 1 or −1; where a formula uses it, the product is continuous or the jump is the formula's.
template <class S>
double SignOf(const S& x) {
  return PlainValue(x) < 0 ? -1 : 1;
}

template <class S>
S Absolute(const S& x) {
  return PlainValue(x) < 0 ? S(-x) : x;
}

/// Curvature factors E are limited so: beyond 1 the curve would turn back.
template <class S>
S AtMostOne(const S& e) {
  return PlainValue(e) > 1 ? S(1.0) : e;
}

/// C atan(B x − E (B x − atan(B x))), the argument of sine and cosine in the Magic Formula.
template <class S>
S MagicAngle(const S& x, const S& B, const S& C, const S& E) {
  const S Bx = B * x;
  return C * Atan(S(Bx - E * (Bx - Atan(Bx))));
}

/// cos M(x + shift)/cos M(shift), by which one slip weakens the force of the other; E ≤ 1.
template <class S>
S MagicWeight(const S& x, const S& shift, const S& B, const S& C, const S& E) {
  using std::cos;
  const S e = AtMostOne(E);
  return cos(MagicAngle(S(x + shift), B, C, e)) / cos(MagicAngle(shift, B, C, e));
}

/// cos(atan x)
template <class S>
S CosAtan(const S& x) {
  using std::sqrt;
  return 1.0 / sqrt(S(1.0 + x * x));
}

}  // namespace trunnion::vehicle
