// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/multistep_weights.hpp"

#include <cstddef>

namespace trunnion {

Weights InterpolationWeights(std::span<const double> times, double t) {
  Weights w{};
  for (std::size_t j = 0; j < times.size(); ++j) {
    w[j] = 1;
    for (std::size_t i = 0; i < times.size(); ++i)
      if (i != j) w[j] *= (t - times[i]) / (times[j] - times[i]);
  }
  return w;
}

Weights DerivativeWeights(std::span<const double> times) {
  // p'(t₀): wⱼ = Π_{i≠0,j}(t₀−tᵢ) / Π_{i≠j}(tⱼ−tᵢ) for j > 0, and w₀ = Σ 1/(t₀−tᵢ).
  Weights w{};
  for (std::size_t j = 1; j < times.size(); ++j) {
    w[0] += 1 / (times[0] - times[j]);
    double product = 1 / (times[j] - times[0]);
    for (std::size_t i = 1; i < times.size(); ++i)
      if (i != j) product *= (times[0] - times[i]) / (times[j] - times[i]);
    w[j] = product;
  }
  return w;
}

IntegralWeights IntegrateInterpolation(std::span<const double> times, double from, double to) {
  // Five Gauss points: exact to degree nine.
  constexpr std::array<double, 5> kPoints{
      -0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 5> kGauss{0.2369268850561891,
                                         0.4786286704993665,
                                         0.5688888888888889,
                                         0.4786286704993665,
                                         0.2369268850561891};
  IntegralWeights out;
  const double half = 0.5 * (to - from);
  for (std::size_t i = 0; i < kPoints.size(); ++i) {
    const double s = from + half * (1 + kPoints[i]);
    const Weights w = InterpolationWeights(times, s);
    for (std::size_t j = 0; j < times.size(); ++j) {
      out.once[j] += half * kGauss[i] * w[j];
      out.twice[j] += half * kGauss[i] * (to - s) * w[j];
    }
  }
  return out;
}

}  // namespace trunnion
