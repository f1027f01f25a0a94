// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/problem/constrained_system.hpp"
#include "solvers/problem/integrator_options.hpp"

namespace trunnion {

/// Checks what all integrators read: tolerances, limits of steps and orders.
/// @throws ModelError that names the option and what it may be.
void RequireValidOptions(const IntegratorOptions& options);

/// First component of an algebraic state, which explicit methods do not serve; −1: there is none.
int FindAlgebraicState(const ConstrainedSystem& system);
/// @throws ModelError that names the state, where there is one.
void RequireNoAlgebraicStates(const ConstrainedSystem& system);

}  // namespace trunnion
