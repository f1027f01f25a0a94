// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/integrator_options.hpp"

namespace trunnion {

/// Checks what all integrators read: tolerances, limits of steps and orders.
/// @throws ModelError that names the option and what it may be.
void RequireValidOptions(const IntegratorOptions& options);

}  // namespace trunnion
