// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file FMUs of other programs: beside a model, or stepped by hand.

#include "engine/cosimulation/fmu_coupling.hpp"  // IWYU pragma: export
#include "engine/cosimulation/imported_fmu.hpp"  // IWYU pragma: export
