// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/integrator/point_history.hpp"

#include <algorithm>
#include <utility>

#include "engine/core/parallel.hpp"

namespace trunnion {
namespace {

/// Rows that are combined at a time: what belongs to them in all points stays in the first cache.
constexpr Eigen::Index kRows = 128;
/// Chunks that one task takes, and rows below which one thread takes all.
constexpr int kChunksPerTask = 8;
constexpr Eigen::Index kSerialRows = 4 * kChunksPerTask * kRows;

}  // namespace

void PointHistory::Push(StatePoint& point) {
  if (size() < kMaxPoints) {
    points_.emplace_back();
    coordinates_.emplace_back(VectorXd::Zero(system_.num_velocities()));
  }
  std::rotate(points_.begin(), points_.end() - 1, points_.end());
  std::swap(points_.front(), point);
  charted_ = 1;
}

void PointHistory::Chart(std::size_t count) const {
  for (; charted_ < count; ++charted_)
    system_.Difference(points_[0].q, points_[charted_].q, coordinates_[charted_]);
}

Weights PointHistory::InterpolationWeights(double t, int count) const {
  std::array<double, kMaxPoints> times{};
  for (int j = 0; j < count; ++j) times[static_cast<std::size_t>(j)] = time(j);
  return trunnion::InterpolationWeights({times.data(), static_cast<std::size_t>(count)}, t);
}

void PointHistory::Combine(std::span<Combination> sums) const {
  const Eigen::Index n = system_.num_velocities();
  for (std::size_t j = 1; j < points_.size(); ++j)
    if (std::any_of(sums.begin(), sums.end(), [j](const auto& s) { return s.weights[j] != 0; }))
      Chart(j + 1);
  const auto combine = [&](int chunk) {
    const Eigen::Index first = chunk * kRows, rows = std::min(kRows, n - first);
    for (Combination& sum : sums) {
      auto x = sum.x.segment(first, rows), v = sum.v.segment(first, rows);
      x.setZero();
      v = sum.weights[0] * points_[0].v.segment(first, rows);
      for (std::size_t j = 1; j < points_.size(); ++j) {
        const double w = sum.weights[j];
        if (w == 0) continue;
        x += w * coordinates_[j].segment(first, rows);
        v += w * points_[j].v.segment(first, rows);
      }
    }
  };
  const int chunks = static_cast<int>((n + kRows - 1) / kRows);
  ForEachIndex(chunks, n >= kSerialRows, combine, kChunksPerTask);
}

void PointHistory::Interpolate(double t, int count, VectorXd& x, VectorXd& v) const {
  x.resize(system_.num_velocities());
  v.resize(system_.num_velocities());
  Combination sum{InterpolationWeights(t, count), x, v};
  Combine({&sum, 1});
}

void PointHistory::ExtrapolateMultipliers(double t, VectorXd& lambda) const {
  int count = 0;
  while (count < std::min(3, size()) && (*this)[count].lambda.size() > 0) ++count;
  const Weights w = InterpolationWeights(t, count);
  lambda.setZero(system_.num_constraints());
  for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j)
    lambda += w[j] * points_[j].lambda;
}

}  // namespace trunnion
