// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>

#include "solvers/constrained_system.hpp"
#include "solvers/multistep_weights.hpp"

namespace trunnion {

/// One accepted state.
struct StatePoint {
  double t = 0;
  VectorXd q;       ///< configuration
  VectorXd v;       ///< velocities ∈ ℝⁿ
  VectorXd lambda;  ///< multipliers ∈ ℝᵐ; empty for the artificial starting point
};

/// The accepted states that a multistep formula looks back on, newest first. Positions are
/// expressed in the chart of the newest state, so nothing is ever re-charted in differences
/// (DESIGN.md section 2).
class PointHistory {
 public:
  explicit PointHistory(const ConstrainedSystem& system) : system_(system) {}

  void Clear() { points_.clear(), coordinates_.clear(); }
  /// Adds the newest state; the oldest beyond kMaxPoints goes. Chart coordinates are recomputed.
  void Push(StatePoint point);
  /// Removes the oldest state: the artificial one, once real ones suffice.
  void DropOldest() { points_.pop_back(), coordinates_.pop_back(); }

  int size() const { return static_cast<int>(points_.size()); }
  const StatePoint& operator[](int j) const { return points_[static_cast<std::size_t>(j)]; }
  /// Chart coordinates of state j at state 0; zero for j = 0.
  const VectorXd& coordinates(int j) const { return coordinates_[static_cast<std::size_t>(j)]; }
  double time(int j) const { return points_[static_cast<std::size_t>(j)].t; }

  /// Polynomial through the newest `count` states at time t: chart coordinates x and velocities v.
  void Interpolate(double t, int count, VectorXd& x, VectorXd& v) const;
  /// Multipliers by the polynomial through at most three newest states that have them.
  void ExtrapolateMultipliers(double t, VectorXd& lambda) const;

 private:
  const ConstrainedSystem& system_;
  std::deque<StatePoint> points_;
  std::deque<VectorXd> coordinates_;
};

}  // namespace trunnion
