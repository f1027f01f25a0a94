// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "engine/system/system.hpp"

namespace trunnion {

/// By pool and element: true where the forces at rest are seen to derive from the energy that the
/// element gives, f = −∂V/∂q with V independent of time, at three random states beside `x`. False
/// where they do not, of elements with states of their own, and where nothing is seen of them:
/// forces and energy are zero there.
std::vector<std::vector<bool>> FindConservative(const System& system, const ElementContext& x);

}  // namespace trunnion
