// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/active_rows.hpp"
#include "solvers/constrained_system.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/saddle_matrix.hpp"

namespace trunnion {

/// The index-1 form of the equations of motion: accelerations v' ∈ ℝⁿ and multipliers λ ∈ ℝᵐ of
///
///     [M  Gᵀ] [v']   [f]
///     [G  0 ] [λ ] = [γ],
///
/// for many states of one system: the patterns and the symbolic factorization are made once. M may
/// be singular where it is definite on ker G. The system must outlive the object.
class AccelerationSolver {
 public:
  explicit AccelerationSolver(ConstrainedSystem& system);

  /// Only the active rows carry multipliers; the others get zero. False if the system is singular:
  /// a massless coordinate that no constraint holds, or dependent active rows.
  bool Solve(double t,
             const VectorXd& q,
             const VectorXd& v,
             const ActiveRows& active,
             VectorXd& v_dot,
             VectorXd& lambda);

  /// The same with G_next v' = rhs in place of G v' = γ (half-explicit methods): G_nextᵀ has the
  /// pattern of Gᵀ, rhs ∈ ℝᵐ is full.
  bool Solve(double t,
             const VectorXd& q,
             const VectorXd& v,
             const ActiveRows& active,
             const SparseMatrix& GT_next,
             const VectorXd& rhs,
             VectorXd& v_dot,
             VectorXd& lambda);

  /// −f, g, g_t and Gᵀ of all rows at the last state.
  const Residuals& residuals() const { return residuals_; }

 private:
  void Evaluate(double t, const VectorXd& q, const VectorXd& v, const ActiveRows& active);
  bool SolveSaddle(const ActiveRows& active,
                   const SparseMatrix& GT_lower,
                   const VectorXd& rhs,
                   VectorXd& v_dot,
                   VectorXd& lambda);

  ConstrainedSystem& system_;
  Residuals residuals_;
  DynamicsMatrices matrices_;
  SparseMatrix GT_, GT_lower_;  // active columns
  SaddleMatrix saddle_;
  SparseMatrix analyzed_;  // the GT_ that saddle_ was laid out for
  std::unique_ptr<LinearSolver> solver_;
  VectorXd no_acceleration_, no_multipliers_, gamma_, x_;
};

}  // namespace trunnion
