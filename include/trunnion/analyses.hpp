// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Static equilibrium, kinematics, linear models and modes.

#include "engine/analyses/equilibrium.hpp"  // IWYU pragma: export
#include "engine/analyses/kinematics.hpp"   // IWYU pragma: export
#include "engine/analyses/linear.hpp"       // IWYU pragma: export
#include "engine/analyses/load_steps.hpp"   // IWYU pragma: export
#include "engine/analyses/mesh_modes.hpp"   // IWYU pragma: export
#include "engine/analyses/request.hpp"      // IWYU pragma: export
