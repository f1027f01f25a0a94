// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Model files: read, check and run them.

#include "engine/batch/check.hpp"            // IWYU pragma: export
#include "engine/batch/run.hpp"              // IWYU pragma: export
#include "engine/model_file/model_file.hpp"  // IWYU pragma: export
#include "engine/model_file/own_types.hpp"   // IWYU pragma: export
