// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Record a run; write results and read them back.

#include "engine/core/archive.hpp"          // IWYU pragma: export
#include "engine/recorder/recorder.hpp"     // IWYU pragma: export
#include "engine/recorder/scene.hpp"        // IWYU pragma: export
#include "engine/results/result_files.hpp"  // IWYU pragma: export
#include "engine/results/results.hpp"       // IWYU pragma: export
