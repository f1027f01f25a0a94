// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Run a model through time, and ask for its state by handle.

#include "engine/simulation/checkpoint.hpp"   // IWYU pragma: export
#include "engine/simulation/measures.hpp"     // IWYU pragma: export
#include "engine/simulation/run_control.hpp"  // IWYU pragma: export
#include "engine/simulation/signals.hpp"      // IWYU pragma: export
#include "engine/simulation/simulation.hpp"   // IWYU pragma: export
