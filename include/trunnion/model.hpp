// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Build a model: bodies, joints, constraints, forces, beams, laws of time.

#include "engine/model/beam_line.hpp"  // IWYU pragma: export
#include "engine/model/couplings.hpp"  // IWYU pragma: export
#include "engine/model/model.hpp"      // IWYU pragma: export
#include "engine/model/time_laws.hpp"  // IWYU pragma: export
