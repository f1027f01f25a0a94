// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/slip.hpp"

namespace trunnion::vehicle {

/// Fiala's tyre as Adams and Chrono have it: brushes without camber.
///
///   s = min(1, √(κ² + tan² α)),  U = u_max − (u_max − u_min) s
///   |κ| < U Fz/(2 c_slip):          Fx = c_slip κ, beyond: U Fz − (U Fz)²/(4 |κ| c_slip)
///   |tan α| ≤ 3 U Fz/c_alpha:       H = 1 − c_alpha |tan α|/(3 U Fz),
///                                   Fy = −U Fz (1 − H³) sgn α,  Mz = U Fz W (1 − H) H³ sgn α
///   beyond:                         Fy = −U Fz sgn α,  Mz = 0
///
/// Verified  tests/vehicle/tyre_tables_test.cpp: a table that a numerical brush confirms.
struct Fiala {
  double width = 0;    ///< W [m]
  double c_slip = 0;   ///< slope of Fx over κ [N]
  double c_alpha = 0;  ///< slope of −Fy over α [N/rad]
  double u_min = 0;    ///< friction at full slip [-]
  double u_max = 0;    ///< friction at no slip [-]

  template <class S>
  TyreForces<S> Calc(const Slip<S>& slip) const {
    using std::sqrt, std::tan;
    if (!(PlainValue(slip.Fz) > 0)) return {};
    const S tangent = tan(slip.alpha), k = Absolute(slip.kappa), a = Absolute(tangent);
    S s = sqrt(S(k * k + a * a + 1e-30));
    if (PlainValue(s) > 1) s = S(1.0);
    const S grip = (u_max - (u_max - u_min) * s) * slip.Fz;  // U Fz

    TyreForces<S> f;
    f.Fx = SignOf(slip.kappa) * (PlainValue(k) < PlainValue(grip) / (2 * c_slip)
                                     ? S(c_slip * k)
                                     : S(grip - grip * grip / (4.0 * c_slip * k)));
    const S H = 1.0 - c_alpha * a / (3.0 * grip);
    if (PlainValue(H) < 0) {
      f.Fy = -SignOf(tangent) * grip;
    } else {
      f.Fy = -SignOf(tangent) * grip * (1.0 - H * H * H);
      f.Mz = slip.direction * SignOf(tangent) * grip * width * (1.0 - H) * H * H * H;
    }
    return f;
  }
};

}  // namespace trunnion::vehicle
