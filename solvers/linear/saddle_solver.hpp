// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear/linear_solver.hpp"

namespace trunnion {

/// Factorization of the saddle points of Newton's iteration.
enum class LinearSolverKind {
  automatic,  ///< block_lu, unless there are constraints and little fill: then klu. The default
  klu,        ///< KLU on what was ever nonzero: least work where factors stay sparse
  block_lu,   ///< dense fronts on the graph of bodies and joints: bushings, finite elements
};

/// Operations for each nonzero of KLU's factors, from AMD's analysis, above which the dense fronts
/// of the block LU are faster with constraints, whose rows wait for a pivot. Measured
/// (bench/linear_solvers): chains and ladders have about 2 and favour KLU by up to 1.7; nets of 16
/// bodies have 14, of 900 bodies 110: there the block LU gains 1.2 to 3 on whole runs. Without
/// constraints it gains a tenth on chains, too.
inline constexpr double kDenseFrontsPay = 10;

/// Solver for [H Gᵀ; G 0] as the integrator meets it: the pattern has room for whole blocks of
/// bodies, of which mechanisms fill a fifth. KLU gets the entries that were nonzero in any matrix
/// so far and analyses again when they become more. name() tells the choice and its reason.
std::unique_ptr<LinearSolver> MakeSaddleSolver(LinearSolverKind kind = LinearSolverKind::automatic);

}  // namespace trunnion
