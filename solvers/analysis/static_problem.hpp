// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/saddle_matrix.hpp"
#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

inline double LargestEntry(const VectorXd& x) { return x.size() ? x.cwiseAbs().maxCoeff() : 0.0; }

/// The equations of an equilibrium at one time, R = −f + Gᵀλ = 0 and g = 0, linearized and solved;
/// the rows are those independent at the point of the last ChooseRows. Own states of elements are
/// held meanwhile: their components of R and of steps are zero. See solvers/analysis/statics.hpp.
class StaticProblem {
 public:
  /// @param rest  v with the own states of elements at first, all else zero; empty: zero.
  StaticProblem(ConstrainedSystem& system, double t, const VectorXd& rest = {});

  /// v at rest, with the own states of elements as they are now.
  const VectorXd& rest() const { return rest_; }
  bool has_states() const { return !states_.empty(); }
  /// A Newton step of the own states toward F(q, s) = 0 at q; where F does not depend on them they
  /// stay. @return its largest change in the tolerances of the states [m], infinite where a state
  /// keeps a rate; that state is stored in `moving`, a component of v.
  double SettleStates(const VectorXd& q, int& moving);

  void ChooseRows(const VectorXd& q);
  const ActiveRows& rows() const { return rows_; }
  const Residuals& residuals() const { return residuals_; }
  const VectorXd& metric() const { return system_.metric(); }

  /// R at λ = 0, g and G at q.
  void Evaluate(const VectorXd& q);
  /// K at q with the given (compact) multipliers.
  void Linearize(const VectorXd& q, const VectorXd& lambda);
  /// Smallest shift: 1e-9 of the largest |K_ii|/W_ii.
  double floor() const;

  /// Factorizes H = [K + σW, Gᵀ; G, 0] at the last evaluation.
  bool Factor(double shift);
  /// Step d and change of the multipliers, H (d, dλ) = −(R, g), at the last evaluation.
  bool Solve(const VectorXd& lambda, VectorXd& d, VectorXd& d_lambda) const;
  /// H (d, dλ) = −(R + σ W moved, g): what an implicit Euler step of the length 1/σ that went by
  /// `moved` still lacks.
  bool Correct(const VectorXd& lambda,
               double shift,
               const VectorXd& moved,
               VectorXd& d,
               VectorXd& d_lambda) const;
  /// d with (K + σW) d + Gᵀμ = W x and G d = 0, by the last factorization.
  bool Respond(const VectorXd& x, VectorXd& d) const;
  /// The d nearest to x in the metric with G d = 0, at the last evaluation; after FactorProjection.
  bool Admit(const VectorXd& x, VectorXd& d) const;
  bool FactorProjection();
  /// K at the last linearization.
  const SparseMatrix& stiffness() const { return matrices_.K; }
  /// The multipliers that balance best, and x = W⁻¹ (f − Gᵀλ), the force left, at the last
  /// evaluation.
  bool Project(VectorXd& x, VectorXd& lambda);
  /// R · d at the last evaluation.
  double Slope(const VectorXd& lambda, const VectorXd& d) const;
  /// True if R is nowhere above the rounding of its terms, at the last evaluation and K.
  bool IsAtRounding(const VectorXd& q, const VectorXd& lambda) const;

  /// Largest over the blocks of the norm of d in the metric.
  double Norm(const VectorXd& d) const;
  /// Factor ≤ 1 that keeps every rotation within the chart.
  double LongestStep(const VectorXd& d) const;
  /// Largest rotation of a block [rad].
  double LargestTurn(const VectorXd& d) const;
  VectorXd Moved(const VectorXd& q, const VectorXd& d) const;
  double LargestConstraint() const { return LargestEntry(g_); }

 private:
  bool SolveFor(VectorXd rhs, VectorXd& d, VectorXd& d_lambda) const;
  void DropStates(Eigen::Ref<VectorXd> x) const;

  ConstrainedSystem& system_;
  double t_;
  int n_;
  VectorXd zero_, rest_, g_;
  std::vector<NormBlock> states_;  // one for each own state
  ActiveRows rows_;
  Residuals residuals_;
  DynamicsMatrices matrices_;
  SparseMatrix metric_, GT_;
  SaddleMatrix newton_, projection_;
  std::unique_ptr<LinearSolver> solver_ = MakeRefined(MakeKlu()), projector_;
  double stiffness_ = 1;
};

/// The way of a search: multi-turn angles follow it from point to point, and back again where the
/// search returns. Steps between points turn no body by more than 1 rad.
class Trail {
 public:
  /// @param q  where the system accepted its last state.
  Trail(ConstrainedSystem& system, double t, const VectorXd& q);
  void GoTo(const VectorXd& q);
  /// Back to where `mark` stood, which was the point q.
  void GoBack(std::size_t mark, const VectorXd& q);
  std::size_t mark() const { return points_.size(); }

 private:
  ConstrainedSystem& system_;
  double t_;
  VectorXd zero_;
  std::vector<VectorXd> points_;  // not every point: some at every quarter of a radian
};

}  // namespace trunnion
