// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// θ − ∫ω dt over a step of h [s], where R' = R ω~ and R(h) = R(0) exp(θ~); `a`, `b`, `c` are the
/// body-frame angular velocities at the Gauss points h (1/2 − √15/10), h/2, h (1/2 + √15/10). The
/// error is O(h⁷).
/// Source: Blanes, Casas, Oteo & Ros (2009), Phys. Rep. 470, section 5.4, for Y' = A Y; here the
/// matrix stands on the right, which turns every commutator round.
inline Vec3 MagnusCommutators(double h, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto commutator = [](const Vec3& x, const Vec3& y) -> Vec3 { return y.cross(x); };
  constexpr double kRoot15 = 3.872983346207417;
  const Vec3 first = h * b, second = kRoot15 * h / 3 * (c - a),
             third = 10 * h / 3 * (c - 2 * b + a);
  const Vec3 once = commutator(first, second);
  const Vec3 twice = -1.0 / 60 * commutator(first, Vec3(2 * third + once));
  return 1.0 / 240 * commutator(Vec3(-20 * first - third + once), Vec3(second + twice));
}

}  // namespace trunnion
