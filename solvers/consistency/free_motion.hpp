// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "solvers/consistency/initial_conditions.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

/// Motion that constraints ask for, given to what is free to follow: x ∈ ℝⁿ with G x = r that
/// minimises, in coordinates of unit metric W,
///
///     xᵀ M̂ x + ε |x|² + β Σᵦ xᵀ Kᵦᵀ (Kᵦ Kᵦᵀ)^(−1/2) Kᵦ x/k
///
/// with M̂ the mass matrix over its largest entry, Kᵦ the rows of K̂ = −∂f/∂q of the translations, or
/// rotations, of one body, and k the largest singular value of all Kᵦ. The root weighs directions
/// by their stiffness and does not depend on the axes that they are written in. So whatever
/// springs, bushings or beams hold stays (β = 1e8, ε = 1e-7), and of free bodies the heavy ones
/// move least, as by an impulse of the constraints. Solved with an independent subset of rows, so
/// that G may be singular.
class FreeMotion {
 public:
  explicit FreeMotion(ConstrainedSystem& system);

  /// Moves q until the holonomic rows g(q, t) are satisfied, in steps of at most half a radian,
  /// after each of which options.follow is called. Frozen components stay.
  AssemblyReport MovePositions(double t, const AssemblyOptions& options, VectorXd& q);
  /// Changes v until G v + g_t = 0. The report tells what rows keep that contradict others.
  AssemblyReport ChangeVelocities(double t,
                                  const VectorXd& q,
                                  const AssemblyOptions& options,
                                  VectorXd& v);
  /// True if springs are strained by a motion x ∈ ℝⁿ from q.
  bool Strains(double t, const VectorXd& q, const VectorXd& x);

 private:
  void Evaluate(double t, const VectorXd& q);
  bool Prepare(double t, const VectorXd& q, const AssemblyOptions& options, bool holonomic_only);
  bool Solve(const VectorXd& rhs, VectorXd& x);
  SparseMatrix MakeCost() const;

  ConstrainedSystem& system_;
  Residuals residuals_;
  DynamicsMatrices matrices_;
  std::unique_ptr<LinearSolver> solver_;
  std::vector<int> rows_;  // independent
  SparseMatrix GT_;        // of these, frozen components zero
};

}  // namespace trunnion
