// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/core/types.hpp"
#include "solvers/linear/linear_solver.hpp"

/// Undamped modes of structures: K x = λ M x with K and M symmetric, positive semidefinite.
namespace trunnion {

struct SymmetricModes {
  VectorXd eigenvalues;  ///< λ = ω² [1/s²], ascending; rigid modes come out within rounding of zero
  MatrixXd shapes;       ///< n×count, xᵀ M x = 1, the largest component positive

  VectorXd CalcFrequencies() const;  ///< √|λ|/2π [Hz]
};

/// The `count` lowest modes, by shift-invert Lanczos iteration (Spectra) with one
/// factorization of K + μ M (MakeStructureSolver), or densely for few unknowns. M may be singular,
/// as reduced integration makes it: unknowns without mass follow statically. Rigid modes are found
/// as modes with λ ≈ 0.
/// @param mu  μ > 0 [1/s²]; a mode far above μ loses digits, ε λ/μ relatively. Unset: 1e-8 of the
///            largest Kᵢᵢ/Mᵢᵢ, which is near the first modes of meshes.
/// @throws SolverError if K + μ M is singular or, up to 5000 unknowns, not positive definite, or
///         without convergence.
/// Reference Ericsson & Ruhe, Math. Comput. 35 (1980) 1251.
/// Verified  tests/solvers/symmetric_modes_test.cpp.
SymmetricModes CalcLowestModes(const SparseMatrix& K,
                               const SparseMatrix& M,
                               int count,
                               std::optional<double> mu = {});

/// The solver for stiffness matrices of this size: Cholesky up to 5000 unknowns, beyond the block
/// LU, whose dense fronts make up for twice the operations (tet10 bar, 28 000 unknowns: 0.6 s
/// against 14 s for a factorization). The block LU does not notice an indefinite matrix, only a
/// singular one.
std::unique_ptr<LinearSolver> MakeStructureSolver(Eigen::Index size);

/// A(kept, kept).
SparseMatrix SelectRowsAndColumns(const SparseMatrix& A, const std::vector<int>& kept);

}  // namespace trunnion
