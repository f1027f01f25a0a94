// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/weighted_norm.hpp"

#include <cmath>

namespace trunnion {

WeightedNorm::WeightedNorm(const ConstrainedSystem& system, double length, double angle)
    : blocks_(system.norm_blocks()), tolerance_(system.num_velocities()) {
  for (int i = 0; i < tolerance_.size(); ++i) tolerance_[i] = system.is_angle()[i] ? angle : length;
  weights_ = tolerance_.cwiseInverse();
}

void WeightedNorm::ScaleByPosition(const VectorXd& q, double relative) {
  weights_ = (tolerance_.array() * (1.0 + relative * q.array().abs())).inverse();
}

double WeightedNorm::operator()(const VectorXd& x) const {
  double largest = -1;
  for (const auto& b : blocks_) {
    const double square =
        x.segment(b.first, b.size).cwiseProduct(weights_.segment(b.first, b.size)).squaredNorm() /
        b.size;
    if (!(square <= largest)) largest = square, worst_ = b.first;  // also catches NaN
    if (std::isnan(square)) return square;
  }
  return largest < 0 ? 0 : std::sqrt(largest);
}

double WeightedNorm::operator()(const VectorXd& x, const VectorXd& y, double scale) const {
  double largest = -1;
  for (const auto& b : blocks_) {
    const auto w = weights_.segment(b.first, b.size);
    const double square =
        (x.segment(b.first, b.size).cwiseProduct(w).squaredNorm() +
         scale * scale * y.segment(b.first, b.size).cwiseProduct(w).squaredNorm()) /
        (2 * b.size);
    if (!(square <= largest)) largest = square, worst_ = b.first;
    if (std::isnan(square)) return square;
  }
  return largest < 0 ? 0 : std::sqrt(largest);
}

}  // namespace trunnion
