// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/consistency/acceleration_solver.hpp"
#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/weighted_norm.hpp"

namespace trunnion {

class Archive;

/// What an integrator starts anew with after a jump in its accelerations or their rates: they are
/// evaluated once at the state and once shortly after it.
class Restart {
 public:
  /// `system` must outlive the object.
  explicit Restart(ConstrainedSystem& system) : system_(system) {}

  /// At (t, q, v); `longest` [s] is what a step may have at most.
  /// @return false if the accelerations are not determined; then they are zero.
  bool Calc(double t, const VectorXd& q, const VectorXd& v, const ActiveRows& rows, double longest);

  /// The same without the rate of the accelerations, which is zero then.
  bool CalcAccelerations(double t, const VectorXd& q, const VectorXd& v, const ActiveRows& rows);

  const VectorXd& v_dot() const { return v_dot_; }
  const VectorXd& v_ddot() const { return v_ddot_; }  ///< zero where it is not known
  const VectorXd& lambda() const { return lambda_; }

  /// A step [s] over which the change of accelerations moves positions, and velocities times
  /// `velocity_scale` [s], by a multiple of the tolerance of one step; at most `longest`.
  double ChooseStep(const WeightedNorm& norm, double velocity_scale) const;
  void Serialize(Archive& archive);

 private:
  ConstrainedSystem& system_;
  std::unique_ptr<AccelerationSolver> solver_;
  double longest_ = 0;
  VectorXd v_dot_, v_ddot_, lambda_, q_new_, v_new_, x_;
};

}  // namespace trunnion
