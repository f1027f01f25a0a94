// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "engine/core/types.hpp"

namespace trunnion {

/// Residuals of the equations of motion at one point, in the units of (dr, dφ).
struct Residuals {
  VectorXd dynamics;  ///< M v' − f(q, v, t) ∈ ℝⁿ, without reactions [N, N·m]
  VectorXd g;         ///< g(q, t) ∈ ℝᵐ [m, rad]
  VectorXd g_t;       ///< ∂g/∂t ∈ ℝᵐ
  SparseMatrix GT;  ///< Gᵀ ∈ ℝⁿˣᵐ; the pattern is set by ConstrainedSystem::InitializePatterns
};

/// Matrices of the linearized equations, all on the same n×n pattern.
struct DynamicsMatrices {
  SparseMatrix M;  ///< mass matrix
  SparseMatrix D;  ///< ∂(M v' − f)/∂v
  SparseMatrix K;  ///< ∂(M v' − f + Gᵀλ)/∂q at fixed v, v' and at the λ given
};

}  // namespace trunnion
