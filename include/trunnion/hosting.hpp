// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file A model inside another program: inputs, outputs and parameters from step to step.

#include "engine/hosting/stepped_simulation.hpp"  // IWYU pragma: export
