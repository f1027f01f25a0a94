// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vehicle/magic_formula_52.hpp"
#include "vehicle/magic_formula_61.hpp"
#include "vehicle/tyre_data.hpp"

/// The formulas of a tyre by its data, of a double or Dual S.
namespace trunnion::vehicle {

/// Steady-state forces of a tyre as its data stand: not mirrored, slip not limited to its ranges.
/// Forces that its USE_MODE leaves out are zero.
template <class S>
TyreForces<S> CalcTyreForces(const TyreData& tyre, const Slip<S>& slip) {
  if (!(PlainValue(slip.Fz) > 0) || tyre.use_mode == 0) return {};
  const auto evaluate = [&](const auto& formula) {
    return tyre.use_mode == 4 ? formula.CalcCombined() : formula.CalcUncombined();
  };
  TyreForces<S> f;
  if (tyre.model == TyreModel::fiala)
    f = tyre.fiala.Calc(slip);
  else if (tyre.model == TyreModel::magic_formula_52)
    f = evaluate(MagicFormula52<S>(tyre.coefficients, slip));
  else
    f = evaluate(MagicFormula61<S>(tyre.coefficients, slip));
  if (tyre.use_mode == 1) f.Fy = f.Mx = f.Mz = S(0.0);
  if (tyre.use_mode == 2) f.Fx = S(0.0);
  return f;
}

/// Slopes of Fx over κ [N] and of Fy over α [N/rad] that the formula goes by; that of Fy is
/// negative.
template <class S>
std::pair<S, S> CalcSlopes(const TyreData& tyre, const Slip<S>& slip) {
  if (tyre.model == TyreModel::fiala) return {S(tyre.fiala.c_slip), S(-tyre.fiala.c_alpha)};
  if (tyre.model == TyreModel::magic_formula_52) {
    const MagicFormula52<S> formula(tyre.coefficients, slip);
    return {formula.Kx, formula.Ky};
  }
  const MagicFormula61<S> formula(tyre.coefficients, slip);
  return {formula.Kx, formula.Ky};
}

/// Relaxation lengths [m] of longitudinal slip and of side slip; 0 where the data have none.
///
///   5.2   σκ = Fz (PTX1 + PTX2 dfz) exp(PTX3 dfz) R₀/Fz0 LSGKP,
///         σα = PTY1 sin(2 atan(Fz/(PTY2 Fz0))) (1 − PKY3 |γ|) R₀ LFZO LSGAL
///   6.1   slope over stiffness of the carcass
template <class S>
std::pair<S, S> CalcRelaxation(const TyreData& tyre, const Slip<S>& slip) {
  using std::exp, std::sin;
  const MagicFormulaCoefficients& c = tyre.coefficients;
  if (tyre.model == TyreModel::fiala) return {S(tyre.relaxation_x), S(tyre.relaxation_y)};
  if (tyre.model == TyreModel::magic_formula_52) {
    const S load = slip.Fz / c.Fz0(), dfz = load - 1.0;
    const double side = c.UNLOADED_RADIUS * c.LFZO * c.LSGAL * c.PTY1;
    return {load * (c.PTX1 + c.PTX2 * dfz) * exp(S(c.PTX3 * dfz)) * (c.UNLOADED_RADIUS * c.LSGKP),
            side == 0 ? S(0.0)
                      : S(side * sin(S(2.0 * Atan(S(load / c.PTY2)))) *
                          (1.0 - c.PKY3 * Absolute(slip.gamma)))};
  }
  const auto [Kx, Ky] = CalcSlopes(tyre, slip);
  const double x = tyre.longitudinal_stiffness, y = tyre.lateral_stiffness;
  return {x > 0 ? S(Kx / x) : S(0.0), y > 0 ? S(Absolute(Ky) / y) : S(0.0)};
}

/// Moment of the rolling resistance about the wheel's axis for a speed Vx ≥ 0 [m/s]; it is ≤ 0
/// [N·m] for the usual coefficients.
///
///   5.2   My = −R₀ Fz (QSY1 + QSY2 Fx/Fz0 + QSY3 |Vx/V₀| + QSY4 (Vx/V₀)⁴) LMY
///   6.1   the same with + (QSY5 + QSY6 Fz/Fz0) γ², times (Fz/Fz0)^QSY7 (p/p₀)^QSY8
///   Fiala My = −ROLLING_RESISTANCE Fz
template <class S>
S CalcRollingMoment(const TyreData& tyre, const Slip<S>& slip, const S& Fx, const S& Vx) {
  using std::pow;
  const MagicFormulaCoefficients& c = tyre.coefficients;
  if (!(PlainValue(slip.Fz) > 0)) return S(0.0);
  if (tyre.model == TyreModel::fiala) return -tyre.rolling_resistance * slip.Fz;
  const S v = Vx / c.LONGVL, load = slip.Fz / c.Fz0();
  S part = c.QSY1 + c.QSY2 * Fx / c.Fz0() + c.QSY3 * v + c.QSY4 * v * v * v * v;
  if (tyre.model == TyreModel::magic_formula_61) {
    part += (c.QSY5 + c.QSY6 * load) * slip.gamma * slip.gamma;
    part *= pow(load, c.QSY7) * std::pow(1 + c.pressure_change, c.QSY8);
  }
  return -c.UNLOADED_RADIUS * c.LMY * slip.Fz * part;
}

}  // namespace trunnion::vehicle
