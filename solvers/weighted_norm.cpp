// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/weighted_norm.hpp"

#include <algorithm>
#include <cmath>

namespace trunnion {

WeightedNorm::WeightedNorm(const ConstrainedSystem& system, double length, double angle)
    : blocks_(system.norm_blocks()), tolerance_(system.num_velocities()) {
  for (int i = 0; i < tolerance_.size(); ++i) tolerance_[i] = system.is_angle()[i] ? angle : length;
  for (const NormBlock& b : blocks_)
    if (b.kind != BlockKind::mechanical) tolerance_.segment(b.first, b.size) *= b.scale;
  weights_ = tolerance_.cwiseInverse();
}

void WeightedNorm::ScaleBySize(const VectorXd& q, const VectorXd& v, double relative) {
  VectorXd size = q.cwiseAbs();
  for (const NormBlock& b : blocks_)
    if (b.kind != BlockKind::mechanical)
      size.segment(b.first, b.size) = v.segment(b.first, b.size).cwiseAbs();
  weights_ = (tolerance_.array() * (1.0 + relative * size.array())).inverse();
}

double WeightedNorm::BlockSquare(const NormBlock& b, const VectorXd& x) const {
  return x.segment(b.first, b.size).cwiseProduct(weights_.segment(b.first, b.size)).squaredNorm();
}

double WeightedNorm::operator()(const VectorXd& x) const {
  double largest = -1;
  for (const auto& b : blocks_) {
    if (b.kind != BlockKind::mechanical) continue;
    const double square = BlockSquare(b, x) / b.size;
    if (!(square <= largest)) largest = square, worst_ = b.first;  // also catches NaN
    if (std::isnan(square)) return square;
  }
  return largest < 0 ? 0 : std::sqrt(largest);
}

double WeightedNorm::StateNorm(const VectorXd& x) const {
  double largest = 0;
  for (const auto& b : blocks_)
    if (b.kind == BlockKind::differential)
      largest = std::max(largest, std::sqrt(BlockSquare(b, x) / b.size));
  return largest;
}

double WeightedNorm::operator()(const VectorXd& x, const VectorXd& y, double scale) const {
  double largest = -1;
  for (const auto& b : blocks_) {
    double square = 0;
    if (b.kind != BlockKind::mechanical) {
      square = BlockSquare(b, y) / b.size;
    } else if (scale == 0) {
      square = BlockSquare(b, x) / b.size;
    } else {
      square = (BlockSquare(b, x) + scale * scale * BlockSquare(b, y)) / (2 * b.size);
    }
    if (!(square <= largest)) largest = square, worst_ = b.first;
    if (std::isnan(square)) return square;
  }
  return largest < 0 ? 0 : std::sqrt(largest);
}

double WeightedNorm::ErrorNorm(const VectorXd& x, VectorXd y, double scale) const {
  for (const auto& b : blocks_)
    if (b.kind == BlockKind::algebraic) y.segment(b.first, b.size).setZero();
  return (*this)(x, y, scale);
}

}  // namespace trunnion
