// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "solvers/consistency/redundancy.hpp"
#include "solvers/problem/constrained_system.hpp"

/// Driven mechanisms: systems whose constraints, motions included, leave no degree of freedom.
///
///     g(q, t) = 0,   G v = −g_t,   G v' = γ,   then   Gᵀλ = f − M v'   (inverse dynamics)
///
/// λ of the rows of a motion is, up to the sign, the force that is needed to drive it.
namespace trunnion {

/// Components of v, as many as there are degrees of freedom, which determine all others:
/// coordinates that the constraints leave free. The first suitable ones in the order of v.
std::vector<int> FindFreeComponents(ConstrainedSystem& system, double t, const VectorXd& q);

/// The motion of a driven mechanism as a function of time, followed continuously from a start, so
/// that it stays on its branch.
class KinematicPath {
 public:
  /// @param q  start, near the position at t.
  /// @throws SolverError if there is no such position, if degrees of freedom are left (naming
  /// components that are free), if the rates that redundant rows want contradict each other, or if
  /// the position is singular.
  KinematicPath(ConstrainedSystem& system, double t, const VectorXd& q);

  /// Goes on to the time t [s], not before the present one, in steps that turn no body by more than
  /// 0.2 rad. The system accepts every step. @throws SolverError as above; where the mechanism
  /// locks up, naming the constraint that cannot be met and the time.
  void advance_to(double t);

  double t() const { return t_; }
  const VectorXd& q() const { return q_; }
  const VectorXd& v() const { return v_; }
  const VectorXd& v_dot() const { return v_dot_; }
  /// Multipliers ∈ ℝᵐ; zero for rows that repeat others, see redundancy().
  const VectorXd& lambda() const { return lambda_; }
  const RedundancyReport& redundancy() const { return redundancy_; }  ///< at the present point

 private:
  bool TryStep(double t);
  void Settle(double t, const VectorXd& q);
  VectorXd Predict(double h) const;

  ConstrainedSystem& system_;
  double t_;
  VectorXd q_, v_, v_dot_, lambda_;
  RedundancyReport redundancy_;
  int worst_row_ = -1;
};

}  // namespace trunnion
