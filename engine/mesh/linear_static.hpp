// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "solvers/analysis/symmetric_modes.hpp"

/// Static solutions and modes of K and M with some unknowns given; K and M full symmetric.
namespace trunnion {

/// Displacements and the forces that hold them.
struct StaticSolution {
  VectorXd u;          ///< [m]
  VectorXd reactions;  ///< K u − f [N], at rounding level where u is free
};

/// K u = f with given values of some unknowns, by MakeStructureSolver.
/// @param fixed   unknowns; repetitions count once.
/// @param values  of all unknowns, of which only the fixed ones are read; empty: zero.
/// @throws SolverError if K of the others is singular: a rigid motion is free.
StaticSolution SolveStatic(const SparseMatrix& K,
                           const VectorXd& f,
                           const std::vector<int>& fixed,
                           const VectorXd& values = {});

/// The lowest modes with some unknowns fixed to zero; the shapes have all unknowns.
/// @throws SolverError as CalcLowestModes.
SymmetricModes CalcFixedModes(const SparseMatrix& K,
                              const SparseMatrix& M,
                              const std::vector<int>& fixed,
                              int count);

/// The numbers from 0 below `size` that are not in `left_out`, ascending.
std::vector<int> Complement(const std::vector<int>& left_out, int size);

}  // namespace trunnion
