// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file What the library throws.

#include "engine/core/error.hpp"  // IWYU pragma: export
