// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// Products with up to four columns at once: A is read one time for all of them. No allocation.
/// X and Y do not overlap.
inline constexpr int kMaxProductColumns = 4;

/// Y ← Y + s A X.
void AddProduct(double s,
                const SparseMatrix& A,
                const Eigen::Ref<const MatrixXd>& X,
                Eigen::Ref<MatrixXd> Y);
/// Y ← Y + s Aᵀ X.
void AddTransposedProduct(double s,
                          const SparseMatrix& A,
                          const Eigen::Ref<const MatrixXd>& X,
                          Eigen::Ref<MatrixXd> Y);

/// What constraints add to the residuals, in one pass over Gᵀ ∈ ℝⁿˣᵐ.
struct ConstraintTerms {
  VectorXd& rates;       ///< ∈ ℝᵐ, += G v
  VectorXd& kinematics;  ///< ∈ ℝⁿ, += Gᵀ μ
  VectorXd& dynamics;    ///< ∈ ℝⁿ, += Gᵀ λ
};
void AddConstraintTerms(const SparseMatrix& GT,
                        const VectorXd& v,
                        const VectorXd& mu,
                        const VectorXd& lambda,
                        const ConstraintTerms& out);

}  // namespace trunnion
