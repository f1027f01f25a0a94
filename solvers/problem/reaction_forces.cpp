// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/problem/reaction_forces.hpp"

namespace trunnion {

void SubtractReactionForces(ConstrainedSystem& system,
                            double t,
                            const VectorXd& q,
                            const VectorXd& v,
                            const VectorXd& lambda,
                            Residuals& out) {
  if (!system.has_reaction_forces()) return;
  VectorXd f;
  system.CalcReactionForces(t, q, v, lambda, f);
  out.dynamics -= f;
}

void ReactionForceBlocks::Calc(ConstrainedSystem& system,
                               double t,
                               const VectorXd& q,
                               const VectorXd& v,
                               const VectorXd& lambda,
                               const ActiveRows& active,
                               const SparseMatrix& GT,
                               DynamicsMatrices& matrices) {
  active.Select(GT, upper);
  if (!system.has_reaction_forces()) return;
  f_lambda = GT;
  system.LinearizeReactionForces(t, q, v, lambda, matrices, f_lambda);
  SparseMatrix own;
  active.Select(f_lambda, own);
  upper.coeffs() -= own.coeffs();
}

}  // namespace trunnion
