// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/range_space_solver.hpp"
#include "solvers/linear/saddle_matrix.hpp"
#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/reaction_forces.hpp"

namespace trunnion {

class Archive;

/// The index-1 form of the equations of motion: accelerations v' ∈ ℝⁿ and multipliers λ ∈ ℝᵐ of
///
///     [M  Gᵀ] [v']   [f + f_r(λ)]
///     [G  0 ] [λ ] = [γ         ],
///
/// for many states of one system: the patterns and the symbolic factorization are made once. M may
/// be singular where it is definite on ker G. The system must outlive the object.
///
/// Algebraic states (BlockKind::algebraic) are solved for together with v' and λ: their components
/// of v are start values, their v' is zero. The problem is linear unless there are algebraic states
/// or forces f_r; then Newton's iteration starts from the solution without f_r, so that the result
/// does not depend on the past.
class AccelerationSolver {
 public:
  explicit AccelerationSolver(ConstrainedSystem& system);

  /// Only the active rows carry multipliers; the others get zero. False if the system is singular
  /// (a massless coordinate that no constraint holds, an algebraic state that its equation does not
  /// determine, dependent active rows) or Newton's iteration does not converge.
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

  /// Solve where Newton's iteration does not converge for forces f_r: f_r(w s λ) with the weights w
  /// of the rows (empty: 1), and s from 0 to 1 in steps from solution to solution.
  /// @return the s that is reached, with its v' and λ: 1 if there is a solution on this path; less
  /// if the forces lock (their share of the reactions that they cause reaches 1 there).
  double SolveGradually(double t,
                        const VectorXd& q,
                        const VectorXd& v,
                        const ActiveRows& active,
                        const VectorXd& weights,
                        VectorXd& v_dot,
                        VectorXd& lambda);

  /// d ∈ ℝⁿˣᶜ, the smallest changes in the metric M that take away the violations in the columns of
  /// `violation` ∈ ℝᵐˣᶜ (rows as the active ones), by G of the last Solve, which succeeded:
  /// G d = −violation. False if the result is not finite.
  bool Project(const MatrixXd& violation, MatrixXd& d);

  /// Wall time [s] of all solves so far, without those of the whole matrix.
  struct Seconds {
    double residual = 0, factor = 0, solve = 0;
  };
  const Seconds& seconds() const { return seconds_; }
  LinearSolverStatistics statistics() const { return range_space_.statistics(); }  ///< of S

  /// True if the last solve went through S; else the whole matrix was evaluated and factorized.
  bool solved_by_blocks() const { return by_blocks_; }
  /// v of the last solve, its algebraic states consistent.
  const VectorXd& consistent_v() const { return v_; }
  /// −f (without algebraic states and f_r), g, g_t and Gᵀ of all rows at the last state.
  const Residuals& residuals() const { return residuals_; }
  /// Gᵀ of the active rows, those of the last Solve.
  const SparseMatrix& active_GT(const ActiveRows& active) const {
    return active.all() ? residuals_.GT : GT_;
  }
  void Serialize(Archive& archive);

 private:
  struct LowerRows {  // G v' = rhs
    const SparseMatrix* GT;
    const VectorXd* rhs;
  };
  bool SolveByBlocks(
      double t, const VectorXd& q, const ActiveRows& active, VectorXd& v_dot, VectorXd& lambda);
  bool Iterate(double t,
               const VectorXd& q,
               const ActiveRows& active,
               const LowerRows* given,
               VectorXd& v_dot,
               VectorXd& lambda);
  bool IterateFrom(double t,
                   const VectorXd& q,
                   const ActiveRows& active,
                   const LowerRows* given,
                   bool with_reaction_forces,
                   VectorXd& v_dot,
                   VectorXd& lambda);
  void AddReactionForces(double t,
                         const VectorXd& q,
                         const ActiveRows& active,
                         const VectorXd& lambda);
  void Evaluate(double t, const VectorXd& q, const VectorXd& v_dot);
  bool Factor();
  bool Correct(const ActiveRows& active, VectorXd& v_dot, VectorXd& lambda);
  bool Converged(const ActiveRows& active, const VectorXd& v_dot, const VectorXd& lambda) const;

  ConstrainedSystem& system_;
  std::vector<int> algebraic_;  // components of v
  Residuals residuals_;
  DynamicsMatrices matrices_;
  ReactionForceBlocks reactions_;
  SparseMatrix H_;              // M, with ∂/∂s in the columns of algebraic states
  SparseMatrix GT_, GT_lower_;  // active columns
  SaddleMatrix saddle_;
  SparseMatrix analyzed_;  // the GT_ that saddle_ was laid out for
  std::unique_ptr<LinearSolver> solver_;
  RangeSpaceSolver range_space_;  // in place of it where M has blocks and S is well conditioned
  enum class Mass { unknown, blocks, other } mass_ = Mass::unknown;
  bool by_blocks_ = false;  // the last Solve
  Seconds seconds_;
  MatrixXd multipliers_;  // of Project
  VectorXd weights_;      // of λ in f_r; empty: 1
  VectorXd no_multipliers_, no_acceleration_, v_, gamma_, rhs_, x_;
};

}  // namespace trunnion
