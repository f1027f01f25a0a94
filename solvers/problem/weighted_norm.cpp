// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/weighted_norm.hpp"

#include <algorithm>
#include <cmath>

namespace trunnion {

WeightedNorm::WeightedNorm(const ConstrainedSystem& system, const IntegratorOptions& options)
    : blocks_(system.norm_blocks()), tolerance_(system.num_velocities()) {
  const double length = options.step_fraction * options.tolerance;
  const double angle = options.step_fraction *
                       (options.angle_tolerance > 0 ? options.angle_tolerance : options.tolerance);
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

double WeightedNorm::BlockSquare(const NormBlock& b, const ConstVector& x) const {
  double sum = 0;
  for (int i = b.first; i < b.first + b.size; ++i) sum += x[i] * x[i] * (weights_[i] * weights_[i]);
  return sum / b.size;
}

/// Mean square over a block of (x, s · y), or of the one that counts.
double WeightedNorm::PairSquare(const NormBlock& b,
                                const ConstVector& x,
                                const ConstVector& y,
                                double s) const {
  if (b.kind != BlockKind::mechanical) return BlockSquare(b, y);
  if (s == 0) return BlockSquare(b, x);
  return 0.5 * (BlockSquare(b, x) + s * s * BlockSquare(b, y));
}

/// False if `square` is NaN, which then is the norm.
bool WeightedNorm::Raise(double square, const NormBlock& block, double& largest) const {
  if (!(square <= largest)) largest = square, worst_ = block.first;
  return !std::isnan(square);
}

double WeightedNorm::operator()(const VectorXd& x) const {
  double largest = -1;
  for (const auto& b : blocks_)
    if (b.kind == BlockKind::mechanical && !Raise(BlockSquare(b, x), b, largest)) break;
  return largest < 0 ? 0 : std::sqrt(largest);
}

double WeightedNorm::StateNorm(const VectorXd& x) const {
  double largest = 0;
  for (const auto& b : blocks_)
    if (b.kind == BlockKind::differential)
      largest = std::max(largest, std::sqrt(BlockSquare(b, x)));
  return largest;
}

double WeightedNorm::operator()(const ConstVector& x, const ConstVector& y, double scale) const {
  double largest = -1;
  for (const auto& b : blocks_)
    if (!Raise(PairSquare(b, x, y, scale), b, largest)) break;
  return largest < 0 ? 0 : std::sqrt(largest);
}

double WeightedNorm::ErrorNorm(const ConstVector& x, const ConstVector& y, double scale) const {
  double largest = -1;
  for (const auto& b : blocks_)
    if (b.kind != BlockKind::algebraic && !Raise(PairSquare(b, x, y, scale), b, largest)) break;
  return largest < 0 ? 0 : std::sqrt(largest);
}

}  // namespace trunnion
