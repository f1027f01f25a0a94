// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/weighted_norm.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace trunnion {
namespace {

/// The largest of `square` over the blocks that count, and the block: a NaN, if there is one.
template <class Counts, class Square>
std::pair<double, const NormBlock*> FindLargest(const std::vector<NormBlock>& blocks,
                                                const Counts& counts,
                                                const Square& square) {
  double largest = -1;
  const NormBlock* worst = nullptr;
  for (const NormBlock& b : blocks) {
    if (!counts(b.kind)) continue;
    const double value = square(b);
    if (!(value <= largest)) largest = value, worst = &b;
    if (std::isnan(value)) break;
  }
  return {largest, worst};
}

}  // namespace

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

/// The component of (x, s · y) with the largest share, or that is no number.
int WeightedNorm::FindWorst(const NormBlock& b,
                            const ConstVector& x,
                            const ConstVector& y,
                            double s) const {
  const bool mechanical = b.kind == BlockKind::mechanical;
  int worst = b.first;
  double largest = -1;
  for (int i = b.first; i < b.first + b.size; ++i) {
    const double share =
        weights_[i] * (mechanical ? std::max(std::abs(x[i]), std::abs(s * y[i])) : std::abs(y[i]));
    if (!(share <= largest)) largest = share, worst = i;
    if (std::isnan(share)) break;
  }
  return worst;
}

double WeightedNorm::operator()(const VectorXd& x) const {
  const auto [square, worst] = FindLargest(
      blocks_,
      [](BlockKind kind) { return kind == BlockKind::mechanical; },
      [&](const NormBlock& b) { return BlockSquare(b, x); });
  if (!worst) return 0;
  worst_ = FindWorst(*worst, x, x, 0);
  return std::sqrt(square);
}

double WeightedNorm::StateNorm(const VectorXd& x) const {
  double largest = 0;
  for (const auto& b : blocks_)
    if (b.kind == BlockKind::differential)
      largest = std::max(largest, std::sqrt(BlockSquare(b, x)));
  return largest;
}

double WeightedNorm::operator()(const ConstVector& x, const ConstVector& y, double scale) const {
  const auto [square, worst] = FindLargest(
      blocks_,
      [](BlockKind) { return true; },
      [&](const NormBlock& b) { return PairSquare(b, x, y, scale); });
  if (!worst) return 0;
  worst_ = FindWorst(*worst, x, y, scale);
  return std::sqrt(square);
}

double WeightedNorm::ErrorNorm(const ConstVector& x, const ConstVector& y, double scale) const {
  const auto [square, worst] = FindLargest(
      blocks_,
      [](BlockKind kind) { return kind != BlockKind::algebraic; },
      [&](const NormBlock& b) { return PairSquare(b, x, y, scale); });
  if (!worst) return 0;
  worst_ = FindWorst(*worst, x, y, scale);
  return std::sqrt(square);
}

}  // namespace trunnion
