// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Everything that a program that uses Trunnion needs.
#include "trunnion/analyses.hpp"      // IWYU pragma: export
#include "trunnion/cosimulation.hpp"  // IWYU pragma: export
#include "trunnion/elements.hpp"      // IWYU pragma: export
#include "trunnion/equations.hpp"     // IWYU pragma: export
#include "trunnion/error.hpp"         // IWYU pragma: export
#include "trunnion/flexible.hpp"      // IWYU pragma: export
#include "trunnion/hosting.hpp"       // IWYU pragma: export
#include "trunnion/math.hpp"          // IWYU pragma: export
#include "trunnion/model.hpp"         // IWYU pragma: export
#include "trunnion/model_file.hpp"    // IWYU pragma: export
#include "trunnion/results.hpp"       // IWYU pragma: export
#include "trunnion/simulation.hpp"    // IWYU pragma: export
#include "trunnion/version.hpp"       // IWYU pragma: export
#include "trunnion/view.hpp"          // IWYU pragma: export
