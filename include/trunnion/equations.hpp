// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Equations of motion of one's own, solved by the integrators of the engine.

#include "solvers/consistency/initial_conditions.hpp"  // IWYU pragma: export
#include "solvers/integrator/bdf.hpp"                  // IWYU pragma: export
#include "solvers/integrator/integrator.hpp"           // IWYU pragma: export
#include "solvers/problem/small_system.hpp"            // IWYU pragma: export
