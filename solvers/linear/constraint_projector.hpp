// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/linear/gram_matrix.hpp"
#include "solvers/linear/linear_solver.hpp"
#include "solvers/linear/saddle_matrix.hpp"

namespace trunnion {

class Archive;

/// Factorized S = G W⁻¹ Gᵀ: least-squares multipliers and projections in the metric W. Where
/// cond(G) exceeds about 1e6 the augmented matrix [W Gᵀ; G 0] takes the place of S, whose condition
/// is the square (docs/theory.md, section 3).
class ConstraintProjector {
 public:
  ConstraintProjector() : solver_(MakeCholesky()) {}

  /// @param inverse_metric  diagonal of W⁻¹; zero entries freeze coordinates.
  [[nodiscard]] SolveStatus Factor(const SparseMatrix& GT, const VectorXd& inverse_metric);

  /// s ← S⁻¹ s, a vector or several columns.
  [[nodiscard]] SolveStatus Solve(Eigen::Ref<MatrixXd> s) const;
  /// x ← x − W⁻¹Gᵀ S⁻¹ G x, the part of x in ker G that is nearest in the metric.
  [[nodiscard]] SolveStatus Project(VectorXd& x) const;
  /// Smallest pivot of S over the diagonal element it came from, about 1/cond(G)²; 1 without rows.
  double pivot_ratio() const { return GT_.cols() > 0 ? solver_->statistics().pivot_growth : 1; }
  LinearSolverStatistics statistics() const { return solver_->statistics(); }  ///< of S
  void Serialize(Archive& archive);

 private:
  SparseMatrix CalcMetric() const;
  void MakeAugmented(const SparseMatrix& W);
  SolveStatus FactorAugmented();

  std::unique_ptr<LinearSolver> solver_, augmented_solver_;
  GramMatrix gram_;
  SaddleMatrix augmented_;
  SparseMatrix GT_;
  VectorXd inverse_metric_;
  bool analyzed_ = false, use_augmented_ = false;
};

}  // namespace trunnion
