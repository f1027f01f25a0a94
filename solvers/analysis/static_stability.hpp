// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/analysis/static_problem.hpp"

namespace trunnion {

/// A component of v that moves by itself away from the equilibrium (q, λ) of `problem`, λ of its
/// rows: the one that moves most along the direction d with G d = 0 and the least dᵀK d/dᵀW d,
/// where that is negative beyond its rounding; −1 if there is none.
///
/// The direction is that of Rayleigh and Ritz in the space that the shifted inverse spans from one
/// vector (Lanczos), so what it finds is unstable, while a direction that is unstable and stiff
/// beside very many soft ones may not be found. Forces without a potential, whose K is not
/// symmetric, are not judged.
/// Reference Parlett, The Symmetric Eigenvalue Problem (1998), chapters 11 and 13.
/// Verified  tests/system/static_stability_test.cpp.
int FindUnstableComponent(StaticProblem& problem, const VectorXd& q, const VectorXd& lambda);

}  // namespace trunnion
