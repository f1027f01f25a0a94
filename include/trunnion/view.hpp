// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// @file Pictures of results: diagrams, reports, the page of the viewer.

#include "engine/view/report.hpp"    // IWYU pragma: export
#include "engine/view/svg_plot.hpp"  // IWYU pragma: export
#include "engine/view/view.hpp"      // IWYU pragma: export
