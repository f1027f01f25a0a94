// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/point_history.hpp"

namespace trunnion {
namespace {

std::array<double, kMaxPoints + 1> Times(const std::deque<StatePoint>& points, int count) {
  std::array<double, kMaxPoints + 1> times{};
  for (int j = 0; j < count; ++j)
    times[static_cast<std::size_t>(j)] = points[static_cast<std::size_t>(j)].t;
  return times;
}

}  // namespace

void PointHistory::Push(StatePoint point) {
  points_.push_front(std::move(point));
  if (size() > kMaxPoints) points_.pop_back();
  coordinates_.resize(points_.size());
  coordinates_[0].setZero(system_.num_velocities());
  for (std::size_t j = 1; j < points_.size(); ++j)
    system_.Difference(points_[0].q, points_[j].q, coordinates_[j]);
}

void PointHistory::Interpolate(double t, int count, VectorXd& x, VectorXd& v) const {
  const auto times = Times(points_, count);
  const auto w = InterpolationWeights({times.data(), static_cast<std::size_t>(count)}, t);
  x.setZero(system_.num_velocities());
  v.setZero(system_.num_velocities());
  for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j) {
    if (j > 0) x += w[j] * coordinates_[j];
    v += w[j] * points_[j].v;
  }
}

void PointHistory::ExtrapolateMultipliers(double t, VectorXd& lambda) const {
  int count = 0;
  while (count < std::min(3, size()) && (*this)[count].lambda.size() > 0) ++count;
  const auto times = Times(points_, count);
  const auto w = InterpolationWeights({times.data(), static_cast<std::size_t>(count)}, t);
  lambda.setZero(system_.num_constraints());
  for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j)
    lambda += w[j] * points_[j].lambda;
}

}  // namespace trunnion
