// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bench/references/row.hpp"

namespace trunnion::references {

/// Slider crank with an elastic connecting rod (Simeon 1996, test set of Bari II-19): crank driven
/// at 150 rad/s, rod with two bending and two longitudinal shapes in its floating frame, to 0.1 s.
/// Its seven generalized coordinates are an element with inertia and constraints of a System,
/// differentiated automatically, so that the integrator sees what it sees of any flexible body.
/// Errors over the reference, rates of shapes over the largest of them.
std::vector<ReferenceRow> RunFlexibleSliderCrank(double tolerance);

}  // namespace trunnion::references
