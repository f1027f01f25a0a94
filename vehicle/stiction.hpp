// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include <trunnion/elements.hpp>

namespace trunnion::vehicle {

/// Dry friction that sticks, of discs that turn against each other: brakes, limited slip.
///
/// State  s [-], the part of the capacity C [N·m] that acts; its rate over the speed of slip ω is
///
///     s' = ω/g (1 − a(s sign ω)),   a(u) = ((u − b)/(1 − b))² for u > b, else 0
///     T  = −C (s + τ s' exp(−(ω τ/g)²))
///
/// Below b of the capacity the discs are a spring of the stiffness C/g with a damping in
/// proportion: at rest they hold without creep. In sliding s = sign ω, so T = −C sign ω. Range C
/// may change with time; where it falls below what the discs hold, they slip. Reference  Dupont,
/// Hayward, Armstrong & Altpeter, Single state elastoplastic friction models
///            (2002), equations (7)-(9), normalized by the capacity.
/// Verified   tests/vehicle/driveline_test.cpp
struct Stiction {
  double give = 2e-3;    ///< g > 0: angle at which the whole capacity acts [rad]
  double settle = 1e-3;  ///< τ ≥ 0 [s]
};

/// b
inline constexpr double kStictionElastic = 0.7;

/// s' at the speed of slip `slip` [rad/s].
template <class S>
S CalcStictionRate(const Stiction& law, const S& slip, const S& s) {
  const double sign = PlainValue(slip) < 0 ? -1 : 1;
  const S q = (sign * s - kStictionElastic) / (1 - kStictionElastic);
  return PlainValue(q) > 0 ? S(slip / law.give * (1.0 - q * q)) : S(slip / law.give);
}

/// −T/C
template <class S>
S CalcStictionPart(const Stiction& law, const S& slip, const S& s) {
  using std::exp;
  const S x = slip * (law.settle / law.give);
  if (std::abs(PlainValue(x)) > 6) return s;
  return s + law.settle * CalcStictionRate(law, slip, s) * exp(S(-x * x));
}

}  // namespace trunnion::vehicle
