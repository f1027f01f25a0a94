// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file The version of the library.

#include "engine/core/version.hpp"  // IWYU pragma: export
