// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Vectors, rotations and poses.

#include "engine/core/pose.hpp"      // IWYU pragma: export
#include "engine/core/rotation.hpp"  // IWYU pragma: export
#include "engine/core/types.hpp"     // IWYU pragma: export
