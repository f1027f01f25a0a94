// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/core/dual.hpp"
#include "engine/core/laws.hpp"
#include "forces/curve.hpp"

/// Ready-made scalar force laws f(c, c', t) for springs, dampers, stops and motors on a coordinate
/// c [m or rad]. f > 0 increases c; parameters and tables are given the other way round, as a test
/// rig draws them: tension positive, f = −(restoring force).
///
/// Verified  tests/forces/laws_test.cpp: closed forms, slopes against central differences, energy
///           as the negative integral of f, continuity and sign of stops.
namespace trunnion {

/// f = −(k (c − c₀) + d c' + P), V = k (c − c₀)²/2 + P (c − c₀).
struct LinearSpringDamper {
  double stiffness = 0;    ///< k [N/m or N·m/rad]
  double damping = 0;      ///< d [N·s/m or N·m·s/rad], ≥ 0
  double free_length = 0;  ///< c₀ [m or rad]
  double preload = 0;      ///< P [N or N·m], tension positive: the restoring force at c = c₀
};

/// @throws ModelError if a parameter is not finite or the damping is negative.
ScalarLaw MakeLinearSpringDamper(const LinearSpringDamper& parameters);

/// f = −y(c − c₀), V = ∫ y: `restoring` holds the tension over the deflection from the free length.
/// @throws ModelError if free_length is not finite.
ScalarLaw MakeSpringCurve(const Curve& restoring, double free_length);

/// f = −y(c'): `resisting` holds the resisting force over the speed, tension (rebound) positive.
ScalarLaw MakeDamperCurve(const Curve& resisting);

/// The side of the limit on which a stop acts.
enum class StopSide {
  lower,  ///< acts for c < limit and pushes c up
  upper,  ///< acts for c > limit and pushes c down
};

/// One-sided stop. With the penetration p ≥ 0 and δ = onset its force, away from the stop, is
///
///     F = F_e(p) + d s(p) max(p', 0) ≥ 0,      s = 3 x² − 2 x³, x = min(p/δ, 1)
///     F_e = k p²/(2δ) for p < δ, k (p − δ/2) above        exponent 1: C¹ onset, slope k after δ
///         = k p^n                                         exponent n > 1, k in [N/mⁿ]
///         = curve(p) − curve(0)                           if a curve is given (k, n unused)
///
/// so that it is continuous (damping fades in with the penetration and acts in compression only)
/// and never pulls. V = ∫ F_e dp.
struct StopLaw {
  double limit = 0;  ///< c at which the stop begins [m or rad]
  StopSide side = StopSide::upper;
  double stiffness = 0;          ///< k ≥ 0
  double damping = 0;            ///< d ≥ 0 [N·s/m or N·m·s/rad]
  double onset = 1e-3;           ///< δ > 0 [m or rad]
  double exponent = 1;           ///< n ≥ 1
  std::optional<Curve> curve{};  ///< compression force over penetration, non-decreasing
};

/// @throws ModelError if a parameter is out of its range.
ScalarLaw MakeStop(const StopLaw& parameters);

/// f = Σ fᵢ. @throws ModelError if a law is empty.
ScalarLaw MakeSum(std::vector<ScalarLaw> laws);

/// A law from a function written once for any scalar, `template <class S> S f(S c, S c', double t)`
/// (a generic lambda); its slopes come from automatic differentiation, its energy counts as 0.
template <class F>
ScalarLaw MakeScalarLaw(F function) {
  using S = Dual<double, 2>;
  static_assert(std::is_convertible_v<std::invoke_result_t<const F&, S, S, double>, S>,
                "a scalar law takes (S c, S c_dot, double t) and returns S");
  return [function = std::move(function)](double c, double c_dot, double t) {
    const S f = function(S::Variable(c, 0), S::Variable(c_dot, 1), t);
    return LawValue{.f = f.a, .df_dc = f.d[0], .df_dcd = f.d[1], .energy = 0};
  };
}

}  // namespace trunnion
