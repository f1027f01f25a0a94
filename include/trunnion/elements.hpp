// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Own forces and joints: the contracts of elements and automatic differentiation.

#include "engine/core/dual.hpp"                 // IWYU pragma: export
#include "engine/core/element.hpp"              // IWYU pragma: export
#include "forces/user_force.hpp"                // IWYU pragma: export
#include "forces/user_state_force.hpp"          // IWYU pragma: export
#include "joints/user_constraint.hpp"           // IWYU pragma: export
#include "joints/user_velocity_constraint.hpp"  // IWYU pragma: export
