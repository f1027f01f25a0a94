// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/magic_formula_coefficients.hpp"
#include "vehicle/slip.hpp"

namespace trunnion::vehicle {

/// Magic Formula 5.2, which PAC2002 has too: steady state, no turn slip, no pressure.
///
/// Letters as in Pacejka, Tyre and Vehicle Dynamics (2006), 4.E; a peak D, stiffness K, shape C,
/// curvature E ≤ 1, shifts SH and SV. Camber lessens friction by 1 − PDX3 γ² and 1 − PDY3 γ².
/// Verified  tests/vehicle/tyre_tables_test.cpp: tables of two independent programs.
template <class S>
class MagicFormula52 {
 public:
  /// The slip must have Fz > 0.
  MagicFormula52(const MagicFormulaCoefficients& c, const Slip<S>& slip)
      : c_(c), slip_(slip), dfz_((slip.Fz - c.Fz0()) / c.Fz0()) {
    CalcLongitudinal();
    CalcLateral();
  }

  S Fx0, Kx, mux;  ///< of κ alone [N]; slope over κ [N]; peak friction [-]
  S Fy0, Ky, muy;  ///< of α and γ alone [N]; slope over α [N/rad]; peak friction [-]

  /// Forces by longitudinal slip alone and by side slip alone.
  TyreForces<S> CalcUncombined() const {
    return {Fx0, Fy0, Mx(Fy0), Mz(Fy0, Trailing(), Residual(), S(0.0))};
  }

  TyreForces<S> CalcCombined() const {
    using std::cos;
    const S B = c_.RBX1 * CosAtan(S(c_.RBX2 * slip_.kappa)) * c_.LXAL;
    const S Fx =
        Fx0 * MagicWeight<S>(slip_.alpha, c_.RHX1, B, c_.RCX1, S(c_.REX1 + c_.REX2 * dfz_));
    const S D = muy * slip_.Fz * (c_.RVY1 + c_.RVY2 * dfz_ + c_.RVY3 * slip_.gamma) *
                CosAtan(S(c_.RVY4 * slip_.alpha));
    const S SVk = D * SinOf(S(c_.RVY5 * Atan(S(c_.RVY6 * slip_.kappa)))) * c_.LVYKA;
    const S Bk = c_.RBY1 * CosAtan(S(c_.RBY2 * (slip_.alpha - c_.RBY3))) * c_.LYKA;
    const S G = MagicWeight<S>(
        slip_.kappa, S(c_.RHY1 + c_.RHY2 * dfz_), Bk, c_.RCY1, S(c_.REY1 + c_.REY2 * dfz_));
    const S Fy = Fy0 * G + SVk;
    const S arm = c_.UNLOADED_RADIUS * c_.LS *
                  (c_.SSZ1 + c_.SSZ2 * Fy / c_.Fz0() + (c_.SSZ3 + c_.SSZ4 * dfz_) * slip_.gamma);
    return {Fx, Fy, Mx(Fy), Mz(S(Fy - SVk), Joined(Trailing()), Joined(Residual()), S(arm * Fx))};
  }

 private:
  static S SinOf(const S& x) {
    using std::sin;
    return sin(x);
  }

  void CalcLongitudinal() {
    using std::exp;
    const S& Fz = slip_.Fz;
    const S x = slip_.kappa + (c_.PHX1 + c_.PHX2 * dfz_) * c_.LHX, g = slip_.gamma * c_.LGAX;
    mux = (c_.PDX1 + c_.PDX2 * dfz_) * (1.0 - c_.PDX3 * g * g) * c_.LMUX;
    const S C(c_.PCX1 * c_.LCX), D = mux * Fz;
    const S E =
        (c_.PEX1 + c_.PEX2 * dfz_ + c_.PEX3 * dfz_ * dfz_) * (1.0 - c_.PEX4 * SignOf(x)) * c_.LEX;
    Kx = Fz * (c_.PKX1 + c_.PKX2 * dfz_) * exp(S(c_.PKX3 * dfz_)) * c_.LKX;
    Fx0 = D * SinOf(MagicAngle(x, S(Kx / (C * D)), C, AtMostOne(E))) +
          Fz * (c_.PVX1 + c_.PVX2 * dfz_) * c_.LVX * c_.LMUX;
  }

  void CalcLateral() {
    const S& Fz = slip_.Fz;
    const S g = slip_.gamma * c_.LGAY;
    SHy_ = (c_.PHY1 + c_.PHY2 * dfz_) * c_.LHY + c_.PHY3 * g;
    const S x = slip_.alpha + SHy_, C(c_.PCY1 * c_.LCY);
    muy = (c_.PDY1 + c_.PDY2 * dfz_) * (1.0 - c_.PDY3 * g * g) * c_.LMUY;
    const S D = muy * Fz;
    const S E = (c_.PEY1 + c_.PEY2 * dfz_) * (1.0 - (c_.PEY3 + c_.PEY4 * g) * SignOf(x)) * c_.LEY;
    Ky = c_.PKY1 * c_.Fz0() * SinOf(S(2.0 * Atan(S(Fz / (c_.PKY2 * c_.Fz0()))))) * c_.LKY *
         (1.0 - c_.PKY3 * Absolute(g));
    SVy_ = Fz * ((c_.PVY1 + c_.PVY2 * dfz_) * c_.LVY + (c_.PVY3 + c_.PVY4 * dfz_) * g) * c_.LMUY;
    BCy_ = Ky / D;
    Fy0 = D * SinOf(MagicAngle(x, S(BCy_ / C), C, AtMostOne(E))) + SVy_;
  }

  S Mx(const S& Fy) const {
    return c_.UNLOADED_RADIUS * slip_.Fz * c_.LMX *
           (c_.QSX1 * c_.LVMX - c_.QSX2 * slip_.gamma + c_.QSX3 * Fy / c_.Fz0());
  }

  /// Slip angle of the trail and of the residual moment [rad].
  S Trailing() const {
    return slip_.alpha + c_.QHZ1 + c_.QHZ2 * dfz_ + (c_.QHZ3 + c_.QHZ4 * dfz_) * gz();
  }
  S Residual() const { return slip_.alpha + SHy_ + SVy_ / Ky; }
  /// With longitudinal slip.
  S Joined(const S& angle) const {
    using std::sqrt, std::tan;
    const S t = tan(angle), k = Kx / Ky * slip_.kappa;
    return SignOf(angle) * Atan(S(sqrt(S(t * t + k * k + 1e-30))));
  }
  S gz() const { return slip_.gamma * c_.LGAZ; }

  /// −t(αt) Fy + Mr(αr) + the moment of Fx. E takes the angle of the trail without κ.
  S Mz(const S& Fy, const S& at, const S& ar, const S& of_Fx) const {
    using std::cos;
    const double stiffness = c_.LKY / c_.LMUY, R0 = c_.UNLOADED_RADIUS;
    const S g = gz();
    const S B = (c_.QBZ1 + c_.QBZ2 * dfz_ + c_.QBZ3 * dfz_ * dfz_) *
                (1.0 + c_.QBZ4 * g + c_.QBZ5 * Absolute(g)) * stiffness;
    const S D = slip_.Fz * (c_.QDZ1 + c_.QDZ2 * dfz_) * (1.0 + c_.QDZ3 * g + c_.QDZ4 * g * g) *
                (R0 / c_.Fz0() * c_.LTR);
    const S E = (c_.QEZ1 + c_.QEZ2 * dfz_ + c_.QEZ3 * dfz_ * dfz_) *
                (1.0 + (c_.QEZ4 + c_.QEZ5 * g) * (2 / M_PI) * Atan(S(B * c_.QCZ1 * Trailing())));
    const S trail = D * cos(MagicAngle(at, B, S(c_.QCZ1), AtMostOne(E))) * cos(slip_.alpha);
    const S Br = c_.QBZ9 * stiffness + c_.QBZ10 * BCy_;
    const S Dr = slip_.Fz * R0 * c_.LMUY *
                 ((c_.QDZ6 + c_.QDZ7 * dfz_) * c_.LRES + (c_.QDZ8 + c_.QDZ9 * dfz_) * g);
    return of_Fx + slip_.direction * (Dr * CosAtan(S(Br * ar)) * cos(slip_.alpha) - trail * Fy);
  }

  const MagicFormulaCoefficients& c_;
  Slip<S> slip_;
  S dfz_;
  S SHy_, SVy_, BCy_;  // BCy = By Cy
};

}  // namespace trunnion::vehicle
