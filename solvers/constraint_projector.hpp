// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "solvers/gram_matrix.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace trunnion {

/// Factorized S = G W⁻¹ Gᵀ: least-squares multipliers and projections in the metric W.
class ConstraintProjector {
 public:
  ConstraintProjector() : solver_(MakeCholesky()) {}

  /// @param inverse_metric  diagonal of W⁻¹; zero entries freeze coordinates.
  [[nodiscard]] SolveStatus Factor(const SparseMatrix& GT, const VectorXd& inverse_metric);

  /// s ← S⁻¹ s.
  [[nodiscard]] SolveStatus Solve(VectorXd& s) const;
  /// x ← x − W⁻¹Gᵀ S⁻¹ G x, the part of x in ker G that is nearest in the metric.
  [[nodiscard]] SolveStatus Project(VectorXd& x) const;

 private:
  std::unique_ptr<LinearSolver> solver_;
  GramMatrix gram_;
  SparseMatrix GT_;
  VectorXd inverse_metric_;
  bool analyzed_ = false;
};

}  // namespace trunnion
