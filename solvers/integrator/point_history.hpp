// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/multistep_weights.hpp"

namespace trunnion {

class Archive;

/// One accepted state.
struct StatePoint {
  double t = 0;
  VectorXd q;       ///< configuration
  VectorXd v;       ///< velocities ∈ ℝⁿ
  VectorXd lambda;  ///< multipliers ∈ ℝᵐ; empty for the artificial starting point
};

/// A weighted sum over points, Σ wⱼ (chart coordinates, velocities) of point j.
struct Combination {
  Weights weights{};       ///< in the order of the points, the newest first; zero beyond
  Eigen::Ref<VectorXd> x;  ///< ∈ ℝⁿ, overwritten
  Eigen::Ref<VectorXd> v;  ///< ∈ ℝⁿ, overwritten
};

/// The accepted states that a multistep formula looks back on, newest first. Positions are
/// expressed in the chart of the newest state, so nothing is ever re-charted in differences
/// (docs/theory.md, section 1).
class PointHistory {
 public:
  explicit PointHistory(const ConstrainedSystem& system) : system_(system) {}

  void Clear() { points_.clear(), coordinates_.clear(); }
  /// Takes the newest state; the oldest beyond kMaxPoints goes and leaves its memory in `point`, so
  /// that nothing is allocated.
  void Push(StatePoint& point);

  int size() const { return static_cast<int>(points_.size()); }
  const StatePoint& operator[](int j) const { return points_[static_cast<std::size_t>(j)]; }
  double time(int j) const { return points_[static_cast<std::size_t>(j)].t; }

  /// Weights of the polynomial through the newest `count` states at time t.
  Weights InterpolationWeights(double t, int count) const;
  /// Several sums in one pass over the points.
  void Combine(std::span<Combination> sums) const;
  /// Polynomial through the newest `count` states at time t: chart coordinates x and velocities v.
  void Interpolate(double t, int count, VectorXd& x, VectorXd& v) const;
  /// Multipliers by the polynomial through at most three newest states that have them.
  void ExtrapolateMultipliers(double t, VectorXd& lambda) const;
  void Serialize(Archive& archive);

 private:
  /// Coordinates of the newest `count` states, at the latest where a formula asks for them.
  void Chart(std::size_t count) const;

  const ConstrainedSystem& system_;
  std::vector<StatePoint> points_;
  mutable std::vector<VectorXd> coordinates_;  // valid: the first charted_
  mutable std::size_t charted_ = 0;
};

}  // namespace trunnion
