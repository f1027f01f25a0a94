// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/magic_formula_coefficients.hpp"
#include "vehicle/slip.hpp"

namespace trunnion::vehicle {

/// Magic Formula 6.1 and 6.2: steady state with inflation pressure and large camber, no turn slip.
///
/// Equations 4.E1 to 4.E78 of Pacejka, Tire and Vehicle Dynamics, 3rd edition (2012), with
/// α* = tan α, γ* = sin γ; QSX12 to QSX14 of 6.2. The moment of the trail takes the side force
/// without camber (4.E74). QBZ4 and QBZ6 both count, where a file has them.
/// Verified  tests/vehicle/magic_formula_61_test.cpp: equal to 5.2 without camber, slopes over
/// camber and pressure. No output of a vendor's program has been compared.
template <class S>
class MagicFormula61 {
 public:
  /// The slip must have Fz > 0.
  MagicFormula61(const MagicFormulaCoefficients& c, const Slip<S>& slip)
      : c_(c), slip_(slip), dp_(c.pressure_change), dfz_((slip.Fz - c.Fz0()) / c.Fz0()) {
    using std::sin, std::tan;
    a_ = tan(slip.alpha);
    g_ = sin(slip.gamma);
    CalcLongitudinal();
    upright_ = CalcLateral(S(0.0));
    lateral_ = CalcLateral(g_);
    Fy0 = lateral_.Fy0, Ky = lateral_.K, muy = lateral_.mu;
  }

  S Fx0, Kx, mux;  ///< of κ and γ alone [N]; slope over κ [N]; peak friction [-]
  S Fy0, Ky, muy;  ///< of α and γ alone [N]; slope over α [N/rad]; peak friction [-]

  /// Forces by longitudinal slip alone and by side slip alone.
  TyreForces<S> CalcUncombined() const {
    return {Fx0, Fy0, Mx(Fy0), Mz(upright_.Fy0, Trailing(), Residual(), S(0.0))};
  }

  TyreForces<S> CalcCombined() const {
    using std::sin;
    const S& kappa = slip_.kappa;
    const S B = (c_.RBX1 + c_.RBX3 * g_ * g_) * CosAtan(S(c_.RBX2 * kappa)) * c_.LXAL;
    const S Fx = Fx0 * MagicWeight<S>(a_, c_.RHX1, B, c_.RCX1, S(c_.REX1 + c_.REX2 * dfz_));
    const S D =
        muy * slip_.Fz * (c_.RVY1 + c_.RVY2 * dfz_ + c_.RVY3 * g_) * CosAtan(S(c_.RVY4 * a_));
    const S Fy = SideWeight(g_) * Fy0 + D * sin(S(c_.RVY5 * Atan(S(c_.RVY6 * kappa)))) * c_.LVYKA;
    const S arm = c_.UNLOADED_RADIUS * c_.LS *
                  (c_.SSZ1 + c_.SSZ2 * Fy / c_.Fz0() + (c_.SSZ3 + c_.SSZ4 * dfz_) * g_);
    const S Fy_upright = SideWeight(S(0.0)) * upright_.Fy0;
    return {Fx, Fy, Mx(Fy), Mz(Fy_upright, Joined(Trailing()), Joined(Residual()), S(arm * Fx))};
  }

 private:
  struct Lateral {
    S Fy0, K, mu, SH, SV, BC;  // BC = By Cy
  };

  S SideWeight(const S& g) const {
    const S B = (c_.RBY1 + c_.RBY4 * g * g) * CosAtan(S(c_.RBY2 * (a_ - c_.RBY3))) * c_.LYKA;
    const S shift = c_.RHY1 + c_.RHY2 * dfz_, E = c_.REY1 + c_.REY2 * dfz_;
    return MagicWeight<S>(slip_.kappa, shift, B, c_.RCY1, E);
  }

  void CalcLongitudinal() {
    using std::exp, std::sin;
    const S& Fz = slip_.Fz;
    const S x = slip_.kappa + (c_.PHX1 + c_.PHX2 * dfz_) * c_.LHX;
    mux = (c_.PDX1 + c_.PDX2 * dfz_) * (1 + c_.PPX3 * dp_ + c_.PPX4 * dp_ * dp_) *
          (1.0 - c_.PDX3 * slip_.gamma * slip_.gamma) * c_.LMUX;
    const S C(c_.PCX1 * c_.LCX), D = mux * Fz;
    const S E =
        (c_.PEX1 + c_.PEX2 * dfz_ + c_.PEX3 * dfz_ * dfz_) * (1.0 - c_.PEX4 * SignOf(x)) * c_.LEX;
    Kx = Fz * (c_.PKX1 + c_.PKX2 * dfz_) * exp(S(c_.PKX3 * dfz_)) *
         (1 + c_.PPX1 * dp_ + c_.PPX2 * dp_ * dp_) * c_.LKX;
    Fx0 = D * sin(MagicAngle(x, S(Kx / (C * D)), C, AtMostOne(E))) +
          Fz * (c_.PVX1 + c_.PVX2 * dfz_) * c_.LVX * c_.LMUX;
  }

  Lateral CalcLateral(const S& g) const {
    using std::sin;
    const S& Fz = slip_.Fz;
    Lateral y;
    y.mu = (c_.PDY1 + c_.PDY2 * dfz_) * (1 + c_.PPY3 * dp_ + c_.PPY4 * dp_ * dp_) *
           (1.0 - c_.PDY3 * g * g) * c_.LMUY;
    const S at_peak = (c_.PKY2 + c_.PKY5 * g * g) * (1 + c_.PPY2 * dp_) * c_.Fz0();
    y.K = c_.PKY1 * c_.Fz0() * (1 + c_.PPY1 * dp_) * (1.0 - c_.PKY3 * Absolute(g)) *
          sin(S(c_.PKY4 * Atan(S(Fz / at_peak)))) * c_.LKY;
    const S SVg = Fz * (c_.PVY3 + c_.PVY4 * dfz_) * g * c_.LKYC * c_.LMUY;
    const S Kg = Fz * (c_.PKY6 + c_.PKY7 * dfz_) * (1 + c_.PPY5 * dp_) * c_.LKYC;
    y.SH = (c_.PHY1 + c_.PHY2 * dfz_) * c_.LHY + (Kg * g - SVg) / y.K;
    y.SV = Fz * (c_.PVY1 + c_.PVY2 * dfz_) * c_.LVY * c_.LMUY + SVg;
    const S x = a_ + y.SH, C(c_.PCY1 * c_.LCY), D = y.mu * Fz;
    const S E = (c_.PEY1 + c_.PEY2 * dfz_) *
                (1.0 + c_.PEY5 * g * g - (c_.PEY3 + c_.PEY4 * g) * SignOf(x)) * c_.LEY;
    y.BC = y.K / D;
    y.Fy0 = D * sin(MagicAngle(x, S(y.BC / C), C, AtMostOne(E))) + y.SV;
    return y;
  }

  S Mx(const S& Fy) const {
    using std::cos, std::sin;
    const S load = slip_.Fz / c_.Fz0(), side = Fy / c_.Fz0(), &gamma = slip_.gamma;
    const S of_load = c_.QSX4 * cos(S(c_.QSX5 * Atan(S(c_.QSX6 * c_.QSX6 * load * load)))) *
                      sin(S(c_.QSX7 * gamma + c_.QSX8 * Atan(S(c_.QSX9 * side))));
    return c_.UNLOADED_RADIUS * slip_.Fz * c_.LMX *
               (c_.QSX1 * c_.LVMX - c_.QSX2 * gamma * (1 + c_.PPMX1 * dp_) + c_.QSX3 * side +
                of_load + c_.QSX10 * Atan(S(c_.QSX11 * load)) * gamma) +
           c_.UNLOADED_RADIUS * c_.LMX *
               (Fy * (c_.QSX13 + c_.QSX14 * Absolute(gamma)) -
                slip_.Fz * c_.QSX12 * gamma * Absolute(gamma));
  }

  /// Slip of the trail and of the residual moment, as tangents.
  S Trailing() const { return a_ + c_.QHZ1 + c_.QHZ2 * dfz_ + (c_.QHZ3 + c_.QHZ4 * dfz_) * g_; }
  S Residual() const { return a_ + lateral_.SH + lateral_.SV / Ky; }
  /// With longitudinal slip.
  S Joined(const S& a) const {
    using std::sqrt;
    const S k = Kx / Ky * slip_.kappa;
    return SignOf(a) * sqrt(S(a * a + k * k + 1e-30));
  }

  S Mz(const S& Fy, const S& at, const S& ar, const S& of_Fx) const {
    using std::cos;
    const double stiffness = c_.LKY / c_.LMUY, R0 = c_.UNLOADED_RADIUS;
    const S size = Absolute(g_), cosine = cos(slip_.alpha);
    const S B = (c_.QBZ1 + c_.QBZ2 * dfz_ + c_.QBZ3 * dfz_ * dfz_) *
                (1.0 + c_.QBZ4 * g_ + c_.QBZ5 * size + c_.QBZ6 * g_ * g_) * stiffness;
    const S D = slip_.Fz * (c_.QDZ1 + c_.QDZ2 * dfz_) * (1 - c_.PPZ1 * dp_) *
                (1.0 + c_.QDZ3 * size + c_.QDZ4 * g_ * g_) * (R0 / c_.Fz0() * c_.LTR);
    const S E = (c_.QEZ1 + c_.QEZ2 * dfz_ + c_.QEZ3 * dfz_ * dfz_) *
                (1.0 + (c_.QEZ4 + c_.QEZ5 * g_) * (2 / M_PI) * Atan(S(B * c_.QCZ1 * Trailing())));
    const S trail = D * cos(MagicAngle(at, B, S(c_.QCZ1), AtMostOne(E))) * cosine;
    const S Br = c_.QBZ9 * stiffness + c_.QBZ10 * lateral_.BC;
    const S Dr =
        slip_.Fz * R0 * c_.LMUY *
        ((c_.QDZ6 + c_.QDZ7 * dfz_) * c_.LRES +
         ((c_.QDZ8 + c_.QDZ9 * dfz_) * (1 + c_.PPZ2 * dp_) + (c_.QDZ10 + c_.QDZ11 * dfz_) * size) *
             g_ * c_.LKZC);
    return of_Fx + slip_.direction * (Dr * CosAtan(S(Br * ar)) * cosine - trail * Fy);
  }

  const MagicFormulaCoefficients& c_;
  Slip<S> slip_;
  double dp_;
  S dfz_, a_, g_;
  Lateral upright_, lateral_;  // with γ = 0, with γ
};

}  // namespace trunnion::vehicle
