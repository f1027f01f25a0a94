// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/multistep_weights.hpp"

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

}  // namespace trunnion
