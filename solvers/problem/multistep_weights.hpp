// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <span>

/// Weights of Lagrange polynomials through points in time.
namespace trunnion {

inline constexpr int kMaxOrder = 5;
inline constexpr int kMaxPoints = kMaxOrder + 2;  ///< past points kept
using Weights = std::array<double, kMaxPoints + 1>;

/// w with p(t) = Σ wⱼ yⱼ for the polynomial p through (timesⱼ, yⱼ), all distinct.
Weights InterpolationWeights(std::span<const double> times, double t);

/// w with p'(times₀) = Σ wⱼ yⱼ: the BDF formula when times₀ is the new point. w₀ is the leading
/// coefficient a [1/s].
Weights DerivativeWeights(std::span<const double> times);

/// Weights of ∫ p(s) ds and ∫ (to − s) p(s) ds, both from `from` to `to`, of the polynomial through
/// the times: of the integral and of the integral of the integral. @pre at most nine times.
struct IntegralWeights {
  Weights once{}, twice{};
};
IntegralWeights IntegrateInterpolation(std::span<const double> times, double from, double to);

}  // namespace trunnion
