// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"

/// What forces f_r(q, v, λ, t) add to residuals and matrices; nothing where a system has none.
namespace trunnion {

/// out.dynamics −= f_r.
void SubtractReactionForces(ConstrainedSystem& system,
                            double t,
                            const VectorXd& q,
                            const VectorXd& v,
                            const VectorXd& lambda,
                            Residuals& out);

/// Derivatives of f_r at one point.
struct ReactionForceBlocks {
  SparseMatrix f_lambda;  ///< ∂f_r/∂λ, all rows, on the pattern of GT; empty without such forces
  SparseMatrix upper;     ///< Gᵀ − ∂f_r/∂λ of the active rows

  /// Overwrites the blocks and adds −∂f_r/∂q, −∂f_r/∂v to K and D of `matrices`.
  /// @param GT  Gᵀ of all rows.
  void Calc(ConstrainedSystem& system,
            double t,
            const VectorXd& q,
            const VectorXd& v,
            const VectorXd& lambda,
            const ActiveRows& active,
            const SparseMatrix& GT,
            DynamicsMatrices& matrices);
};

}  // namespace trunnion
