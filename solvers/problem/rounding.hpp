// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/problem/active_rows.hpp"
#include "solvers/problem/constrained_system.hpp"

namespace trunnion {

/// How far rounding may leave the balance of forces from zero, per component of v [N or N·m]: some
/// units of ε times
///
///     |K| s + |Gᵀ| |λ|,       s = max(1, |q|∞) for lengths [m], 1 for angles,
///
/// the largest of the three forces, or torques, of a block, and of reactions at least the torque of
/// their forces at an arm s, since positions are known to ε s only, and stiffness makes forces of
/// that. A stiff part with light nodes has such forces at rest, whatever its accelerations then
/// are.
/// @param K, GT   at q; GT of the rows that λ belongs to.
/// @param units   number of units of ε.
VectorXd CalcForceRounding(const ConstrainedSystem& system,
                           const VectorXd& q,
                           const SparseMatrix& K,
                           const SparseMatrix& GT,
                           const VectorXd& lambda,
                           double units);

}  // namespace trunnion
